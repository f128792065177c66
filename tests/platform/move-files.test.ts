import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import {
  type Files,
  FilesUnavailable,
  folderFiles,
  moveFiles,
  S3Bucket,
  S3Requests,
  s3Files,
} from '../../server/src/platform/files/index.ts';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { startFakeS3 } from '../fake-s3.ts';
import { BUCKET } from '../s3-server.ts';

const data = await temporaryFolder('move');
const fake = await startFakeS3();
const requests = new S3Requests(fake.account, { timeoutMs: 4_000, retryAfterMs: 5 });
after(async () => {
  await requests.close();
  await fake.stop();
});
const folder = folderFiles(data);
const bucket = s3Files(new S3Bucket(requests, BUCKET, 'files/'));

async function contentsOf(files: Files): Promise<Record<string, string>> {
  const contents: Record<string, string> = {};
  for await (const { name } of files.list()) contents[name] = await text(files.read(name));
  return contents;
}

test('files move to a bucket and back, each of them deleted only when it is there', async () => {
  const names = Array.from({ length: 20 }, (_, at) => `org/LIVE/${at}.svg`);
  for (const name of names) await folder.put(name, Buffer.from(`content of ${name}`), 'text/plain');
  const grown = await folder.open('org/LIVE/job.result');
  await grown.write(Buffer.from('one, '), 0);
  await grown.write(Buffer.from('two'), 5);
  await grown.close();
  const all = await contentsOf(folder);
  assert.equal(Object.keys(all).length, 21);

  // The storage refuses the twelfth file: the move ends, and no file is lost.
  fake.faults.push(
    ...['SLOW_DOWN', 'SLOW_DOWN', 'SLOW_DOWN'].map(() => ({
      match: /^PUT.*12\.svg/,
      fault: 'SLOW_DOWN' as const,
    })),
  );
  await assert.rejects(moveFiles(folder, bucket), FilesUnavailable);
  assert.deepEqual({ ...(await contentsOf(folder)), ...(await contentsOf(bucket)) }, all);
  assert.ok('org/LIVE/12.svg' in (await contentsOf(folder)));

  const resumed = await moveFiles(folder, bucket);
  assert.deepEqual(resumed.kept, []);
  assert.deepEqual(await contentsOf(folder), {});
  assert.deepEqual(await contentsOf(bucket), all);
  const again = await bucket.open('org/LIVE/job.result');
  await again.write(Buffer.from(' and three'), 8);
  await again.close();

  const back = await moveFiles(bucket, folder);
  assert.deepEqual([back.files, back.kept], [21, []]);
  assert.equal(fake.objects.size, 0);
  const expected = { ...all, 'org/LIVE/job.result': 'one, two and three' };
  assert.deepEqual(await contentsOf(folder), expected);
});

test('a file that another one of its name waits for is left in both places', async () => {
  await folder.put('differs', Buffer.from('here'), 'text/plain');
  await bucket.put('differs', Buffer.from('there'), 'text/plain');
  await bucket.put('equal', Buffer.from('same'), 'text/plain');
  await folder.put('equal', Buffer.from('same'), 'text/plain');
  const { kept } = await moveFiles(folder, bucket);
  assert.deepEqual(kept, ['differs']);
  assert.equal((await contentsOf(folder))['differs'], 'here');
  assert.equal((await contentsOf(bucket))['differs'], 'there');
  assert.equal('equal' in (await contentsOf(folder)), false);
});

test('a file whose copy is damaged stays', async () => {
  await folder.put('a', Buffer.from('content'), 'text/plain');
  const damaged: Files = {
    ...bucket,
    draft: async (name) => bucket.draft(name, folder.read(name, 1)),
  };
  assert.deepEqual((await moveFiles(folder, damaged)).kept.includes('a'), true);
  assert.equal((await contentsOf(folder))['a'], 'content');
});
