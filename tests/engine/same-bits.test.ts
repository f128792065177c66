import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hashesOf } from './fresh-processes.ts';

/** A thousand in `npm run test:endurance`: the fault this guards against came once in 25 to 500 processes. */
const PROCESSES = 3;

test('fresh processes give the same bits for routes and results', async () => {
  const hashes = await hashesOf(PROCESSES, []);
  assert.equal(hashes.size, 1);
  assert.match([...hashes].join(), /^[0-9a-f]{64}$/);
});

test('fresh processes give the same routes while V8 allocates from other threads', async () => {
  const hashes = await hashesOf(PROCESSES, ['--stress-concurrent-allocation'], 'routes');
  assert.equal(hashes.size, 1);
});
