import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Component,
  calculate,
  IMPACT_CATEGORIES,
  type Inventory,
  type Override,
} from '../../../engine/src/index.ts';
import { assertClose } from '../../close.ts';
import { BASELINE, library, outcome, PARTS, ROAD, run, THING } from './bench-product.ts';

const recycled = (recycledShare: number) =>
  ({ op: 'SET_RECYCLED_SHARE', recycledShare, select: { component: 'Body' } }) as const;
const lost = (lossRate: number) =>
  ({ op: 'SET_LOSS_RATE', lossRate, select: { component: 'Body' } }) as const;
const FULL = { options: { detail: 'FULL' } } as const;

test('two levers that interact: alone, waterfall and interaction term by hand', () => {
  // Body: 1/(1−ℓ) · (10·(1−r) + 4·r) + way/(1−ℓ). Both multiply, so they interact.
  const { result } = run([recycled(0.5), lost(0.2)]);
  const [share, loss] = result.levers;
  assertClose(share?.aloneCo2eKg ?? 0, -3, 1e-9);
  assertClose(loss?.aloneCo2eKg ?? 0, 0.25 * (10 + PARTS.wayIn), 1e-9);
  assertClose(share?.stepCo2eKg ?? 0, -3, 1e-9);
  assertClose(loss?.stepCo2eKg ?? 0, 0.25 * (7 + PARTS.wayIn), 1e-9);
  // Of the loss after the recycled share: 0.25 · (7 − 10).
  assertClose(loss?.interactionCo2eKg ?? 0, -0.75, 1e-9);
  assertClose(result.interactionCo2eKg ?? 0, -0.75, 1e-9);
  assertClose(result.total.difference, -3 + 0.25 * (7 + PARTS.wayIn), 1e-9);
});

test('an override that needs an earlier one has no effect alone', () => {
  const handle = { name: 'Handle', material: 'stuff c', massKg: 0.2 };
  const { levers, interactionCo2eKg } = run([
    { op: 'ADD', component: handle },
    { op: 'SCALE', factor: 0.5, select: { component: 'Handle' } },
  ]).result;
  assert.equal(levers[1]?.aloneCo2eKg, null);
  assertClose(levers[1]?.stepCo2eKg ?? 0, -0.3 - 0.0001 * 500 * ROAD, 1e-9);
  assert.equal(interactionCo2eKg, null);
});

test('costs add up, and are per tonne avoided', () => {
  const { cost, costPerTonne, levers } = run([
    { ...recycled(0.5), cost: 0.6 },
    { op: 'REMOVE', select: { component: 'Box' }, cost: -0.1 },
  ]).result;
  assertClose(cost ?? 0, 0.5);
  assertClose(levers[0]?.costPerTonne ?? 0, 200, 1e-9);
  const avoided = 3 + PARTS.box + 0.0001 * 500 * ROAD;
  assertClose(costPerTonne ?? 0, (0.5 / avoided) * 1000, 1e-9);
  assert.equal(run([lost(0.1)]).result.cost, null);
});

test('phases add up to the difference', () => {
  const { phases, total } = run([recycled(0.3), lost(0.1)], FULL).result;
  const sum = phases.reduce((all, { difference }) => all + difference, 0);
  assertClose(sum, total.difference, 1e-9);
});

test('an indicator that worsens by more than 5 % is a burden shift', () => {
  const factors = [
    {
      id: 'virgin-a',
      name: 'a',
      unit: 'kg',
      co2eKgPerUnit: 10,
      indicators: { WU: 1, AP: 1 },
      gwpSet: 'AR5',
    },
    {
      id: 'virgin-c',
      name: 'c',
      unit: 'kg',
      co2eKgPerUnit: 3,
      indicators: { WU: 4, AP: 1.04 },
      gwpSet: 'AR5',
    },
  ];
  const materials = [
    { material: 'stuff a', factorId: 'virgin-a' },
    { material: 'stuff c', factorId: 'virgin-c' },
  ];
  const product = {
    id: 'p',
    name: 'P',
    components: [{ material: 'stuff a', massKg: 1, transportLegs: [] }],
  };
  const { result } = run([{ op: 'SWAP_MATERIAL', material: 'stuff c' }], {
    product,
    factors,
    materials,
    options: { detail: 'FULL', boundary: 'CRADLE_TO_GATE' },
  });
  assert.deepEqual(
    result.burdenShifts.map(({ code }) => code),
    ['WU'],
  );
  const water = result.indicators.find(({ code }) => code === 'WU');
  assertClose(water?.share ?? 0, 3);
  assert.equal(result.indicators.find(({ code }) => code === 'AP')?.isBurdenShift, false);
  assert.ok(result.total.difference < 0);
});

