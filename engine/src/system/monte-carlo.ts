import { endStep } from '../step.ts';
import {
  medianHalfWidth,
  type SampleSummary,
  SortedColumn,
  summarizeSamples,
} from './sample-statistics.ts';
import { SystemError } from './system-error.ts';

export const DEFAULT_ITERATIONS = 1000;
export const MAX_ITERATIONS = 100_000;
/** Iterations between two decisions to stop. */
const BLOCK_SIZE = 256;
/** No early stop before this: a median may settle by chance. */
const LEAST_ITERATIONS = 2 * BLOCK_SIZE;
const SETTLED_HALF_WIDTH = 0.005;

/**
 * Something that can be sampled. `sample` fills rows [iteration][indicator] for the iterations
 * from `from` to `to`; the numbers depend on the seed and the iteration only.
 */
export interface MonteCarloModel {
  readonly indicatorCount: number;
  sample(seed: number, from: number, to: number): Float64Array;
}

interface MonteCarloOptions {
  readonly seed: number;
  /** Default 1,000; at most 100,000. */
  readonly iterations?: number;
  /** Stop once every indicator's median is known within 0.5 %. Default true. */
  readonly stopsEarly?: boolean;
}

interface MonteCarloRun {
  readonly iterations: number;
  readonly summaries: readonly SampleSummary[];
  /** Row-major [iteration][indicator]. */
  readonly samples: Float64Array;
}

/** Samples a model block by block, until all iterations are done or their medians have settled. */
export function runMonteCarlo(
  model: MonteCarloModel,
  { seed, iterations: planned = DEFAULT_ITERATIONS, stopsEarly = true }: MonteCarloOptions,
): MonteCarloRun {
  if (!Number.isInteger(planned) || planned < 2 || planned > MAX_ITERATIONS) {
    const message = `Monte Carlo takes 2 to ${MAX_ITERATIONS} iterations, not ${planned}.`;
    throw new SystemError('INVALID_SYSTEM', message);
  }
  const { indicatorCount: width } = model;
  const all = new Float64Array(planned * width);
  const columns = stopsEarly
    ? Array.from({ length: width }, (_, at) => new SortedColumn(all, width, at))
    : [];
  let iterations = 0;
  while (iterations < planned && !haveSettled(columns, iterations)) {
    const to = Math.min(iterations + BLOCK_SIZE, planned);
    all.set(model.sample(seed, iterations, to), iterations * width);
    iterations = to;
    endStep();
  }
  const samples = all.subarray(0, iterations * width);
  return { iterations, summaries: summarizeSamples(samples, iterations, width), samples };
}

function haveSettled(columns: readonly SortedColumn[], iterations: number): boolean {
  if (columns.length === 0 || iterations < LEAST_ITERATIONS) return false;
  return columns.every((column) => medianHalfWidth(column.first(iterations)) < SETTLED_HALF_WIDTH);
}
