import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSecrets } from './secrets.ts';
import { temporaryFolder } from './testing.ts';

test('processes that start together on an empty data folder have one secret, also under one process id', async () => {
  for (let round = 0; round < 3; round += 1) {
    const folder = await temporaryFolder('secrets');
    const opening = Array.from({ length: 8 }, () => openSecrets(undefined, folder));
    const keys = (await Promise.all(opening)).map(({ keyFor }) =>
      keyFor('api-keys').toString('hex'),
    );
    assert.equal(new Set(keys).size, 1);
    assert.deepEqual(await readdir(join(folder, 'secrets')), ['secret']);
  }
});
