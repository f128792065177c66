import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOrganization } from '../../server/src/domains/accounts/index.ts';
import { createCustomer } from '../../server/src/domains/customers/service.ts';
import { resolverOf, wakeAfterCommits } from '../../server/src/domains/webhooks/index.ts';
import { createEndpoint, type WebhookTools } from '../../server/src/domains/webhooks/service.ts';
import {
  type Db,
  openDatabase,
  query,
  type TenantDb,
} from '../../server/src/platform/database/index.ts';
import { encodeId } from '../../server/src/platform/ids.ts';
import type { Scope } from '../../server/src/platform/scope.ts';
import { SecretBox } from '../../server/src/platform/secret-box.ts';
import { openSecrets } from '../../server/src/platform/secrets.ts';
import { listening, until } from '../../server/src/platform/testing.ts';
import { SYSTEM } from '../../server/src/rules/access/actor.ts';
import { startedDatabase } from '../http/service.ts';
import { startServer } from '../server-process.ts';

export type ChaosOptions = {
  /** Organizations, each with receivers of its own; the events are spread over them. */
  readonly tenants: number;
  /** Good receivers of each organization. */
  readonly good: number;
  /** Rounds of all kinds of bad receivers of each organization. */
  readonly badOfEachKind: number;
  readonly events: number;
  readonly kills: number;
  /** Times at which a process of the database is killed, so that it recovers as after a crash. */
  readonly databaseKills: number;
  /** Events of each of the two rounds in which the time to good receivers is measured, without and with bad ones. */
  readonly timedEvents: number;
  /** The quantile of that time, and how many times longer it may be with bad receivers. */
  readonly quantile: number;
  readonly mostRatio: number;
  /** A worker that takes over does not wait for the end of the leases of the dead one. */
  readonly endsLeases?: boolean;
};

/** Bodies that a receiver got and the time of the first arrival, by `webhook-id`. */
type Inbox = Map<string, { readonly bodies: Set<string>; readonly atMs: number }>;

type Tenant = { readonly scope: Scope; readonly inboxes: readonly Inbox[] };

/** Answers of bad receivers; an answer that never ends keeps its connection. */
const BAD_ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  slow: (response) => void setTimeout(() => response.end(), 1_000),
  'hangs before its headers': () => {},
  'hangs after its headers': (response) => void response.writeHead(200).flushHeaders(),
  resets: (response) => void response.socket?.resetAndDestroy(),
  'answers 500': (response) => void response.writeHead(500).end(),
  'answers 301': (response) => void response.writeHead(301, { location: '/' }).end(),
  'answers 410': (response) => void response.writeHead(410).end(),
  'never ends its body': (response) => void response.writeHead(200).write('x'.repeat(1_000)),
};

/**
 * Workers deliver to good and bad receivers while they are killed. Every event of a committed change must reach
 * each good receiver, none of a rolled-back change, and repetitions must be equal.
 */
