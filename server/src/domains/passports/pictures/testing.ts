import { crc32, deflateSync } from 'node:zlib';

/** A grey PNG picture, with chunks of one's own between its header and its pixels. */
export function pngOf(
  widthPx: number,
  heightPx: number,
  extra: readonly (readonly [name: string, data: Buffer])[] = [],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header.writeUInt8(8, 8);
  const pixels = deflateSync(Buffer.alloc((widthPx + 1) * heightPx, 0x80));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...extra.map(([name, data]) => chunk(name, data)),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(body.length + 8);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), body.length + 4);
  return whole;
}
