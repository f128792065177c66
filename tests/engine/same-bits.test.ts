import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PROGRAM = new URL('same-bits-process.ts', import.meta.url).pathname;

/** More in `npm run test:endurance`: the fault this guards against came once in 25 to 500 processes. */
const PROCESSES = Number(process.env['TEST_PROCESSES'] ?? 3);

async function hashesOf(processes: number, flags: readonly string[], argument = '') {
  const hashes = new Set<string>();
  for (let at = 0; at < processes; at += 1) {
    const { stdout } = await run(process.execPath, [...flags, PROGRAM, argument]);
    hashes.add(stdout);
  }
  return hashes;
}

test('fresh processes give the same bits for routes and results', async () => {
  const hashes = await hashesOf(PROCESSES, []);
  assert.equal(hashes.size, 1);
  assert.match([...hashes].join(), /^[0-9a-f]{64}$/);
});

test('fresh processes give the same routes while V8 allocates from other threads', async () => {
  const hashes = await hashesOf(PROCESSES, ['--stress-concurrent-allocation'], 'routes');
  assert.equal(hashes.size, 1);
});
