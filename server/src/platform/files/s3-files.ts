import { Readable } from 'node:stream';
import {
  assertReaches,
  FileMissing,
  type FileStat,
  type Files,
  type GrowingFile,
} from './files.ts';
import type { S3Bucket, StoredObject } from './s3-bucket.ts';
import { bodyOf } from './s3-request.ts';
import { BYTES_TYPE, uploadDraft } from './s3-upload.ts';

/** S3 takes parts from 5 MiB on, and 10,000 of them. */
const PART_BYTES = 8 * 1024 ** 2;
/** Longest time of an upload; the list of uploads has no times of its parts. */
const UPLOAD_MS = 24 * 3_600_000;
const END = Number.POSITIVE_INFINITY;

type Piece = { readonly key: string; readonly start: number; readonly bytes: number };

/**
 * Files as objects of a bucket. S3 cannot append: a file that grows is a row of pieces, objects whose names end
 * with their first byte (`…/0000000000001024`). `partBytes` is the size of the parts of large files.
 */
export function s3Files(bucket: S3Bucket, partBytes = PART_BYTES): Files {
  const statOf = async (name: string): Promise<FileStat | undefined> => {
    const whole = await bucket.statOf(name);
    if (whole !== undefined) return whole;
    for await (const { bytes, writtenAt } of grouped(bucket.list(`${name}/`)))
      return { bytes, writtenAt };
    return undefined;
  };
  return {
    statOf,
    put: (name, bytes, mediaType) => bucket.put(name, bodyOf(bytes), mediaType),
    draft: (name, content) => uploadDraft(bucket, name, content, partBytes),
    open: (name) => openPieces(bucket, name, partBytes),
    read: (name, fromByte = 0, toByte = END) =>
      Readable.from(bytesOf(bucket, name, fromByte, toByte), { objectMode: false }),
    remove: async (name) => {
      await bucket.remove(name);
      for await (const { key } of bucket.list(`${name}/`)) await bucket.remove(key);
    },
    list: (prefix = '') => grouped(bucket.list(prefix)),
    removeDrafts: async (before) => {
      for (const { key, uploadId, begunAt } of await bucket.unfinishedUploads())
        if (begunAt.getTime() < before.getTime() - UPLOAD_MS)
          await bucket.abortUpload(key, uploadId);
    },
  };
}

async function* bytesOf(
  bucket: S3Bucket,
  name: string,
  fromByte: number,
  toByte: number,
): AsyncGenerator<Buffer> {
  if (fromByte >= toByte) return;
  try {
    yield* bucket.read(name, fromByte, toByte);
    return;
  } catch (error) {
    if (!(error instanceof FileMissing)) throw error;
  }
  const pieces = await piecesOf(bucket, name);
  if (pieces.length === 0) throw new FileMissing(name);
  for (const { key, start, bytes } of pieces) {
    const from = Math.max(fromByte, start) - start;
    const to = Math.min(toByte, start + bytes) - start;
    if (from < to) yield* bucket.read(key, from, to);
  }
}

async function openPieces(bucket: S3Bucket, name: string, partBytes: number): Promise<GrowingFile> {
  const pieces = await piecesOf(bucket, name);
  /** Stores bytes of the file, from the beginning of a piece on, as a piece. */
  const copy = async (from: string, start: number, bytes: number): Promise<Piece> => {
    const key = keyOfPiece(name, start);
    const draft = await uploadDraft(bucket, key, bucket.read(from, 0, bytes), partBytes);
    await draft.commit().finally(draft.discard);
    return { key, start, bytes };
  };
  // A file that was moved here from a folder is one object.
  const whole = await bucket.statOf(name);
  if (whole !== undefined) {
    pieces.splice(0, pieces.length, await copy(name, 0, whole.bytes));
    await bucket.remove(name);
  }
  const write = async (data: Buffer, atByte: number): Promise<void> => {
    await cut(atByte);
    const key = keyOfPiece(name, atByte);
    await bucket.put(key, bodyOf(data), BYTES_TYPE);
    pieces.push({ key, start: atByte, bytes: data.length });
  };
  /** Leaves the first piece to be overwritten, so that the file exists at all times. */
  const cut = async (toBytes: number): Promise<void> => {
    assertReaches(endOf(pieces), toBytes);
    for (let last = pieces.at(-1); last !== undefined; last = pieces.at(-1)) {
      const { key, start, bytes } = last;
      if (start < toBytes && start + bytes <= toBytes) return;
      pieces.pop();
      if (start < toBytes) pieces.push(await copy(key, start, toBytes - start));
      else if (start > 0) await bucket.remove(key);
    }
  };
  const truncate = async (toBytes: number): Promise<void> => {
    await cut(toBytes);
    if (pieces.length === 0) await write(Buffer.alloc(0), 0);
  };
  if (pieces.length === 0) await write(Buffer.alloc(0), 0);
  return { write, truncate, close: async () => {} };
}

/** The pieces of a file, as far as no byte is missing. */
async function piecesOf(bucket: S3Bucket, name: string): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const { key, bytes } of bucket.list(`${name}/`)) {
    const start = startOf(key);
    if (start === endOf(pieces)) pieces.push({ key, start, bytes });
  }
  return pieces;
}

function endOf(pieces: readonly Piece[]): number {
  const last = pieces.at(-1);
  return last === undefined ? 0 : last.start + last.bytes;
}

function keyOfPiece(name: string, start: number): string {
  return `${name}/${String(start).padStart(16, '0')}`;
}

function startOf(key: string): number | undefined {
  const [, digits] = /\/(\d{16})$/.exec(key) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Files of a list of objects; the pieces of one are next to each other. A piece behind a gap is not counted, because it is
 * not read: the storage may carry out a message whose sender has given up after a later deletion.
 */
async function* grouped(
  objects: AsyncIterable<StoredObject>,
): AsyncGenerator<FileStat & { name: string }> {
  let file: (FileStat & { name: string }) | undefined;
  for await (const { key, bytes, writtenAt } of objects) {
    const start = startOf(key);
    const name = start === undefined ? key : key.slice(0, -17);
    if (file !== undefined && file.name !== name) {
      yield file;
      file = undefined;
    }
    file ??= { name, bytes: 0, writtenAt };
    if ((start ?? 0) !== file.bytes) continue;
    const newest = writtenAt > file.writtenAt ? writtenAt : file.writtenAt;
    file = { name, bytes: file.bytes + bytes, writtenAt: newest };
  }
  if (file !== undefined) yield file;
}
