import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killRounds } from './kill-rounds.ts';

test('loses nothing that was acknowledged, and writes nothing by half, when it is killed', async () => {
  const report = await killRounds(3);
  assert.ok(report.acknowledged > 50, JSON.stringify(report));
});

test('the same as an ordinary user', async (context) => {
  // Another view of the same user, so that a checkout below a private folder can be read.
  if (process.getuid?.() !== 0) return context.diagnostic('the whole run is an ordinary user’s');
  const report = await killRounds(2, [
    'unshare',
    '--user',
    '--map-user=1000',
    '--map-group=1000',
    '--',
  ]);
  assert.ok(report.acknowledged > 50, JSON.stringify(report));
});
