import { test } from 'node:test';
import { assertConsistent } from '../http/random-walk/consistency.ts';
import { walk } from '../http/random-walk/walk.ts';
import { roundsOf } from './share.ts';

const WALKS = 60;

for (let seed = 1; seed <= roundsOf(WALKS); seed += 1)
  test(`answers fit together after the random walk ${seed}`, async (t) => {
    const walked = await walk({ calls: 5_000, clients: 8, seed: seed * 7919 });
    await assertConsistent(walked);
    t.diagnostic(`${walked.outcomes.size} kinds of answers, ${walked.followed.length} events`);
  });
