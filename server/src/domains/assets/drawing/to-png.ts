import { crc32 } from 'node:zlib';
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
  const chunks = [
    resolutionChunk(dotsPerInch),
    textChunk('Title', language, title),
    textChunk('Description', language, description),
    textChunk('trackway', '', JSON.stringify(metadata)),
  ];
  const png = pixelsOf(svgOf(drawing), drawing.widthMm, dotsPerInch).asPng();
  // After the signature (8 bytes) and the header (25 bytes).
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)]);
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
