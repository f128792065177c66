import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killRounds } from './kill-rounds.ts';

test('loses nothing that was acknowledged, and writes nothing by half, when service and database are killed', async () => {
  const report = await killRounds({ count: 1, killsDatabase: () => true });
  assert.ok(report.acknowledged > 20, JSON.stringify(report));
});

test('loses nothing either as an ordinary user whose service alone is killed', async () => {
  // As root: another view of the same user, so that a checkout below a private folder can be read.
  const asOrdinary = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'];
  const prefix = process.getuid?.() === 0 ? asOrdinary : [];
  const report = await killRounds({ count: 1, killsDatabase: () => false, prefix });
  assert.ok(report.acknowledged > 20, JSON.stringify(report));
});
