import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { connectForCopy, copyOut } from './table-copies.ts';
import { testDatabase } from './testing.ts';
import { startProxy } from './testing-proxy.ts';

test('a connection that ended between two tables is an error of who reads the next one, and ends no process', async () => {
  const { url } = await testDatabase();
  const proxy = await startProxy(url);
  const client = await connectForCopy(proxy.url);
  client.on('error', () => {});
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  client.once('end', resolve);
  proxy.shut();
  await ended;
  const rows = copyOut(client, { name: 'organizations', columns: ['id'] });
  await nextTurn();
  await assert.rejects(Array.fromAsync(rows), /not queryable|Connection terminated/);
});
