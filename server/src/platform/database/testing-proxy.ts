import { connect, createServer, type Server, type Socket } from 'node:net';
import { after } from 'node:test';
import { listening } from '../testing.ts';

/** An address that leads to a database of a test, and can be paused or closed. */
export type DatabaseProxy = {
  readonly port: number;
  readonly url: string;
  /** Number of packets that clients have sent. */
  readonly packets: () => number;
  /** Connections stay open and are silent. */
  readonly pause: () => void;
  /** Connections that were paused go on with all that was sent meanwhile. */
  readonly resume: () => void;
  /** Clients get no more answers on open connections; what they send arrives. */
  readonly deafen: () => void;
  /** Connections end, and new ones end at once. */
  readonly shut: () => void;
  /** New connections get through again; earlier ones stay silent. */
  readonly moveOn: () => void;
};

export async function startProxy(url: string): Promise<DatabaseProxy> {
  const socketFolder = new URL(url.replace('@/', '@host/')).searchParams.get('host');
  /** Each socket with the one that gets what it brings. */
  const open = new Map<Socket, Socket>();
  const upstreams = new WeakSet<Socket>();
  let packets = 0;
  let isPaused = false;
  let isShut = false;
  const server: Server = createServer((client) => {
    if (isShut) {
      client.destroy();
      return;
    }
    const upstream = connect(`${socketFolder}/.s.PGSQL.5432`);
    upstreams.add(upstream);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.set(from, to);
      from.on('error', () => {}).on('close', () => open.delete(from));
      if (!isPaused) from.pipe(to);
    }
    if (!isPaused) client.on('data', () => (packets += 1));
  });
  const port = await listening(server);
  after(() => {
    for (const socket of open.keys()) socket.destroy();
  });
  return {
    port,
    url: url.replace(/@[^@/]*\//, `@127.0.0.1:${port}/`).replace(/\?.*/, ''),
    packets: () => packets,
    pause: () => {
      isPaused = true;
      for (const socket of open.keys()) socket.unpipe().pause();
    },
    resume: () => {
      isPaused = false;
      for (const [from, to] of open) from.pipe(to);
    },
    deafen: () => {
      for (const socket of open.keys()) if (upstreams.has(socket)) socket.unpipe().pause();
    },
    shut: () => {
      isShut = true;
      for (const socket of open.keys()) socket.destroy();
    },
    moveOn: () => {
      isPaused = false;
      isShut = false;
    },
  };
}
