import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startUp } from './start-up.ts';
import { testDatabase } from './testing.ts';

const { url } = await testDatabase();

test('one process at a time starts up; another waits without a timeout and says so', async () => {
  const order: string[] = [];
  const first = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<string>();
  const isHeld = Promise.withResolvers<void>();
  const one = startUp({ url }, async () => {
    isHeld.resolve();
    await first.promise;
    order.push('one');
  });
  await isHeld.promise;
  const two = startUp({ url, onProgress: waits.resolve }, async () => {
    order.push('two');
  });
  assert.match(await waits.promise, /Another Trackway prepares this database/);
  first.resolve();
  await Promise.all([one, two]);
  assert.deepEqual(order, ['one', 'two']);
});

test('the work of a start-up has no statement timeout, and a start-up that fails gives way', async () => {
  const failing = startUp({ url }, async () => {
    throw new Error('no');
  });
  await assert.rejects(failing, /^Error: no$/);
  const said: string[] = [];
  const timeout = await startUp({ url, onProgress: (line) => said.push(line) }, async (db) => {
    const { rows } = await sql<{ limit: string }>`
      select current_setting('statement_timeout') as limit`.execute(db);
    return rows[0]?.limit;
  });
  assert.equal(timeout, '0');
  assert.deepEqual(said, []);
});
