import { setTimeout as sleep } from 'node:timers/promises';
import { customerCreated } from '../../../server/src/domains/customers/events.ts';
import { encodeId, newUuid } from '../../../server/src/platform/ids.ts';
import type { Scope } from '../../../server/src/platform/scope.ts';
import { recordEvents } from '../../../server/src/rules/events/events.ts';
import { cpuUsOf, cpuUsOfFamily } from '../cpu.ts';
import { installPeers } from '../peer-servers.ts';
import type { Table } from '../table.ts';
import { monotonicMs } from './clock.ts';
import { drainBy, type QueueName } from './queues.ts';
import { type Drained, onScene, type Run, type Scene } from './scene.ts';

const PAYLOAD = { customerId: 'cus_01jcxpmz0xfrx9ygjv1j6hwbst', version: 1 };
const RATES = [10, 100, 1_000] as const;
const ENDPOINTS = 20;
const PATHS = Array.from({ length: ENDPOINTS }, (_, at) => `/${at}`);
const SUSTAINED = 40_000;
const QUEUED = 10_000;
/** More in flight cost the limit more CPU time for each post, fewer do not cost it less. */
const IN_FLIGHT = 100;
const MANY_TENANTS = 400;
const MANY_EVENTS = 10;
/** Events that are committed for another endpoint while a backlog is drained. */
const NEW_PER_SECOND = 50;

type Options = {
  /** Names of the parts to measure; all if it is empty. */
  readonly parts: readonly string[];
  readonly backlog: number;
  readonly seconds: number;
  readonly rounds: number;
};

/**
 * Webhooks of one worker: from commit to receipt at several rates, sustained deliveries compared with posts without a queue,
 * many endpoints of which some hang, and a backlog that is drained while new events arrive.
 */
export function webhookBenchmarks(options: Options): Promise<Table[]> {
  // It blocks this process for longer than a statement of the scene may take.
  if (options.parts.length === 0 || options.parts.includes('queues')) installPeers();
  return onScene(async (scene) => {
    const timed = await scene.addEndpoints(['/timed']);
    const busy = await scene.addEndpoints(PATHS);
    // A worker is compiled in the background for thousands of deliveries before it is steady.
    await drain(scene, [busy], SUSTAINED / ENDPOINTS);
    const parts: Readonly<Record<string, () => Promise<Table>>> = {
      latency: () => latencies(scene, timed, options.seconds),
      sustained: () => sustained(scene, busy, options.rounds),
      queues: () => queues(scene, busy),
      endpoints: () => manyEndpoints(scene),
      backlog: () => backlog(scene, busy, timed, options.backlog),
    };
    const tables: Table[] = [];
    for (const [name, measure] of Object.entries(parts)) {
      if (options.parts.length > 0 && !options.parts.includes(name)) continue;
      tables.push(await measure());
      process.stderr.write(`measured: ${name}\n`);
    }
    return tables;
  });
}

async function latencies(scene: Scene, scope: Scope, seconds: number): Promise<Table> {
  const rows = [];
  for (const rate of RATES) rows.push([rate, ...(await latencyAt(scene, scope, rate, seconds))]);
  return {
    title: 'From commit to receipt, one endpoint',
    columns: [
      'events/s',
      'p50 ms',
      'p99 ms',
      'commit p50 ms',
      'commit p99 ms',
      'events/s reached',
      'worker CPU µs',
      'database CPU µs',
    ],
    rows,
    notes: ['A commit is measured from the begin of its transaction to its answer.'],
  };
}

/** Commits events at a steady rate, whatever the earlier ones do. */
async function latencyAt(
  { db, report, worker, database }: Scene,
  scope: Scope,
  rate: number,
  seconds: number,
): Promise<(string | number)[]> {
  await report();
  const commits: number[] = [];
  const committedAt = new Map<string, number>();
  const commit = async (): Promise<void> => {
    const id = newUuid();
    const startedAt = monotonicMs();
    await db
      .transaction()
      .execute((tx) => recordEvents({ db: tx, scope }, customerCreated.of(id, { version: 1 })));
    const now = monotonicMs();
    commits.push(now - startedAt);
    committedAt.set(encodeId('customer', id), now);
  };
  const running: Promise<void>[] = [];
  const total = rate * seconds;
  const startedAt = monotonicMs();
  const [cpu, databaseCpu] = [cpuUsOf(worker.pid), cpuUsOfFamily(database.pid)];
  while (running.length < total) {
    const due = Math.min(total, Math.ceil(((monotonicMs() - startedAt) * rate) / 1_000));
    while (running.length < due) running.push(commit());
    await sleep(1);
  }
  await Promise.all(running);
  const reached = total / ((monotonicMs() - startedAt) / 1_000);
  const arrivals: (readonly [string, number])[] = [];
  while (arrivals.length < total) {
    await sleep(200);
    arrivals.push(...(await report()).arrivals);
  }
  const waits = arrivals.map(([id, atMs]) => atMs - (committedAt.get(id) ?? Number.NaN));
  const usedUs = (cpuUsOf(worker.pid) - cpu) / total;
  const databaseUs = (cpuUsOfFamily(database.pid) - databaseCpu) / total;
  return [
    ...[...shares(waits), ...shares(commits)],
    ...[reached, usedUs, databaseUs].map(Math.round),
  ];
}