test('each of the 16 indicators is that of two single calculations, and that of the bill by hand', () => {
  // Amount of an indicator per kg: another one for each indicator and material.
  const perKg = (scale: number, at: number) => scale * (at + 1) ** 2;
  const scales = { 'virgin-a': 5, 'recycled-a': 2, 'virgin-b': 3, 'virgin-c': 7 };
  const factors = Object.entries(scales).map(([id, scale]) => ({
    id,
    name: id,
    unit: 'kg',
    co2eKgPerUnit: scale,
    indicators: Object.fromEntries(IMPACT_CATEGORIES.map((code, at) => [code, perKg(scale, at)])),
    gwpSet: 'AR5',
  }));
  const body: Component = { name: 'Body', material: 'stuff a', massKg: 2, transportLegs: [] };
  const cap: Component = { name: 'Cap', material: 'stuff b', massKg: 1, transportLegs: [] };
  const of = (components: readonly Component[]): Inventory => ({
    product: { id: 'p', name: 'P', components },
    factors,
    materials: THING.materials,
    options: { detail: 'FULL', boundary: 'CRADLE_TO_GATE' },
  });
  const before = of([body, cap]);
  const select = { component: 'Body' };
  const changes: readonly [Override, Component[], number][] = [
    [
      { op: 'SWAP_MATERIAL', material: 'stuff c', select },
      [{ ...body, material: 'stuff c' }, cap],
      17,
    ],
    [
      { op: 'SET_RECYCLED_SHARE', recycledShare: 0.5, select },
      [{ ...body, recycledShare: 0.5 }, cap],
      10,
    ],
    [{ op: 'SCALE', factor: 0.25, select }, [{ ...body, massKg: 0.5 }, cap], 5.5],
    [{ op: 'REMOVE', select }, [cap], 3],
  ];
  for (const [override, components, scale] of changes) {
    const { result } = run([override], { ...before });
    const [single, edited] = [before, of(components)].map((each) => {
      const footprint = calculate(each, library);
      assert.ok('co2eKg' in footprint);
      return new Map(footprint.full?.indicators.map(({ code, value }) => [code, value]));
    });
    assert.deepEqual(
      result.indicators.map(({ code }) => code),
      [...IMPACT_CATEGORIES],
    );
    for (const [at, shift] of result.indicators.entries()) {
      assert.equal(shift.baseline, single?.get(shift.code), `${override.op} ${shift.code}`);
      assert.equal(shift.outcome, edited?.get(shift.code), `${override.op} ${shift.code}`);
      // The climate impact has the assumed ways in it too; their factors have no other indicator.
      if (shift.code === 'CC') continue;
      assertClose(shift.outcome, perKg(scale, at), 1e-12);
      assertClose(shift.difference, perKg(scale - 13, at), 1e-12);
      assert.equal(shift.isBurdenShift, scale > 13 * 1.05);
    }
  }
});

test('paired Monte Carlo: shared inputs cancel, and the probabilities add up to 1', () => {
  const { comparison, baseline, outcome: after } = run([recycled(0.5)], FULL).result;
  assert.ok(comparison);
  const { probabilityBelow, probabilityAbove, probabilityEqual } = comparison;
  assertClose(probabilityBelow + probabilityAbove + probabilityEqual, 1);
  assert.ok(probabilityBelow > 0.6);
  assert.ok(comparison.p2_5Co2eKg < comparison.p50Co2eKg);
  assert.ok(comparison.p50Co2eKg < comparison.p97_5Co2eKg);
  const apart =
    (baseline.full?.uncertainty.highCo2eKg ?? 0) - (after.full?.uncertainty.lowCo2eKg ?? 0);
  assert.ok(comparison.p97_5Co2eKg - comparison.p2_5Co2eKg < apart);
  const same = run([{ op: 'SET_DISTANCE', distanceKm: 1000, select: { component: 'Body' } }], FULL);
  assert.equal(same.result.comparison?.probabilityEqual, 1);
  assert.equal(run([recycled(0.5)]).result.comparison, null);
});

test('no overrides give the baseline bit for bit', () => {
  const plain = calculate(THING, library);
  const { baseline, outcome: after } = run([]).result;
  assert.ok('co2eKg' in plain);
  assert.deepEqual(baseline, plain);
  assert.deepEqual(after, plain);
});

