import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, brotliDecompressSync, constants } from 'node:zlib';
import { encodeInPieces } from './encode-in-pieces.ts';
import { parseInTurns } from './parse-in-turns.ts';
import { textWithoutItems } from './without-items.ts';

/**
 * Quality 1 packs a result in 40 to 80 % of the time of deflate's level 1: a large one to 6 to 10 % fewer bytes, a small one to
 * 5 to 10 % more. Its smallest window: a larger one packs 1 % better and takes up to a third longer.
 */
const PARAMS = { [constants.BROTLI_PARAM_QUALITY]: 1, [constants.BROTLI_PARAM_LGWIN]: 18 };

/** Small results are packed to 37 to 41 %. */
const MOST_LIKELY_SHARE = 0.42;
const LEAST_CHUNK_BYTES = 512;
/** Buffers come from a pool, of which the chunk would keep 64 kB: the JSON of this one does not. */
const encoder = new TextEncoder();

/**
 * JSON as bytes packed by Brotli, for a column of type `bytea` that is read and written whole. They have a buffer of their own,
 * because a message to another thread copies the whole buffer.
 */
export function packJson(value: unknown): Uint8Array {
  return packBytes(encoder.encode(JSON.stringify(value)));
}

/** The same of a value that may have tens of megabytes of JSON: more CPU time, and no text that is longer than a piece. */
export function packLargeJson(value: unknown): Uint8Array {
  return packBytes(encodeInPieces(value));
}

function packBytes(json: Uint8Array<ArrayBuffer>): Uint8Array {
  const options = { params: PARAMS, chunkSize: chunkSizeFor(json.length) };
  const packed = new Uint8Array(brotliCompressSync(json, options));
  json.buffer.transfer(0);
  return packed;
}

/** zlib's object keeps the chunk until a full collection, which comes the sooner the more is kept. */
function chunkSizeFor(jsonBytes: number): number {
  return Math.ceil(
    Math.min(Math.max(MOST_LIKELY_SHARE * jsonBytes, LEAST_CHUNK_BYTES), LEAST_PIECE_BYTES),
  );
}

/** The value of packed JSON, of the type that was packed. */
export function unpackJson<Value>(packed: Uint8Array): Value {
  const value: Value = JSON.parse(textOf(brotliDecompressSync(packed, optionsFor(packed))));
  return value;
}

const decompress = promisify(brotliDecompress);

/** The same, unpacked in a thread of libuv and parsed in turns. */
export async function unpackJsonInTurns<Value>(packed: Uint8Array): Promise<Value> {
  return parseInTurns(await unpackText(packed));
}

/** The text of packed JSON, unpacked in a thread of libuv. */
export async function unpackText(packed: Uint8Array): Promise<string> {
  return textOf(await decompress(packed, optionsFor(packed)));
}

/** An object of packed JSON, with nothing in some of its lists: they take no memory. */
export async function unpackWithoutItems<Value>(
  packed: Uint8Array,
  lists: ReadonlySet<string>,
): Promise<Value> {
  const json = await decompress(packed, optionsFor(packed));
  const text = await textWithoutItems(json, lists);
  free(json);
  return parseInTurns(text);
}

/**
 * Results are packed to a tenth. A piece that holds all of one takes a third of the CPU time of zlib's 16 kB, and is freed
 * at once: several would be joined, and wait for a collection. Room that is not written to takes no memory.
 */
const MOST_LIKELY_RATIO = 16;
const LEAST_PIECE_BYTES = 16 * 1024;
const MOST_PIECE_BYTES = 16 * 1024 ** 2;

function optionsFor(packed: Uint8Array): { readonly chunkSize: number } {
  const pieceBytes = Math.max(LEAST_PIECE_BYTES, packed.length * MOST_LIKELY_RATIO);
  return { chunkSize: Math.min(pieceBytes, MOST_PIECE_BYTES) };
}

/** The text of bytes that nobody needs any more. */
function textOf(json: Buffer<ArrayBuffer>): string {
  const text = json.toString();
  free(json);
  return text;
}

/** V8 would let tens of megabytes of such buffers wait for a collection. A small one is part of a pool that others use. */
function free(json: Buffer<ArrayBuffer>): void {
  if (json.length > Buffer.poolSize) json.buffer.transfer(0);
}

/** Packed JSON as text that PostgreSQL reads as `bytea`. */
export function byteaText(packed: Uint8Array): string {
  return `\\x${Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('hex')}`;
}
