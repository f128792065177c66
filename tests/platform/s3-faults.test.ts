import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { after, afterEach, test } from 'node:test';
import {
  FilesUnavailable,
  readWhole,
  S3Bucket,
  S3Requests,
  s3Files,
  sizeOf,
} from '../../server/src/platform/files/index.ts';
import { type Fault, startFakeS3 } from '../fake-s3.ts';
import { BUCKET } from '../s3-server.ts';

const PART_BYTES = 5 * 1024 ** 2;
const fake = await startFakeS3();
const requests = new S3Requests(fake.account, { timeoutMs: 1_000, retryAfterMs: 5 });
after(async () => {
  await requests.close();
  await fake.stop();
});
const files = s3Files(new S3Bucket(requests, BUCKET, 'files/'), PART_BYTES);
const content = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251));

afterEach(() => {
  fake.faults.length = 0;
  fake.objects.clear();
  fake.uploads.clear();
});

function meet(match: RegExp, ...faults: readonly Fault[]): void {
  fake.faults.push(...faults.map((fault) => ({ match, fault })));
}

async function putLarge(): Promise<void> {
  const parts = [content, Buffer.alloc(PART_BYTES, content)];
  await (await files.draft('large', Readable.from(parts))).commit();
  assert.equal(await sizeOf(files, 'large'), content.length + PART_BYTES);
}

for (const fault of ['SLOW_DOWN', 'SILENT', 'WRONG_BYTE', 'LOST_ANSWER'] as const) {
  test(`a write that meets ${fault} is sent again, and the file is whole`, async () => {
    meet(/^PUT/, fault);
    await files.put('a', content, 'text/plain');
    assert.ok((await readWhole(files, 'a'))?.equals(content));
    assert.equal(fake.faults.length, 0);
  });
}

for (const fault of ['SLOW_DOWN', 'CUT', 'STALLED', 'LOST_ANSWER'] as const) {
  test(`a read that meets ${fault} goes on where it ended`, async () => {
    await files.put('a', content, 'text/plain');
    meet(/^GET/, fault, fault);
    assert.ok((await buffer(files.read('a', 10))).equals(content.subarray(10)));
    assert.equal(fake.faults.length, 0);
  });
}

test('a file that is replaced while it is read is an error, not a mixture', async () => {
  await files.put('a', content, 'text/plain');
  meet(/^GET/, 'CUT');
  const reading = files.read('a');
  reading.once('data', () => {
    fake.objects.set('files/a', { bytes: Buffer.alloc(content.length), writtenAt: new Date() });
  });
  await assert.rejects(buffer(reading), FilesUnavailable);
});

for (const [match, fault] of [
  [/^POST.*uploads=/, 'SLOW_DOWN'],
  [/^PUT.*partNumber=1/, 'WRONG_BYTE'],
  [/^PUT.*partNumber=2/, 'SILENT'],
  [/^POST.*uploadId=/, 'ERROR_IN_200'],
  [/^POST.*uploadId=/, 'LOST_ANSWER'],
] as const) {
  test(`an upload of parts survives ${fault} of ${match}`, async () => {
    meet(match, fault);
    await putLarge();
    assert.equal(fake.faults.length, 0);
    assert.equal(fake.uploads.size, 0);
  });
}

test('a storage that stays away is an outage, after three attempts', async () => {
  meet(/./, ...new Array<Fault>(3).fill('SLOW_DOWN'));
  const before = fake.seen.length;
  await assert.rejects(files.put('a', content, 'text/plain'), FilesUnavailable);
  assert.equal(fake.seen.length - before, 3);
});

test('an account that is refused is an outage at once, and its secret is in no message', async () => {
  const account = { ...fake.account, secretAccessKey: 'another secret' };
  const refused = new S3Requests(account, { timeoutMs: 1_000, retryAfterMs: 5 });
  after(() => refused.close());
  const before = fake.seen.length;
  await assert.rejects(
    s3Files(new S3Bucket(refused, BUCKET, '')).put('a', content, 'text/plain'),
    (error) =>
      error instanceof FilesUnavailable &&
      /SignatureDoesNotMatch/.test(error.message) &&
      !error.message.includes('another secret'),
  );
  assert.equal(fake.seen.length - before, 1);
});

test('a storage that is in another region says so at once, with the settings to correct', async () => {
  meet(/^PUT/, 'MOVED');
  const writing = files.put('a', content, 'text/plain');
  await assert.rejects(writing, /301 PermanentRedirect: S3_ENDPOINT or S3_REGION/);
});

test('an upload whose sender fails or whose parts are refused leaves no parts', async () => {
  meet(/partNumber=1/, 'DENIED');
  await assert.rejects(putLarge(), FilesUnavailable);
  assert.equal(fake.uploads.size, 0);
  const sender = async function* () {
    yield Buffer.alloc(PART_BYTES + 1);
    throw new Error('The sender is gone.');
  };
  await assert.rejects(files.draft('large', sender()), /The sender is gone/);
  assert.equal(fake.uploads.size, 0);
  assert.equal(fake.objects.size, 0);
});

test('uploads that killed processes left are aborted after a day more than asked', async () => {
  const now = Date.now();
  const begun = (id: string, hoursAgo: number) =>
    fake.uploads.set(id, {
      key: 'files/large',
      begunAt: new Date(now - hoursAgo * 3_600_000),
      parts: new Map(),
    });
  begun('old', 26);
  begun('under way', 23);
  await files.removeDrafts(new Date(now - 3_600_000));
  assert.deepEqual([...fake.uploads.keys()], ['under way']);
});

test('a piece that came back after its deletion is neither read nor counted, and goes with its file', async () => {
  const file = await files.open('a');
  await file.write(Buffer.from('on'), 0);
  fake.objects.set('files/a/0000000000000003', { bytes: content, writtenAt: new Date() });
  assert.equal((await readWhole(files, 'a'))?.toString(), 'on');
  assert.equal(await sizeOf(files, 'a'), 2);
  await files.remove('a');
  assert.equal(fake.objects.size, 0);
});
