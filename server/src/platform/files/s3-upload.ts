import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { newUuid } from '../ids.ts';
import type { FileDraft } from './files.ts';
import type { S3Bucket, StoredPart } from './s3-bucket.ts';
import { PIECE_BYTES, type S3Body } from './s3-request.ts';

export const BYTES_TYPE = 'application/octet-stream';

/**
 * Stores a stream as a multipart upload, which becomes an object by `commit`; one of a single part is put then.
 * A part waits in a temporary file, so that the memory does not grow with the number of senders.
 */
export async function uploadDraft(
  bucket: S3Bucket,
  key: string,
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
): Promise<FileDraft> {
  const upload = new Upload(bucket, key, partBytes);
  try {
    for await (const piece of content) await upload.write(piece);
    await upload.end();
    return upload;
  } catch (error) {
    await upload.discard();
    throw error;
  }
}

class Upload implements FileDraft {
  readonly #bucket: S3Bucket;
  readonly #key: string;
  readonly #partBytes: number;
  readonly #parts: StoredPart[] = [];
  #spool: Spool | undefined;
  #uploadId: string | undefined;
  #bytes = 0;

  constructor(bucket: S3Bucket, key: string, partBytes: number) {
    this.#bucket = bucket;
    this.#key = key;
    this.#partBytes = partBytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(piece: Uint8Array): Promise<void> {
    for (let rest = piece; rest.length > 0; ) {
      this.#spool ??= await Spool.open();
      const room = this.#partBytes - this.#spool.bytes;
      const taken = rest.subarray(0, room);
      await this.#spool.write(taken);
      this.#bytes += taken.length;
      rest = rest.subarray(room);
      if (rest.length > 0) await this.#sendPart(this.#spool);
    }
  }

  /** Sends the last part of several, so that `commit` is one short request. */
  async end(): Promise<void> {
    this.#spool ??= await Spool.open();
    if (this.#uploadId !== undefined) await this.#sendPart(this.#spool);
  }

  commit = async (): Promise<void> => {
    const spool = this.#spool ?? (await Spool.open());
    if (this.#uploadId === undefined) {
      await this.#bucket.put(this.#key, spool.body(), BYTES_TYPE);
    } else {
      await this.#bucket.completeUpload(this.#key, this.#uploadId, this.#parts, this.#bytes);
      this.#uploadId = undefined;
    }
    await spool.close();
  };

  discard = async (): Promise<void> => {
    await this.#spool?.close();
    const uploadId = this.#uploadId;
    this.#uploadId = undefined;
    // Parts that stay for now are removed with the drafts of killed processes.
    if (uploadId !== undefined) await this.#bucket.abortUpload(this.#key, uploadId).catch(() => {});
  };

  async #sendPart(spool: Spool): Promise<void> {
    this.#uploadId ??= await this.#bucket.beginUpload(this.#key);
    const number = this.#parts.length + 1;
    const part = await this.#bucket.putPart(this.#key, this.#uploadId, number, spool.body());
    this.#parts.push(part);
    await spool.empty();
  }
}

/** Bytes in a temporary file without a name, which the system frees with its process. */
class Spool {
  readonly #file: FileHandle;
  #hash = createHash('sha256');
  #bytes = 0;
  #isClosed = false;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async open(): Promise<Spool> {
    const path = join(tmpdir(), `trackway-part-${newUuid()}`);
    const file = await open(path, 'wx+', 0o600);
    await rm(path);
    return new Spool(file);
  }

  get bytes(): number {
    return this.#bytes;
  }

  async write(piece: Uint8Array): Promise<void> {
    for (let written = 0; written < piece.length; ) {
      const at = this.#bytes + written;
      written += (await this.#file.write(piece, written, undefined, at)).bytesWritten;
    }
    this.#hash.update(piece);
    this.#bytes += piece.length;
  }

  body(): S3Body {
    return {
      bytes: this.#bytes,
      sha256: this.#hash.copy().digest('hex'),
      read: () => Readable.from(this.#pieces(), { objectMode: false }),
    };
  }

  async *#pieces(): AsyncGenerator<Buffer> {
    for (let at = 0; at < this.#bytes; ) {
      const length = Math.min(PIECE_BYTES, this.#bytes - at);
      const { bytesRead, buffer } = await this.#file.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead === 0) throw new Error('A temporary file has lost bytes.');
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  async empty(): Promise<void> {
    await this.#file.truncate(0);
    this.#hash = createHash('sha256');
    this.#bytes = 0;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#file.close();
  }
}
