import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

const FIRST_PAUSE_MS = 20;
/** Each look takes CPU time from the work that it waits for: the longer that takes, the less often it is looked at. */
const LONGEST_PAUSE_MS = 100;
const PAUSE_GROWTH = 1.25;

/** Asks again until there is an answer. The timeout of the test bounds the wait, however busy the machine is. */
export async function untilFound<Value>(find: () => Promise<Value | undefined>): Promise<Value> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= PAUSE_GROWTH) {
    const found = await find();
    if (found !== undefined) return found;
    await sleep(Math.min(pauseMs, LONGEST_PAUSE_MS));
  }
}

/** Waits until something has happened, with the same bound. */
export async function until(hasHappened: () => boolean | Promise<boolean>): Promise<void> {
  await untilFound(async () => ((await hasHappened()) ? true : undefined));
}

/** Lets a server listen on this machine and returns its port. */
export async function portOf(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}

/** The same for a server that ends with the test or file that made it, its connections too. */
export function listening(server: Server): Promise<number> {
  after(() => {
    server.close();
    if (server instanceof HttpServer) server.closeAllConnections();
  });
  return portOf(server);
}

/** An empty folder, which is deleted with all that is in it when the test or file that made it ends. */
export async function temporaryFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `trackway-${name}-`));
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}
