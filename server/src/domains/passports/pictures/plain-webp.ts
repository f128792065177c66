import { PictureError, type PlainPicture } from './model.ts';

/** Pixels, transparency and colour profile; Exif and XMP are left out. */
const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']);
/** Bits of VP8X that announce Exif and XMP. */
const METADATA = 0b1100;

type Size = { readonly widthPx: number; readonly heightPx: number };

/** A still WebP picture (RFC 9649) with the chunks only that its pixels need. */
export function plainWebp(bytes: Buffer): PlainPicture {
  const end = 8 + bytes.readUInt32LE(4);
  if (end > bytes.length) throw new PictureError('The WebP picture is not whole.');
  const parts: Buffer[] = [];
  let size: Size | undefined;
  for (let at = 12; at < end; ) {
    const name = bytes.toString('latin1', at, at + 4);
    const length = bytes.readUInt32LE(at + 4);
    const next = at + 8 + length + (length % 2);
    if (next > end) throw new PictureError('The WebP picture is not whole.');
    if (name === 'ANIM') throw new PictureError('The WebP picture is animated.');
    if (KEPT.has(name)) {
      const chunk = Buffer.from(bytes.subarray(at, next));
      if (name === 'VP8X') chunk.writeUInt8(chunk.readUInt8(8) & ~METADATA, 8);
      parts.push(chunk);
      size ??= sizeOf(name, chunk.subarray(8));
    }
    at = next;
  }
  if (size === undefined) throw new PictureError('The WebP picture has no frame.');
  const body = Buffer.concat(parts);
  const head = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1');
  head.writeUInt32LE(4 + body.length, 4);
  return { mediaType: 'image/webp', ...size, bytes: Buffer.concat([head, body]) };
}

function sizeOf(name: string, data: Buffer): Size | undefined {
  if (name === 'VP8X')
    return { widthPx: data.readUIntLE(4, 3) + 1, heightPx: data.readUIntLE(7, 3) + 1 };
  if (name === 'VP8 ')
    return { widthPx: data.readUInt16LE(6) & 0x3fff, heightPx: data.readUInt16LE(8) & 0x3fff };
  if (name !== 'VP8L') return undefined;
  const bits = data.readUInt32LE(1);
  return { widthPx: (bits & 0x3fff) + 1, heightPx: ((bits >>> 14) & 0x3fff) + 1 };
}
