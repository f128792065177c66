import { crc32 } from 'node:zlib';
import { PictureError, type PlainPicture } from './model.ts';

/** Chunks that the pixels and their colours need; texts, times, Exif and animations are left out. */
const KEPT = new Set([
  'IHDR',
  'PLTE',
  'IDAT',
  'IEND',
  'tRNS',
  'gAMA',
  'cHRM',
  'sRGB',
  'iCCP',
  'sBIT',
]);

/** A PNG picture (W3C PNG, 5) with the chunks only that its pixels need. */
export function plainPng(bytes: Buffer): PlainPicture {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8, name = ''; name !== 'IEND'; ) {
    const end = at + 12 + bytes.readUInt32BE(at);
    name = bytes.toString('latin1', at + 4, at + 8);
    if (bytes.readUInt32BE(end - 4) !== crc32(bytes.subarray(at + 4, end - 4)))
      throw new PictureError('The PNG picture is damaged: a checksum is wrong.');
    if (parts.length === 1 && name !== 'IHDR')
      throw new PictureError('The PNG picture has no header.');
    if (KEPT.has(name)) parts.push(bytes.subarray(at, end));
    at = end;
  }
  return {
    mediaType: 'image/png',
    widthPx: bytes.readUInt32BE(16),
    heightPx: bytes.readUInt32BE(20),
    bytes: Buffer.concat(parts),
  };
}
