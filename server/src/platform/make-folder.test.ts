import assert from 'node:assert/strict';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeFolder } from './make-folder.ts';
import { temporaryFolder } from './testing.ts';

const folder = await temporaryFolder('folder');

test('makes a folder and all above it, private, also twice and at the same time', async () => {
  const path = join(folder, 'a/b/c');
  await Promise.all([makeFolder(path), makeFolder(path)]);
  await makeFolder(path);
  assert.equal((await stat(path)).mode & 0o777, 0o700);
});

test('fails where no folder can be, instead of trying for ever', async () => {
  await assert.rejects(makeFolder('/proc/nope/deeper'), { code: 'ENOENT' });
  const file = join(folder, 'file');
  await writeFile(file, '');
  await assert.rejects(makeFolder(file), { code: 'EEXIST' });
  await assert.rejects(makeFolder(join(file, 'below')));
});
