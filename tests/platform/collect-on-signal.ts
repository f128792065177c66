import { BroadcastChannel, isMainThread } from 'node:worker_threads';
import { mallocTrim } from '../../server/src/platform/process/freed-memory.ts';
import { collectAll } from '../../server/src/platform/process/heap-bound.ts';

/**
 * Preloaded into a service (`--import`): on SIGUSR2 each of its threads collects its garbage. How much memory V8 keeps
 * for young objects and for garbage follows how busy the machine is, up to 25 MB for a thread, and the allocator of C
 * keeps up to 8 MB that was freed until the service gives them back. What is left after both is what the service holds.
 */
const everyThread = new BroadcastChannel('collect');
everyThread.unref();
/** The other threads have collected then, and freed their buffers. */
const TRIM_AFTER_MS = 300;
if (isMainThread) {
  const trim = mallocTrim();
  process.on('SIGUSR2', () => {
    everyThread.postMessage(undefined);
    collectAll();
    setTimeout(() => trim?.(0n), TRIM_AFTER_MS);
  });
} else {
  everyThread.onmessage = collectAll;
}
