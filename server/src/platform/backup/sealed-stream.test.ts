import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { seal, unseal } from './sealed-stream.ts';

const SECRET = 'a secret of this test that is long';

async function* piecesOf(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function whole(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(stream));
}

const sealed = (bytes: Buffer) => whole(seal(piecesOf(bytes, 1_000), SECRET));
const unsealed = (bytes: Buffer, secret = SECRET) => whole(unseal(piecesOf(bytes, 777), secret));

test('a sealed stream of any length is read back', async () => {
  for (const length of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
    const plain = randomBytes(length);
    const box = await sealed(plain);
    assert.ok(!box.includes(plain.subarray(0, 64)) || length < 64, 'the content is not readable');
    assert.ok((await unsealed(box)).equals(plain), `${length} bytes`);
  }
});

test('another secret, a changed byte, a cut and a swapped chunk are noticed', async () => {
  const box = await sealed(randomBytes(200_000));
  await assert.rejects(unsealed(box, 'another secret that is as long'), /another secret/);
  const changed = Buffer.from(box);
  changed[150_000] = (changed[150_000] ?? 0) ^ 1;
  await assert.rejects(unsealed(changed), /incomplete or was changed/);
  await assert.rejects(unsealed(box.subarray(0, -1)), /incomplete or was changed/);
  const [head, chunk] = [19 + 16, 65_536 + 16];
  await assert.rejects(unsealed(box.subarray(0, head + 2 * chunk)), /incomplete or was changed/);
  const first = box.subarray(head, head + chunk);
  const second = box.subarray(head + chunk, head + 2 * chunk);
  const swapped = Buffer.concat([
    box.subarray(0, head),
    second,
    first,
    box.subarray(head + 2 * chunk),
  ]);
  await assert.rejects(unsealed(swapped), /cannot be decrypted/);
  await assert.rejects(unsealed(Buffer.from('something else')), /not a back-up/);
});
