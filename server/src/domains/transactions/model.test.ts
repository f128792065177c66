import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EMPTY_LEDGER, type LedgerSums, paymentStateOf, remainingFor } from './model.ts';

const CASES: readonly (readonly [Partial<LedgerSums>, string])[] = [
  [{}, 'UNPAID'],
  [{ openMinor: 100 }, 'AUTHORIZED'],
  [{ voidedMinor: 100 }, 'VOIDED'],
  [{ voidedMinor: 100, openMinor: 1 }, 'AUTHORIZED'],
  [{ capturedMinor: 99, openMinor: 1 }, 'PARTIALLY_PAID'],
  [{ capturedMinor: 99, voidedMinor: 1 }, 'PARTIALLY_PAID'],
  [{ capturedMinor: 100 }, 'PAID'],
  [{ capturedMinor: 100, refundedMinor: 1 }, 'PARTIALLY_REFUNDED'],
  [{ capturedMinor: 50, refundedMinor: 49 }, 'PARTIALLY_REFUNDED'],
  [{ capturedMinor: 50, refundedMinor: 50 }, 'REFUNDED'],
];

test('money that moved takes precedence over money that is authorized', () => {
  for (const [sums, state] of CASES) {
    assert.equal(paymentStateOf(100, { ...EMPTY_LEDGER, ...sums }), state, JSON.stringify(sums));
  }
});

test('an order that costs nothing is paid', () => {
  assert.equal(paymentStateOf(0, EMPTY_LEDGER), 'PAID');
});

test('an authorization is limited by what is authorized and captured, a capture by captures', () => {
  const sums = { ...EMPTY_LEDGER, liveCapturedMinor: 30, liveOpenMinor: 60 };
  assert.equal(remainingFor('AUTHORIZATION', 100, sums), 10);
  assert.equal(remainingFor('CAPTURE', 100, sums), 70);
  assert.equal(remainingFor('CAPTURE', 100, { ...sums, liveCapturedMinor: 130 }), 0);
});
