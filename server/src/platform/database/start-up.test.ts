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

test('the work of a start-up has no timeout of statements or transactions, and a start-up that fails gives way', async () => {
  const failing = startUp({ url }, async () => {
    throw new Error('no');
  });
  await assert.rejects(failing, /^Error: no$/);
  const said: string[] = [];
  const timeouts = await startUp({ url, onProgress: (line) => said.push(line) }, async (db) => {
    const { rows } = await sql`
      select current_setting('statement_timeout') as statement,
        current_setting('idle_in_transaction_session_timeout') as idle`.execute(db);
    return rows;
  });
  assert.deepEqual(timeouts, [{ statement: '0', idle: '0' }]);
  assert.deepEqual(said, []);
});
