import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** Prints the CPU time of many ticks, and that of as many after collections of the whole heap. */
const PROGRAM = `
  const { keepTicksFast } = await import('./server/src/platform/process/fast-ticks.ts');
  keepTicksFast();
  const { setImmediate: nextTurn } = await import('node:timers/promises');
  const manyTicks = async () => {
    for (let turn = 0; turn < 200; turn += 1) {
      for (let tick = 0; tick < 1_000; tick += 1) process.nextTick(() => {}, tick);
      await nextTurn();
    }
  };
  const measure = async () => {
    await manyTicks();
    const before = process.threadCpuUsage();
    await manyTicks();
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  };
  const before = await measure();
  for (let count = 0; count < 10; count += 1) {
    gc();
    await nextTurn();
  }
  console.log(JSON.stringify([before, await measure()]));
`;

test('a tick costs as much after collections of the whole heap as before', async () => {
  const root = join(import.meta.dirname, '../../../..');
  const { stdout } = await promisify(execFile)(
    join(root, 'bin/node'),
    ['--expose-gc', '--input-type=module', '--eval', PROGRAM],
    { cwd: root },
  );
  const [before, after] = JSON.parse(stdout);
  assert.ok(after < 2.5 * before, `${before} µs, then ${after} µs`);
});
