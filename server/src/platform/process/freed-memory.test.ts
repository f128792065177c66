import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** Prints the resident memory with much that is freed between pieces that are used, and two seconds later. */
const PROGRAM = `
  const { giveBackFreedMemory } = await import('./server/src/platform/process/freed-memory.ts');
  const { runInNewContext } = await import('node:vm');
  const { setTimeout: sleep } = await import('node:timers/promises');
  process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc');
  using stop = giveBackFreedMemory();
  let pieces = Array.from({ length: 20_000 }, () => new Uint8Array(16 * 1024).fill(1));
  const used = pieces.filter((_, at) => at % 100 === 0);
  pieces = [];
  // Threads free the pieces after a collection; the next one waits for them.
  const collect = runInNewContext('gc');
  collect();
  collect();
  const before = process.memoryUsage.rss();
  await sleep(2_500);
  console.log(JSON.stringify([before, process.memoryUsage.rss(), used.length]));
`;
const MB = 1024 ** 2;

test('memory that was freed between used pieces is given back within two seconds', async () => {
  const root = join(import.meta.dirname, '../../../..');
  const { stdout } = await promisify(execFile)(
    join(root, 'bin/node'),
    ['--input-type=module', '--eval', PROGRAM],
    { cwd: root },
  );
  const [before, after, used] = JSON.parse(stdout);
  assert.equal(used, 200);
  assert.ok(before - after > 150 * MB, `${before / MB} MB, then ${after / MB}`);
});
