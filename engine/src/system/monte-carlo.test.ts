import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numbersFrom, relativeGap } from '../../../tests/engine/arbitrary-system.ts';
import { compareSamples } from '../scenarios/paired-comparison.ts';
import { type Distribution, logVarianceOf, meanOf, varianceOf } from './distribution.ts';
import { type MonteCarloModel, runMonteCarlo } from './monte-carlo.ts';
import { normalOfBits, normalQuantile } from './normal-quantile.ts';
import { pedigreeVariance } from './pedigree.ts';
import { createProductModel } from './product-monte-carlo.ts';
import { SortedColumn } from './sample-statistics.ts';
import { SystemError } from './system-error.ts';

const lognormal = (median: number, sigma: number): Distribution => ({
  kind: 'LOGNORMAL',
  median,
  sigma,
});

/** One product whose impact is the product of its parameters. */
function productOf(
  distributions: readonly Distribution[],
  keys = distributions.map((_, at) => at),
) {
  return createProductModel({
    indicatorCount: 1,
    parameters: distributions.map((distribution, at) => ({ key: keys[at] ?? 0, distribution })),
    terms: [{ base: 1, parameters: distributions.map((_, at) => at), row: [1] }],
  });
}

const run = (model: MonteCarloModel, iterations = 20_000, seed = 11) =>
  runMonteCarlo(model, { seed, iterations, stopsEarly: false });
const firstOf = (model: MonteCarloModel, iterations?: number, seed?: number) => {
  const [summary] = run(model, iterations, seed).summaries;
  assert.ok(summary);
  return summary;
};

test('finds median, mean and interval of a lognormal where the closed form has them', () => {
  const sigma = 0.25;
  const { p50, p2_5, p97_5, mean, variation } = firstOf(productOf([lognormal(3, sigma)]), 100_000);
  // Standard errors at 100,000 samples are near 0.1 %; four of them are allowed.
  assert.ok(relativeGap(p50, 3) < 0.004);
  assert.ok(relativeGap(p2_5, 3 * Math.exp(-1.959964 * sigma)) < 0.008);
  assert.ok(relativeGap(p97_5, 3 * Math.exp(1.959964 * sigma)) < 0.008);
  assert.ok(relativeGap(mean, 3 * Math.exp(sigma ** 2 / 2)) < 0.004);
  assert.ok(relativeGap(variation, Math.sqrt(Math.exp(sigma ** 2) - 1)) < 0.015);
});

test('samples every distribution with its own mean and variance', () => {
  const distributions: Distribution[] = [
    lognormal(2, 0.4),
    lognormal(-2, 0.1),
    { kind: 'NORMAL', mean: 5, deviation: 0.7 },
    { kind: 'TRIANGULAR', least: 1, mode: 2, most: 6 },
    { kind: 'TRIANGULAR', least: 1, mode: 1, most: 2 },
    { kind: 'UNIFORM', least: -1, most: 3 },
  ];
  for (const distribution of distributions) {
    const { mean, deviation } = firstOf(productOf([distribution]), 100_000);
    const spread = Math.sqrt(varianceOf(distribution));
    assert.ok(Math.abs(mean - meanOf(distribution)) < 0.015 * spread, distribution.kind);
    assert.ok(relativeGap(deviation, spread) < 0.015, distribution.kind);
  }
});

test('keeps triangular and uniform draws within their bounds', () => {
  const triangle = run(productOf([{ kind: 'TRIANGULAR', least: 1, mode: 4, most: 5 }])).samples;
  const flat = run(productOf([{ kind: 'UNIFORM', least: 2, most: 3 }])).samples;
  assert.ok(triangle.every((value) => value >= 1 && value <= 5));
  assert.ok(flat.every((value) => value >= 2 && value <= 3));
});

test('gives fixed values no spread at all', () => {
  const { p2_5, p97_5, deviation, variation } = firstOf(
    productOf([{ kind: 'FIXED', value: 7 }]),
    100,
  );
  assert.deepEqual([p2_5, p97_5, deviation, variation], [7, 7, 0, 0]);
});

test('adds variances of independent parameters and doubles the spread of a shared one', () => {
  const two = [lognormal(1, 0.1), lognormal(1, 0.1)];
  const spreadOf = (model: MonteCarloModel) => {
    const { p2_5, p97_5 } = firstOf(model, 100_000);
    return Math.log(p97_5 / p2_5) / (2 * 1.959964);
  };
  assert.ok(relativeGap(spreadOf(productOf(two)), 0.1 * Math.SQRT2) < 0.015);
  assert.ok(relativeGap(spreadOf(productOf(two, [5, 5])), 0.2) < 0.015);
});

