import assert from 'node:assert/strict';
import { test } from 'node:test';
import { residentAfter } from './memory-rounds.ts';

test('stays below 600 MB resident while the largest legal requests come', async () => {
  const resident = await residentAfter(3);
  const most = Math.max(...resident.values());
  assert.ok(most < 600, JSON.stringify([...resident]));
});
