import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { createCustomer } from '../../../server/src/domains/customers/service.ts';
import { type Db, openDatabase, type Tx } from '../../../server/src/platform/database/index.ts';
import { encodeId } from '../../../server/src/platform/ids.ts';
import type { Scope } from '../../../server/src/platform/scope.ts';
import { runMutation } from '../../../server/src/rules/mutations/idempotency.ts';
import { at, type Client, dataOf, type Json } from '../client.ts';
import { service, world } from '../world.ts';

/**
 * Change feeds lose nothing while long and short transactions commit in another order than they began:
 * clients follow them by the recipes of docs/guides/change-feeds.md.
 */

const LONG_MS = 120;

/** Creates a customer as a mutation does, in a transaction that stays open until `beforeCommit` is done; returns its id. */
async function create(
  scope: Scope,
  beforeCommit: (tx: Tx) => Promise<unknown> = async () => undefined,
  db: Db = service.db,
): Promise<string> {
  const request = {
    id: 'req_test',
    cost: 0,
    maxCost: 0,
    rateLimit: { limit: 1, remaining: 1, resetAt: new Date() },
    idempotencyKey: undefined,
    deadlineMs: performance.now() + 60_000,
    isCommitting: false,
    noteReplay: () => undefined,
    signal: () => new AbortController().signal,
  };
  const context = { db, scope, request };
  const id = await runMutation<string>(
    context,
    { name: 'create', path: 'create' },
    {},
    async (work) => {
      const customer = await createCustomer(work, { name: 'Somebody' });
      await beforeCommit(work.db);
      return customer.id;
    },
  );
  return encodeId('customer', id);
}

/** Long transactions, one after another, with short ones that begin and end meanwhile. */
async function writeForAWhile(scope: Scope): Promise<string[]> {
  const ids: string[] = [];
  let isOver = false;
  const writeLong = async () => {
    for (let count = 0; count < 10; count++) ids.push(await create(scope, () => sleep(LONG_MS)));
    isOver = true;
  };
  const writeShort = async () => {
    while (!isOver) ids.push(await create(scope));
  };
  await Promise.all([writeLong(), writeShort()]);
  return ids;
}

const EVENTS = `query ($after: String) { events(first: 7, after: $after, filter: { types: ["customer.created"] }) {
  edges { node { data } } pageInfo { endCursor hasNextPage } } }`;
const CUSTOMERS = `query ($after: String) { customers(first: 7, after: $after) {
  edges { node { id } } pageInfo { endCursor hasNextPage } } }`;
const CHANGES = `query ($after: String, $since: DateTime) {
  customers(first: 7, after: $after, filter: { updatedSince: $since }, sortBy: { field: UPDATED_AT }) {
    edges { node { id updatedAt } } pageInfo { endCursor hasNextPage } } }`;

/** Follows a list by its cursor until all is written and read; returns the ids in the order seen. */
async function follow(
  { send }: Client,
  field: 'events' | 'customers',
  query: string,
  isWriting: () => boolean,
): Promise<string[]> {
  const seen: string[] = [];
  let after: Json = null;
  for (;;) {
    const wasWriting = isWriting();
    const page = at(dataOf(await send(query, { after })), field);
    const edges = edgesOf(page);
    seen.push(
      ...edges.map((edge) =>
        String(at(edge, 'node', 'id') ?? at(edge, 'node', 'data', 'customerId')),
      ),
    );
    after = at(page, 'pageInfo', 'endCursor') ?? after;
    if (edges.length === 0 && !wasWriting) return seen;
  }
}

/** Asks for all changes since the last one seen, again and again. */
async function followChanges({ send }: Client, isWriting: () => boolean): Promise<string[]> {
  const seen = new Set<string>();
  let since = '2020-01-01T00:00:00Z';
  for (;;) {
    const wasWriting = isWriting();
    const before = seen.size;
    let after: Json = null;
    for (let goesOn: Json = true; goesOn === true; ) {
      const page: Json | undefined = at(dataOf(await send(CHANGES, { after, since })), 'customers');
      for (const edge of edgesOf(page)) seen.add(String(at(edge, 'node', 'id')));
      after = at(page, 'pageInfo', 'endCursor') ?? null;
      goesOn = at(page, 'pageInfo', 'hasNextPage') ?? false;
      since = String(at(edgesOf(page).at(-1), 'node', 'updatedAt') ?? since);
    }
    if (seen.size === before && !wasWriting) return [...seen];
  }
}

function edgesOf(page: Json | undefined): readonly Json[] {
  const edges = at(page, 'edges');
  assert.ok(Array.isArray(edges));
  return edges;
}

