import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const PROGRAM = `
  import { getPriority } from 'node:os';
  import { lowerPriority } from '${join(import.meta.dirname, 'lower-priority.ts')}';
  const before = getPriority();
  lowerPriority(3);
  const lowered = getPriority();
  lowerPriority(19);
  console.log(JSON.stringify([lowered - before, getPriority()]));
`;

test('a priority is lowered from that of the process, to the lowest at most', async () => {
  const words = ['-n', '2', process.execPath, '--input-type=module', '--eval', PROGRAM];
  const { stdout } = await promisify(execFile)('nice', words);
  assert.deepEqual(JSON.parse(stdout), [3, 19]);
});
