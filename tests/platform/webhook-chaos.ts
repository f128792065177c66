import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createOrganization } from '../../server/src/domains/accounts/index.ts';
import { createCustomer } from '../../server/src/domains/customers/service.ts';
import { resolveBySystem, SecretBox } from '../../server/src/domains/webhooks/index.ts';
import { createEndpoint } from '../../server/src/domains/webhooks/service.ts';
import { type Db, openDatabase, query } from '../../server/src/platform/database/index.ts';
import { encodeId } from '../../server/src/platform/ids.ts';
import type { Scope } from '../../server/src/platform/scope.ts';
import { openSecrets } from '../../server/src/platform/secrets.ts';
import { startedDatabase } from '../http/service.ts';
import { startServer } from '../server-process.ts';

export type ChaosOptions = {
  readonly good: number;
  /** Rounds of all kinds of bad receivers. */
  readonly badOfEachKind: number;
  readonly events: number;
  readonly kills: number;
  /** Times at which every connection to the database is cut. */
  readonly cuts: number;
};

/** Bodies by `webhook-id`, as a receiver got them. */
type Inbox = Map<string, Set<string>>;

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
 * Workers deliver to good and bad receivers while they are killed; returns what the good ones got. Every
 * event of a committed change must be there, none of a rolled-back change, and repetitions must be equal.
 */
export async function webhookChaos(options: ChaosOptions): Promise<void> {
  const env = { ...(await startedDatabase()), WEBHOOK_ALLOWED_HOSTS: 'localhost' };
  const db = await openDatabase({ url: env.DATABASE_URL, pipelines: 1, poolSize: 4 });
  after(() => db.destroy());
  const { id: organizationId } = await createOrganization(db, 'Chaos', 'ENTERPRISE');
  const scope: Scope = { organizationId, environment: 'SANDBOX' };
  const inboxes = await registerReceivers(db, scope, env.TRACKWAY_SECRET, options);

  const workerEnv = { ...env, TRACKWAY_ROLE: 'worker' };
  let worker = await startServer({ env: workerEnv });
  const committed: string[] = [];
  const disturbances = options.kills + options.cuts;
  for (let number = 1; number <= options.events; number++) {
    committed.push(await change(db, scope, number % 5 === 0));
    const isTime = number % Math.ceil(options.events / (disturbances + 1)) === 0;
    if (!isTime || number === options.events) continue;
    const turn = Math.floor((number * (disturbances + 1)) / options.events);
    if (turn <= options.kills) {
      worker.child.kill('SIGKILL');
      await once(worker.child, 'exit');
      worker = await startServer({ env: workerEnv });
    } else {
      await query(
        db,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid() and application_name like 'trackway%'`,
      ).catch(() => {});
    }
  }

  const wanted = new Set(await committedEventIds(db, scope));
  assert.equal(wanted.size, committed.length);
  await untilAll(inboxes, wanted);
  for (const inbox of inboxes) {
    assert.deepEqual(
      [...inbox.keys()].filter((id) => !wanted.has(id)),
      [],
      'rolled back',
    );
    for (const [id, bodies] of inbox)
      assert.equal(bodies.size, 1, `${id} came with different bodies`);
  }
  await worker.stop();
}

/** Creates a customer; before that, in some cases, another one that is rolled back. */
async function change(db: Db, scope: Scope, withRollback: boolean): Promise<string> {
  const create = (isKept: boolean) =>
    db.transaction().execute(async (tx) => {
      const customer = await createCustomer(tx, scope, { name: 'Somebody' });
      if (!isKept) throw new Error('rolled back');
      return customer.id;
    });
  if (withRollback) await assert.rejects(create(false), /rolled back/);
  for (;;) {
    try {
      return await create(true);
    } catch {
      // The connection was cut.
      await sleep(100);
    }
  }
}

async function committedEventIds(db: Db, scope: Scope): Promise<string[]> {
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

async function registerReceivers(
  db: Db,
  scope: Scope,
  secret: string,
  { good, badOfEachKind }: ChaosOptions,
): Promise<Inbox[]> {
  const secrets = await openSecrets(secret, '');
  const tools = {
    box: new SecretBox(secrets.keyFor('webhook-secrets')),
    resolve: resolveBySystem,
    allowedHosts: new Set(['localhost']),
    ownHosts: () => new Set<string>(),
  };
  const register = (protocol: string, port: number) => {
    const wanted = { url: `${protocol}://localhost:${port}/`, eventTypes: ['customer.created'] };
    return db
      .transaction()
      .execute((tx) => createEndpoint({ tx, scope, compute: refuseToCompute }, tools, wanted, []));
  };
  const inboxes: Inbox[] = [];
  for (let number = 0; number < good; number++) {
    const inbox: Inbox = new Map();
    inboxes.push(inbox);
    await register('http', await listen(receiverInto(inbox)));
  }
  for (let number = 0; number < badOfEachKind; number++) {
    for (const answer of Object.values(BAD_ANSWERS))
      await register('http', await listen(createServer((_request, response) => answer(response))));
    const noTls = createTcpServer((socket) => {
      socket.on('error', () => {}).end('this is no TLS');
    });
    await register('https', await listen(noTls));
  }
  return inboxes;
}

const refuseToCompute = () => Promise.reject(new Error('Nothing is calculated here.'));

function receiverInto(inbox: Inbox): Server {
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const id = String(request.headers['webhook-id']);
    const bodies = inbox.get(id) ?? new Set();
    inbox.set(id, bodies.add(Buffer.concat(chunks).toString()));
    response.end();
  });
}

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
