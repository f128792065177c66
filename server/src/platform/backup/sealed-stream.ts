import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { OperatorError } from '../operator-error.ts';

/** Begins every back-up; the number is that of the format. */
const MAGIC = Buffer.from('trackway back-up 1\n');
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
const CHUNK_BYTES = 64 * 1024;
const CIPHER = 'aes-256-gcm';

/**
 * Encrypts a stream with AES-256-GCM in chunks. The nonce of a chunk is its number and a mark of the last one (the
 * STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015), so that chunks that are missing, moved or
 * cut off at the end are noticed. The key is derived from the secret for this stream alone.
 */
export async function* seal(plain: AsyncIterable<Buffer>, secret: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const key = keyOf(secret, salt);
  yield Buffer.concat([MAGIC, salt]);
  let number = 0;
  for await (const { bytes, isLast } of piecesOf(plain, CHUNK_BYTES)) {
    const cipher = createCipheriv(CIPHER, key, nonceOf(number, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/** Decrypts what `seal` made; throws if the secret is another one or anything was changed. */
export async function* unseal(
  sealed: AsyncIterable<Buffer>,
  secret: string,
): AsyncGenerator<Buffer> {
  const source = sealed[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < MAGIC.length + SALT_BYTES) {
    const { done, value } = await source.next();
    if (done === true) break;
    head = Buffer.concat([head, value]);
  }
  if (!head.subarray(0, MAGIC.length).equals(MAGIC))
    throw new OperatorError('The file is not a back-up of Trackway.');
  const key = keyOf(secret, head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES));
  const rest = following(head.subarray(MAGIC.length + SALT_BYTES), source);
  let number = 0;
  for await (const { bytes, isLast } of piecesOf(rest, CHUNK_BYTES + TAG_BYTES)) {
    yield open(bytes, key, nonceOf(number, isLast), number);
    number += 1;
  }
}

function open(bytes: Buffer, key: Buffer, nonce: Buffer, number: number): Buffer {
  try {
    const decipher = createDecipheriv(CIPHER, key, nonce);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    throw new OperatorError(
      number === 0
        ? 'The back-up cannot be decrypted: it was made under another secret (TRACKWAY_BACKUP_SECRET, or else TRACKWAY_SECRET), or the file was changed.'
        : 'The back-up is incomplete or was changed.',
      { cause },
    );
  }
}

function keyOf(secret: string, salt: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, 'trackway back-up', 32));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(number));
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

async function* following(
  first: Buffer,
  source: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer, void> {
  yield first;
  for (let next = await source.next(); next.done !== true; next = await source.next())
    yield next.value;
}

/** Cuts a stream into pieces of one size; the last one, which always comes, may be shorter. */
async function* piecesOf(source: AsyncIterable<Buffer>, size: number) {
  let rest: Buffer = Buffer.alloc(0);
  for await (const bytes of source) {
    rest = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    for (; rest.length > size; rest = rest.subarray(size))
      yield { bytes: rest.subarray(0, size), isLast: false };
  }
  yield { bytes: rest, isLast: true };
}
