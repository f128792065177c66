import { flushCompileCache } from 'node:module';
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
 * of its last work, and pages with a few objects each. Call it at the end of each piece of work: after a large one it
 * collects at once, because another thread may be at the next. Collecting and moving what is left together takes a
 * twentieth of a second; a plain collection leaves most of the pages.
 */
export function collectWhenIdle(): () => void {
  const collect = collector();
  let leastBytes = heldBytes();
  const collectNow = () => {
    collect(WHOLLY);
    leastBytes = heldBytes();
  };
  const timer = setTimeout(() => {
    flushCompileCache();
    if (heldBytes() >= leastBytes + LEAST_GAIN_BYTES) collectNow();
  }, IDLE_MS).unref();
  return () => {
    if (heldBytes() > leastBytes + MOST_GARBAGE_BYTES) collectNow();
    timer.refresh();
  };
}

/**
 * Collects all garbage and moves what is left together: 40 ms of CPU time after a start, for 35 MB. Node keeps the
 * compiled code of modules a second time, for its cache on the disk, which is written here: 12 MB, and 7 in a thread.
 */
export function collectAll(): void {
  flushCompileCache();
  collector()(WHOLLY);
}

const WHOLLY = { type: 'major', flavor: 'last-resort' } as const;

function collector(): (options?: typeof WHOLLY) => void {
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
