import { inflateSync } from 'node:zlib';

const TABLE_ENTRY = 16;
const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;

/** The OpenType font inside of a WOFF file: fontkit itself unpacks one slowly, and anew for each document. */
export function openTypeOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const head = Buffer.alloc(12 + TABLE_ENTRY * count);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const tables: Buffer[] = [];
  let end = head.length;
  for (let at = 0; at < count; at += 1) {
    const [from, to] = [WOFF_HEADER + WOFF_ENTRY * at, 12 + TABLE_ENTRY * at];
    const [start, packed, length] = [4, 8, 12].map((place) => woff.readUInt32BE(from + place));
    const bytes = woff.subarray(start, (start ?? 0) + (packed ?? 0));
    const table = packed === length ? bytes : inflateSync(bytes);
    woff.copy(head, to, from, from + 4);
    head.writeUInt32BE(end, to + 8);
    head.writeUInt32BE(table.length, to + 12);
    const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
    tables.push(padded);
    end += padded.length;
  }
  return Buffer.concat([head, ...tables]);
}
