import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killRounds } from '../platform/kill-rounds.ts';

test('loses nothing that was acknowledged in twenty rounds of kills, every other one with the database', async () => {
  const report = await killRounds({ count: 20, killsDatabase: (round) => round % 2 === 1 });
  assert.ok(report.acknowledged > 500, JSON.stringify(report));
});
