import assert from 'node:assert/strict';
import { test } from 'node:test';
import { declaredUnitText } from '../../dashboard/src/parts/format.ts';

test('a footprint is of the declared unit with its amount, not of one of it', () => {
  assert.equal(declaredUnitText({ amount: 1, unit: 'PIECE' }), 'piece');
  assert.equal(declaredUnitText({ amount: 10, unit: 'KG' }), '10 kg');
});
