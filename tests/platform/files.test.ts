import assert from 'node:assert/strict';
import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { after, suite, test } from 'node:test';
import {
  FileMissing,
  type Files,
  fileName,
  folderFiles,
  readWhole,
  removeWrittenBefore,
  S3Bucket,
  S3Requests,
  s3Files,
  sizeOf,
} from '../../server/src/platform/files/index.ts';
import { newUuid } from '../../server/src/platform/ids.ts';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { startFakeS3 } from '../fake-s3.ts';
import { BUCKET, startS3 } from '../s3-server.ts';

const folder = await temporaryFolder('files');
const s3 = await startS3();
const fake = await startFakeS3();
const requests = new S3Requests(s3.account);
const requestsToFake = new S3Requests(fake.account);
after(async () => {
  await Promise.all([requests.close(), requestsToFake.close()]);
  await Promise.all([s3.stop(), fake.stop()]);
});

/** The least that S3 takes as a part. */
const PART_BYTES = 5 * 1024 ** 2;
const IMPLEMENTATIONS: Readonly<Record<string, Files>> = {
  'a folder': folderFiles(join(folder, 'files')),
  'a bucket of s3rver': s3Files(new S3Bucket(requests, BUCKET, 'a prefix/'), PART_BYTES),
  'a bucket with short lists': s3Files(new S3Bucket(requestsToFake, BUCKET, 'files+/'), PART_BYTES),
};

function newName(part = 'result'): string {
  return fileName({ organizationId: newUuid(), environment: 'LIVE' }, newUuid(), part);
}

async function grown(files: Files, name: string, ...pieces: readonly string[]): Promise<void> {
  const file = await files.open(name);
  let at = 0;
  for (const piece of pieces) {
    await file.write(Buffer.from(piece), at);
    at += piece.length;
  }
  await file.close();
}

async function* thenFail(bytes: number): AsyncGenerator<Buffer> {
  yield Buffer.alloc(bytes);
  throw new Error('The sender is gone.');
}

async function names(files: Files, prefix?: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { name } of files.list(prefix)) found.push(name);
  return found.sort();
}

