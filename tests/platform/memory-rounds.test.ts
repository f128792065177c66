import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OF_BATCH, residentAfter } from './memory-rounds.ts';

test('stays below 450 MB resident while the largest legal requests come', async () => {
  const resident = await residentAfter(3);
  const ofBatch = resident.get(OF_BATCH) ?? Number.NaN;
  assert.ok(ofBatch < 400, `120 pictures in one batch took ${ofBatch} MB`);
  const most = Math.max(...resident.values());
  assert.ok(most < 450, JSON.stringify([...resident]));
});
