import assert from 'node:assert/strict';
import { test } from 'node:test';

process.env['TZ'] = 'America/Los_Angeles';
const { dayOf, declaredUnitText, figure, shortNumber, sinceOf } = await import(
  '../../dashboard/src/parts/texts/format.ts'
);
const { supplierFacts } = await import('../../dashboard/src/parts/texts/supplier-footprint.ts');
const { overrideSentence } = await import('../../dashboard/src/parts/scenarios/override.ts');

test('a footprint is of the declared unit with its amount, not of one of it', () => {
  assert.equal(declaredUnitText({ amount: 1, unit: 'PIECE' }), 'piece');
  assert.equal(declaredUnitText({ amount: 10, unit: 'KG' }), '10 kg');
  assert.equal(declaredUnitText({ amount: 0.0001, unit: 'KG' }), '0.0001 kg');
});

test('a figure has three digits, a minus where it is below zero, and none where it is zero', () => {
  assert.equal(figure(-2.5249), '−2.52');
  assert.equal(figure(-0), '0');
  assert.equal(figure(1.4449), '1.44');
});

test('calculated amounts have three figures each, declared numbers as few as they need', () => {
  assert.deepEqual([2, 0.69, 2.549, 1234, 0].map(figure), ['2.00', '0.690', '2.55', '1,230', '0']);
  assert.deepEqual([900, -0.5, 0.12345].map(shortNumber), ['900', '−0.5', '0.123']);
});

test('a day without a time is the same day west of Greenwich', () => {
  assert.equal(dayOf('2026-11-14'), 'Nov 14, 2026');
});

test('what happened is never in the future, also if the clock of the viewer is behind', () => {
  const [behind, past] = [6, -6].map((minutes) => new Date(Date.now() + minutes * 60_000));
  assert.equal(sinceOf(behind?.toISOString() ?? ''), 'this minute');
  assert.equal(sinceOf(past?.toISOString() ?? ''), '6 minutes ago');
});

test('a footprint of a supplier is shown whatever its dates and numbers are', () => {
  const facts = (until: string) =>
    supplierFacts({ pcf: { pcfExcludingBiogenicUptake: '2.5' }, validityPeriodEnd: until });
  assert.deepEqual(facts('2026-11-14'), [
    ['Footprint', '2.50 kg CO2e'],
    ['Valid until', 'Nov 14, 2026'],
  ]);
  assert.deepEqual(facts('next year').at(-1), ['Valid until', 'next year']);
});

test('a change of a scenario states its number as it was declared', () => {
  const sentenceOf = (op: string, change: object) =>
    overrideSentence({ op, name: null, select: null, change });
  assert.equal(sentenceOf('SET_LOSS_RATE', { lossRate: 0.125 }), 'lose 12.5%');
  assert.equal(sentenceOf('SET_DISTANCE', { distanceKm: 1234 }), 'go 1,234 km');
});
