// Scenarios use it to compare two results under uncertainty; no other code calls it.

import { workBehind } from './evaluate/evaluate.ts';
import { modelOf } from './evaluate/uncertainty.ts';
import type { MonteCarloMethod } from './method.ts';
import type { Snapshot } from './snapshot.ts';
import { DEFAULT_ITERATIONS, runMonteCarlo, shareBelow } from './system/index.ts';

/** Probability that one result is below another. */
export interface Comparison {
  /** P(A < B), 0 to 1; a tie counts half. */
  readonly probabilityBelow: number;
  readonly iterations: number;
  readonly seed: number;
}

/**
 * P(A < B) from paired Monte Carlo: in each iteration both results draw the same error for the
 * same factor and for the model, so what they share cancels out and only their difference counts.
 */
export function compareSnapshots(
  a: Snapshot,
  b: Snapshot,
  { iterations = DEFAULT_ITERATIONS, seed = 1 }: Partial<MonteCarloMethod> = {},
): Comparison {
  const sample = (snapshot: Snapshot) =>
    runMonteCarlo(modelOf(workBehind(snapshot).work, snapshot.modelVariance), {
      iterations,
      seed,
      stopsEarly: false,
    });
  const first = sample(a);
  const second = sample(b);
  return {
    probabilityBelow: shareBelow(first.samples, second.samples, 1, 0),
    iterations,
    seed,
  };
}
