import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDatabase, query } from '../database/index.ts';
import { testDatabase } from '../database/testing.ts';
import { NIL_UUID, newUuid } from '../ids.ts';
import { inTurns } from './in-turns.ts';

const { db, url, inspect } = await testDatabase();
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
  return inTurns({
    name: 'test',
    table: 'dpp_footprint_changes',
    id: 'product_id',
    turn: 'compared_at',
    page: async ({ db, scope: { organizationId, environment } }, { id }) => {
      await before(organizationId, id);
      await query(
        db,
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
  await work(db).work(never, assert.ifError);
  assert.ok(served.length > 2, `${served.length} turns`);
  assert.deepEqual(await left(), []);
});

test('a piece that fails steps back, and those of its tenant and of others go on', async () => {
  const [tenant = ''] = await leave(2, 3);
  const [failing] = await inspect<{ id: string }>(
    'select product_id as id from dpp_footprint_changes where organization_id = $1 order by compared_at limit 1',
    [tenant],
  );
  let attempts = 0;
  const errors: unknown[] = [];
  const run = async () => {
    const cause = new Error('no');
    const work = worker((_tenant, piece) => {
      attempts += 1;
      if (piece === failing?.id) throw cause;
    });
    await work(db).work(never, (error) => errors.push(error));
    return cause;
  };
  const cause = await run();
  assert.deepEqual([attempts, (await left()).length], [6, 1]);
  const [error] = errors;
  assert.ok(error instanceof Error && error.cause === cause);
  assert.match(error.message, new RegExp(`^${failing?.id} of ${tenant} LIVE has failed 1 time`));

  await run();
  assert.equal(attempts, 6, 'it waits');

  const pauses: number[] = [];
  for (let failure = 2; failure <= 14; failure += 1) {
    await inspect('update dpp_footprint_changes set compared_at = now()');
    await run();
    const [row] = await inspect<{ pause: number }>(
      `select round(extract(epoch from compared_at - clock_timestamp()))::int as pause
       from dpp_footprint_changes`,
    );
    pauses.push(row?.pause ?? 0);
  }
  assert.deepEqual(
    [pauses.slice(0, 3), pauses.slice(-3)],
    [
      [4, 8, 16],
      [4_096, 4_096, 4_096],
    ],
  );
  assert.match(String(errors.at(-1)), /has failed 14 times in a row/);
});

test('a tenant whose rows another transaction has locked keeps no other waiting, and fails nothing', async () => {
  await inspect('create table if not exists locked (organization_id uuid primary key)');
  const tenants = (await leave(2, 1)).toSorted();
  await inspect('insert into locked select unnest($1::uuid[])', [tenants]);
  const touch = (tx: Db, tenant: string | undefined) =>
    query(tx, 'select from locked where organization_id = $1 for update', [tenant]);
  const { work } = inTurns({
    name: 'test',
    table: 'dpp_footprint_changes',
    id: 'product_id',
    turn: 'compared_at',
    page: async ({ db, scope: { organizationId, environment } }, { id }) => {
      await touch(db, organizationId);
      await query(
        db,
        `delete from dpp_footprint_changes
         where organization_id = $1 and environment = $2 and product_id = $3`,
        [organizationId, environment, id],
      );
    },
  })(db);
  await db.transaction().execute(async (tx) => {
    await touch(tx, tenants[0]);
    await work(never, assert.ifError);
    assert.equal((await left()).length, 1);
  });
  await work(never, assert.ifError);
  assert.deepEqual(await left(), []);
});

test('a page that is done ends the failures of its piece', async () => {
  await leave(1, 1);
  const failuresAfter = async (page: () => Promise<void>) => {
    await inspect('update dpp_footprint_changes set compared_at = now()');
    const stop = new AbortController();
    const work = inTurns({
      name: 'test',
      table: 'dpp_footprint_changes',
      id: 'product_id',
      turn: 'compared_at',
      page: () => {
        stop.abort();
        return page();
      },
    });
    await work(db).work(stop.signal, () => {});
    return inspect('select failures from dpp_footprint_changes');
  };
  assert.deepEqual(await failuresAfter(() => Promise.reject(new Error('no'))), [{ failures: 1 }]);
  assert.deepEqual(await failuresAfter(async () => {}), [{ failures: 0 }]);
});

test('tenants are found without a look at all of their pieces', async () => {
  await leave(3, 20_000);
  await inspect('analyze dpp_footprint_changes');
  const statements: string[] = [];
  const watched = await openDatabase({ url, onStatement: (text) => statements.push(text) });
  after(() => watched.destroy());
  const stop = new AbortController();
  await worker(() => stop.abort())(watched).work(stop.signal, assert.ifError);
  const [listing = ''] = statements.filter((text) => /environment from dpp_footprint/.test(text));
  const explained = await inspect(`explain (analyze, format json) ${listing}`, [
    NIL_UUID,
    'LIVE',
    1_000,
  ]);
  const rows = [...JSON.stringify(explained).matchAll(/"Actual Rows":(\d+)/g)];
  const most = Math.max(...rows.map(([, count]) => Number(count)));
  assert.equal(most, 3, 'no part of the statement reads more rows than there are tenants');
});

test('a thousand tenants and more have their turns', async () => {
  await leave(1_001, 1);
  const served = new Set<string>();
  await worker((tenant) => served.add(tenant))(db).work(never, assert.ifError);
  assert.equal(served.size, 1_001);
  assert.deepEqual(await left(), []);
});

test('two workers never have the same piece', async () => {
  await leave(2, 20);
  const done: string[] = [];
  const work = worker((_tenant, piece) => {
    done.push(piece);
    return sleep(2);
  });
  await Promise.all([work(db).work(never, assert.ifError), work(db).work(never, assert.ifError)]);
  assert.deepEqual([done.length, new Set(done).size], [40, 40]);
});

test('a stop ends the work after its page, and the next start goes on', async () => {
  await leave(2, 3);
  const stop = new AbortController();
  await worker(() => stop.abort())(db).work(stop.signal, assert.ifError);
  assert.equal((await left()).length, 5);
  await worker(() => undefined)(db).work(never, assert.ifError);
  assert.deepEqual(await left(), []);
});
