import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CalculationError,
  calculateBundle,
  type Override,
  overrideProblems,
  type Product,
  reachTarget,
  runScenario,
  type Scenario,
} from '../../../engine/src/index.ts';
import { compareSamples } from '../../../engine/src/scenarios/paired-comparison.ts';
import { assertClose } from '../../close.ts';
import { library, RAIL, ROAD } from './bench-product.ts';

const thing = (id: string, massKg: number): Product => ({
  id,
  name: id,
  sectorTags: ['TOYS'],
  netMassKg: massKg,
  components: [{ name: 'Body', material: 'aluminium can', massKg, originCountry: 'DE' }],
});

const products = new Map([thing('small', 1), thing('large', 3)].map((each) => [each.id, each]));

/** An order of 2 small and 1 large things, of 5 kg, 800 km by lorry. */
const bundle = {
  id: 'order',
  name: 'Order',
  lines: [
    { id: '1', productId: 'small', quantity: 2 },
    { id: '2', productId: 'large', quantity: 1 },
  ],
  transportLegs: [{ method: 'ROAD', distanceKm: 800 }],
  massKg: 5,
} as const;

function run(overrides: readonly Override[], detail: 'BASIC' | 'FULL' = 'BASIC') {
  const subject = { kind: 'BUNDLE', bundle, products } as const;
  const scenario: Scenario = { subject, overrides, options: { detail } };
  return runScenario(scenario, library);
}

test('an order by hand: each line for its quantity, its way by rail, and a line that is taken away', () => {
  const unit = calculateBundle(
    { id: 'one', name: 'One', lines: [{ productId: 'small', quantity: 1 }] },
    library,
    { products, detail: 'BASIC' },
  ).co2eKg;
  const { lines, transport, total } = run([
    { op: 'SET_TRANSPORT_METHOD', method: 'RAIL', select: { method: 'ROAD' } },
    { op: 'SET_QUANTITY', quantity: 3, select: { path: 'lines.0' } },
    { op: 'REMOVE', select: { path: 'lines.1' } },
  ]);
  const [small, large] = lines;
  assert.deepEqual([small?.id, large?.id], ['1', '2']);
  assertClose(small?.baseline ?? 0, 2 * unit, 1e-12);
  assertClose(small?.outcome ?? 0, 3 * unit, 1e-12);
  assertClose(large?.baseline ?? 0, 3 * unit, 1e-12);
  assert.equal(large?.outcome, 0);
  assertClose(transport?.baseline ?? 0, 0.005 * 800 * ROAD, 1e-12);
  // 3 small things of 1 kg each are carried.
  assertClose(transport?.outcome ?? 0, 0.003 * 800 * RAIL, 1e-12);
  assertClose(total.outcome, 3 * unit + 0.003 * 800 * RAIL, 1e-12);
});

test('lines and way of an order add up to its total, with and without a way of its own', () => {
  for (const overrides of [[], [{ op: 'REMOVE', select: { method: 'ROAD' } }]] as const) {
    const { lines, transport, total } = run(overrides, 'FULL');
    for (const side of ['baseline', 'outcome'] as const) {
      const sum = lines.reduce((all, line) => all + line[side], transport?.[side] ?? 0);
      assertClose(sum, total[side], 1e-9);
    }
  }
});

const scale = { op: 'SCALE', factor: 0.5, select: { component: 'Body' } } as const;

test('costs in two currencies are refused and name both; one currency is that of the result', () => {
  const costs = (...currencies: readonly (string | undefined)[]) =>
    currencies.map((currency): Override => ({ ...scale, cost: 1, currency }));
  assert.deepEqual(overrideProblems(costs('EUR', 'EUR')), []);
  assert.match(overrideProblems(costs('EUR', 'USD'))[0]?.message ?? '', /USD.*EUR/);
  assert.match(overrideProblems(costs('EUR', undefined))[0]?.message ?? '', /no currency/);
  assert.match(
    overrideProblems([{ ...scale, currency: 'EUR' }])[0]?.message ?? '',
    /without a cost/,
  );
  const { currency, cost } = run(costs('EUR'));
  assert.deepEqual({ currency, cost }, { currency: 'EUR', cost: 1 });
});

test('a target with costs in another currency than the overrides is refused', () => {
  const subject = { kind: 'BUNDLE', bundle, products } as const;
  const scenario: Scenario = { subject, overrides: [{ ...scale, cost: 1, currency: 'EUR' }] };
  const lever = { override: 0, least: 0.1, most: 1, from: 1, costPerUnit: 2, currency: 'USD' };
  assert.throws(
    () => reachTarget(scenario, { reductionShare: 0.1, levers: [lever] }, library),
    (error) => error instanceof CalculationError && /EUR.*USD/.test(error.message),
  );
});

test('the probabilities of two results add up to 1, whatever their samples', () => {
  const samples = fc.array(fc.tuple(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true })), {
    minLength: 2,
  });
  fc.assert(
    fc.property(samples, fc.boolean(), (pairs, isSame) => {
      const first = Float64Array.from(pairs, ([value]) => value);
      const second = isSame ? first : Float64Array.from(pairs, ([, value]) => value);
      const method = { iterations: pairs.length, seed: 1 };
      const compared = compareSamples(first, second, method);
      const { probabilityBelow, probabilityAbove, probabilityEqual } = compared;
      assertClose(probabilityBelow + probabilityAbove + probabilityEqual, 1, 1e-12);
      const other = compareSamples(second, first, method);
      assertClose(other.probabilityBelow, probabilityAbove, 1e-12);
      if (isSame) assert.equal(probabilityEqual, 1);
    }),
  );
});