export async function webhookChaos(options: ChaosOptions): Promise<void> {
  const env = { ...(await startedDatabase()), WEBHOOK_ALLOWED_HOSTS: 'localhost' };
  await keepCommits(env.DATABASE_URL);
  const db = await openDatabase({ url: env.DATABASE_URL, pipelines: 1, poolSize: 4 });
  after(() => db.destroy());
  wakeAfterCommits(db);
  const workerEnv = { ...env, TRACKWAY_ROLE: 'worker' };
  let worker = await startServer({ env: workerEnv });
  const tools = await toolsOf(env.TRACKWAY_SECRET);
  const tenants: Tenant[] = [];
  for (let number = 0; number < options.tenants; number++) {
    const { id: organizationId } = await createOrganization(db, `Chaos ${number}`, 'ENTERPRISE');
    const scope: Scope = { organizationId, environment: 'SANDBOX' };
    tenants.push({ scope, inboxes: await registerGood({ db, scope }, tools, options) });
  }
  // A round that is not measured comes first, both times: it warms the worker and meets new receivers.
  await timesToReceipt(db, tenants, options.timedEvents);
  const alone = await timesToReceipt(db, tenants, options.timedEvents);
  for (const { scope } of tenants) await registerBad({ db, scope }, tools, options);
  await timesToReceipt(db, tenants, options.timedEvents);
  const together = await timesToReceipt(db, tenants, options.timedEvents);
  const [before, now] = [alone, together].map((times) => quantileOf(times, options.quantile));
  const ratio = (now ?? Number.NaN) / (before ?? Number.NaN);

  const disturbances = options.kills + options.databaseKills;
  for (let number = 1; number <= options.events; number++) {
    const { scope } = tenantAt(tenants, number);
    await change({ db, scope }, number % 5 === 0);
    const isTime = number % Math.ceil(options.events / (disturbances + 1)) === 0;
    if (!isTime || number === options.events) continue;
    const turn = Math.floor((number * (disturbances + 1)) / options.events);
    if (turn > options.kills) {
      await killDatabase(db);
      continue;
    }
    worker.child.kill('SIGKILL');
    await once(worker.child, 'exit');
    worker = await startServer({ env: workerEnv });
    if (options.endsLeases === true)
      await query(db, 'update webhook_queues set leased_until = now(), due_at = now()');
  }

  for (const { scope, inboxes } of tenants) {
    const wanted = new Set(await committedEventIds({ db, scope }));
    await untilAll(inboxes, wanted);
    for (const inbox of inboxes) {
      const others = [...inbox.keys()].filter((id) => !wanted.has(id));
      assert.deepEqual(others, [], 'events of changes that were rolled back');
      for (const [id, { bodies }] of inbox)
        assert.equal(bodies.size, 1, `${id} came with different bodies`);
    }
  }
  await worker.stop();
  // Last: what a busy machine makes slow does not hide what was lost.
  assert.ok(ratio < options.mostRatio, `${before} ms became ${now} ms with bad receivers`);
}

/**
 * Databases of tests do not wait for their log, so that a killed one forgets changes that were committed, seen and
 * delivered. Those of services wait.
 */
async function keepCommits(databaseUrl: string): Promise<void> {
  const db = await openDatabase({ url: databaseUrl, pipelines: 1, poolSize: 1 });
  await query(
    db,
    `do $$ begin
       execute format('alter database %I set synchronous_commit = on', current_database());
     end $$`,
  );
  await db.destroy();
}

function tenantAt(tenants: readonly Tenant[], number: number): Tenant {
  const tenant = tenants[number % tenants.length];
  assert.ok(tenant);
  return tenant;
}

/** Milliseconds from the commit of each event to its arrival at each good receiver. */
async function timesToReceipt(
  db: Db,
  tenants: readonly Tenant[],
  events: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let number = 0; number < events; number++) {
    const { scope, inboxes } = tenantAt(tenants, number);
    const known = inboxes.map((inbox) => inbox.size);
    await change({ db, scope }, false);
    const committedAtMs = performance.now();
    await until(() => inboxes.every((inbox, at) => inbox.size > (known[at] ?? 0)));
    const latest = inboxes.map((inbox) => [...inbox.values()].at(-1)?.atMs ?? Number.NaN);
    times.push(...latest.map((atMs) => Math.max(0, atMs - committedAtMs)));
  }
  return times;
}

function quantileOf(times: readonly number[], quantile: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * quantile)] ?? Number.NaN;
}

/** PostgreSQL ends all its processes when one of them is killed, and recovers. */
async function killDatabase(db: Db): Promise<void> {
  const [found] = await query<{ readonly pid: number }>(
    db,
    `select pid from pg_stat_activity where datname = current_database()
      and pid <> pg_backend_pid() and backend_type = 'client backend' limit 1`,
  );
  assert.ok(found);
  process.kill(found.pid, 'SIGKILL');
}