test('waterfall steps add up to the difference, whatever the levers', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const anyOverrides = fc.record({
    recycledShare: share,
    lossRate: fc.double({ min: 0, max: 0.9, noNaN: true }),
    distanceKm: fc.double({ min: 0, max: 20_000, noNaN: true }),
    factor: fc.double({ min: 0.01, max: 5, noNaN: true }),
    country: fc.constantFrom('FR', 'PL', 'CN', 'US'),
  });
  fc.assert(
    fc.property(anyOverrides, ({ recycledShare, lossRate, distanceKm, factor, country }) => {
      const overrides: Override[] = [
        recycled(recycledShare),
        lost(lossRate),
        { op: 'SET_DISTANCE', distanceKm, select: { component: 'Body' } },
        { op: 'SCALE', factor, select: { component: 'Cap' } },
        { op: 'SET_COUNTRY', country },
      ];
      const { total, levers } = run(overrides).result;
      const steps = levers.reduce((sum, { stepCo2eKg }) => sum + stepCo2eKg, 0);
      assert.ok(Math.abs(steps - total.difference) <= 1e-12 * (total.baseline + total.outcome));
      assert.equal(levers.at(-1)?.cumulatedCo2eKg, total.outcome);
    }),
    { numRuns: 50 },
  );
});

test('an override and its inverse give the baseline to 1e-12', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.01, max: 100, noNaN: true }), (factor) => {
      const select = { component: 'Body' };
      const back = outcome(
        { op: 'SCALE', factor, select },
        { op: 'SCALE', factor: 1 / factor, select },
      );
      assertClose(back, BASELINE, 1e-12);
    }),
    { numRuns: 50 },
  );
});

test('a sweep has the bits of single runs', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.double({ min: 0, max: 0.9, noNaN: true }), { minLength: 1, maxLength: 3 }),
      (shares, losses) => {
        const { sweep } = run([recycled(0), lost(0)], {
          sweep: [
            { override: 0, values: shares },
            { override: 1, values: losses },
          ],
        });
        const singly = shares.flatMap((share) =>
          losses.map((loss) => outcome(recycled(share), lost(loss))),
        );
        assert.deepEqual(sweep?.co2eKg, singly);
      },
    ),
    { numRuns: 20 },
  );
});

test('a sweep of masses has the bits of single runs, also where shares follow masses', () => {
  const masses = fc.array(fc.double({ min: 0.01, max: 5, noNaN: true }), {
    minLength: 2,
    maxLength: 4,
  });
  const shares = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), {
    minLength: 2,
    maxLength: 3,
  });
  fc.assert(
    fc.property(masses, shares, (kilograms, parts) => {
      const weighing = (massKg: number) =>
        ({ op: 'SET_QUANTITY', massKg, select: { component: 'Body' } }) as const;
      for (const detail of ['BASIC', 'FULL'] as const) {
        const { sweep } = run([weighing(1), recycled(0)], {
          options: { detail },
          sweep: [
            { override: 0, values: kilograms },
            { override: 1, values: parts },
          ],
        });
        const singly = kilograms.flatMap((massKg) =>
          parts.map((share) => {
            const { result } = run([weighing(massKg), recycled(share)], { options: { detail } });
            return result.total.outcome;
          }),
        );
        assert.deepEqual(sweep?.co2eKg, singly);
      }
    }),
    { numRuns: 15 },
  );
});

test('a sweep of more than 10,000 points or of an override without a number is refused', () => {
  const values = Array.from({ length: 101 }, (_, at) => at / 101);
  const wide = [
    { override: 0, values },
    { override: 1, values },
  ];
  assert.throws(() => run([recycled(0), lost(0)], { sweep: wide }), /at most 10000 points/);
  const swap = [{ op: 'SET_COUNTRY', country: 'FR' }] as const;
  assert.throws(
    () => run(swap, { sweep: [{ override: 0, values: [1] }] }),
    /no number that can vary/,
  );
});

test('a level that an override cannot take is refused before anything is calculated, and is named', () => {
  const refused = (options: Parameters<typeof run>[1], message: RegExp) =>
    assert.throws(() => run([recycled(0.2), lost(0.1)], options), message);
  refused({ sweep: [{ override: 0, values: [0, 1.5] }] }, /cannot take the level 1\.5: a share/);
  refused({ sweep: [{ override: 2, values: [1] }] }, /There is no override 3/);
  const lever = { override: 1, least: 0, most: 1, from: 0.1 };
  refused(
    { target: { reductionShare: 0.1, levers: [lever] } },
    /cannot take the level 1: lossRate must be at least 0 and below 1/,
  );
});
