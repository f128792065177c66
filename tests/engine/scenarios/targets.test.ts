import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Override, Target } from '../../../engine/src/index.ts';
import { brentLevel, solveLevel } from '../../../engine/src/targets/solve-level.ts';
import { assertClose } from '../../close.ts';
import { BASELINE, outcome, PARTS, ROAD, run } from './bench-product.ts';

const recycled: Override = {
  op: 'SET_RECYCLED_SHARE',
  recycledShare: 0,
  select: { component: 'Body' },
};
const cap: Override = { op: 'SCALE', factor: 1, select: { component: 'Cap' } };

const reach = (overrides: readonly Override[], target: Target) => {
  const found = run(overrides, { target }).target;
  assert.ok(found);
  return found;
};

test('one linear lever in closed form, by hand: 3 kg less are 50 % recycled stuff a', () => {
  const levers = [{ override: 0, least: 0, most: 1, from: 0 }];
  const found = reach([recycled], { atMostCo2eKg: BASELINE - 3, levers });
  assert.equal(found.outcome, 'REACHED');
  assert.equal(found.method, 'CLOSED_FORM');
  assertClose(found.levels[0]?.level ?? 0, 0.5, 1e-9);
  assertClose(found.co2eKg, BASELINE - 3, 1e-12);
});

test('the closed form equals Brent to 1e-9, for lines and for losses 1 / (1 − ℓ)', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.05, max: 0.95, noNaN: true }), (share) => {
      const curves: ((x: number) => number)[] = [
        (x) => outcome({ ...recycled, recycledShare: x }),
        (x) => outcome({ op: 'SET_LOSS_RATE', lossRate: x * 0.9, select: { component: 'Body' } }),
      ];
      for (const f of curves) {
        const target = f(share);
        const from = f(0) > f(1) ? 0 : 1;
        const closed = solveLevel(f, target, { least: 0, most: 1, from });
        assert.ok(closed.isReached && closed.method === 'CLOSED_FORM');
        assertClose(closed.level, brentLevel(f, target, 0, 1), 1e-9);
      }
    }),
    { numRuns: 15 },
  );
});

test('a curve that is no Möbius function is solved by Brent', () => {
  const solved = solveLevel((x) => 2 - x * x * x, 1, { least: 0, most: 4, from: 0 });
  assert.ok(solved.isReached && solved.method === 'BRENT');
  assertClose(solved.level, 1, 1e-12);
  const dip = solveLevel((x) => (x - 3) * (x - 3), 1, { least: 0, most: 10, from: 0 });
  assertClose(dip.level, 2, 1e-12);
});

test('an unreachable target gives the best that the levers allow', () => {
  const levers = [
    { override: 0, least: 0, most: 1, from: 0 },
    { override: 1, least: 0.5, most: 1, from: 1 },
  ];
  const found = reach([recycled, cap], { reductionShare: 0.9, levers });
  assert.equal(found.outcome, 'UNREACHABLE');
  assert.deepEqual(
    found.levels.map(({ level }) => level),
    [1, 0.5],
  );
  const best = BASELINE - 6 - 0.5 * PARTS.cap - 0.00025 * 500 * ROAD;
  assertClose(found.co2eKg, best, 1e-12);
  assert.equal(found.method, null);
});

test('levers are taken by cost per kg avoided, the last one as far as needed', () => {
  // Recycled: 6 kg for 12, 2 per kg. Cap: 0.5 kg and its way for 0.1.
  const levers = [
    { override: 0, least: 0, most: 1, from: 0, costPerUnit: 12 },
    { override: 1, least: 0.5, most: 1, from: 1, costPerUnit: 0.2 },
  ];
  const found = reach([recycled, cap], { atMostCo2eKg: BASELINE - 2, levers });
  const [share, scale] = found.levels;
  assert.equal(scale?.level, 0.5);
  const byCap = 0.5 * PARTS.cap + 0.00025 * 500 * ROAD;
  assertClose(share?.level ?? 0, (2 - byCap) / 6, 1e-9);
  assertClose(found.cost ?? 0, 0.1 + (12 * (2 - byCap)) / 6, 1e-9);
  assertClose(found.co2eKg, BASELINE - 2, 1e-12);
});

test('the cost is that of the linear programme: no other mix of the levers is cheaper', () => {
  const cost = fc.double({ min: 0.1, max: 50, noNaN: true });
  const both = fc.tuple(cost, cost, fc.double({ min: 0.5, max: 5, noNaN: true }));
  fc.assert(
    fc.property(both, ([shareCost, capCost, less]) => {
      const levers = [
        { override: 0, least: 0, most: 1, from: 0, costPerUnit: shareCost },
        { override: 1, least: 0.5, most: 1, from: 1, costPerUnit: capCost },
      ];
      const found = reach([recycled, cap], { atMostCo2eKg: BASELINE - less, levers });
      const capKg = PARTS.cap + 0.0005 * 500 * ROAD;
      // The optimum of a linear programme with one constraint is at a corner: try both orders.
      const capShare = Math.min(0.5, less / capKg);
      const capFirst = capShare * capCost + ((less - capShare * capKg) / 6) * shareCost;
      const share = Math.min(1, less / 6);
      const shareFirst = share * shareCost + ((less - share * 6) / capKg) * capCost;
      assertClose(found.cost ?? 0, Math.min(capFirst, shareFirst), 1e-6);
    }),
    { numRuns: 15 },
  );
});

test('a target that holds already moves nothing; a wrong one is refused', () => {
  const levers = [{ override: 0, least: 0, most: 1, from: 0 }];
  const held = reach([recycled], { atMostCo2eKg: BASELINE + 1, levers });
  assert.deepEqual([held.outcome, held.levels[0]?.level], ['REACHED', 0]);
  assert.throws(() => reach([recycled], { levers }), /exactly one/);
  const outside = [{ override: 0, least: 0.2, most: 1, from: 0 }];
  assert.throws(() => reach([recycled], { reductionShare: 0.1, levers: outside }), /least ≤ from/);
});

test('the tornado sets each flow to its bounds and calculates the whole again', () => {
  const { tornado, result } = run([recycled], { options: { detail: 'FULL' } });
  assert.ok(tornado.length > 3 && tornado.length <= 20);
  const total = result.outcome.co2eKg;
  for (const { lowCo2eKg, highCo2eKg } of tornado) {
    assert.ok(lowCo2eKg <= total && highCo2eKg >= total);
  }
  const ranges = tornado.map(({ lowCo2eKg, highCo2eKg }) => highCo2eKg - lowCo2eKg);
  assert.deepEqual(
    ranges,
    [...ranges].sort((a, b) => b - a),
  );
  const [first] = tornado;
  const bars = result.outcome.full?.sensitivities ?? [];
  const same = bars.find(({ highCo2eKg }) => highCo2eKg > (first?.highCo2eKg ?? 0) * (1 - 1e-9));
  assert.deepEqual(same?.path, first?.path);
});
