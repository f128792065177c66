import { promisify } from 'node:util';
import { deflateRawSync, inflateRaw, inflateRawSync } from 'node:zlib';
import { parseInTurns } from './parse-in-turns.ts';

/** Level 1 packs a result in a third of the time of level 6, to a size that is 10 % larger. */
const LEVEL = 1;

const [LEAST_WINDOW_BITS, MOST_WINDOW_BITS] = [9, 15];
const LEAST_CHUNK_BYTES = 1024;

/**
 * JSON as deflated bytes, for a column of type `bytea` that is read and written whole. They have a buffer of their own,
 * because a message to another thread copies the whole buffer.
 */
export function packJson(value: unknown): Uint8Array {
  const json = Buffer.from(JSON.stringify(value));
  return new Uint8Array(deflateRawSync(json, deflateOptions(json.length)));
}

/**
 * A window that holds all of the JSON packs it to the same bytes as the largest one, in two thirds of the time. V8 counts
 * the chunk, and keeps it until a full collection.
 */
function deflateOptions(bytes: number) {
  const bits = 32 - Math.clz32(bytes);
  const windowBits = Math.min(Math.max(bits, LEAST_WINDOW_BITS), MOST_WINDOW_BITS);
  const chunkSize = Math.min(Math.max(bytes / 2, LEAST_CHUNK_BYTES), LEAST_PIECE_BYTES);
  return { level: LEVEL, windowBits, memLevel: windowBits - 7, chunkSize: Math.ceil(chunkSize) };
}

/** The value of packed JSON, of the type that was packed. */
export function unpackJson<Value>(packed: Uint8Array): Value {
  const value: Value = JSON.parse(textOf(inflateRawSync(packed, optionsFor(packed))));
  return value;
}

const inflate = promisify(inflateRaw);

/** The same, inflated in a thread of libuv and parsed in turns, and the size of the JSON. */
export async function inflateJson<Value>(
  packed: Uint8Array,
): Promise<{ readonly value: Value; readonly bytes: number }> {
  const inflated = await inflate(packed, optionsFor(packed));
  const { length: bytes } = inflated;
  return { value: await parseInTurns<Value>(textOf(inflated)), bytes };
}

/** Results are packed to a tenth. A piece that holds all of one takes a third of the CPU time of zlib's 16 kB. */
const MOST_LIKELY_RATIO = 12;
const LEAST_PIECE_BYTES = 16 * 1024;
const MOST_PIECE_BYTES = 4 * 1024 ** 2;

function optionsFor(packed: Uint8Array): { readonly chunkSize: number } {
  const pieceBytes = Math.max(LEAST_PIECE_BYTES, packed.length * MOST_LIKELY_RATIO);
  return { chunkSize: Math.min(pieceBytes, MOST_PIECE_BYTES) };
}

/**
 * The text of bytes that nobody needs any more: V8 would let tens of megabytes of such buffers wait for a collection.
 * A small one is part of a pool that others use.
 */
function textOf(inflated: Buffer<ArrayBuffer>): string {
  const text = inflated.toString();
  if (inflated.length > Buffer.poolSize) inflated.buffer.transfer(0);
  return text;
}

/** Packed JSON as text that PostgreSQL reads as `bytea`. */
export function byteaText(packed: Uint8Array): string {
  return `\\x${Buffer.from(packed.buffer, packed.byteOffset, packed.byteLength).toString('hex')}`;
}
