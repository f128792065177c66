import { promisify } from 'node:util';
import { constants, crc32, createDeflate, deflateSync } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import type { Drawing } from './drawing.ts';
import { countPixels, releasePixels } from './release-pixels.ts';
import { svgOf } from './to-svg.ts';

const MM_PER_INCH = 25.4;
/** Most pixels of a picture: while it is grey, its memory is a byte for each of them. */
const MOST_PIXELS = 16_000_000;
/** Pixels that are drawn at a time, of 11 bytes of memory each. To read the SVG for the next ones takes 2 ms. */
const BAND_PIXELS = 2_000_000;

/** Resolution at which a size in millimetres has as many pixels as the side of a web page shows. */
export const SCREEN_DPI = 127;

/** True if a picture of this size can be made at a resolution. */
export function fitsMemory(widthMm: number, heightMm: number, dotsPerInch: number): boolean {
  return sideOf(widthMm, dotsPerInch) * sideOf(heightMm, dotsPerInch) <= MOST_PIXELS;
}

function sideOf(mm: number, dotsPerInch: number): number {
  return Math.round((mm / MM_PER_INCH) * dotsPerInch);
}

/** The drawing as PNG, with its resolution (pHYs) and its origin (iTXt). */
export async function pngOf(drawing: Drawing, dotsPerInch: number): Promise<Buffer> {
  const { title, description, metadata, language } = drawing;
  const picture = new Bands(drawing, dotsPerInch);
  const samples = await compressed(picture);
  return Buffer.concat([
    SIGNATURE,
    headerChunk(picture),
    resolutionChunk(dotsPerInch),
    textChunk('Title', language, title),
    textChunk('Description', language, description),
    textChunk('trackway', '', JSON.stringify(metadata)),
    chunk('IDAT', samples),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** Labels are mostly equal rows: runs of zeros after the filter, for which the other strategies take four times as long. */
const COMPRESSION = { level: 1, strategy: constants.Z_RLE } as const;

function headerChunk({ width, height, channels }: Bands): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.writeUInt8(8, 8);
  data.writeUInt8(channels === 1 ? 0 : 2, 9);
  return chunk('IHDR', data);
}

/** Output of a stream at a time: with the usual 16 kB it takes a third more CPU time. */
const PIECE_BYTES = 256 * 1024;

/** The rows of a picture, compressed as they come. A label is one band, for which a stream would take a millisecond more. */
async function compressed(picture: Bands): Promise<Buffer> {
  if (picture.isOne) {
    const rows = picture.draw(0);
    const packed = deflateSync(rows, COMPRESSION);
    free(rows);
    return packed;
  }
  const deflate = createDeflate({ ...COMPRESSION, chunkSize: PIECE_BYTES });
  const pieces = Array.fromAsync<Buffer>(deflate);
  const write = promisify<Buffer, void>((rows, done) => deflate.write(rows, done));
  for await (const rows of picture.rows()) {
    await write(rows);
    free(rows);
  }
  deflate.end();
  return Buffer.concat(await pieces);
}

/** Frees rows that nobody reads any more: those of several pictures would wait for a collection. */
function free({ buffer, length }: Buffer<ArrayBuffer>): void {
  if (buffer.byteLength === length) buffer.transfer(0);
}

/** A picture that is drawn in bands from top to bottom. */
class Bands {
  readonly width: number;
  readonly height: number;
  /** Samples of a pixel: one as long as all that were drawn are grey. */
  channels: 1 | 3 = 1;
  readonly #drawing: Drawing;
  readonly #dotsPerInch: number;
  readonly #most: number;

  constructor(drawing: Drawing, dotsPerInch: number) {
    const { widthMm, heightMm } = drawing;
    this.width = sideOf(widthMm, dotsPerInch);
    this.height = Math.round((heightMm * this.width) / widthMm);
    this.#drawing = drawing;
    this.#dotsPerInch = dotsPerInch;
    this.#most = Math.ceil(BAND_PIXELS / this.width);
  }

  get isOne(): boolean {
    return this.height <= this.#most;
  }

  /** The rows of each band. Grey ones wait until all are known to be grey. */
  async *rows(): AsyncGenerator<Buffer<ArrayBuffer>> {
    const grey: Buffer<ArrayBuffer>[] = [];
    for (let top = 0; top < this.height; top += this.#most) {
      const rows = this.draw(top);
      await releasePixels();
      if (this.channels === 1) {
        grey.push(rows);
      } else {
        for (const each of grey.splice(0)) yield inThreeChannels(each, this.width);
        yield rows;
      }
    }
    yield* grey;
  }

  /** The rows of the band that begins at a row. */
  draw(top: number): Buffer<ArrayBuffer> {
    const { widthMm, heightMm } = this.#drawing;
    const [height, mmPerRow] = [Math.min(this.#most, this.height - top), heightMm / this.height];
    const window = { x: 0, y: top * mmPerRow, widthMm, heightMm: height * mmPerRow };
    const svg = svgOf(this.#drawing, window);
    const { pixels } = pixelsOf(svg, widthMm, this.#dotsPerInch);
    const grey = this.channels === 1 ? greyRows(pixels, this.width, height) : undefined;
    if (grey !== undefined) return grey;
    this.channels = 3;
    return colouredRows(pixels, this.width, height);
  }
}

/**
 * Rows without opacity, because drawings are opaque, as differences to the row above (filter 2 of PNG), the first row of
 * a band as it is. Many rows of a label equal the one above: their differences are the zeros that are there.
 */
function colouredRows(pixels: Buffer, width: number, height: number): Buffer<ArrayBuffer> {
  const rows = Buffer.alloc(height * (width * 3 + 1));
  for (let from = 0, to = 0; from < pixels.length; ) {
    rows[to++] = filterOf(from);
    for (const end = from + width * 4; from < end; from += 4) {
      for (let at = from; at < from + 3; at += 1)
        rows[to++] = (pixels[at] ?? 0) - (pixels[at - width * 4] ?? 0);
    }
  }
  return rows;
}

/** Rows with one sample for each pixel; undefined if a pixel has a colour. */
function greyRows(pixels: Buffer, width: number, height: number): Buffer<ArrayBuffer> | undefined {
  const rows = Buffer.alloc(height * (width + 1));
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4);
  for (let from = 0, to = 0; from < words.length; from += width, to += width + 1) {
    rows[to] = filterOf(from);
    if (from > 0 && isRowAbove(pixels, from * 4, width * 4)) continue;
    for (let at = 0; at < width; at += 1) {
      const word = words[from + at] ?? 0;
      const sample = word & 0xff;
      if ((word & 0xffffff) !== sample * 0x010101) return undefined;
      rows[to + 1 + at] = sample - (from === 0 ? 0 : (words[from - width + at] ?? 0) & 0xff);
    }
  }
  return rows;
}

/** Filter of the row that begins at a place of its band. */
function filterOf(from: number): number {
  return from === 0 ? 0 : 2;
}

/** Grey rows with three samples for each pixel. */
function inThreeChannels(grey: Buffer, width: number): Buffer<ArrayBuffer> {
  const rows = Buffer.alloc((grey.length / (width + 1)) * (width * 3 + 1));
  for (let from = 0, to = 0; from < grey.length; ) {
    rows[to++] = grey[from++] ?? 0;
    for (const end = from + width; from < end; from += 1, to += 3) {
      const sample = grey[from] ?? 0;
      rows[to] = sample;
      rows[to + 1] = sample;
      rows[to + 2] = sample;
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
  const picture = new Resvg(svg, {
    fitTo: { mode: 'width', value: sideOf(widthMm, dotsPerInch) },
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