class RolledBack extends Error {}

/** Creates a customer; before that, in some cases, another one that is rolled back. */
async function change({ db, scope }: TenantDb, withRollback: boolean): Promise<void> {
  const create = (isKept: boolean) =>
    db.transaction().execute(async (tx) => {
      await createCustomer({ db: tx, scope }, { name: 'Somebody' });
      if (!isKept) throw new RolledBack();
    });
  if (withRollback) await untilNotCut(() => assert.rejects(create(false), RolledBack));
  await untilNotCut(() => create(true));
}

/** Tries again while the database is killed and recovers. */
async function untilNotCut(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
      await sleep(100);
    }
  }
}

async function committedEventIds({ db, scope }: TenantDb): Promise<string[]> {
  const rows = await query<{ readonly id: string }>(
    db,
    `select id from events where organization_id = $1 and environment = $2 and type = 'customer.created'`,
    [scope.organizationId, scope.environment],
  );
  return rows.map(({ id }) => encodeId('event', id));
}

/** Waits until every good receiver has every event; fails when nothing more has come for long. */
async function untilAll(inboxes: readonly Inbox[], wanted: ReadonlySet<string>): Promise<void> {
  const missing = () => inboxes.map((inbox) => [...wanted].filter((id) => !inbox.has(id)).length);
  let [fewest, until] = [Number.POSITIVE_INFINITY, 0];
  for (;;) {
    const counts = missing();
    const left = counts.reduce((sum, count) => sum + count, 0);
    if (left === 0) return;
    if (left < fewest) [fewest, until] = [left, performance.now() + 150_000];
    assert.ok(performance.now() < until, `missing at the good receivers: ${counts.join(', ')}`);
    await sleep(100);
  }
}

async function toolsOf(secret: string): Promise<WebhookTools> {
  const secrets = await openSecrets(secret, '');
  const allowedHosts = new Set(['localhost']);
  return {
    box: new SecretBox(secrets.keyFor('webhook-secrets')),
    resolve: resolverOf(allowedHosts),
    allowedHosts,
    ownHosts: () => new Set<string>(),
  };
}

function register(
  { db, scope }: TenantDb,
  tools: WebhookTools,
  protocol: string,
  port: number,
): Promise<unknown> {
  const wanted = {
    url: `${protocol}://localhost:${port}/`,
    eventTypes: ['customer.created'],
    maxPerSecond: 1_000,
  };
  return db
    .transaction()
    .execute((tx) => createEndpoint({ db: tx, scope, by: SYSTEM }, tools, wanted, []));
}

async function registerGood(
  tenant: TenantDb,
  tools: WebhookTools,
  { good }: ChaosOptions,
): Promise<Inbox[]> {
  const inboxes: Inbox[] = [];
  for (let number = 0; number < good; number++) {
    const inbox: Inbox = new Map();
    inboxes.push(inbox);
    await register(tenant, tools, 'http', await listening(receiverInto(inbox)));
  }
  return inboxes;
}

async function registerBad(
  tenant: TenantDb,
  tools: WebhookTools,
  { badOfEachKind }: ChaosOptions,
): Promise<void> {
  for (let number = 0; number < badOfEachKind; number++) {
    for (const answer of Object.values(BAD_ANSWERS)) {
      const server = createServer((_request, response) => answer(response));
      await register(tenant, tools, 'http', await listening(server));
    }
    const noTls = createTcpServer((socket) => {
      socket.on('error', () => {}).end('this is no TLS');
    });
    await register(tenant, tools, 'https', await listening(noTls));
  }
}

function receiverInto(inbox: Inbox): Server {
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const id = String(request.headers['webhook-id']);
    const got = inbox.getOrInsert(id, { bodies: new Set<string>(), atMs: performance.now() });
    got.bodies.add(Buffer.concat(chunks).toString());
    response.end();
  });
}
