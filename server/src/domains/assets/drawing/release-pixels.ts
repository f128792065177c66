import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Less is not worth a collection, which takes half a millisecond. */
const WORTH_BYTES = 1_000_000;

let unreleasedBytes = 0;

/** Counts pixels that a library holds outside of the heap. */
export function countPixels(bytes: number): void {
  unreleasedBytes += bytes;
}

/**
 * Frees the pixels of pictures that are finished. The garbage collector does not see them and would keep those of 15
 * pictures; the next picture then costs twice the CPU time, because each of its pages of memory is new. They are freed
 * in a turn of the event loop.
 */
export async function releasePixels(): Promise<void> {
  if (unreleasedBytes < WORTH_BYTES) return;
  unreleasedBytes = 0;
  if (typeof collect === 'function') collect({ type: 'minor' });
  await setImmediate();
}

const collect = collector();

/** The function `gc` of V8 without the global of that name. */
function collector(): unknown {
  setFlagsFromString('--expose-gc');
  const found: unknown = runInNewContext('gc');
  setFlagsFromString('--no-expose-gc');
  return found;
}
