import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { query } from '../database/index.ts';
import { testDatabase } from '../database/testing.ts';
import { newUuid } from '../ids.ts';
import { inTurns } from './in-turns.ts';

const { db, inspect } = await testDatabase();
const never = new AbortController().signal;

/** Leaves pieces of work of new tenants, and returns the ids of the tenants. */
async function leave(tenants: number, pieces: number): Promise<string[]> {
  await inspect('delete from dpp_footprint_changes');
  const ids = Array.from({ length: tenants }, newUuid);
  await inspect(
    `insert into dpp_footprint_changes (organization_id, environment, product_id)
     select id, 'LIVE', uuid_v7() from unnest($1::uuid[]) as id, generate_series(1, $2)`,
    [ids, pieces],
  );
  return ids;
}

/** Does each piece by one page, after a hook. */
function worker(before: (organizationId: string, piece: string) => unknown) {
  return inTurns<{ id: string }>({
    name: 'test',
    table: 'dpp_footprint_changes',
    columns: 'product_id as id',
    turn: 'compared_at',
    page: async (tx, { organizationId, environment }, { id }) => {
      await before(organizationId, id);
      await query(
        tx,
        'delete from dpp_footprint_changes where organization_id = $1 and environment = $2 and product_id = $3',
        [organizationId, environment, id],
      );
    },
  });
}

const left = () => inspect('select from dpp_footprint_changes');

test('tenants take turns', async () => {
  await leave(2, 60);
  const served: string[] = [];
  const work = worker((tenant) => {
    if (served.at(-1) !== tenant) served.push(tenant);
    return sleep(5);
  });
  await work(db).work(never);
  assert.ok(served.length > 2, `${served.length} turns`);
  assert.deepEqual(await left(), []);
});

test('a tenant whose work fails does not hold up the others, and is named', async () => {
  const [failing = ''] = await leave(3, 2);
  let attempts = 0;
  const work = worker((tenant) => {
    if (tenant !== failing) return;
    attempts += 1;
    throw new Error('no');
  });
  await assert.rejects(work(db).work(never), new RegExp(failing));
  assert.equal(attempts, 1);
  assert.equal((await left()).length, 2);
});

test('two workers never have the same piece', async () => {
  await leave(2, 20);
  const done: string[] = [];
  const work = worker((_tenant, piece) => {
    done.push(piece);
    return sleep(2);
  });
  await Promise.all([work(db).work(never), work(db).work(never)]);
  assert.deepEqual([done.length, new Set(done).size], [40, 40]);
});

test('a stop ends the work after its page, and the next start goes on', async () => {
  await leave(2, 3);
  const stop = new AbortController();
  await worker(() => stop.abort())(db).work(stop.signal);
  assert.equal((await left()).length, 5);
  await worker(() => undefined)(db).work(never);
  assert.deepEqual(await left(), []);
});
