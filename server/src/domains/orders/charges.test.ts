import assert from 'node:assert/strict';
import { test } from 'node:test';
import { totalProblems, totalsOf, type WantedCharges } from './charges.ts';

const NONE: WantedCharges = { shippingPrice: undefined, discounts: [], taxes: [], tips: undefined };
const eur = (minor: number) => ({ minor, currency: 'EUR' });

test('the total is lines − discounts + shipping + taxes + tips', () => {
  const totals = totalsOf(100_00, {
    shippingPrice: eur(4_90),
    discounts: [
      { label: 'Voucher', amount: eur(5_00) },
      { label: 'Ten off', rate: '0.1' },
    ],
    taxes: [{ label: 'VAT', rate: '0.19' }],
    tips: eur(1_00),
  });
  assert.equal(totals.discountMinor, 15_00);
  // 19 % of 100.00 − 15.00 + 4.90 = 89.90 is 17.081.
  assert.equal(totals.taxMinor, 17_08);
  assert.equal(totals.totalMinor, 100_00 - 15_00 + 4_90 + 17_08 + 1_00);
});

test('a share is exact, and rounded half up for each charge by itself', () => {
  const taxOf = (minor: number, rate: string) =>
    totalsOf(minor, { ...NONE, taxes: [{ label: 'Tax', rate }] }).taxMinor;
  // As floats, 50 × 0.57 is 28.499999999999996.
  assert.equal(taxOf(50, '0.57'), 29);
  assert.equal(taxOf(50, '0.569999999999'), 28);
  assert.equal(taxOf(9_007_199_254_740_991, '1'), 9_007_199_254_740_991);
  const two = totalsOf(50, {
    ...NONE,
    taxes: [
      { label: 'State', rate: '0.57' },
      { label: 'City', rate: '0.57' },
    ],
  });
  assert.equal(two.taxMinor, 58);
});

test('discounts are at most the sum of the lines', () => {
  const problems = totalProblems(
    totalsOf(10, {
      ...NONE,
      shippingPrice: eur(100),
      discounts: [{ label: 'All', amount: eur(11) }],
    }),
  );
  assert.deepEqual(
    problems.map(({ path }) => path),
    [['input', 'discounts']],
  );
});
