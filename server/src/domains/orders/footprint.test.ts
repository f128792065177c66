import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  confirmedEntries,
  type EntryDraft,
  returnedEntries,
  shippedEntries,
  splitOver,
  withoutAssumedDistribution,
} from './footprint.ts';
import type { OrderLine, ReturnedLine } from './model.ts';

function line(number: number, facts: Partial<OrderLine> = {}): OrderLine {
  return {
    orderId: 'order',
    number,
    productId: `product ${number}`,
    name: 'Towel',
    quantity: 4,
    returnedQuantity: 0,
    unitPriceMinor: 1000,
    unitVolumeM3: null,
    unitMassKg: 2,
    unitCo2eKg: 5,
    calculationId: null,
    restatedUnitCo2eKg: null,
    restatedCalculationId: null,
    unitAssumedDistributionCo2eKg: 0,
    ...facts,
  };
}

function sumOf(entries: readonly EntryDraft[], part?: EntryDraft['part']): number {
  return entries
    .filter((entry) => part === undefined || entry.part === part)
    .reduce((sum, { co2eKg, times }) => sum + co2eKg * times, 0);
}

function returned(quantity: number, disposition: ReturnedLine['disposition']): ReturnedLine {
  return { number: 1, quantity, disposition };
}

const WAY_BACK = { transportCo2eKg: 0.5, reconditioningCo2eKg: 0.25, endOfLifeCo2eKg: () => 0.75 };

test('confirmation books quantity times unit footprint, and nothing for what is not known', () => {
  const entries = confirmedEntries([line(1), line(2, { unitCo2eKg: null }), line(3)]);
  assert.deepEqual(
    entries.map(({ lineNumber, co2eKg, times }) => [lineNumber, co2eKg * times]),
    [
      [1, 20],
      [3, 20],
    ],
  );
});

test('shipping is split by mass, and adds up to all of it', () => {
  const lines = [line(1), line(2, { unitMassKg: 6 })];
  const entries = shippedEntries(lines, 'MASS', 8);
  assert.deepEqual(
    entries.map((entry) => entry.co2eKg),
    [2, 6],
  );
  assert.equal(sumOf(entries), 8);
});

test('shipping is split by value when that is wanted', () => {
  const lines = [line(1), line(2, { unitPriceMinor: 3000, unitMassKg: null })];
  const shares = shippedEntries(lines, 'VALUE', 8).map((entry) => entry.co2eKg);
  assert.deepEqual(shares, [2, 6]);
});

test('shipping is split by pieces where a mass is missing, or all is for nothing', () => {
  const pieces = [
    { line: line(1, { unitMassKg: null, unitPriceMinor: 0 }), quantity: 1 },
    { line: line(2, { unitPriceMinor: 0 }), quantity: 3 },
  ];
  for (const split of ['MASS', 'VALUE'] as const) {
    assert.deepEqual(
      splitOver(pieces, split, 8).map((piece) => piece.co2eKg),
      [2, 6],
    );
  }
});

test('restocked: the product is taken back, the way back and reconditioning are added', () => {
  const entries = returnedEntries([line(1)], [returned(3, 'RESTOCK')], 'MASS', WAY_BACK);
  assert.equal(sumOf(entries, 'PRODUCT'), -15);
  assert.equal(sumOf(entries, 'RECONDITIONING'), 0.75);
  assert.equal(sumOf(entries, 'RETURN_TRANSPORT'), 0.5);
  assert.equal(sumOf(entries, 'END_OF_LIFE'), 0);
});

test('destroyed: the product stays, the way back and its end of life are added', () => {
  const entries = returnedEntries([line(1)], [returned(3, 'DESTROY')], 'MASS', WAY_BACK);
  assert.equal(sumOf(entries, 'PRODUCT'), 0);
  assert.equal(sumOf(entries, 'RECONDITIONING'), 0);
  assert.equal(sumOf(entries, 'RETURN_TRANSPORT'), 0.5);
  assert.equal(sumOf(entries, 'END_OF_LIFE'), 2.25);
});

test('one return may restock some pieces of a line and destroy others', () => {
  const both = [returned(1, 'RESTOCK'), returned(1, 'DESTROY')];
  const entries = returnedEntries([line(1)], both, 'MASS', WAY_BACK);
  assert.equal(sumOf(entries, 'PRODUCT'), -5);
  assert.equal(sumOf(entries, 'RETURN_TRANSPORT'), 0.5);
  assert.ok(entries.every(({ kind }) => kind === 'RETURNED'));
});

test('real legs replace the assumed distribution of a line: as frozen, or as restated', () => {
  const assumed = { unitAssumedDistributionCo2eKg: 1.5, calculationId: 'calculation' };
  const restated = withoutAssumedDistribution([
    line(1, assumed),
    line(2, { ...assumed, restatedUnitCo2eKg: 8, restatedCalculationId: 'later' }),
    line(3),
    line(4, { ...assumed, unitCo2eKg: null }),
  ]);
  assert.deepEqual(
    restated.map(({ line: { number }, unitCo2eKg, calculationId }) => [
      number,
      unitCo2eKg,
      calculationId,
    ]),
    [
      [1, 3.5, 'calculation'],
      [2, 6.5, 'later'],
    ],
  );
});
