import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Component,
  calculateBasic,
  calculateFull,
  extendLibrary,
  type FullOptions,
} from '../../engine/src/index.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();

/** kg CO2e per kg: blast furnace, electric furnace, world average of both (World Steel Association). */
const [PRIMARY, SCRAP, AVERAGE] = [2.33, 0.68, 1.91];
/** Share by which the routes make up the average: 0.2545. */
const INSIDE = (PRIMARY - AVERAGE) / (PRIMARY - SCRAP);

function basic(component: Component, of = library) {
  return calculateBasic({ id: 'p', name: 'Piece', components: [{ massKg: 1, ...component }] }, of);
}

function full(component: Component, options: FullOptions = {}) {
  const components = [{ massKg: 1, ...component }];
  const endOfLife = { recycledShare: 0.8, landfilledShare: 0.2 };
  return calculateFull({ id: 'p', name: 'Piece', components, endOfLife }, library, options);
}

test('a recycled share replaces primary steel, not the average, which has scrap inside', () => {
  const steel = (recycledShare?: number) => basic({ material: 'steel', recycledShare }).co2eKg;
  assertClose(steel(), AVERAGE);
  assertClose(steel(0), PRIMARY);
  assertClose(steel(0.25), 0.75 * PRIMARY + 0.25 * SCRAP);
  assertClose(steel(1), SCRAP);
  // The share that the market has on average makes the average.
  assertClose(steel(INSIDE), AVERAGE);
});

test('says what a declared share is counted by', () => {
  const { assumptions, contributions } = basic({ material: 'Stahl', recycledShare: 0.25 });
  assert.deepEqual(
    contributions.map(({ factorName }) => factorName),
    ['Steel, blast furnace route (BF-BOF)', 'Steel, electric arc furnace from scrap'],
  );
  const reasons = assumptions.map(({ reason }) => reason).join('\n');
  assert.match(reasons, /"Steel, world average.*no share is declared: it has 25 % recycled/);
  assert.deepEqual(basic({ material: 'Stahl' }).assumptions, []);
});

test('scrap inside the average is no output that the product adds', () => {
  const { full: details } = full({ material: 'steel' });
  assertClose(details?.beyondSystemCo2eKg ?? Number.NaN, (0.8 - INSIDE) * (SCRAP - PRIMARY));
});

test('by the Circular Footprint Formula the average is shared as its routes', () => {
  const { contributions } = full({ material: 'steel' }, { recycling: 'CFF' });
  const sum = (phase: string) =>
    contributions.reduce((kg, each) => kg + (each.phase === phase ? each.co2eKg : 0), 0);
  // A = 0.2 and no loss of quality.
  const input = (1 - INSIDE) * PRIMARY + INSIDE * (0.2 * SCRAP + 0.8 * PRIMARY);
  assertClose(sum('RAW_MATERIALS'), input);
  const exchange = contributions.filter(({ label }) => /recycling$|replaced$/.test(label));
  const credit = exchange.reduce(
    (kg, { co2eKg, label }) => kg + (/collected/.test(label) ? 0 : co2eKg),
    0,
  );
  assertClose(credit, 0.8 * 0.8 * (SCRAP - PRIMARY));
});

test('each route is a proxy or not for itself', () => {
  const { assumptions, contributions } = full({
    material: 'aluminium casting',
    recycledShare: 0.5,
  });
  const [ingot, recast] = contributions.filter(({ phase }) => phase === 'RAW_MATERIALS');
  assert.ok(ingot && recast);
  assertClose(ingot.co2eKg, 0.5 * 15.1);
  assertClose(recast.co2eKg, 0.5 * 2.5012);
  const proxies = assumptions.filter(({ reason }) => reason.includes('is a proxy'));
  assert.deepEqual(
    proxies.map(({ value, contributionShare }) => [value, contributionShare]),
    [['Aluminium, primary, world average', ingot.share]],
  );
  const stainless = basic({ material: 'stainless steel 316', recycledShare: 1 });
  assert.match(stainless.assumptions.map(({ reason }) => reason).join('\n'), /is a proxy/);
});

test('an own factor counts for what is not recycled, with and without a declared share', () => {
  const [set] = library.sets.values();
  const steel = library.factors.get('published-2026:steel');
  assert.ok(set && steel);
  const named = { id: 'own', sourceId: 'own', setId: 'own', name: 'steel', co2eKgPerUnit: 1.2 };
  const mine = extendLibrary(library, {
    sets: [{ ...set, id: 'own', slug: 'own' }],
    factors: [{ ...steel, ...named }],
    isOwn: true,
  });
  assertClose(basic({ material: 'steel' }, mine).co2eKg, 1.2);
  const half = basic({ material: 'steel', recycledShare: 0.5 }, mine);
  assertClose(half.co2eKg, 0.5 * (1.2 + SCRAP));
  assert.doesNotMatch(half.assumptions.map(({ reason }) => reason).join(), /no share is declared/);
});

test('what is not declared is the average where there is one, else virgin', () => {
  const averages = [...library.materials.values()].flatMap((mappings) =>
    mappings.some(({ route }) => route === 'market_average') ? [mappings[0]?.material] : [],
  );
  assert.deepEqual(averages.sort(), [
    ...['aluminium casting', 'newsprint', 'steel', 'steel section', 'tool steel'],
  ]);
  assertClose(basic({ material: 'newsprint' }).co2eKg, 2.73);
  assertClose(basic({ material: 'newsprint', recycledShare: 0.5 }).co2eKg, 0.5 * (2.1113 + 1.2549));
  assertClose(basic({ material: 'aluminium' }).co2eKg, 15.1);
  assertClose(basic({ material: 'aluminium', recycledShare: 0 }).co2eKg, 15.1);
});
