import { createHash } from 'node:crypto';
import { addAbortSignal, compose, Readable } from 'node:stream';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { OperatorError } from '../operator-error.ts';
import { seal, unseal } from './sealed-stream.ts';

/** Header of an entry: its kind, its name, and facts of that kind. */
type EntryHeader = {
  readonly kind: 'FACTS' | 'SECRET' | 'TABLE' | 'SEQUENCES' | 'FILE';
  readonly name: string;
};

export type Entry = EntryHeader & { readonly content: AsyncIterable<Buffer> };

/** Size and SHA-256 of the content of an entry. */
type Digest = { readonly bytes: number; readonly sha256: string };

const BEGIN = 0x45;
const DATA = 0x44;
const END = 0x5a;
const LAST = 0x58;
const HEAD_BYTES = 5;
const MOST_BYTES = 1024 ** 2;

/** Entries one after the other: framed, compressed, encrypted. */
export function archiveOf(
  secret: string,
  entries: AsyncIterable<Entry>,
  signal?: AbortSignal,
): Readable {
  const archive = compose(
    Readable.from(framesOf(entries), { objectMode: false }),
    createZstdCompress(),
    (compressed: AsyncIterable<Buffer>) => seal(compressed, secret),
  );
  return signal === undefined ? archive : addAbortSignal(signal, archive);
}

/**
 * Reads an archive. `onEntry` reads the content of each entry whole; content that differs from what was
 * written is an error. Returns the number of entries.
 */
export async function readArchive(
  sealed: Readable,
  secret: string,
  onEntry: (header: EntryHeader, content: AsyncIterable<Buffer>) => Promise<void>,
): Promise<number> {
  const plain = compose(
    sealed,
    (chunks: AsyncIterable<Buffer>) => unseal(chunks, secret),
    createZstdDecompress(),
  );
  try {
    const frames = new FrameReader(plain);
    let count = 0;
    for (;;) {
      const { kind, payload } = await frames.next();
      if (kind === LAST) break;
      if (kind !== BEGIN) throw damaged();
      await onEntry(JSON.parse(payload.toString('utf8')), contentOf(frames));
      count += 1;
    }
    // Reads to the end, where the last chunk shows that nothing was cut off.
    if (await frames.hasMore()) throw damaged();
    return count;
  } finally {
    plain.destroy();
  }
}

/** Passes bytes on and adds them up. */
async function* digesting(
  content: AsyncIterable<Buffer>,
  onEnd: (digest: Digest) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
    yield chunk;
  }
  onEnd({ bytes, sha256: hash.digest('hex') });
}

async function* framesOf(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { content, ...header } of entries) {
    yield jsonFrame(BEGIN, header);
    let digest: Digest | undefined;
    for await (const chunk of digesting(content, (found) => {
      digest = found;
    }))
      for (let at = 0; at < chunk.length; at += MOST_BYTES)
        yield frame(DATA, chunk.subarray(at, at + MOST_BYTES));
    yield jsonFrame(END, digest);
  }
  yield jsonFrame(LAST, {});
}

function frame(kind: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(kind);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

function jsonFrame(kind: number, value: unknown): Buffer {
  return frame(kind, Buffer.from(JSON.stringify(value)));
}

async function* contentOf(frames: FrameReader): AsyncGenerator<Buffer> {
  let digest: Digest | undefined;
  let end: Buffer | undefined;
  const data = async function* () {
    for (;;) {
      const { kind, payload } = await frames.next();
      if (kind === END) {
        end = payload;
        return;
      }
      if (kind !== DATA) throw damaged();
      yield payload;
    }
  };
  yield* digesting(data(), (found) => {
    digest = found;
  });
  if (end?.toString('utf8') !== JSON.stringify(digest)) throw damaged();
}

class FrameReader {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async next(): Promise<{ kind: number; payload: Buffer }> {
    const head = await this.#take(HEAD_BYTES);
    const length = head.readUInt32BE(1);
    if (length > MOST_BYTES) throw damaged();
    return { kind: head.readUInt8(), payload: await this.#take(length) };
  }

  async hasMore(): Promise<boolean> {
    return this.#rest.length > 0 || (await this.#source.next()).done !== true;
  }

  async #take(length: number): Promise<Buffer> {
    const parts = [this.#rest];
    let known = this.#rest.length;
    while (known < length) {
      const { done, value } = await this.#source.next();
      if (done === true) throw damaged();
      parts.push(value);
      known += value.length;
    }
    const whole = parts.length === 1 ? this.#rest : Buffer.concat(parts);
    this.#rest = whole.subarray(length);
    return whole.subarray(0, length);
  }
}

function damaged(): OperatorError {
  return new OperatorError('The back-up is incomplete or was changed.');
}
