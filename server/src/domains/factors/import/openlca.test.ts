import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '../../../platform/json/index.ts';
import type { FactorDraft, ReadRow } from './draft.ts';
import { readOpenLca } from './openlca.ts';
import { addEntity, newPackage } from './openlca-package.ts';
import { readFactors } from './testing.ts';

const MASS_UNITS = {
  '@type': 'UnitGroup',
  '@id': 'mass-units',
  units: [
    { '@id': 'kg', name: 'kg', conversionFactor: 1, isRefUnit: true },
    { '@id': 't', name: 't', conversionFactor: 1000 },
  ],
};
const EF = {
  '@type': 'ImpactMethod',
  name: 'EF v3.1',
  impactCategories: [{ '@id': 'climate' }, { '@id': 'acid' }, { '@id': 'biogenic' }],
};
const CLIMATE = {
  '@type': 'ImpactCategory',
  '@id': 'climate',
  name: 'Climate change',
  impactFactors: [
    { flow: { '@id': 'co2' }, value: 1, unit: { '@id': 'kg' } },
    { flow: { '@id': 'ch4' }, value: 29_800, unit: { '@id': 't' } },
    { flow: { '@id': 'co2' }, value: 99, unit: { '@id': 'kg' }, location: { '@id': 'FR' } },
  ],
};
const ACID = {
  '@type': 'ImpactCategory',
  '@id': 'acid',
  name: 'Acidification',
  impactFactors: [{ flow: { '@id': 'so2' }, value: 1.31 }],
};
const BIOGENIC = {
  '@type': 'ImpactCategory',
  '@id': 'biogenic',
  name: 'Climate change-Biogenic',
  impactFactors: [{ flow: { '@id': 'co2' }, value: 7 }],
};
const METHOD = [MASS_UNITS, EF, CLIMATE, ACID, BIOGENIC];

function flow(id: string, flowType: string, refUnit = 'kg') {
  return { '@id': id, name: id, flowType, refUnit };
}

function makes(id: string, amount: number, refUnit?: string) {
  const product = flow(id, 'PRODUCT_FLOW', refUnit);
  return { flow: product, amount, isQuantitativeReference: true, isInput: false };
}

function takes(id: string, amount: number, defaultProvider?: string, unit = 'kg') {
  return {
    flow: flow(id, 'PRODUCT_FLOW'),
    amount,
    isInput: true,
    unit: { '@id': unit },
    ...(defaultProvider === undefined ? {} : { defaultProvider: { '@id': defaultProvider } }),
  };
}

function emits(id: string, amount: number) {
  return { flow: flow(id, 'ELEMENTARY_FLOW'), amount, isInput: false, unit: { '@id': 'kg' } };
}

function process(id: string, exchanges: unknown[], more: JsonObject = {}): JsonObject {
  return { '@type': 'Process', '@id': id, name: `${id} production`, exchanges, ...more };
}

function read(entities: readonly JsonObject[]): ReadRow[] {
  const olca = newPackage();
  for (const entity of entities) addEntity(olca, entity);
  return readOpenLca(olca, { isPartial: false });
}

function factorsOf(entities: readonly JsonObject[]): Map<string, FactorDraft> {
  const factors = read(entities).map((row) => {
    if ('problem' in row) assert.fail(row.problem.message);
    return row.factor;
  });
  return new Map(factors.map((factor) => [factor.sourceId, factor]));
}

function messageOf(entities: readonly JsonObject[]): string {
  const [row] = read(entities);
  return row && 'problem' in row ? row.problem.message : 'no problem';
}

function isNear(actual: number | undefined, expected: number): void {
  assert.ok(actual !== undefined && Math.abs(actual - expected) < 1e-12, `${actual} ≠ ${expected}`);
}