test('pairs alternatives: a dirtier twin is never cleaner, strangers are even', () => {
  const a = run(productOf([lognormal(1, 0.3)], [7])).samples;
  const twin = run(productOf([lognormal(1.01, 0.3)], [7])).samples;
  const stranger = run(productOf([lognormal(1, 0.3)], [8])).samples;
  const against = (other: Float64Array) =>
    compareSamples(a, other, { iterations: a.length, seed: 11 });
  assert.equal(against(twin).probabilityBelow, 1);
  assert.equal(against(a).probabilityEqual, 1);
  assert.ok(Math.abs(against(stranger).probabilityBelow - 0.5) < 0.015);
});

test('has the same bits for a seed, whatever blocks the iterations come in', () => {
  const model = productOf([lognormal(1, 0.3), { kind: 'UNIFORM', least: 0, most: 1 }]);
  const next = numbersFrom(9);
  const bounds = [0, 3000, ...Array.from({ length: 9 }, () => Math.floor(next() * 3000))];
  const parts = bounds
    .sort((a, b) => a - b)
    .map((to, at, all) => [...model.sample(3, all[at - 1] ?? 0, to)]);
  const { samples } = runMonteCarlo(model, { seed: 3, iterations: 3000, stopsEarly: false });
  assert.deepEqual([...samples], parts.flat());
});

test('stops early once the median is known within half a per cent', () => {
  const model = productOf([lognormal(1, 0.05)]);
  const early = runMonteCarlo(model, { seed: 1, iterations: 50_000 });
  assert.ok(early.iterations < 50_000);
  assert.ok((early.summaries[0]?.medianHalfWidth ?? 1) < 0.005);
});

test('refuses more than 100,000 iterations, and distributions that are none', () => {
  const model = productOf([lognormal(1, 0.5)]);
  assert.throws(() => runMonteCarlo(model, { seed: 1, iterations: 100_001 }), SystemError);
  assert.throws(() => productOf([lognormal(1, -0.5)]), SystemError);
  assert.throws(() => productOf([{ kind: 'UNIFORM', least: 2, most: 1 }]), SystemError);
  assert.throws(() => productOf([{ kind: 'TRIANGULAR', least: 0, mode: 3, most: 2 }]), SystemError);
});

test('adds pedigree variances as ecoinvent does', () => {
  const best = {
    reliability: 1,
    completeness: 1,
    temporal: 1,
    geographical: 1,
    technological: 1,
  } as const;
  assert.equal(pedigreeVariance(best, 0.0006), 0.0006);
  const scores = {
    reliability: 2,
    completeness: 3,
    temporal: 4,
    geographical: 5,
    technological: 3,
  } as const;
  const expected = 0.0006 + 0.0006 + 0.0006 + 0.008 + 0.002 + 0.008;
  assert.ok(relativeGap(pedigreeVariance(scores, 0.0006), expected) < 1e-15);
});

test('turns every distribution into a variance of its logarithm', () => {
  assert.equal(logVarianceOf(lognormal(5, 0.3)), 0.3 * 0.3);
  assert.equal(logVarianceOf({ kind: 'NORMAL', mean: 4, deviation: 1 }), 1 / 16);
  assert.equal(logVarianceOf({ kind: 'FIXED', value: 0 }), 0);
  assert.equal(logVarianceOf({ kind: 'UNIFORM', least: -1, most: 1 }), undefined);
});

test('inverts the normal distribution to fifteen digits, and quickly to seven', () => {
  // scipy.special.ndtri
  const known = [
    [1e-12, -7.034483825301131],
    [1e-5, -4.264890793922825],
    [0.01, -2.3263478740408408],
    [0.3, -0.5244005127080409],
    [0.9, 1.2815515655446004],
  ] as const;
  for (const [p, z] of known) assert.ok(relativeGap(normalQuantile(p), z) < 2e-15);
  for (let at = 0; at < 4096; at++) {
    const bits = at * 1048573;
    const z = normalQuantile((bits + 0.5) / 4294967296);
    assert.ok(Math.abs(normalOfBits(bits) - z) < 2e-7);
  }
});

test('samples that are merged block by block are in the order of all that are sorted together', () => {
  const next = numbersFrom(7);
  const samples = Float64Array.from({ length: 3_000 }, (_, at) =>
    at % 17 === 0 ? Number.NaN : Math.round((next() - 0.5) * 500),
  );
  for (const lane of [0, 1, 2]) {
    const column = new SortedColumn(samples, 3, lane);
    for (const count of [0, 1, 256, 256, 700, 1_000]) {
      const all = Array.from({ length: count }, (_, at) => samples[3 * at + lane] ?? 0);
      const expected = Float64Array.from(all.filter((value) => !Number.isNaN(value))).sort();
      assert.deepEqual(column.first(count), expected);
    }
  }
});
