import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { after } from 'node:test';

/** An address that leads to a database of a test, and can be paused or closed. */
export type DatabaseProxy = {
  readonly port: number;
  readonly url: string;
  /** Number of packets that clients have sent. */
  readonly packets: () => number;
  /** Connections stay open and are silent. */
  readonly pause: () => void;
  /** Connections end, and new ones end at once. */
  readonly shut: () => void;
  /** New connections get through again; earlier ones stay silent. */
  readonly moveOn: () => void;
};

export async function startProxy(url: string): Promise<DatabaseProxy> {
  const socketFolder = new URL(url.replace('@/', '@host/')).searchParams.get('host');
  const open = new Set<Socket>();
  let packets = 0;
  let isPaused = false;
  let isShut = false;
  const server: Server = createServer((client) => {
    if (isShut) {
      client.destroy();
      return;
    }
    const upstream = connect(`${socketFolder}/.s.PGSQL.5432`);
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => {}).on('close', () => open.delete(socket));
    }
    if (isPaused) return;
    client.on('data', () => (packets += 1));
    client.pipe(upstream).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const { port } = address;
  return {
    port,
    url: url.replace(/@[^@/]*\//, `@127.0.0.1:${port}/`).replace(/\?.*/, ''),
    packets: () => packets,
    pause: () => {
      isPaused = true;
      for (const socket of open) socket.unpipe().pause();
    },
    shut: () => {
      isShut = true;
      for (const socket of open) socket.destroy();
    },
    moveOn: () => {
      isPaused = false;
      isShut = false;
    },
  };
}
