import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpServer } from './server.ts';

const DRAIN_MS = 10_000;

/** Requests under way end by themselves; those that do not are cut off. */
export async function drain(app: HttpServer): Promise<void> {
  const closed = app.close();
  // A connection kept alive for more requests is idle only once its last answer is out. While the service still listens,
  // clients learn from an answer that it closes.
  const closeIdle = setInterval(() => {
    if (!app.server.listening) app.server.closeIdleConnections();
  }, 50);
  await Promise.race([closed, sleep(DRAIN_MS, undefined, { ref: false })]);
  clearInterval(closeIdle);
  app.server.closeAllConnections();
  await closed;
}
