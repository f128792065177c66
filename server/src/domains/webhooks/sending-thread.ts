import { parentPort, workerData } from 'node:worker_threads';
import { lowerPriority } from '../../platform/process/lower-priority.ts';
import { resolverOf } from './resolve.ts';
import { createSender } from './send.ts';
import { CLOSE, type Posted, type SendingThreadData, type Sent } from './send-by-thread.ts';

/** The thread that posts webhooks. */

/** Somewhat below the event loop and the database, when the cores are busy. */
const STEPS_BELOW = 3;

const { allowedHosts, proxyUrl }: SendingThreadData = workerData;
const sender = createSender({ resolve: resolverOf(allowedHosts), allowedHosts, proxyUrl });
// On Linux the priority is that of the thread.
if (process.platform === 'linux') lowerPriority(STEPS_BELOW);

parentPort?.on('message', async (message: Posted | typeof CLOSE) => {
  if (message === CLOSE) {
    await sender.close();
    // The attempts that this ended have sent their reports by then.
    setImmediate(() => parentPort?.close());
    return;
  }
  const { id, outgoing } = message;
  const sent: Sent = { id, report: await sender.send(outgoing) };
  parentPort?.postMessage(sent);
});
