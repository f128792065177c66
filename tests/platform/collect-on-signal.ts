import { BroadcastChannel, isMainThread } from 'node:worker_threads';
import { collectAll } from '../../server/src/platform/heap-bound.ts';

/**
 * Preloaded into a service (`--import`): on SIGUSR2 each of its threads collects its garbage. How much memory V8 keeps
 * for young objects and for garbage follows how busy the machine is, up to 25 MB for a thread; what is left after a
 * collection is what the service holds.
 */
const everyThread = new BroadcastChannel('collect');
everyThread.unref();
if (isMainThread) {
  process.on('SIGUSR2', () => {
    everyThread.postMessage(undefined);
    collectAll();
  });
} else {
  everyThread.onmessage = collectAll;
}
