import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { MessageChannel } from 'node:worker_threads';
import { sql } from 'kysely';
import { openDatabase, query } from './database.ts';
import { answerReads, readingThrough } from './reads-of-threads.ts';
import { testDatabase } from './testing.ts';

const { db, url } = await testDatabase();
await query(db, 'create table notes (id int primary key, text text, bytes bytea, at timestamptz)');
const other = await openDatabase({ url, pipelines: 1, poolSize: 1 });
after(() => other.destroy());

test('a thread reads what a transaction of another one wrote', async () => {
  const { port1, port2 } = new MessageChannel();
  await db.transaction().execute(async (tx) => {
    await sql`insert into notes values (1, 'ü', '\\x0102', '2026-01-02Z'), (2, null, null, null)`.execute(
      tx,
    );
    answerReads(tx, port1, assert.ifError);
    const reading = readingThrough(other, port2);
    const rows = (id: number) =>
      query<object>(reading, 'select text, bytes, at from notes where id >= $1 order by id', [id]);
    const at = new Date('2026-01-02T00:00:00Z');
    const [both, second, none] = await Promise.all([rows(1), rows(2), rows(3)]);
    const first = { text: 'ü', bytes: new Uint8Array([1, 2]), at };
    assert.deepEqual(both, [first, { text: null, bytes: null, at: null }]);
    assert.deepEqual(second, both.slice(1));
    assert.deepEqual(none, []);
    assert.deepEqual(await query(other, 'select id from notes'), [], 'nothing is committed');
  });
  port1.close();
});

test('a read that fails is known to both threads', async () => {
  const { port1, port2 } = new MessageChannel();
  const failures: unknown[] = [];
  const transaction = db.transaction().execute(async (tx) => {
    answerReads(tx, port1, (error) => failures.push(error));
    await query(readingThrough(other, port2), 'select 1 / 0');
  });
  await assert.rejects(transaction, /transaction that a thread reads through/);
  assert.match(String(failures), /division by zero/);
  port1.close();
});