function shares(values: readonly number[]): [string, string] {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) =>
    (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(1);
  return [at(0.5), at(0.99)];
}

async function sustained(scene: Scene, scope: Scope, rounds: number): Promise<Table> {
  const urls = scene.urlsOf(PATHS);
  const posting = { urls, data: PAYLOAD, secret: scene.secret, count: SUSTAINED };
  const limits: Run[] = [];
  const workers: Drained[] = [];
  await scene.post({ ...posting, inFlight: IN_FLIGHT });
  for (let round = 0; round < rounds; round++) {
    limits.push(await scene.post({ ...posting, inFlight: IN_FLIGHT }));
    workers.push(await drain(scene, [scope], SUSTAINED / ENDPOINTS));
  }
  const perSecond = (runs: readonly Run[]) =>
    median(runs.map(({ count = SUSTAINED, seconds }) => count / seconds));
  const cpu = (runs: readonly Run[]) => median(runs.map(({ cpuUs }) => cpuUs));
  const ratio = median(limits.map(({ cpuUs }, at) => cpuUs / (workers[at]?.cpuUs ?? Number.NaN)));
  const database = median(workers.map(({ databaseCpuUs }) => databaseCpuUs));
  return {
    title: `Sustained, ${SUSTAINED.toLocaleString('en')} deliveries to ${ENDPOINTS} endpoints`,
    columns: ['', 'per second', 'CPU µs', 'database CPU µs', 'deliveries per CPU-second, × limit'],
    rows: [
      [
        'undici posts, signed (the limit)',
        Math.round(perSecond(limits)),
        Math.round(cpu(limits)),
        0,
        1,
      ],
      [
        'one worker',
        Math.round(perSecond(workers)),
        Math.round(cpu(workers)),
        Math.round(database),
        ratio.toFixed(2),
      ],
    ],
    notes: [],
  };
}

/** Lets deliveries wait, then measures until the receiver has those to endpoints that answer. */
async function drain(
  scene: Scene,
  scopes: readonly Scope[],
  eventsEach: number,
  hanging = 0,
): Promise<Drained> {
  const { database, worker, report } = scene;
  await hold(scene, scopes);
  await fill(scene, scopes, eventsEach);
  const due = await database.value(
    `select count(*) from webhook_deliveries where state = 'PENDING' and organization_id = any($1)`,
    [scopes.map(({ organizationId }) => organizationId)],
  );
  const count = Number(due) - hanging;
  const { count: before } = await report();
  const [startedAt, cpu, databaseCpu] = [
    monotonicMs(),
    cpuUsOf(worker.pid),
    cpuUsOfFamily(database.pid),
  ];
  await release(scene, scopes);
  let arrived = 0;
  let lastAtMs = 0;
  while (arrived < count) {
    await sleep(100);
    const { count: reached, lastAtMs: last } = await report();
    arrived = reached - before;
    lastAtMs = last;
  }
  return {
    count,
    seconds: (lastAtMs - startedAt) / 1_000,
    cpuUs: (cpuUsOf(worker.pid) - cpu) / count,
    databaseCpuUs: (cpuUsOfFamily(database.pid) - databaseCpu) / count,
  };
}

