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

const IDLE_MS = 1_000;
const LEAST_GAIN_BYTES = 8 * 1024 * 1024;

/**
 * For a thread that waits for work: V8 collects as it allocates, so that a thread with nothing to do keeps the garbage
 * of its last work, and pages with a few objects each. Call it at the end of each piece of work. Collecting and moving
 * what is left together takes a twentieth of a second; a plain collection leaves most of the pages.
 */
export function collectWhenIdle(): () => void {
  const collect = collector();
  let leastBytes = 0;
  const timer = setTimeout(() => {
    if (heldBytes() < leastBytes + LEAST_GAIN_BYTES) return;
    collect({ type: 'major', flavor: 'last-resort' });
    leastBytes = heldBytes();
  }, IDLE_MS).unref();
  return () => timer.refresh();
}

/** Collects all garbage and moves what is left together: 40 ms of CPU time after a start, for 35 MB. */
export function collectAll(): void {
  collector()({ type: 'major', flavor: 'last-resort' });
}

function collector(): (options?: {
  readonly type: 'major';
  readonly flavor: 'last-resort';
}) => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc');
}

function usedBytes(): number {
  return getHeapStatistics().used_heap_size;
}

/** With the free room of pages. */
function heldBytes(): number {
  return getHeapStatistics().total_physical_size;
}
