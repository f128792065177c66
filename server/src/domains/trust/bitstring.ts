import { promisify } from 'node:util';
import { gunzip, gzipSync } from 'node:zlib';
import { LIST_LENGTH } from './model.ts';

/** Ceiling of a list of others, so that a small compressed text cannot take all memory. */
const MOST_BYTES = 1024 * 1024;

/** The list as W3C Bitstring Status List encodes it: multibase base64url of the gzipped bits. */
export function encodeBits(places: readonly number[]): string {
  const bits = Buffer.alloc(LIST_LENGTH / 8);
  for (const place of places) {
    const at = place >> 3;
    bits[at] = (bits[at] ?? 0) | (128 >> (place & 7));
  }
  return `u${gzipSync(bits).toString('base64url')}`;
}

/** True if the bit at a place is set; undefined if the list is malformed, too short or has no such place. */
export async function bitAt(encodedList: string, place: number): Promise<boolean | undefined> {
  if (!/^u[\w-]+$/.test(encodedList)) return undefined;
  const bits = await unpacked(Buffer.from(encodedList.slice(1), 'base64url'));
  if (bits === undefined || bits.length * 8 < LIST_LENGTH) return undefined;
  const byte = bits[Math.floor(place / 8)];
  return byte === undefined ? undefined : (byte & (128 >> (place % 8))) !== 0;
}

const inflate = promisify(gunzip);

function unpacked(packed: Buffer): Promise<Buffer | undefined> {
  return inflate(packed, { maxOutputLength: MOST_BYTES }).catch(() => undefined);
}
