import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase, query } from '../database.ts';
import { testDatabase } from '../testing.ts';

const { url } = await testDatabase();

const PREPARED = 'select array_agg(statement) as texts from pg_prepared_statements';

test('a connection keeps the statements that were used last, however many texts are sent', async () => {
  const db = await openDatabase({ url, pipelines: 1, poolSize: 1 });
  after(() => db.destroy());
  const [usedOnce, usedOften] = [`select 'once' as name`, `select 'often' as name`];
  await query(db, usedOnce);
  const textOf = (at: number) => `select ${at} as number`;
  for (let at = 0; at < 1_200; at += 1) {
    assert.deepEqual(await query(db, textOf(at)), [{ number: at }]);
    if (at % 100 === 0) await query(db, usedOften);
  }
  const [prepared] = await query<{ texts: string[] }>(db, PREPARED);
  const texts = new Set(prepared?.texts);
  assert.ok(texts.size > 900 && texts.size <= 1_001, `${texts.size} statements`);
  assert.ok(texts.has(usedOften) && texts.has(textOf(1_199)) && !texts.has(usedOnce));
  assert.deepEqual(await query(db, usedOnce), [{ name: 'once' }]);
  assert.deepEqual(await query(db, usedOnce), [{ name: 'once' }]);
});

test('a transaction keeps all of its statements while others of its connection end', async () => {
  const db = await openDatabase({ url, pipelines: 1, poolSize: 1 });
  after(() => db.destroy());
  await query(db, 'create table visits (place int primary key)');
  const visit = 'insert into visits (place) values ($1)';
  for (const place of [1, 2]) {
    await db.transaction().execute(async (tx) => {
      await query(tx, visit, [place]);
      for (let at = 0; at < 1_100; at += 1) await query(tx, `select ${at} as in_transaction`);
      await query(tx, visit, [-place]);
    });
  }
  const undone = db.transaction().execute(async (tx) => {
    await query(tx, visit, [3]);
    throw new Error('undone');
  });
  await assert.rejects(undone, /undone/);
  const places = await query(db, 'select place from visits order by place');
  assert.deepEqual(places, [{ place: -2 }, { place: -1 }, { place: 1 }, { place: 2 }]);
});
