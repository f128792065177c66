import { constants, crc32, deflateSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import type { Drawing } from './drawing.ts';
import { countPixels } from './release-pixels.ts';
import { svgOf } from './to-svg.ts';

const MM_PER_INCH = 25.4;
/** Most pixels of a picture: its memory is four bytes for each. */
const MOST_PIXELS = 16_000_000;

/** Resolution at which a size in millimetres has as many pixels as the side of a web page shows. */
export const SCREEN_DPI = 127;

/** True if a picture of this size can be made at a resolution. */
export function fitsMemory(widthMm: number, heightMm: number, dotsPerInch: number): boolean {
  const side = (mm: number) => Math.round((mm / MM_PER_INCH) * dotsPerInch);
  return side(widthMm) * side(heightMm) <= MOST_PIXELS;
}

/** The drawing as PNG, with its resolution (pHYs) and its origin (iTXt). */
export function pngOf(drawing: Drawing, dotsPerInch: number): Buffer {
  const { title, description, metadata, language } = drawing;
  const { pixels, width, height } = pixelsOf(svgOf(drawing), drawing.widthMm, dotsPerInch);
  const { channels, rows } = samplesOf(pixels, width, height);
  return Buffer.concat([
    SIGNATURE,
    headerChunk(width, height, channels),
    resolutionChunk(dotsPerInch),
    textChunk('Title', language, title),
    textChunk('Description', language, description),
    textChunk('trackway', '', JSON.stringify(metadata)),
    chunk('IDAT', deflateSync(rows, COMPRESSION)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Labels are mostly equal rows: runs of zeros after the filter, for which the other strategies take four times as long. */
const COMPRESSION = { level: 1, strategy: constants.Z_RLE } as const;

function headerChunk(width: number, height: number, channels: 1 | 3): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.writeUInt8(8, 8);
  data.writeUInt8(channels === 1 ? 0 : 2, 9);
  return chunk('IHDR', data);
}

type Samples = { readonly channels: 1 | 3; readonly rows: Buffer };

/**
 * Pixels without opacity, because drawings are opaque, as differences to the row above (filter 2 of PNG); one sample
 * each if all of them are grey. Many rows of a label equal the one above: their differences are the zeros that are there.
 */
function samplesOf(pixels: Buffer, width: number, height: number): Samples {
  const grey = greyRows(pixels, width, height);
  if (grey !== undefined) return { channels: 1, rows: grey };
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let row = 0, to = 0; row < height; row += 1) {
    rows[to++] = 2;
    for (let from = row * width * 4; from < (row + 1) * width * 4; from += 4) {
      for (let at = from; at < from + 3; at += 1)
        rows[to++] = (pixels[at] ?? 0) - (pixels[at - width * 4] ?? 0);
    }
  }
  return { channels: 3, rows };
}

/** Rows with one sample for each pixel; undefined if a pixel has a colour. */
function greyRows(pixels: Buffer, width: number, height: number): Buffer | undefined {
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, width * height);
  const rows = Buffer.alloc(height * (width + 1));
  for (let row = 0; row < height; row += 1) {
    const [from, to] = [row * width, row * (width + 1)];
    rows[to] = 2;
    if (row > 0 && isRowAbove(pixels, from * 4, width * 4)) continue;
    for (let at = 0; at < width; at += 1) {
      const word = words[from + at] ?? 0;
      const sample = word & 0xff;
      if ((word & 0xffffff) !== sample * 0x010101) return undefined;
      rows[to + 1 + at] = sample - (row === 0 ? 0 : (words[from - width + at] ?? 0) & 0xff);
    }
  }
  return rows;
}

/** True if the bytes from a place on equal those before it. */
function isRowAbove(pixels: Buffer, from: number, length: number): boolean {
  return pixels.compare(pixels, from - length, from, from, from + length) === 0;
}

/** Pixels of an SVG of our own: no fonts are loaded, because all text is outlines. */
export function pixelsOf(svg: string, widthMm: number, dotsPerInch: number) {
  const width = Math.round((widthMm / MM_PER_INCH) * dotsPerInch);
  const picture = new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    background: '#ffffff',
    font: { loadSystemFonts: false },
  }).render();
  countPixels(picture.width * picture.height * 4);
  return picture;
}

function resolutionChunk(dotsPerInch: number): Buffer {
  const perMetre = Math.round((dotsPerInch / MM_PER_INCH) * 1000);
  const data = Buffer.alloc(9);
  data.writeUInt32BE(perMetre, 0);
  data.writeUInt32BE(perMetre, 4);
  data.writeUInt8(1, 8);
  return chunk('pHYs', data);
}

/** Uncompressed international text. */
function textChunk(keyword: string, language: string, text: string): Buffer {
  return chunk('iTXt', Buffer.from(`${keyword}\0\0\0${language}\0\0${text}`));
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
