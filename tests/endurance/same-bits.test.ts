import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashesOf } from '../engine/fresh-processes.ts';
import { roundsOf } from './share.ts';

/** A thousand fresh processes, in rounds that each stay below the time limit of a test. */
const ROUNDS = roundsOf(20);
const PROCESSES_PER_ROUND = 50;

const hashes = new Set<string>();

for (let round = 1; round <= ROUNDS; round += 1) {
  test(`fresh processes have the same bits of routes and results, round ${round}`, async (t) => {
    for (const hash of await hashesOf(PROCESSES_PER_ROUND, [])) hashes.add(hash);
    assert.deepEqual([...hashes], [...hashes].slice(0, 1));
    assert.match([...hashes].join(), /^[0-9a-f]{64}$/);
    t.diagnostic(`${round * PROCESSES_PER_ROUND} processes: ${[...hashes].join()}`);
  });
}
