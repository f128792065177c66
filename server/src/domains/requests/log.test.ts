import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { nextTurn } from '../../platform/concurrency/event-loop.ts';
import { NEWEST_FIRST, openDatabase } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import { collectAll } from '../../platform/process/heap-bound.ts';
import type { Scope } from '../../platform/scope.ts';
import { createRequestLog } from './log.ts';
import { maintainRequestLog, type NewRequest, requestLog } from './store.ts';

const { db, url, inspect } = await testDatabase();
const ROOM = { refused: 'NOTHING' } as const;

const someone = (): Scope => ({ organizationId: randomUUID(), environment: 'LIVE' });

function requestOf(scope: Scope, change: Partial<NewRequest> = {}): NewRequest {
  return {
    scope,
    id: newUuid(),
    actorKind: 'API_KEY',
    actorId: scope.organizationId,
    operation: 'products',
    operationName: null,
    documentHash: 'ab'.repeat(32),
    outcome: 'OK',
    status: 200,
    cost: 5,
    durationMs: 1.25,
    requestBytes: 10,
    responseBytes: 20,
    ...change,
  };
}

const logged = (scope: Scope) =>
  requestLog.page({ db, scope }, {}, NEWEST_FIRST, { limit: 10_000, isBackward: false });

const fails = (error: unknown): never => {
  throw error;
};

test('requests are written whole, in batches, and those of one tenant are shown', async () => {
  const [scope, other] = [someone(), someone()];
  const log = createRequestLog({ db, disk: ROOM, onError: fails });
  const requests = Array.from({ length: 1_203 }, () => requestOf(scope));
  for (const request of requests) log.record(request);
  log.record(requestOf(other));
  await log.close();
  const rows = await logged(scope);
  assert.equal(rows.length, 1_203);
  const { scope: _scope, ...last } = requests.at(-1) ?? fails('there are requests');
  assert.deepEqual(rows[0], last);
  assert.equal(log.droppedCount(), 0);
});

test('a request that waits to be written is not held as an object', async () => {
  const log = createRequestLog({ db, disk: ROOM, onError: fails });
  const scope = someone();
  const requests = Array.from({ length: 20 }, () => {
    const request = requestOf(scope);
    log.record(request);
    return new WeakRef(request);
  });
  await nextTurn();
  collectAll();
  assert.ok(requests.every((request) => request.deref() === undefined));
  await log.close();
  assert.equal((await logged(scope)).length, 20);
});

test('beyond its bound requests are dropped and counted', async () => {
  const scope = someone();
  const log = createRequestLog({ db, disk: ROOM, onError: fails });
  for (let count = 0; count < 5_100; count++) log.record(requestOf(scope));
  assert.equal(log.droppedCount(), 100);
  await log.close();
  assert.equal((await logged(scope)).length, 5_000);
});

test('of refusals by the rate limit one for each caller is logged between two writes', async () => {
  const scope = someone();
  const log = createRequestLog({ db, disk: ROOM, onError: fails });
  for (const _ of [1, 2, 3]) log.record(requestOf(scope, { outcome: 'RATE_LIMITED' }));
  await log.write();
  log.record(requestOf(scope, { outcome: 'RATE_LIMITED' }));
  await log.close();
  assert.equal((await logged(scope)).length, 2);
  assert.equal(log.droppedCount(), 2);
});

test('a database that is gone keeps the requests for the next write, and memory bounded', async () => {
  const scope = someone();
  const gone = await openDatabase({ url });
  await gone.destroy();
  const errors: unknown[] = [];
  const log = createRequestLog({ db: gone, disk: ROOM, onError: (error) => errors.push(error) });
  for (let count = 0; count < 3_000; count++) log.record(requestOf(scope));
  await log.write();
  assert.equal(log.droppedCount(), 0, 'they are kept');
  for (let count = 0; count < 3_000; count++) log.record(requestOf(scope));
  assert.equal(log.droppedCount(), 1_000, 'up to the bound');
  await log.close();
  assert.equal(errors.length, 2);
});

test('a full disk drops requests', async () => {
  const scope = someone();
  const log = createRequestLog({ db, disk: { refused: 'WRITES' }, onError: fails });
  log.record(requestOf(scope));
  await log.close();
  assert.deepEqual([(await logged(scope)).length, log.droppedCount()], [0, 1]);
});

test('partitions are dropped when their days are over', async () => {
  const now = new Date('2033-05-31T12:00:00Z');
  await maintainRequestLog(db, { now, daysKept: 7 });
  const partitions = async () =>
    (
      await inspect<{ name: string }>(
        `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
          where inhparent = 'request_log'::regclass order by relname`,
      )
    ).map(({ name }) => name);
  assert.ok((await partitions()).includes('request_log_20330531'));
  await maintainRequestLog(db, { now: new Date('2033-06-07T12:00:00Z'), daysKept: 7 });
  assert.ok(
    (await partitions()).includes('request_log_20330531'),
    'after exactly 7 days it is there',
  );
  await maintainRequestLog(db, { now: new Date('2033-06-08T12:00:00Z'), daysKept: 7 });
  assert.ok(!(await partitions()).includes('request_log_20330531'));

  // Writes would wait behind it as long as it waits for a back-up.
  const later = { now: new Date('2033-07-31T12:00:00Z'), daysKept: 7 };
  await db.transaction().execute(async (tx) => {
    await sql`lock table request_log in access share mode`.execute(tx);
    await maintainRequestLog(db, later);
  });
  assert.ok(!(await partitions()).includes('request_log_20330731'));
  await maintainRequestLog(db, later);
  assert.ok((await partitions()).includes('request_log_20330731'));
});
