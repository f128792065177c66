import { setTimeout as sleep } from 'node:timers/promises';

const PAUSE_MS = 20;

/** Asks again until there is an answer. The timeout of the test bounds the wait, however busy the machine is. */
export async function untilFound<Value>(find: () => Promise<Value | undefined>): Promise<Value> {
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    await sleep(PAUSE_MS);
  }
}

/** Waits until something has happened, with the same bound. */
export async function until(hasHappened: () => boolean | Promise<boolean>): Promise<void> {
  await untilFound(async () => ((await hasHappened()) ? true : undefined));
}
