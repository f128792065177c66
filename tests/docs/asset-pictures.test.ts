import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { assetPictures, PICTURES_FOLDER } from '../../docs/asset-pictures.ts';
import { temporaryFolder } from '../../server/src/platform/testing.ts';

test('the pictures of the guide come out byte for byte, in this process and in another one', async () => {
  const folder = await temporaryFolder('pictures');
  const script = join(import.meta.dirname, '../../docs/asset-pictures.ts');
  // Neither the language nor the time zone of the host may change a picture.
  const env = { ...process.env, LANG: 'el_GR.UTF-8', LC_ALL: 'el_GR.UTF-8', TZ: 'Pacific/Apia' };
  execFileSync(process.execPath, [script, folder], { env });
  const here = await assetPictures();
  assert.deepEqual(readdirSync(folder).sort(), [...here.keys()].sort());
  assert.deepEqual(readdirSync(PICTURES_FOLDER).sort(), [...here.keys()].sort());
  for (const [name, content] of here) {
    const committed = readFileSync(join(PICTURES_FOLDER, name));
    assert.ok(
      committed.equals(Buffer.from(content)),
      `${name}: run bin/node docs/asset-pictures.ts`,
    );
    assert.ok(committed.equals(readFileSync(join(folder, name))), `${name} in another process`);
  }
});
