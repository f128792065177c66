import assert from 'node:assert/strict';
import { appendFile, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { EXAMPLE_FONTS } from '../../../docs/asset-pictures.ts';
import { assertFontsInstalled, FONT_WEIGHTS, fontFileName, isFontInstalled } from './fonts.ts';
import { temporaryFolder } from './testing.ts';

const { folder } = EXAMPLE_FONTS;

test('a font is installed if both of its files are there with their checksums', async () => {
  assert.equal(await isFontInstalled(folder, 'arabic'), true);
  assert.equal(await isFontInstalled(folder, 'hebrew'), true);
  assert.equal(await isFontInstalled(folder, 'korean'), false);
  const own = await temporaryFolder('fonts');
  const names = FONT_WEIGHTS.map((weight) => fontFileName('hebrew', weight));
  for (const name of names) await copyFile(join(folder, name), join(own, name));
  assert.equal(await isFontInstalled(own, 'hebrew'), true);
  await appendFile(join(own, names[0] ?? ''), '!');
  assert.equal(await isFontInstalled(own, 'hebrew'), false);
});

test('a service whose fonts are absent does not start, and says which command installs them', async () => {
  await assertFontsInstalled({ folder, scripts: ['arabic', 'hebrew'] });
  await assert.rejects(
    assertFontsInstalled({ folder: '/nowhere', scripts: ['korean'] }),
    /TRACKWAY_FONTS names korean, but \/nowhere does not have its fonts: run `trackway fonts install`/,
  );
});
