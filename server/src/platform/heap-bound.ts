import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MOST_GARBAGE_BYTES = 64 * 1024 * 1024;

/**
 * Bounds memory during long work: V8 lets garbage grow to the size of the live heap, which with the
 * factor library is two hundred megabytes. Call it after every batch: now and then it takes a tenth
 * of a second.
 */
export function heapBound(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
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

function usedBytes(): number {
  return getHeapStatistics().used_heap_size;
}
