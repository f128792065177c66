import type { ChildProcess } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, launchElsewhere, run, until } from './processes.ts';

/** Three servers of Redis and three sentinels, which promote a replica when two of them miss the primary. */

export type Redis = {
  readonly url: string;
  readonly primary: () => Promise<RedisServer>;
  readonly switchOver: () => Promise<void>;
  readonly isWhole: () => Promise<boolean>;
};

type RedisServer = { readonly process: ChildProcess; readonly start: () => void };

const PORTS = [6380, 6381, 6382];
const [FIRST = 0] = PORTS;
const SENTINEL_OFFSET = 20_000;
const SENTINELS = PORTS.map((port) => port + SENTINEL_OFFSET);
const NAME = 'drill';

export async function startRedis(folder: string): Promise<Redis> {
  const own = join(folder, 'redis');
  await mkdir(own);
  const processes = new Map<number, ChildProcess>();
  const start = (port: number, ...words: readonly string[]) => {
    const settings = ['--port', String(port), '--save', '', '--appendonly', 'no', '--dir', own];
    const log = join(own, `${port}.log`);
    processes.set(port, launch(['redis-server', ...settings, ...words], log));
  };
  start(FIRST);
  for (const port of PORTS.slice(1)) start(port, '--replicaof', '127.0.0.1', String(FIRST));
  for (const port of SENTINELS) await startSentinel(port, own);

  const primaryPort = async () => {
    const words = ['sentinel', 'get-master-addr-by-name', NAME];
    const [, port] = (await sentinel(...words)).split('\n');
    return Number(port);
  };
  const redis: Redis = {
    url: `redis+sentinel://${SENTINELS.map((port) => `127.0.0.1:${port}`).join()}/${NAME}`,
    primary: async () => {
      const port = await primaryPort();
      const process = processes.get(port);
      if (process === undefined) throw new Error(`No Redis has the port ${port}.`);
      return { process, start: () => start(port) };
    },
    switchOver: async () => void (await sentinel('sentinel', 'failover', NAME)),
    isWhole: async () => {
      const state = await client(await primaryPort(), 'info', 'replication');
      return state.includes('role:master') && state.includes('connected_slaves:2');
    },
  };
  await until(redis.isWhole, { description: 'Redis with two replicas', seconds: 30 });
  return redis;
}

async function startSentinel(port: number, folder: string): Promise<void> {
  const file = join(folder, `sentinel-${port}.conf`);
  const settings = [
    `port ${port}`,
    `dir ${folder}`,
    `sentinel monitor ${NAME} 127.0.0.1 ${FIRST} 2`,
    `sentinel down-after-milliseconds ${NAME} 3000`,
    `sentinel failover-timeout ${NAME} 10000`,
  ];
  await writeFile(file, `${settings.join('\n')}\n`);
  launchElsewhere(['redis-server', file, '--sentinel'], join(folder, `${port}.log`));
}

function sentinel(...words: readonly string[]): Promise<string> {
  const [port = 0] = SENTINELS;
  return client(port, ...words);
}

function client(port: number, ...words: readonly string[]): Promise<string> {
  return run('timeout', '2', 'redis-cli', '-p', String(port), ...words);
}