test('followers of events, of new rows and of changes miss nothing and see nothing twice', async () => {
  const caller = await world();
  let isWriting = true;
  const writing = writeForAWhile(caller.scope).finally(() => {
    isWriting = false;
  });
  const [written, ...feeds] = await Promise.all([
    writing,
    follow(caller, 'events', EVENTS, () => isWriting),
    follow(caller, 'customers', CUSTOMERS, () => isWriting),
    followChanges(caller, () => isWriting),
  ]);
  assert.ok(written.length > 10, 'short transactions ran beside the long ones');
  for (const seen of feeds) assert.deepEqual(seen.toSorted(), written.toSorted());
});

/** The row of `list_counts` that a connection keeps, by the number of its backend. */
async function shardOf(db: Db): Promise<number> {
  const { rows } = await sql<{ shard: number }>`select pg_backend_pid() % 16 as shard`.execute(db);
  return rows[0]?.shard ?? -1;
}

/** A connection that keeps another row of counts: one in sixteen would wait for the long transaction. */
async function databaseBeside(shard: number): Promise<Db> {
  for (;;) {
    const db = await openDatabase({ url: service.databaseUrl, pipelines: 1, poolSize: 1 });
    const own = await db.transaction().execute((tx) => shardOf(tx));
    if (own !== shard) return db;
    await db.destroy();
  }
}

test('a long transaction holds back its own tenant only, and what was committed before it is shown', async () => {
  const [held, free] = [await world(), await world()];
  const early = await create(held.scope);
  const begun = Promise.withResolvers<number>();
  const end = Promise.withResolvers<void>();
  const long = create(held.scope, async (tx) => {
    begun.resolve(await shardOf(tx));
    return end.promise;
  });
  const shard = await begun.promise;
  const beside = await databaseBeside(shard);
  const other = await create(free.scope);
  const shown = async ({ send }: Client) => [
    edgesOf(at(dataOf(await send(CUSTOMERS)), 'customers')).map((edge) => at(edge, 'node', 'id')),
    edgesOf(at(dataOf(await send(CHANGES, { since: '2020-01-01T00:00:00Z' })), 'customers')).map(
      (edge) => at(edge, 'node', 'id'),
    ),
    edgesOf(at(dataOf(await send(EVENTS)), 'events')).map((edge) =>
      at(edge, 'node', 'data', 'customerId'),
    ),
  ];
  try {
    await create(held.scope, undefined, beside);
    assert.deepEqual(await shown(held), [[early], [early], [early]]);
    assert.deepEqual(await shown(free), [[other], [other], [other]]);
  } finally {
    end.resolve();
    await long;
    await beside.destroy();
  }
  for (const list of await shown(held)) assert.equal(list.length, 3);
});

test('a transaction of another database, or one that only reads, does not hold the feeds back', async () => {
  const caller = await world();
  const elsewhere = new pg.Client({
    connectionString: service.databaseUrl.replace(/\/[^/?]*(\?|$)/, '/postgres$1'),
  });
  const reader = new pg.Client({ connectionString: service.databaseUrl });
  for (const client of [elsewhere, reader]) {
    await client.connect();
    await client.query('begin isolation level repeatable read');
  }
  await elsewhere.query('select pg_current_xact_id()');
  await reader.query('select count(*) from organizations');
  try {
    const id = await create(caller.scope);
    const page = at(dataOf(await caller.send(EVENTS)), 'events');
    assert.deepEqual(
      edgesOf(page).map((edge) => at(edge, 'node', 'data', 'customerId')),
      [id],
    );
  } finally {
    for (const client of [elsewhere, reader]) await client.end();
  }
});

test('events are found by their type, object and time', async () => {
  const caller = await world();
  const first = await create(caller.scope);
  await create(caller.scope);
  const found = async (wanted: Readonly<Record<string, Json>>) => {
    const filter = { types: ['customer.created'], ...wanted };
    const query =
      'query ($filter: EventFilter) { events(filter: $filter) { totalCount edges { node { data createdAt } } } }';
    return at(dataOf(await caller.send(query, { filter })), 'events');
  };
  const ofFirst = await found({ objectId: first });
  assert.deepEqual(
    edgesOf(ofFirst).map((edge) => at(edge, 'node', 'data', 'customerId')),
    [first],
  );
  assert.equal(at(ofFirst, 'totalCount'), 1);
  const time = String(at(edgesOf(ofFirst)[0], 'node', 'createdAt'));
  assert.equal(edgesOf(await found({ types: ['customer.created'] })).length, 2);
  assert.equal(edgesOf(await found({ types: ['customer.deleted'] })).length, 0);
  assert.equal(edgesOf(await found({ createdSince: time })).length, 2);
  assert.equal(edgesOf(await found({ createdUntil: time })).length, 0);
  assert.equal(edgesOf(await found({ objectId: 'prod_01h455vb4pex5vsknk084sn02q' })).length, 0);
});
