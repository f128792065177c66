import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../server/src/platform/testing.ts';

const BIN_NODE = join(import.meta.dirname, '../../bin/node');

/** An `npm` that takes its time, and puts this Node where the installed one is on every kind of machine. */
const NPM = `#!/bin/sh
echo begins >>installs; sleep 0.5
for kind in x64 arm64; do
  mkdir -p node_modules/node-linux-$kind/bin
  ln -sf "${process.execPath}" node_modules/node-linux-$kind/bin/node
done
echo ends >>installs
`;

test('of commands that begin at once in a new clone one installs, and the others wait for it', async () => {
  const clone = await temporaryFolder('install');
  for (const folder of ['bin', 'tools']) await mkdir(join(clone, folder));
  await cp(BIN_NODE, join(clone, 'bin/node'));
  await writeFile(join(clone, 'package-lock.json'), '{}');
  await writeFile(join(clone, 'tools/npm'), NPM);
  await chmod(join(clone, 'tools/npm'), 0o755);
  const env = { ...process.env, PATH: `${join(clone, 'tools')}:${process.env['PATH']}` };
  const run = () => promisify(execFile)(join(clone, 'bin/node'), ['-p', '6 * 7'], { env });
  const answers = await Promise.all([run(), run(), run()]);
  assert.deepEqual(
    answers.map(({ stdout }) => stdout),
    ['42\n', '42\n', '42\n'],
  );
  assert.equal(await readFile(join(clone, 'installs'), 'utf8'), 'begins\nends\n');
});
