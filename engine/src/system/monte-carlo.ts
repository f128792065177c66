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
/** Iterations come in blocks: the unit of work of a worker, and of deciding to stop. */
export const BLOCK_SIZE = 256;
/** No early stop before this: a median may settle by chance. */
const LEAST_ITERATIONS = 2 * BLOCK_SIZE;
const SETTLED_HALF_WIDTH = 0.005;

/**
 * Something that can be sampled. `sample` fills rows [iteration][indicator] for the iterations
 * from `from` to `to`; the numbers depend on the seed and the iteration only. `from` is the start
 * of a block.
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
  /** Called between blocks; returning false cancels. */
  readonly onBlock?: (done: number, planned: number) => boolean;
}

interface MonteCarloRun {
  readonly outcome: 'COMPLETED' | 'SETTLED' | 'CANCELLED';
  readonly iterations: number;
  /** Iterations without a solution (a draw made a loop non-productive); not in the statistics. */
  readonly unsolved: number;
  readonly summaries: readonly SampleSummary[];
  /** Row-major [iteration][indicator]. */
  readonly samples: Float64Array;
}

/** Samples a model block by block in this thread. Several workers do the same with a tally. */
export function runMonteCarlo(model: MonteCarloModel, options: MonteCarloOptions): MonteCarloRun {
  const tally = new MonteCarloTally(model.indicatorCount, options);
  while (!tally.isFinished) {
    const { from, to } = tally.blockRange(tally.counted);
    tally.add(tally.counted, model.sample(options.seed, from, to));
    endStep();
    if (options.onBlock && !options.onBlock(tally.iterations, tally.planned)) break;
  }
  return tally.finish();
}

/**
 * Collects blocks in whatever order workers deliver them and decides in block order, so that the
 * result has the same bits for any number of workers. Blocks beyond an early stop are ignored.
 */
export class MonteCarloTally {
  readonly planned: number;
  readonly blockCount: number;
  readonly #width: number;
  readonly #stopsEarly: boolean;
  readonly #samples: Float64Array;
  readonly #columns: readonly SortedColumn[];
  readonly #waiting = new Map<number, Float64Array>();
  #counted = 0;
  #isSettled = false;

  constructor(indicatorCount: number, options: MonteCarloOptions) {
    const planned = options.iterations ?? DEFAULT_ITERATIONS;
    if (!Number.isInteger(planned) || planned < 2 || planned > MAX_ITERATIONS) {
      const message = `Monte Carlo takes 2 to ${MAX_ITERATIONS} iterations, not ${planned}.`;
      throw new SystemError('INVALID_SYSTEM', message);
    }
    this.planned = planned;
    this.blockCount = Math.ceil(planned / BLOCK_SIZE);
    this.#width = indicatorCount;
    this.#stopsEarly = options.stopsEarly ?? true;
    const samples = new Float64Array(planned * indicatorCount);
    this.#samples = samples;
    this.#columns = this.#stopsEarly
      ? Array.from(
          { length: indicatorCount },
          (_, at) => new SortedColumn(samples, indicatorCount, at),
        )
      : [];
  }

  /** Blocks counted so far, without gaps. */
  get counted(): number {
    return this.#counted;
  }

  get iterations(): number {
    return Math.min(this.#counted * BLOCK_SIZE, this.planned);
  }

  get isFinished(): boolean {
    return this.#isSettled || this.#counted === this.blockCount;
  }

  blockRange(block: number): { readonly from: number; readonly to: number } {
    const from = block * BLOCK_SIZE;
    return { from, to: Math.min(from + BLOCK_SIZE, this.planned) };
  }

  add(block: number, samples: Float64Array): void {
    this.#waiting.set(block, samples);
    for (let next = this.#waiting.get(this.#counted); next && !this.isFinished; ) {
      this.#samples.set(next, this.#counted * BLOCK_SIZE * this.#width);
      this.#waiting.delete(this.#counted++);
      this.#isSettled = this.#stopsEarly && this.#counted < this.blockCount && this.#hasSettled();
      next = this.#waiting.get(this.#counted);
    }
  }

  /**
   * The result of the samples so far; cancelled if there are fewer than planned and they have not
   * converged.
   */
  finish(): MonteCarloRun {
    const samples = this.#samples.subarray(0, this.iterations * this.#width);
    let unsolved = 0;
    for (let at = 0; at < samples.length; at += this.#width) {
      if (Number.isNaN(samples[at])) unsolved++;
    }
    const outcome = this.#isSettled ? 'SETTLED' : this.isFinished ? 'COMPLETED' : 'CANCELLED';
    const summaries = summarizeSamples(samples, this.iterations, this.#width);
    return { outcome, iterations: this.iterations, unsolved, summaries, samples };
  }

  #hasSettled(): boolean {
    if (this.iterations < LEAST_ITERATIONS) return false;
    return this.#columns.every(
      (column) => medianHalfWidth(column.first(this.iterations)) < SETTLED_HALF_WIDTH,
    );
  }
}
