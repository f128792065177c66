import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Problem } from '../errors/api-error.ts';
import { readMoney } from './money.ts';

test('an amount that its currency cannot have is refused with what it can have', () => {
  const messageOf = (amount: string, currencyCode: string) => {
    const problems: Problem[] = [];
    readMoney({ amount, currencyCode }, ['price'], problems);
    return problems.map(({ message }) => message);
  };
  assert.deepEqual(messageOf('1999.5', 'JPY'), [
    '1999.5 is not an amount of JPY, which has 0 decimals and at most 9007199254740991.',
  ]);
  assert.deepEqual(messageOf('90071992547409.92', 'EUR'), [
    '90071992547409.92 is not an amount of EUR, which has 2 decimals and at most 90071992547409.91.',
  ]);
  assert.deepEqual(messageOf('-1', 'KWD'), ['The amount must not be negative. It was -1.']);
  assert.deepEqual(messageOf('1999.000', 'JPY'), []);
});
