import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalOf, typedDecimal } from '../../dashboard/src/parts/texts/decimal.ts';

test('a number is read with a decimal point or comma, and one that may be two is not read', () => {
  const typed = ['0,2', '0.2', ' 12 ', '.5', '−8,61', '1.250', '0,125', '1e-3', ''];
  assert.deepEqual(typed.map(decimalOf), [
    ...['0.2', '0.2', '12', '0.5', '-8.61', '1.25', '0.125', '0.001', ''],
  ]);
  for (const text of ['1,250', '1.250,5', '0,2 kg', '1 2', '-', 'abc'])
    assert.equal(decimalOf(text), undefined, text);
  assert.equal(decimalOf(typedDecimal(0.3)), '0.3');
});
