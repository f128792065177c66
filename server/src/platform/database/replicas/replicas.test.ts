import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newUuid } from '../../ids.ts';
import type { Scope } from '../../scope.ts';
import { until } from '../../testing.ts';
import { type Db, openDatabase, primaryOf, query } from '../database.ts';
import { noteWriter } from '../feed.ts';
import { startProxy } from '../testing-proxy.ts';
import { Replicas, statementsWithout } from './replicas.ts';
import { replicatedDatabase } from './testing-replica.ts';

const QUIET_MS = 1_100;
const COUNT_SQL = 'select count(*)::int as count from things where tenant = $1';

const database = await replicatedDatabase(async (url) => {
  const db = await openDatabase({ url, pipelines: 1, poolSize: 1 });
  await query(db, 'create table things (tenant text)');
  await query(db, 'create table keys (tenant text)');
  await db.destroy();
});
after(database.stop);

type Process = { readonly db: Db; readonly replicas: Replicas; readonly problems: string[] };

/** A process of the service, with its own connections. */
async function startProcess(
  replicaUrl = database.replicaUrl,
  noticesUrl = database.url,
): Promise<Process> {
  const { url } = database;
  const db = await openDatabase({ url, announcesWrites: true, pipelines: 1, poolSize: 2 });
  const problems: string[] = [];
  const replicas = new Replicas({
    db,
    url: noticesUrl,
    replicaUrls: [replicaUrl],
    current: new Set(['keys']),
    onChange: (_, problem) => problems.push(problem ?? 'used'),
  });
  after(async () => {
    await replicas.close();
    await db.destroy();
  });
  return { db, replicas, problems };
}

const newScope = (): Scope => ({ organizationId: newUuid(), environment: 'LIVE' });

async function write({ db }: Process, scope: Scope): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await noteWriter({ db: tx, scope });
    await query(tx, 'insert into things values ($1)', [scope.organizationId]);
  });
}

const isOnReplica = async ({ db, replicas }: Process, scope: Scope) =>
  (await replicas.dbFor(scope)) !== db;

async function countOf({ replicas }: Process, scope: Scope): Promise<number | undefined> {
  const db = await replicas.dbFor(scope);
  const [row] = await query<{ count: number }>(db, COUNT_SQL, [scope.organizationId]);
  return row?.count;
}

test('a tenant reads its own writes in every process, however far the replica is behind', async () => {
  const [one, two] = [await startProcess(), await startProcess()];
  const [writer, reader] = [newScope(), newScope()];
  await until(async () => (await isOnReplica(one, writer)) && (await isOnReplica(two, writer)));
  await database.pauseReplay();
  await write(one, writer);
  assert.deepEqual([await countOf(one, writer), await countOf(two, writer)], [1, 1]);
  const quietAt = performance.now() + QUIET_MS;
  await until(() => performance.now() > quietAt);
  for (const process of [one, two]) {
    assert.equal(await countOf(process, writer), 1, 'a second later the replica still lacks it');
    // A replica that a busy machine keeps from answering is left out for a moment.
    await until(() => isOnReplica(process, reader));
  }
  const [behind] = await query<{ count: number }>(await one.replicas.dbFor(reader), COUNT_SQL, [
    writer.organizationId,
  ]);
  assert.equal(behind?.count, 0, 'the replica was really behind');
  await database.resumeReplay();
  await until(async () => (await isOnReplica(one, writer)) && (await isOnReplica(two, writer)));
  assert.deepEqual([await countOf(one, writer), await countOf(two, writer)], [1, 1]);
});

test('a process that hears of a write too late reads it from the primary', async () => {
  const proxy = await startProxy(database.url);
  const [one, late] = [await startProcess(), await startProcess(undefined, proxy.url)];
  const writer = newScope();
  await until(() => isOnReplica(late, writer));
  await database.pauseReplay();
  proxy.pause();
  await write(one, writer);
  const startedAt = performance.now();
  assert.equal(await countOf(late, writer), 1, 'without the notice');
  assert.ok(performance.now() - startedAt < 5_000, 'long before the timeout of statements');
  proxy.resume();
  assert.equal(await countOf(late, writer), 1, 'with the notice');
  await database.resumeReplay();
  await until(() => isOnReplica(late, writer));
  assert.equal(await countOf(late, writer), 1);
});

test('what must be current, writes and transactions stay on the primary; what the replica cannot do is repeated there', async () => {
  const process = await startProcess();
  const scope = newScope();
  await until(() => isOnReplica(process, scope));
  const db = await process.replicas.dbFor(scope);
  const isReplica = async (from: Db, text: string) =>
    (await query<{ isReplica: boolean }>(from, text))[0]?.isReplica;
  const where = 'select pg_is_in_recovery() as "isReplica"';
  assert.equal(await isReplica(db, where), true);
  assert.equal(await isReplica(db, `${where} from (select count(*) from keys) as k`), false);
  assert.equal(await isReplica(primaryOf(db), where), false);
  assert.equal(await db.transaction().execute((tx) => isReplica(tx, where)), false);
  assert.equal(await isReplica(db, `${where}, txid_current()`), false);
  const [state] = process.replicas.states;
  assert.equal(state?.repeatedCount, 1);
  await query(db, 'insert into things values ($1)', ['x']);
});

test('a replica that falls silent holds no read up, is left out, and comes back', async () => {
  const proxy = await startProxy(database.replicaUrl);
  const process = await startProcess(proxy.url);
  const scope = newScope();
  await until(() => isOnReplica(process, scope));
  assert.equal(await countOf(process, scope), 0);
  proxy.pause();
  const startedAt = performance.now();
  assert.equal(await countOf(process, scope), 0, 'repeated on the primary');
  assert.ok(performance.now() - startedAt < 10_000, 'long before the timeout of statements');
  assert.ok(!(await isOnReplica(process, scope)));
  assert.equal(process.problems.at(-1), 'it does not answer');
  proxy.moveOn();
  await until(() => isOnReplica(process, scope));
  assert.equal(await countOf(process, scope), 0);
  const [state] = process.replicas.states;
  assert.ok(state?.isUsed && (state.lagSeconds ?? 100) < 10);
});

test('a server that is no replica of the database is never read from', async () => {
  const process = await startProcess(database.url);
  await until(() => process.problems.length > 0);
  assert.deepEqual(process.problems, ['it is not a replica']);
  assert.ok(!(await isOnReplica(process, newScope())));
});

test('only a SELECT without a name that must be current may go to a replica', () => {
  const mayLag = statementsWithout(new Set(['keys', 'feed_horizon']));
  for (const [text, expected] of [
    ['select * from things', true],
    ['  SELECT 1', true],
    ['select * from old_keys', true],
    ['select * from "keys"', false],
    ['select (select 1 from keys k) from things', false],
    ['select * from feed_horizon($1, $2)', false],
    ['with x as (delete from things returning 1) select * from x', false],
    ['insert into things values (1)', false],
  ] as const)
    assert.equal(mayLag(text), expected, text);
});
