import { ApiError, type Problem } from '../errors/api-error.ts';

type Slices<Output> = {
  /** Runs the first of some objects: a slice may end early, so that other work takes its turn. */
  readonly run: (ids: readonly string[]) => Promise<Output>;
  /** Number of objects that an output is of. */
  readonly countOf: (output: Output) => number;
  /** The output of one object that takes too long or too much memory by itself. */
  readonly tooLarge: (id: string, problem: Problem) => Output;
  readonly signal: AbortSignal;
};

/** Codes of work that the pool stopped, or that was too large to begin. */
const STOPPED: ReadonlySet<string> = new Set(['TIMEOUT', 'QUERY_TOO_COMPLEX']);

/** Time after which a turn in a thread begins no further object: ordinary slices take less. */
export const SLICE_BUDGET_MS = 500;

/**
 * Runs a slice of a job in as many turns as it takes; in halves if a turn takes too long or too much memory, so that one
 * object does not fail the others.
 */
export async function runInHalves<Output>(
  ids: readonly string[],
  slices: Slices<Output>,
): Promise<Output[]> {
  try {
    const output = await slices.run(ids);
    const left = ids.slice(slices.countOf(output));
    return left.length === 0 ? [output] : [output, ...(await runInHalves(left, slices))];
  } catch (error) {
    const isTooMuch = error instanceof ApiError && STOPPED.has(error.code);
    if (!isTooMuch || slices.signal.aborted) throw error;
    const [id, ...others] = ids;
    if (id === undefined) return [];
    if (others.length === 0) return [slices.tooLarge(id, TOO_LARGE)];
    const middle = Math.ceil(ids.length / 2);
    return [
      ...(await runInHalves(ids.slice(0, middle), slices)),
      ...(await runInHalves(ids.slice(middle), slices)),
    ];
  }
}

const TOO_LARGE: Problem = {
  path: [],
  code: 'TOO_LARGE',
  message: 'The calculation takes too long or too much memory: split the product into fewer parts.',
};
