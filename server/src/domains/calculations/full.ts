import { Worker } from 'node:worker_threads';
import { type Footprint, type FullOptions, MAX_ITERATIONS, type Snapshot } from '@trackway/engine';
import { type InputPath, runEngine } from './run-engine.ts';

export type FullChoices = Pick<
  FullOptions,
  'boundary' | 'recycling' | 'electricity' | 'monteCarlo'
>;

/**
 * Maximum number of iterations on the event loop; a thread draws more, so that other requests are
 * not delayed.
 */
const MAX_ITERATIONS_AT_ONCE = 2_000;

/**
 * A FULL footprint. A long Monte Carlo run is resolved here with a short one, and evaluated from its
 * snapshot in a thread: the same bits, because a snapshot replays to the same bits anywhere.
 */
export async function calculateFullFootprint(
  choices: FullChoices,
  calculate: (choices: FullChoices) => Footprint,
  place: InputPath = ['input'],
): Promise<Footprint> {
  const { monteCarlo } = choices;
  const iterations = monteCarlo?.iterations ?? 0;
  // Too many are refused by the engine, here and not in the thread.
  if (iterations <= MAX_ITERATIONS_AT_ONCE || iterations > MAX_ITERATIONS)
    return runEngine(place, () => calculate(choices));
  const short = runEngine(place, () =>
    calculate({ ...choices, monteCarlo: { ...monteCarlo, iterations: 2 } }),
  );
  const { snapshot } = short;
  const { method } = snapshot;
  if (method.detail !== 'FULL' || method.monteCarlo === undefined) return short;
  return evaluateInThread({
    ...snapshot,
    method: { ...method, monteCarlo: { ...method.monteCarlo, iterations } },
  });
}

function evaluateInThread(snapshot: Snapshot): Promise<Footprint> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./evaluate-thread.ts', import.meta.url), {
      workerData: snapshot,
    });
    thread.once('message', resolve);
    thread.once('error', reject);
  });
}
