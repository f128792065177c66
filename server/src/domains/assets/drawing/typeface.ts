import { LRUCache } from 'lru-cache';
import { type Face, type Font, fontOf, SPACES_EM, type Subset, subsetOf } from './fonts.ts';
import { type Direction, NON_JOINER, type Piece, piecesOf } from './pieces.ts';

export type { Face } from './fonts.ts';

/** A glyph at its place in a line. */
type PlacedGlyph = {
  /** Unique among the glyphs of all faces. */
  readonly key: string;
  /** SVG path in font units, y upwards. */
  readonly outline: string;
  /** Distance from the start of the line, in font units. */
  readonly x: number;
  readonly y: number;
};

export type ShapedText = {
  readonly face: Face;
  readonly text: string;
  /** Direction of its paragraph: a line of right-to-left text starts at the right. */
  readonly direction: Direction;
  readonly glyphs: readonly PlacedGlyph[];
  readonly pieces: readonly PlacedPiece[];
  readonly sizeMm: number;
  readonly unitsPerEm: number;
  readonly widthMm: number;
  readonly xHeightMm: number;
};

/** Distance of a piece from the left end of its line, in font units. */
type PlacedPiece = Piece & { readonly x: number };

type Run = { readonly subset: Subset; text: string } | { readonly em: number };

/** Characters of one font one after another, from left to right. */
function runsOf(face: Face, { text, isRightToLeft }: Piece): Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const em = SPACES_EM[character];
    if (em !== undefined) {
      runs.push({ em });
      continue;
    }
    const last = runs.at(-1);
    // It belongs to the word around it, whatever other font has it too.
    const isInWord = character === NON_JOINER && last !== undefined && 'subset' in last;
    const subset = isInWord ? last.subset : subsetOf(face, character);
    if (subset === undefined) {
      throw new Error(`No font has the character ${JSON.stringify(character)}.`);
    }
    if (last !== undefined && 'subset' in last && last.subset === subset) last.text += character;
    else runs.push({ subset, text: character });
  }
  return isRightToLeft ? runs.reverse() : runs;
}

/** The paragraph of a line: its direction, and its text before the line. */
type LineContext = { readonly direction: Direction; readonly before: string };

const ALONE: LineContext = { direction: 'LTR', before: '' };

/**
 * Characters of lines, and of words, that are remembered: a glyph takes 60 to 130 bytes of each. A line breaks where its words no longer
 * fit, so that each beginning of it is shaped, and words of a name can have thousands of letters.
 */
const REMEMBERED_CHARACTERS = 32_000;

const lines = rememberedTexts<ShapedText>();

/**
 * Glyphs of one line with their places, kerning included. The caller has refused what `missingCharacters`
 * finds. Lines and words are remembered, because fixed words come again on every picture.
 */
export function shape(
  face: Face,
  text: string,
  sizeMm: number,
  context: LineContext = ALONE,
): ShapedText {
  const { direction, before } = context;
  const key = `${face} ${sizeMm} ${direction} ${before}\n${text}`;
  const known = lines.get(key) ?? shapeLine(face, text, sizeMm, context);
  lines.set(key, known);
  return known;
}

function shapeLine(
  face: Face,
  text: string,
  sizeMm: number,
  { direction, before }: LineContext,
): ShapedText {
  const { unitsPerEm, xHeight } = fontOf(face, 'latin');
  const glyphs: PlacedGlyph[] = [];
  const pieces: PlacedPiece[] = [];
  let x = 0;
  for (const piece of piecesOf(text.normalize('NFC'), direction, before)) {
    const shaped = shapedPiece(face, piece);
    for (const { key, outline, x: left, y } of shaped.glyphs) {
      glyphs.push({ key, outline, x: x + left, y });
    }
    pieces.push({ ...piece, x });
    x += shaped.width;
  }
  const widthMm = (x / unitsPerEm) * sizeMm;
  const measures = { sizeMm, unitsPerEm, widthMm, xHeightMm: (xHeight / unitsPerEm) * sizeMm };
  return { face, text, direction, glyphs, pieces, ...measures };
}

/** A part of a line in one font, for formats that embed fonts. */
type TextSegment = { readonly subset: Subset; text: string; readonly x: number };

/** The parts of a line in reading order, with their distance from its left end, in millimetres. */
export function segmentsOf({ face, pieces, sizeMm, unitsPerEm }: ShapedText): TextSegment[] {
  const segments: TextSegment[] = [];
  let end = 0;
  for (const piece of pieces.toSorted((a, b) => a.at - b.at)) {
    let { x } = piece;
    for (const { run, width } of shapedPiece(face, piece).runs) {
      const text = 'em' in run ? ' ' : run.text;
      const subset = 'em' in run ? 'latin' : run.subset;
      const last = segments.at(-1);
      if (last?.subset === subset && Math.abs(x - end) < 1e-6) last.text += text;
      else segments.push({ subset, text, x: (x / unitsPerEm) * sizeMm });
      x += width;
      end = x;
    }
  }
  return segments;
}

type ShapedPiece = {
  readonly glyphs: readonly PlacedGlyph[];
  readonly runs: readonly { readonly run: Run; readonly width: number }[];
  readonly width: number;
};

const shapedPieces = rememberedTexts<ShapedPiece>();

/** A piece in font units. */
function shapedPiece(face: Face, piece: Piece): ShapedPiece {
  const key = `${face} ${piece.text}`;
  const known = shapedPieces.get(key) ?? shapePiece(face, piece);
  shapedPieces.set(key, known);
  return known;
}

function shapePiece(face: Face, piece: Piece): ShapedPiece {
  const glyphs: PlacedGlyph[] = [];
  const runs: { run: Run; width: number }[] = [];
  const unitsPerEm = fontOf(face, 'latin').unitsPerEm;
  let width = 0;
  for (const run of runsOf(face, piece)) {
    const start = width;
    if ('em' in run) {
      width += run.em * unitsPerEm;
      runs.push({ run, width: width - start });
      continue;
    }
    const font = fontOf(face, run.subset);
    // fontkit takes the direction from the script of the text.
    const layout = font.layout(run.text);
    layout.glyphs.forEach((glyph, at) => {
      const place = layout.positions[at];
      const outline = outlineOf(font, glyph);
      const key = `${face}-${run.subset}-${glyph.id}`;
      if (outline !== '') {
        glyphs.push({ key, outline, x: width + (place?.xOffset ?? 0), y: place?.yOffset ?? 0 });
      }
      width += place?.xAdvance ?? glyph.advanceWidth;
    });
    runs.push({ run, width: width - start });
  }
  return { glyphs, runs, width };
}

function rememberedTexts<Shaped extends object>(): LRUCache<string, Shaped> {
  return new LRUCache({
    maxSize: REMEMBERED_CHARACTERS,
    sizeCalculation: (_shaped, key) => key.length,
  });
}

const outlines = new WeakMap<Font, Map<number, string>>();

function outlineOf(font: Font, glyph: ReturnType<Font['getGlyph']>): string {
  const known = outlines.getOrInsertComputed(font, () => new Map());
  return known.getOrInsertComputed(glyph.id, () => glyph.path.toSVG());
}
