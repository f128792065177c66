import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { EXAMPLE_FONTS } from '../../../docs/asset-pictures.ts';
import { runHere } from '../../run-here.ts';

let folder = '';
let env: Readonly<Record<string, string>> = {};

/** A program `npm` that packs the example fonts, as the registry would give them. */
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trackway-fonts-'));
  await cp(EXAMPLE_FONTS.folder, join(folder, 'package', 'files'), { recursive: true });
  execFileSync('tar', ['-czf', join(folder, 'fonts.tgz'), '-C', folder, 'package']);
  await mkdir(join(folder, 'bin'));
  const program = join(folder, 'bin', 'npm');
  const script = `#!/bin/sh\ncp ${join(folder, 'fonts.tgz')} "$5"\necho fonts.tgz\n`;
  await writeFile(program, script);
  await chmod(program, 0o755);
  const path = `${join(folder, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`;
  env = { TRACKWAY_DATA: join(folder, 'data'), PATH: path };
});
after(() => rm(folder, { recursive: true, force: true }));

test('fonts install fetches the fonts of the setting and refuses files with other checksums', async () => {
  const names = { ...env, TRACKWAY_FONTS: 'arabic, hebrew' };
  const installed = await runHere(['fonts', 'install'], names);
  assert.equal(installed.code, 0, installed.stderr);
  assert.match(installed.stdout, /: arabic, hebrew\.$/m);
  const files = await readdir(join(folder, 'data', 'fonts'));
  assert.deepEqual(files.sort(), [
    ...['noto-sans-arabic-arabic-400-normal.woff', 'noto-sans-arabic-arabic-600-normal.woff'],
    ...['noto-sans-hebrew-hebrew-400-normal.woff', 'noto-sans-hebrew-hebrew-600-normal.woff'],
  ]);
  // The example has a part of the Japanese font under the name of the whole one.
  const other = await runHere(['fonts', 'install'], { ...env, TRACKWAY_FONTS: 'hebrew,japanese' });
  assert.equal(other.code, 1);
  assert.match(other.stderr, /noto-sans-jp@5\.3\.0 do not have the checksums of this version/);
  assert.equal((await readdir(join(folder, 'data', 'fonts'))).length, 4);
});

test('fonts install says which settings and files it needs', async () => {
  const unset = await runHere(['fonts', 'install'], env);
  assert.equal(unset.code, 1);
  assert.match(unset.stderr, /TRACKWAY_FONTS is not set/);
  const unknown = await runHere(['fonts', 'install'], { ...env, TRACKWAY_FONTS: 'klingon' });
  assert.match(
    unknown.stderr,
    /TRACKWAY_FONTS must list words of arabic, hebrew, .* not "klingon"/,
  );
});
