import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../../testing.ts';
import { openDatabase, query } from '../database.ts';
import { testDatabase } from '../testing.ts';
import { forTenant } from './tenant-of-work.ts';

const { db, url, inspect } = await testDatabase();
await inspect('create table locked (id int primary key, value int)');
await inspect('insert into locked select generate_series(1, 8), 0');

const CHANGES = [
  ['a changed row', 'update locked set value = 1 where id = $1'],
  ['a deleted row', 'delete from locked where id = $1'],
  ['a key', 'insert into locked values ($1, 2) on conflict (id) do update set value = 2'],
  ['a row that is changed next', 'select from locked where id = $1 for update'],
] as const;

for (const [at, [what, change]] of CHANGES.entries()) {
  test(`a single statement that waits for ${what} keeps no other waiting`, async () => {
    const own = await openDatabase({ url, pipelines: 1 });
    after(() => own.destroy());
    const waiting: Promise<unknown>[] = [];
    await db.transaction().execute(async (tx) => {
      await query(tx, 'select from locked for update');
      for (const id of [2 * at + 1, 2 * at + 2])
        waiting.push(forTenant('A', () => query(own, change, [id])));
      await until(async () => (await waitingStatements()) === 2);
      // The lock is held until the other one is answered.
      assert.deepEqual(await query(own, 'select 1 as n'), [{ n: 1 }]);
    });
    await Promise.all(waiting);
  });
}

async function waitingStatements(): Promise<number> {
  const [row] = await inspect<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return row?.count ?? 0;
}
