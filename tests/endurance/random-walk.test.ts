import { test } from 'node:test';
import { assertConsistent } from '../http/random-walk/consistency.ts';
import { walk } from '../http/random-walk/walk.ts';
import { roundsOf } from './share.ts';

const WALKS = 60;

/** Every third one in a sandbox that is reset meanwhile. */
const RESETS = [0, 0, 2];

for (let seed = 1; seed <= roundsOf(WALKS); seed += 1)
  test(`answers fit together after the random walk ${seed}`, async (t) => {
    const walked = await walk({
      calls: 5_000,
      clients: 8,
      seed,
      resets: RESETS[seed % RESETS.length] ?? 0,
    });
    await assertConsistent(walked);
    t.diagnostic(
      `${walked.outcomes.size} kinds of answers, ${walked.followed.length} events, visits ${JSON.stringify([...walked.statuses])}`,
    );
  });
