import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { exp, ln } from './elementary.ts';

/** One unit in the last place of a number. */
function ulp(value: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(value));
  bits.setBigUint64(0, bits.getBigUint64(0) + 1n);
  return bits.getFloat64(0) - Math.abs(value);
}

// V8's own functions are correct within one unit; ours may differ from the truth by one as well.
const isNear = (a: number, b: number) => Object.is(a, b) || Math.abs(a - b) <= 2 * ulp(b);

test('raises e to any power within the last place', () => {
  const power = fc.double({ min: -745, max: 709.7, noNaN: true });
  fc.assert(
    fc.property(power, (x) => isNear(exp(x), Math.exp(x))),
    { numRuns: 3000 },
  );
});

test('takes the logarithm of any positive number within the last place', () => {
  const positive = fc.double({ min: 5e-324, noNaN: true });
  fc.assert(
    fc.property(positive, (x) => isNear(ln(x), Math.log(x))),
    { numRuns: 3000 },
  );
  const nearOne = fc.double({ min: 0.5, max: 2, noNaN: true });
  fc.assert(
    fc.property(nearOne, (x) => isNear(ln(x), Math.log(x))),
    { numRuns: 3000 },
  );
});

test('knows the edges of both functions', () => {
  assert.deepEqual(
    [exp(0), exp(-Infinity), exp(Infinity), exp(-800), exp(800), exp(Number.NaN)],
    [1, 0, Infinity, 0, Infinity, Number.NaN],
  );
  assert.deepEqual(
    [ln(1), ln(0), ln(Infinity), ln(-1), ln(Number.NaN)],
    [0, -Infinity, Infinity, Number.NaN, Number.NaN],
  );
});

test('keeps its bits: a changed last digit would break the replay of old results', () => {
  // 40-digit arithmetic agrees on every digit but the last of ln 3, which it rounds up.
  assert.deepEqual(
    [exp(1.5), exp(-0.3), exp(100)],
    [4.4816890703380645, 0.7408182206817179, 2.6881171418161356e43],
  );
  assert.deepEqual(
    [ln(3), ln(0.7), ln(1e-300)],
    [1.0986122886681096, -0.35667494393873245, -690.7755278982137],
  );
});
