import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MOST_GARBAGE_BYTES = 64 * 1024 * 1024;

/**
 * Bounds memory during long work: V8 lets garbage grow to the size of the live heap, which with the
 * factor library is two hundred megabytes. Call it after every batch: now and then it takes a tenth
 * of a second.
 */
export function heapBound(): () => void {
  const collect = collector();
  let least = usedBytes();
  return () => {
    const used = usedBytes();
    if (used - least > MOST_GARBAGE_BYTES) {
      collect();
      least = usedBytes();
    } else {
      least = Math.min(least, used);
    }
  };
}

const IDLE_MS = 2_000;
const LEAST_GARBAGE_BYTES = 8 * 1024 * 1024;

/**
 * For a thread that waits for work: V8 collects as it allocates, so that a thread with nothing to do keeps the garbage
 * of its last work, about 40 MB. Call it at the end of each piece of work. Collecting takes a twentieth of a second.
 */
export function collectWhenIdle(): () => void {
  const collect = collector();
  let leastBytes = 0;
  const timer = setTimeout(() => {
    if (usedBytes() < leastBytes + LEAST_GARBAGE_BYTES) return;
    collect();
    leastBytes = usedBytes();
  }, IDLE_MS).unref();
  return () => timer.refresh();
}

function collector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

function usedBytes(): number {
  return getHeapStatistics().used_heap_size;
}
