import { ApiError, type Problem } from './api-error.ts';

type Slices<Output> = {
  readonly run: (ids: readonly string[]) => Promise<Output>;
  /** The output of one object that takes too long or too much memory by itself. */
  readonly tooLarge: (id: string, problem: Problem) => Output;
  readonly signal: AbortSignal;
};

/** Codes of work that the pool stopped, or that was too large to begin. */
const STOPPED: ReadonlySet<string> = new Set(['TIMEOUT', 'QUERY_TOO_COMPLEX']);

/** Runs a slice of a job; in halves if it takes too long or too much memory, so that one object does not fail the others. */
export async function runInHalves<Output>(
  ids: readonly string[],
  slices: Slices<Output>,
): Promise<Output[]> {
  try {
    return [await slices.run(ids)];
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
