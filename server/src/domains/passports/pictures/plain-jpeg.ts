import { PictureError, type PlainPicture } from './model.ts';

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Tables and frames, JFIF (APP0), colour profile (APP2) and colour transform (APP14); the rest is metadata. */
const KEPT = new Set([0xc4, 0xdb, 0xdd, 0xda, 0xe0, 0xe2, 0xee]);
/** Baseline, extended and progressive frames, which browsers show. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);

/** A JPEG picture (ITU-T T.81) with the segments only that its pixels need. */
export function plainJpeg(bytes: Buffer): PlainPicture {
  const parts = [bytes.subarray(0, 2)];
  let size: { readonly widthPx: number; readonly heightPx: number } | undefined;
  for (let at = 2; ; ) {
    if (bytes.readUInt8(at) !== 0xff) throw new PictureError('The JPEG picture is not whole.');
    const marker = bytes.readUInt8(at + 1);
    if (marker === END_OF_IMAGE) break;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === START_OF_IMAGE) throw new PictureError('The JPEG file has two pictures.');
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (FRAMES.has(marker))
      size = { heightPx: bytes.readUInt16BE(at + 5), widthPx: bytes.readUInt16BE(at + 7) };
    const dataEnd = marker === START_OF_SCAN ? endOfScan(bytes, end) : end;
    if (KEPT.has(marker) || FRAMES.has(marker)) parts.push(bytes.subarray(at, dataEnd));
    at = dataEnd;
  }
  if (size === undefined) throw new PictureError('The JPEG picture has no frame.');
  parts.push(Buffer.from([0xff, END_OF_IMAGE]));
  return { mediaType: 'image/jpeg', ...size, bytes: Buffer.concat(parts) };
}

/** Place of the first marker after the coded data of a scan; stuffed bytes and restart markers belong to the data. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 1) {
    const next = bytes.readUInt8(at) === 0xff ? bytes.readUInt8(at + 1) : 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
}