test('solves processes that need each other, in their reference units', () => {
  // s = 1 + 2e and e = 0.5 + 0.05 s, so s = 2 / 0.9 and e = 0.5 + 0.1 / 0.9.
  const factors = factorsOf([
    ...METHOD,
    process('steel', [makes('steel', 10), takes('power', 20, 'power'), emits('co2', 10)], {
      location: { '@id': 'de', code: 'DE' },
      processDocumentation: { validUntil: '2023-12-31' },
      category: 'Metals/Steel',
    }),
    process('power', [
      makes('power', 1, 'kWh'),
      takes('steel', 0.000_05, undefined, 't'),
      emits('co2', 0.5),
    ]),
  ]);
  const steel = factors.get('steel');
  isNear(steel?.co2eKgPerUnit, 2 / 0.9);
  isNear(factors.get('power')?.co2eKgPerUnit, 0.5 + 0.1 / 0.9);
  assert.equal(steel?.name, 'steel production');
  assert.equal(steel?.unit, 'kg');
  assert.equal(steel?.geography, 'DE');
  assert.equal(steel?.year, 2023);
  assert.equal(factors.get('power')?.unit, 'kWh');
  assert.equal(factors.get('power')?.geography, 'GLO');
});

test('characterises by unit, by category, and never by a part of one', () => {
  const [factor] = factorsOf([
    ...METHOD,
    process('x', [makes('x', 1), emits('co2', 1), emits('ch4', 2), emits('so2', 3)]),
  ]).values();
  isNear(factor?.co2eKgPerUnit, 1 + 2 * 29.8);
  isNear(factor?.indicators?.['AP'], 3 * 1.31);
});

test('credits a product that is avoided, and charges a waste to who makes it', () => {
  const waste = flow('slag', 'WASTE_FLOW');
  const factors = factorsOf([
    ...METHOD,
    process('gravel', [makes('gravel', 1), emits('co2', 4)]),
    process('landfill', [
      { flow: waste, amount: 1, isQuantitativeReference: true, isInput: true },
      emits('co2', 0.25),
    ]),
    process('iron', [
      makes('iron', 1),
      emits('co2', 10),
      { ...takes('gravel', 0.5, 'gravel'), isAvoidedProduct: true },
      { flow: waste, amount: 2, isInput: false, defaultProvider: { '@id': 'landfill' } },
    ]),
  ]);
  isNear(factors.get('iron')?.co2eKgPerUnit, 10 - 0.5 * 4 + 2 * 0.25);
});

test('reads the older schema too, and says which waste it left out', () => {
  const [factor] = factorsOf([
    ...METHOD,
    process('x', [
      { flow: flow('x', 'PRODUCT_FLOW'), amount: 1, quantitativeReference: true, input: false },
      { flow: flow('co2', 'ELEMENTARY_FLOW'), amount: 2, input: false },
      { flow: flow('dust', 'WASTE_FLOW'), amount: 1, input: false },
    ]),
  ]).values();
  isNear(factor?.co2eKgPerUnit, 2);
  assert.match(factor?.sourceNote ?? '', /Left out, because the file has no process for it: dust/);
});

test('refuses what it cannot calculate, with the reason', () => {
  const alone = process('x', [makes('x', 1), emits('co2', 1)]);
  assert.match(messageOf([alone]), /no impact category of climate change/);
  assert.match(
    messageOf([...METHOD, process('x', [makes('x', 1), takes('y', 1)])]),
    /y has no provider/,
  );
  assert.match(
    messageOf([...METHOD, process('x', [emits('co2', 1)])]),
    /no quantitative reference/,
  );
  const second = { flow: flow('y', 'PRODUCT_FLOW'), amount: 1, isInput: false };
  assert.match(messageOf([...METHOD, process('x', [makes('x', 1), second])]), /also makes y/);
  assert.match(
    messageOf([...METHOD, process('x', [makes('x', 1), takes('x', 1.5, 'x'), emits('co2', 1)])]),
    /consumes at least its own output/,
  );
});

test('reads an export of another maker with a product system, and says what it lacks', async () => {
  const bytes = readFileSync(join(import.meta.dirname, 'fixtures', 'beef-cattle-openlca.zip'));
  const { factors, problems, changes } = await readFactors('OPENLCA_JSON_LD', bytes, {
    isPartial: true,
  });
  const finishing = factors.find(({ name }) => name.startsWith('beef cattle finishing'));
  assert.equal(finishing?.unit, 'kg');
  // kg CO2e per kg live weight at auction, without the inputs that the file has no process for.
  assert.ok(Math.abs((finishing?.co2eKgPerUnit ?? 0) - 11.235) < 0.001);
  assert.ok(changes.some((text) => text.includes('Electricity, at Grid, US, 2008')));
  assert.ok(problems.some(({ message }) => message.includes('its footprint would be 0')));
  assert.ok(factors.every(({ co2eKgPerUnit }) => co2eKgPerUnit > 0));
});
