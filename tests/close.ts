import assert from 'node:assert/strict';

/** Two numbers that differ by rounding only: the same sum in another order. */
export function assertClose(actual: number, expected: number, tolerance = 1e-12): void {
  const difference = Math.abs(actual - expected);
  assert.ok(difference <= tolerance * Math.abs(expected), `${actual} is not ${expected}`);
}
