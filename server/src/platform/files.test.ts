import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileName, openFiles } from './files.ts';
import { newUuid } from './ids.ts';

const folder = await mkdtemp(join(tmpdir(), 'trackway-files-'));
after(() => rm(folder, { recursive: true, force: true }));
const files = openFiles(folder);

function newName(): string {
  return fileName({ organizationId: newUuid(), environment: 'LIVE' }, newUuid(), 'result');
}

test('a file that is written again exists once, and what was cut off is deleted', async () => {
  const name = newName();
  const file = await files.open(name);
  await file.write(Buffer.from('one two three'), 0);
  await file.write(Buffer.from('2nd'), 4);
  await file.truncate(7);
  await file.close();
  const again = await files.open(name);
  await again.write(Buffer.from('!'), 7);
  await again.close();
  assert.equal(await text(files.read(name)), 'one 2nd!');
  assert.equal(await text(files.read(name, 4, 7)), '2nd');
  assert.equal(await text(files.read(name, 8, 8)), '');
  assert.equal(await files.sizeOf(name), 8);
});

test('a file that is not there has no size and can be removed', async () => {
  const name = newName();
  assert.equal(await files.sizeOf(name), undefined);
  await files.remove(name);
});

test('files of the same id are of one tenant each', async () => {
  const id = newUuid();
  const organizationId = newUuid();
  const live = fileName({ organizationId, environment: 'LIVE' }, id, 'result');
  const sandbox = fileName({ organizationId, environment: 'SANDBOX' }, id, 'result');
  const file = await files.open(live);
  await file.write(Buffer.from('x'), 0);
  await file.close();
  assert.equal(await files.sizeOf(sandbox), undefined);
});

test('tidying continues when another process removes files at the same time', async () => {
  const names = Array.from({ length: 50 }, newName);
  for (const name of names) await (await files.open(name)).close();
  const tidying = files.removeWrittenBefore(new Date(Date.now() + 60_000));
  for (const name of names) await files.remove(name);
  await tidying;
  const sizes = await Promise.all(names.map((name) => files.sizeOf(name)));
  assert.deepEqual(new Set(sizes), new Set([undefined]));
});

test('old files are removed, newer ones stay', async () => {
  const name = newName();
  await (await files.open(name)).close();
  assert.equal(await files.removeWrittenBefore(new Date(Date.now() - 60_000)), 0);
  assert.equal(await files.sizeOf(name), 0);
  assert.ok((await files.removeWrittenBefore(new Date(Date.now() + 60_000))) > 0);
  assert.equal(await files.sizeOf(name), undefined);
});
