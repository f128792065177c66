import assert from 'node:assert/strict';
import { test } from 'node:test';
import { killRounds } from '../platform/kill-rounds.ts';
import { roundsOf } from './share.ts';

test('loses nothing that was acknowledged in many rounds of kills, every other one with the database', async () => {
  const count = roundsOf(20);
  const report = await killRounds({ count, killsDatabase: (round) => round % 2 === 1 });
  assert.ok(report.acknowledged > count * 25, JSON.stringify(report));
});