for (const [place, files] of Object.entries(IMPLEMENTATIONS)) {
  suite(`files in ${place}`, () => {
    test('a file that is written again exists once, and what was cut off is deleted', async () => {
      const name = newName();
      const file = await files.open(name);
      assert.equal(await sizeOf(files, name), 0, 'a file that was opened exists');
      await file.write(Buffer.from('one two three'), 0);
      await file.write(Buffer.from('2nd and more'), 4);
      assert.equal(await text(files.read(name)), 'one 2nd and more');
      await file.write(Buffer.from('2nd'), 4);
      assert.equal(await text(files.read(name)), 'one 2nd');
      await file.close();
      const again = await files.open(name);
      await again.write(Buffer.from('!'), 7);
      await again.close();
      assert.equal(await text(files.read(name)), 'one 2nd!');
      assert.equal(await text(files.read(name, 4, 7)), '2nd');
      assert.equal(await text(files.read(name, 7)), '!');
      assert.equal(await text(files.read(name, 8, 8)), '');
      assert.equal(await sizeOf(files, name), 8);
    });

    test('a file is cut to nothing, in a piece and between pieces, and not beyond its end', async () => {
      const name = newName();
      for (const [toBytes, expected] of [
        [9, 'onetwosix'],
        [6, 'onetwo'],
        [5, 'onetw'],
        [2, 'on'],
        [0, ''],
      ] as const) {
        await grown(files, name, 'one', 'two', 'six');
        const file = await files.open(name);
        await file.truncate(toBytes);
        await file.close();
        assert.equal(await text(files.read(name)), expected);
        assert.equal(await sizeOf(files, name), toBytes);
      }
      const file = await files.open(name);
      await assert.rejects(file.truncate(1), /has 0 bytes; 1 had been written/);
      await file.close();
    });

    test('a file that was put grows from there', async () => {
      const name = newName();
      await files.put(name, Buffer.from('one, '), 'text/plain');
      const file = await files.open(name);
      await file.write(Buffer.from('two'), 5);
      await file.close();
      assert.equal(await text(files.read(name)), 'one, two');
      assert.deepEqual(await names(files, name), [name]);
    });

    test('a draft has no name until it is committed, whether of one part or of many', async () => {
      for (const bytes of [0, 10, PART_BYTES, 2 * PART_BYTES + 1]) {
        const name = newName('upload');
        const content = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
        const whole = Buffer.alloc(bytes, content);
        const pieces = async function* () {
          for (let at = 0; at < bytes; at += 999_983) yield whole.subarray(at, at + 999_983);
        };
        const draft = await files.draft(name, pieces());
        assert.equal(draft.bytes, bytes);
        assert.deepEqual(await names(files, name), []);
        assert.equal(await sizeOf(files, name), undefined);
        await draft.commit();
        await draft.discard();
        assert.equal(await sizeOf(files, name), bytes);
        assert.ok((await buffer(files.read(name))).equals(whole));
        const [from, to] = [Math.floor(bytes / 3), Math.floor(bytes / 2)];
        const part = await buffer(files.read(name, from, to));
        assert.ok(part.equals(whole.subarray(from, to)));
      }
    });

    test('of a draft that is discarded, or whose sender fails, nothing is left', async () => {
      for (const bytes of [10, PART_BYTES + 1]) {
        const name = newName('upload');
        await (await files.draft(name, Readable.from([Buffer.alloc(bytes)]))).discard();
        await assert.rejects(files.draft(name, thenFail(bytes)), /The sender is gone/);
        assert.deepEqual(await names(files, name), []);
        assert.equal(await sizeOf(files, name), undefined);
      }
    });

    test('of two drafts of one name each is whole, and the last one stays', async () => {
      const name = newName('upload');
      const [one, two] = await Promise.all(
        ['one', 'two'].map((word) => files.draft(name, Readable.from([Buffer.from(word)]))),
      );
      await one?.commit();
      await two?.commit();
      assert.equal(await text(files.read(name)), 'two');
    });

    test('a file that is not there has no size, is an error of its own to read, and can be removed', async () => {
      const name = newName();
      assert.equal(await files.statOf(name), undefined);
      assert.equal(await readWhole(files, name), undefined);
      await assert.rejects(text(files.read(name)), FileMissing);
      await files.remove(name);
    });

    test('a removed file is gone with all of its pieces', async () => {
      const name = newName();
      await grown(files, name, 'one', 'two');
      const neighbour = `${name}s`;
      await files.put(neighbour, Buffer.from('stays'), 'text/plain');
      await files.remove(name);
      assert.equal(await sizeOf(files, name), undefined);
      assert.deepEqual(await names(files, name), [neighbour]);
    });

    test('files of the same id are of one tenant each', async () => {
      const id = newUuid();
      const organizationId = newUuid();
      const live = fileName({ organizationId, environment: 'LIVE' }, id, 'result');
      const sandbox = fileName({ organizationId, environment: 'SANDBOX' }, id, 'result');
      await files.put(live, Buffer.from('x'), 'text/plain');
      assert.equal(await sizeOf(files, sandbox), undefined);
      assert.deepEqual(await names(files, `${organizationId}/`), [live]);
    });

    test('a reader who leaves early, slowly or by an error stops the stream', async () => {
      const name = newName();
      await files.put(name, Buffer.alloc(1024 ** 2), 'text/plain');
      for await (const chunk of files.read(name)) {
        assert.ok(chunk.length > 0);
        break;
      }
      const stream = files.read(name);
      stream.once('data', () => stream.destroy(new Error('The reader is gone.')));
      await assert.rejects(buffer(stream), /The reader is gone/);
    });

    test('old files are removed while another process removes them too, newer ones stay', async () => {
      const some = Array.from({ length: 20 }, () => newName());
      for (const name of some) await files.put(name, Buffer.from('x'), 'text/plain');
      assert.equal(await removeWrittenBefore(files, new Date(Date.now() - 60_000)), 0);
      assert.deepEqual(
        await Promise.all(some.map((name) => sizeOf(files, name))),
        some.map(() => 1),
      );
      const tidying = removeWrittenBefore(files, new Date(Date.now() + 60_000));
      for (const name of some) await files.remove(name);
      await tidying;
      assert.deepEqual(await names(files), []);
    });
  });
}

test('drafts that a killed process left in a folder are removed after their time', async () => {
  const place = join(folder, 'drafts');
  const files = folderFiles(place);
  await files.put('kept', Buffer.from('x'), 'text/plain');
  const old = new Date(Date.now() - 3_600_000);
  for (const [name, writtenAt] of [
    ['a.draft', old],
    ['b.draft', new Date()],
  ] as const) {
    await writeFile(join(place, name), '');
    await utimes(join(place, name), writtenAt, writtenAt);
  }
  assert.deepEqual(await names(files), ['kept']);
  await files.removeDrafts(new Date(Date.now() - 60_000));
  assert.deepEqual((await readdir(place)).sort(), ['b.draft', 'kept']);
});
