import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { test } from 'node:test';
import { Batcher } from './batcher.ts';

test('items of tenants are handled together, as work of none of them', async () => {
  const tenant = new AsyncLocalStorage<string>();
  const batches: unknown[] = [];
  const batcher = new Batcher<number>(0, async (items) => {
    batches.push([tenant.getStore(), items]);
  });
  await Promise.all([tenant.run('A', () => batcher.add(1)), tenant.run('B', () => batcher.add(2))]);
  assert.deepEqual(batches, [[undefined, [1, 2]]]);
});
