import { test } from 'node:test';
import { noProjectionLeaks } from '../passports/masking.ts';
import { roundsOf } from './share.ts';

const ROUNDS = roundsOf(20);
const CASES_PER_ROUND = 1_000;

for (let round = 1; round <= ROUNDS; round += 1) {
  // The property throws with the smallest case that leaks.
  test(`no projection depends on what its reader may not see, round ${round}`, () => {
    noProjectionLeaks(CASES_PER_ROUND);
  });
}
