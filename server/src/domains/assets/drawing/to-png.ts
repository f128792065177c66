import { constants, crc32, deflateSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import type { Drawing } from './drawing.ts';
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
  const { channels, samples } = samplesOf(pixels);
  const rows = filteredRows(samples, width * channels, height);
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

type Samples = { readonly channels: 1 | 3; readonly samples: Buffer };

/** Pixels without opacity, because drawings are opaque; one sample each if all of them are grey. */
function samplesOf(pixels: Buffer): Samples {
  const count = pixels.length / 4;
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, count);
  const grey = Buffer.allocUnsafe(count);
  for (let at = 0; at < count; at += 1) {
    const word = words[at] ?? 0;
    const sample = word & 0xff;
    if ((word & 0xffffff) !== sample * 0x010101) return { channels: 3, samples: coloursOf(pixels) };
    grey[at] = sample;
  }
  return { channels: 1, samples: grey };
}

function coloursOf(pixels: Buffer): Buffer {
  const samples = Buffer.allocUnsafe((pixels.length / 4) * 3);
  for (let from = 0, to = 0; from < pixels.length; from += 4, to += 3) {
    samples[to] = pixels[from] ?? 0;
    samples[to + 1] = pixels[from + 1] ?? 0;
    samples[to + 2] = pixels[from + 2] ?? 0;
  }
  return samples;
}

/** Rows as differences to the row above (filter 2 of PNG). */
function filteredRows(samples: Buffer, length: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (length + 1));
  for (let row = 0; row < height; row += 1) {
    const [from, to] = [row * length, row * (length + 1)];
    const above = from - length;
    rows[to] = 2;
    if (row === 0) samples.copy(rows, 1, 0, length);
    // Many rows of a label equal the one above: their differences are the zeros that are there.
    else if (samples.compare(samples, above, from, from, from + length) !== 0) {
      for (let at = 0; at < length; at += 1) {
        rows[to + 1 + at] = (samples[from + at] ?? 0) - (samples[above + at] ?? 0);
      }
    }
  }
  return rows;
}

/** Pixels of an SVG of our own: no fonts are loaded, because all text is outlines. */
export function pixelsOf(svg: string, widthMm: number, dotsPerInch: number) {
  const width = Math.round((widthMm / MM_PER_INCH) * dotsPerInch);
  return new Resvg(svg, {
    fitTo: { mode: 'width', value: width },
    background: '#ffffff',
    font: { loadSystemFonts: false },
  }).render();
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
