import { createHash } from 'node:crypto';
import { canonicalJson } from '@trackway/engine';
import { badInput } from '../../rules/errors/api-error.ts';
import type { Brand, ChosenBrand } from './brand.ts';
import { draw, drawPages, type Picture } from './draw.ts';
import { decodedSymbols } from './drawing/decode-symbol.ts';
import type { Drawing } from './drawing/drawing.ts';
import { releasePixels } from './drawing/release-pixels.ts';
import { type Attachment, pagedPdfOf } from './drawing/to-paged-pdf.ts';
import { pdfOf } from './drawing/to-pdf.ts';
import { fitsMemory, pixelsOf, pngOf } from './drawing/to-png.ts';
import { svgOf, type Window } from './drawing/to-svg.ts';
import type { AssetFormat } from './model.ts';
import type { Texts } from './words.ts';

/** A picture in one of its formats: everything that the bytes follow from. */
export type Rendering = {
  readonly picture: Picture;
  readonly format: AssetFormat;
  /** Resolution of a PNG. */
  readonly dotsPerInch: number;
  readonly brand?: ChosenBrand;
};

export type Rendered = {
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, 64 hex digits. */
  readonly sha256: string;
  readonly widthMm: number;
  readonly heightMm: number;
  readonly description: string;
};

/** Draws, writes and checks a file: its symbol is read back before anybody gets it. */
export async function render(rendering: Rendering, texts: Texts, brand?: Brand): Promise<Rendered> {
  const drawing = draw(rendering.picture, texts, brand);
  const { widthMm, heightMm, title, description } = drawing;
  if (rendering.format === 'PNG' && !fitsMemory(widthMm, heightMm, rendering.dotsPerInch)) {
    const message = `A PNG of ${widthMm} × ${heightMm} mm at ${rendering.dotsPerInch} dpi has more than 16 million pixels: take a lower resolution, or SVG.`;
    throw badInput([{ path: ['input', 'dotsPerInch'], code: 'OUT_OF_RANGE', message }]);
  }
  await assertSymbolReadable(drawing, contentOf(rendering.picture));
  const bytes = await bytesOf(drawing, rendering, texts, brand);
  await releasePixels();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { bytes, sha256, widthMm, heightMm, description: `${title}. ${description}` };
}

async function bytesOf(
  drawing: Drawing,
  { format, dotsPerInch, picture }: Rendering,
  texts: Texts,
  brand: Brand | undefined,
) {
  switch (format) {
    case 'SVG':
      return Buffer.from(svgOf(drawing));
    case 'PNG':
      return pngOf(drawing, dotsPerInch);
    case 'PDF': {
      const pages = drawPages(picture, texts, brand);
      return pages === undefined
        ? pdfOf(drawing)
        : pagedPdfOf(pages, attachmentOf(drawing, picture));
    }
    case 'JSON':
      return dataOf(drawing, picture).bytes;
  }
}

/** The data of a picture. Its keys are sorted, because the database does not keep their order. */
function dataOf({ title, description, metadata }: Drawing, { facts }: Picture): Attachment {
  const text = `${canonicalJson({ ...metadata, title, description, facts })}\n`;
  return {
    name: 'footprint.json',
    mediaType: 'application/json',
    description: 'The data that the document shows.',
    bytes: Buffer.from(text),
  };
}

/** The passport itself is attached to its document; to others, the data that they show. */
function attachmentOf(drawing: Drawing, picture: Picture): Attachment {
  if (picture.kind !== 'PASSPORT_DOCUMENT') return dataOf(drawing, picture);
  return {
    name: 'passport.json',
    mediaType: 'application/json',
    description: 'The public part of the passport (EN 18223).',
    bytes: Buffer.from(`${canonicalJson(picture.facts.json)}\n`),
  };
}

/** Content of the symbol of a picture; undefined if it has none. */
function contentOf(picture: Picture): string | undefined {
  if (picture.kind === 'PASSPORT_DOCUMENT') return picture.facts.productUri;
  const hasSymbol = picture.kind === 'CARBON_LABEL' || picture.kind === 'QR_TAG';
  return hasSymbol ? picture.facts.url : undefined;
}

const CHECK_DPI = 203;
/** Surroundings that are read with a symbol: the quiet zone of a QR Code. */
const QUIET_MODULES = 4;

/** Reads the symbol of the drawing as a scanner would, with everything that is painted over it. */
async function assertSymbolReadable(drawing: Drawing, content: string | undefined): Promise<void> {
  if (content === undefined) return;
  const marks = drawing.marks.filter((mark) => mark.kind !== 'TEXT' || mark.rotation !== undefined);
  const window = windowOfSymbol(drawing);
  const { pixels, width, height } = pixelsOf(
    svgOf({ ...drawing, marks }, window),
    window.widthMm,
    CHECK_DPI,
  );
  const found = await decodedSymbols({ data: new Uint8ClampedArray(pixels), width, height });
  if (found.length !== 1 || found[0] !== content) {
    throw new Error(`The symbol of ${content} was read as ${JSON.stringify(found)}.`);
  }
}

/** The symbol with its surroundings, as far as they belong to the drawing: a picture costs by its pixels. */
function windowOfSymbol({ marks, widthMm, heightMm }: Drawing): Window {
  const paths = marks.filter((mark) => mark.kind === 'PATH');
  const symbol = paths.find(({ symbolModules }) => symbolModules !== undefined);
  if (symbol?.symbolModules === undefined) return { x: 0, y: 0, widthMm, heightMm };
  const aroundMm = QUIET_MODULES * symbol.scale;
  const [left, top] = [Math.max(0, symbol.x - aroundMm), Math.max(0, symbol.y - aroundMm)];
  const sideMm = symbol.symbolModules * symbol.scale + aroundMm;
  const right = Math.min(widthMm, symbol.x + sideMm);
  const bottom = Math.min(heightMm, symbol.y + sideMm);
  return { x: left, y: top, widthMm: right - left, heightMm: bottom - top };
}
