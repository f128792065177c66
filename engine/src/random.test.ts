import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawUniform, streamOf } from './random.ts';

/** Distance of a sample from the uniform distribution (Kolmogorov–Smirnov), times √n. */
function unevenness(sample: number[]): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const gaps = sorted.map((value, at) =>
    Math.max(value - at / sorted.length, (at + 1) / sorted.length - value),
  );
  return Math.max(...gaps) * Math.sqrt(sorted.length);
}

function correlation(a: number[], b: number[]): number {
  const products = a.map((value, at) => (value - 0.5) * ((b[at] ?? 0.5) - 0.5));
  return (12 * products.reduce((sum, value) => sum + value, 0)) / a.length;
}

const COUNT = 20_000;
const acrossKeys = (seed: number, iteration: number) => {
  const stream = streamOf(seed, iteration);
  return Array.from({ length: COUNT }, (_, key) => drawUniform(stream, key));
};
const acrossIterations = (seed: number, key: number) =>
  Array.from({ length: COUNT }, (_, iteration) => drawUniform(streamOf(seed, iteration), key));

test('spreads evenly over keys and over iterations, for near and far seeds', () => {
  for (const seed of [0, 1, 2, 4294967296, Number.MAX_SAFE_INTEGER]) {
    // 2.2 is passed by chance once in ten thousand.
    assert.ok(unevenness(acrossKeys(seed, 3)) < 2.2);
    assert.ok(unevenness(acrossIterations(seed, 3)) < 2.2);
  }
});

test('draws neighbours independently: keys, iterations and seeds', () => {
  const limit = 4.5 / Math.sqrt(COUNT);
  assert.ok(Math.abs(correlation(acrossIterations(1, 0), acrossIterations(1, 1))) < limit);
  assert.ok(Math.abs(correlation(acrossIterations(1, 0), acrossIterations(2, 0))) < limit);
  assert.ok(Math.abs(correlation(acrossKeys(1, 0), acrossKeys(1, 1))) < limit);
  assert.ok(Math.abs(correlation(acrossKeys(1, 0), acrossKeys(1, 0).slice(1))) < limit);
});

test('seeds that differ beyond 32 bits give different numbers', () => {
  assert.notDeepEqual(streamOf(1, 0), streamOf(1 + 4294967296, 0));
});

test('keeps its numbers: a changed draw would break the replay of old results', () => {
  const stream = streamOf(2026, 7);
  assert.deepEqual(
    [0, 1, 999].map((key) => drawUniform(stream, key)),
    [0.3436062791151926, 0.19543867942411453, 0.20922345842700452],
  );
});
