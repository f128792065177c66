import assert from 'node:assert/strict';
import { test } from 'node:test';
import { circularFootprint } from './circular-footprint.ts';

const can = {
  A: 0.2,
  B: 0,
  R1: 0.5,
  R2: 0.6,
  R3: 0.3,
  virgin: 9,
  recycled: 1,
  recycledAtEndOfLife: 1.5,
  virginReplaced: 8,
  qualityIn: 1,
  qualityOut: 0.9,
  energyRecovery: 2,
  heatReplaced: 0.5,
  electricityReplaced: 0.7,
  disposal: 0.4,
};

test('follows the formula of PEF, worked by hand', () => {
  // Material: 0.5·9 + 0.5·(0.2·1 + 0.8·9·1) + 0.8·0.6·(1.5 − 8·0.9) = 4.5 + 3.7 − 2.736
  // Energy: 1·0.3·(2 − 0.5 − 0.7) = 0.24. Disposal: 0.1·0.4 = 0.04.
  const { material, energy, disposal, total } = circularFootprint(can);
  assert.ok(Math.abs(material - 5.464) < 1e-12);
  assert.ok(Math.abs(energy - 0.24) < 1e-12);
  assert.ok(Math.abs(disposal - 0.04) < 1e-12);
  assert.ok(Math.abs(total - 5.744) < 1e-12);
});

test('is the cut-off of virgin and recycled input where A is 1 and B is 1', () => {
  const { material, energy } = circularFootprint({ ...can, A: 1, B: 1 });
  assert.equal(material, 0.5 * 9 + 0.5 * 1);
  assert.equal(energy, 0);
});

test('refuses to treat more than there is', () => {
  assert.throws(() => circularFootprint({ ...can, R2: 0.8, R3: 0.3 }), RangeError);
});
