import { workBehind } from '../evaluate/evaluate.ts';
import { gatheredModelOf } from '../evaluate/uncertainty.ts';
import type { Snapshot } from '../snapshot.ts';
import { DEFAULT_ITERATIONS, runMonteCarlo, summarizeSamples } from '../system/index.ts';

/** Two results under uncertainty, from paired Monte Carlo. The three probabilities add up to 1. */
export interface PairedComparison {
  /** P(first < second). */
  readonly probabilityBelow: number;
  readonly probabilityAbove: number;
  /** Share of iterations in which both are the same: 1 for identical products. */
  readonly probabilityEqual: number;
  /** first − second, in kg CO2e. */
  readonly meanCo2eKg: number;
  readonly p2_5Co2eKg: number;
  readonly p50Co2eKg: number;
  readonly p97_5Co2eKg: number;
  readonly iterations: number;
  readonly seed: number;
}

/** Options of paired Monte Carlo: 1,000 iterations and seed 1 when absent. */
export interface PairedOptions {
  readonly iterations?: number | undefined;
  readonly seed?: number | undefined;
}

/** Samples of a result: kg CO2e by iteration, on random numbers that all results of a seed share. */
export function samplesOf(
  snapshot: Snapshot,
  { iterations = DEFAULT_ITERATIONS, seed = 1 }: PairedOptions = {},
): Float64Array {
  const model = gatheredModelOf(workBehind(snapshot).work, snapshot);
  return runMonteCarlo(model, { iterations, seed, stopsEarly: false }).samples;
}

/**
 * first − second, iteration by iteration. Both draw the same error for the same factor and for the
 * model, so what they share cancels out and only their difference counts.
 */
export function comparePaired(
  first: Snapshot,
  second: Snapshot,
  options?: PairedOptions,
): PairedComparison {
  return compareSamples(samplesOf(first, options), samplesOf(second, options), options);
}

/** `comparePaired` of results whose samples were drawn with the same options. */
export function compareSamples(
  first: Float64Array,
  second: Float64Array,
  { seed = 1 }: PairedOptions = {},
): PairedComparison {
  const differences = first.map((value, at) => differenceOf(value, second[at] ?? Number.NaN));
  const iterations = differences.length;
  const shareOf = (sign: number) =>
    differences.filter((difference) => Math.sign(difference) === sign).length / iterations;
  const [summary] = summarizeSamples(differences, iterations, 1);
  const { mean = 0, p2_5 = 0, p50 = 0, p97_5 = 0 } = summary ?? {};
  return {
    probabilityBelow: shareOf(-1),
    probabilityAbove: shareOf(1),
    probabilityEqual: shareOf(0),
    meanCo2eKg: mean,
    p2_5Co2eKg: p2_5,
    p50Co2eKg: p50,
    p97_5Co2eKg: p97_5,
    iterations,
    seed,
  };
}

/** Sums of the same flows in another order differ by rounding, and must not count as lower or higher. */
const ROUNDING = 1e-12;

function differenceOf(first: number, second: number): number {
  const difference = first - second;
  const isRounding = Math.abs(difference) <= ROUNDING * Math.max(Math.abs(first), Math.abs(second));
  return isRounding ? 0 : difference;
}
