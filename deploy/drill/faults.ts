import { setTimeout as sleep } from 'node:timers/promises';
import type { Route } from './balancer.ts';
import { type Cluster, killMachine, killPostgres, type Member, switchOver } from './cluster.ts';
import { reunite, separate, setLink, signalAll } from './network.ts';
import type { Redis } from './redis.ts';
import type { Service, Services } from './services.ts';

export type Parts = {
  readonly cluster: Cluster;
  readonly redis: Redis;
  readonly services: Services;
};

export type Fault = {
  readonly name: string;
  readonly meaning: string;
  /** The way of the services to the primary; through the balancer by default. */
  readonly route?: Route;
  /** Causes the fault and ends it again. */
  readonly cause: (parts: Parts) => Promise<void>;
};

/** So long a machine or a link is away: longer than Patroni waits. */
const AWAY_MS = 16_000;

const nodeKilled = async (member: Member) => {
  await killMachine(member);
  await sleep(AWAY_MS);
  await member.start();
};

const nodePaused = async (member: Member) => {
  await signalAll(member, 'SIGSTOP');
  await sleep(AWAY_MS);
  await signalAll(member, 'SIGCONT');
};

const linkDown = async (member: Member) => {
  await setLink(member, 'down');
  await sleep(AWAY_MS);
  await setLink(member, 'up');
};

const split = async ({ members }: Cluster, member: Member) => {
  const others = members.filter((other) => other !== member);
  await separate(member, others);
  await sleep(AWAY_MS);
  await reunite(member, others);
};

const restart = async (service: Service | undefined, signal: NodeJS.Signals) => {
  await service?.end(signal);
  await service?.start();
};

export const FAULTS: readonly Fault[] = [
  {
    name: 'switchover',
    meaning: 'Patroni hands the role of the primary over',
    cause: ({ cluster }) => switchOver(cluster),
  },
  {
    name: 'postgres-killed',
    meaning: 'SIGKILL to PostgreSQL of the primary',
    cause: async ({ cluster }) => killPostgres(await cluster.primary()),
  },
  {
    name: 'node-killed',
    meaning: 'SIGKILL to all of the primary: PostgreSQL, Patroni, etcd',
    cause: async ({ cluster }) => nodeKilled(await cluster.primary()),
  },
  {
    name: 'node-paused',
    meaning: 'SIGSTOP to all of the primary',
    cause: async ({ cluster }) => nodePaused(await cluster.primary()),
  },
  {
    name: 'link-down',
    meaning: 'the cable of the primary is pulled',
    cause: async ({ cluster }) => linkDown(await cluster.primary()),
  },
  {
    name: 'split',
    meaning: 'the primary loses the two others, and clients reach all three',
    cause: async ({ cluster }) => split(cluster, await cluster.primary()),
  },
  {
    name: 'replica-killed',
    meaning: 'SIGKILL to all of a synchronous replica',
    cause: async ({ cluster }) => nodeKilled(await cluster.synchronousReplica()),
  },
  {
    name: 'replica-paused',
    meaning: 'SIGSTOP to all of a synchronous replica',
    cause: async ({ cluster }) => nodePaused(await cluster.synchronousReplica()),
  },
  {
    name: 'address-moved',
    meaning: 'switchover; a floating address moves, nobody closes connections',
    route: 'address',
    cause: ({ cluster }) => switchOver(cluster),
  },
  {
    name: 'address-cut-off',
    meaning: 'the cable of the primary is pulled; a floating address moves',
    route: 'address',
    cause: async ({ cluster }) => linkDown(await cluster.primary()),
  },
  {
    name: 'hosts-paused',
    meaning: 'SIGSTOP to all of the primary; DATABASE_URL names three hosts',
    route: 'hosts',
    cause: async ({ cluster }) => nodePaused(await cluster.primary()),
  },
  {
    name: 'server-killed',
    meaning: 'SIGKILL to a process of Trackway',
    cause: ({ services }) => restart(services.all[0], 'SIGKILL'),
  },
  {
    name: 'server-stopped',
    meaning: 'SIGTERM to a process of Trackway',
    cause: ({ services }) => restart(services.all[1], 'SIGTERM'),
  },
  {
    name: 'rolling-restart',
    meaning: 'SIGTERM to each process of Trackway, one after the other',
    cause: async ({ services }) => {
      for (const service of services.all) await restart(service, 'SIGTERM');
    },
  },
  {
    name: 'redis-killed',
    meaning: 'SIGKILL to the primary of Redis',
    cause: async ({ redis }) => {
      const primary = await redis.primary();
      primary.process.kill('SIGKILL');
      await sleep(AWAY_MS);
      primary.start();
    },
  },
  {
    name: 'redis-paused',
    meaning: 'SIGSTOP to the primary of Redis',
    cause: async ({ redis }) => {
      const primary = await redis.primary();
      primary.process.kill('SIGSTOP');
      await sleep(AWAY_MS);
      primary.process.kill('SIGCONT');
    },
  },
  {
    name: 'redis-demoted',
    meaning: 'the sentinels make the primary of Redis a replica',
    cause: ({ redis }) => redis.switchOver(),
  },
];
