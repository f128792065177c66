import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OF_BATCH, residentAfter } from '../platform/memory-rounds.ts';
import { roundsOf } from './share.ts';

test('stays below 600 MB resident after many rounds of the largest legal requests', async () => {
  const resident = await residentAfter(roundsOf(300));
  const ofBatch = resident.get(OF_BATCH) ?? Number.NaN;
  assert.ok(ofBatch < 500, `12,000 pictures in one batch took ${ofBatch} MB`);
  const most = Math.max(...resident.values());
  assert.ok(most < 600, JSON.stringify([...resident]));
});
