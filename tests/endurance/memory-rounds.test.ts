import assert from 'node:assert/strict';
import { test } from 'node:test';
import { residentAfter } from '../platform/memory-rounds.ts';
import { roundsOf } from './share.ts';

test('stays below 600 MB resident after many rounds of the largest legal requests', async () => {
  const resident = await residentAfter(roundsOf(300));
  const most = Math.max(...resident.values());
  assert.ok(most < 600, JSON.stringify([...resident]));
});