/** The same deliveries by other queues, which are measured from their start on. */
async function queues(scene: Scene, scope: Scope): Promise<Table> {
  const rows = [];
  const others: readonly QueueName[] = ['graphile', 'leases'];
  const rowOf = (name: string, { count, seconds, cpuUs, databaseCpuUs }: Drained) => [
    name,
    Math.round(count / seconds),
    Math.round(cpuUs),
    Math.round(databaseCpuUs),
  ];
  for (const name of others) {
    await hold(scene, [scope]);
    await fill(scene, [scope], QUEUED / ENDPOINTS);
    rows.push(rowOf(name, await drainBy(name, scene, scope, QUEUED)));
    rows.push(rowOf('dispatcher', await drain(scene, [scope], QUEUED / ENDPOINTS)));
  }
  return {
    title: `Queues, ${QUEUED.toLocaleString('en')} deliveries each`,
    columns: ['', 'per second', 'CPU µs', 'database CPU µs'],
    rows,
    notes: ['The other queues include their start and the warm-up of their program.'],
  };
}

const OF = 'organization_id = any($1)';
const idsOf = (scopes: readonly Scope[]) => [scopes.map(({ organizationId }) => organizationId)];

/** No worker takes the queues. With another lease, a turn that ends later does not give its queue back. */
async function hold({ database }: Scene, scopes: readonly Scope[]): Promise<void> {
  await database.run(
    `update webhook_queues set leased_until = 'infinity', lease = lease + 1 where ${OF}`,
    idsOf(scopes),
  );
}

async function release({ database }: Scene, scopes: readonly Scope[]): Promise<void> {
  await database.run(
    `with queues as (select * from webhook_queues where ${OF}
       order by organization_id, environment, endpoint_id for update)
     update webhook_queues set leased_until = '-infinity', due_at = now() from queues
     where webhook_queues.organization_id = queues.organization_id
       and webhook_queues.endpoint_id = queues.endpoint_id`,
    idsOf(scopes),
  );
  await database.run('notify trackway_webhooks');
}

async function fill({ database }: Scene, scopes: readonly Scope[], events: number): Promise<void> {
  await database.run(
    `insert into events (organization_id, environment, id, type, object_id, data)
     select organization_id, 'SANDBOX', uuid_v7(), 'customer.created', uuid_v7(), $2::jsonb
     from unnest($1::uuid[]) as scopes (organization_id), generate_series(1, $3::int)`,
    [...idsOf(scopes), JSON.stringify(PAYLOAD), events],
  );
}

async function manyEndpoints(scene: Scene): Promise<Table> {
  const rows = [];
  for (const hanging of [0, 0.1]) {
    const scopes: Scope[] = [];
    for (let tenant = 0; tenant < MANY_TENANTS; tenant++) {
      const paths = Array.from({ length: 25 }, (_, at) =>
        (tenant * 25 + at) % 10 < 10 * hanging ? `/hang/${at}` : `/${at}`,
      );
      scopes.push(await scene.addEndpoints(paths));
    }
    const unanswered = MANY_TENANTS * 25 * hanging * MANY_EVENTS;
    const { count, seconds, cpuUs } = await drain(scene, scopes, MANY_EVENTS, unanswered);
    rows.push([`${hanging * 100} % hang`, Math.round(count / seconds), Math.round(cpuUs)]);
    await hold(scene, scopes);
  }
  return {
    title: `${(MANY_TENANTS * 25).toLocaleString('en')} endpoints of ${MANY_TENANTS} tenants, ${MANY_EVENTS} deliveries each`,
    columns: ['', 'deliveries/s to those that answer', 'CPU µs'],
    rows,
    notes: [],
  };
}

async function backlog(scene: Scene, scope: Scope, timed: Scope, size: number): Promise<Table> {
  await hold(scene, [scope]);
  const share = 2_000;
  for (let made = 0; made < size / ENDPOINTS; made += share) await fill(scene, [scope], share);
  const { count: before } = await scene.report();
  const startedAt = monotonicMs();
  await release(scene, [scope]);
  const newSeconds = 10;
  const [p50, p99] = await latencyAt(scene, timed, NEW_PER_SECOND, newSeconds);
  const rows = [];
  const due = before + size + NEW_PER_SECOND * newSeconds;
  while ((await scene.report()).count < due) await sleep(1_000);
  const seconds = (monotonicMs() - startedAt) / 1_000;
  rows.push([
    size.toLocaleString('en'),
    seconds.toFixed(0),
    Math.round(size / seconds),
    p50 ?? '',
    p99 ?? '',
  ]);
  return {
    title: `A backlog, drained while ${NEW_PER_SECOND} events/s arrive for another endpoint`,
    columns: ['deliveries', 'seconds', 'per second', 'p50 ms of new events', 'p99 ms'],
    rows,
    notes: [],
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
