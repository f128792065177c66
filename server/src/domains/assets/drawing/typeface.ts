import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import { LRUCache } from 'lru-cache';

/** Static fonts, because fontkit fails on the variable ones. */
const FACES = {
  HEADLINE: { files: '@fontsource/geologica/files/geologica', weight: 600 },
  TEXT: { files: '@fontsource/source-sans-3/files/source-sans-3', weight: 400 },
  STRONG: { files: '@fontsource/source-sans-3/files/source-sans-3', weight: 600 },
  CODE: { files: '@fontsource/source-code-pro/files/source-code-pro', weight: 400 },
} as const;

export type Face = keyof typeof FACES;

/** Parts into which the fonts are cut, in the order in which they are searched for a character. */
const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'cyrillic-ext'] as const;

/** A glyph at its place in a line. */
export type PlacedGlyph = {
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
  readonly glyphs: readonly PlacedGlyph[];
  readonly sizeMm: number;
  readonly unitsPerEm: number;
  readonly widthMm: number;
  readonly xHeightMm: number;
};

type Font = ReturnType<typeof loadFont>;

const fonts = new Map<string, Font>();

/** Path of the font file of a part of a face. */
export function fontFile(face: Face, subset: string): string {
  const { files, weight } = FACES[face];
  return fileURLToPath(import.meta.resolve(`${files}-${subset}-${weight}-normal.woff`));
}

function loadFont(face: Face, subset: string) {
  const file = fontFile(face, subset);
  const font = fontkit.create(readFileSync(file));
  if (!('layout' in font)) throw new Error(`${file} is a collection of fonts.`);
  return font;
}

function fontOf(face: Face, subset: string): Font {
  const key = `${face} ${subset}`;
  const font = fonts.get(key) ?? loadFont(face, subset);
  fonts.set(key, font);
  return font;
}

/** Characters that are distances only: thin, narrow and no-break spaces, which not every font has. */
const SPACES_EM: Readonly<Record<string, number>> = {
  '\u00a0': 0.22,
  '\u2009': 0.14,
  '\u202f': 0.14,
};

type Run = { readonly font: Font; readonly subset: string; text: string } | { readonly em: number };

/** Characters of a text that no font of the face has. */
export function missingCharacters(face: Face, text: string): string[] {
  const characters = new Set(text.normalize('NFC'));
  return [...characters].filter(
    (character) => SPACES_EM[character] === undefined && subsetOf(face, character) === undefined,
  );
}

function subsetOf(face: Face, character: string): string | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  return SUBSETS.find((subset) => fontOf(face, subset).hasGlyphForCodePoint(codePoint));
}

function runsOf(face: Face, text: string): Run[] {
  const runs: Run[] = [];
  for (const character of text.normalize('NFC')) {
    const em = SPACES_EM[character];
    if (em !== undefined) {
      runs.push({ em });
      continue;
    }
    const last = runs.at(-1);
    const subset = subsetOf(face, character);
    if (subset === undefined) {
      throw new Error(`No font has the character ${JSON.stringify(character)}.`);
    }
    const font = fontOf(face, subset);
    if (last !== undefined && 'font' in last && last.font === font) last.text += character;
    else runs.push({ font, subset, text: character });
  }
  return runs;
}

/**
 * Glyphs of one line with their places, kerning included. The caller has refused what `missingCharacters`
 * finds. Words are shaped one by one, because the same ones come again and again.
 */
export function shape(face: Face, text: string, sizeMm: number): ShapedText {
  const { unitsPerEm, xHeight } = fontOf(face, 'latin');
  const glyphs: PlacedGlyph[] = [];
  let x = 0;
  text.split(' ').forEach((word, at) => {
    if (at > 0) x += shapedWord(face, ' ').width;
    const shaped = shapedWord(face, word);
    for (const glyph of shaped.glyphs) glyphs.push({ ...glyph, x: x + glyph.x });
    x += shaped.width;
  });
  const widthMm = (x / unitsPerEm) * sizeMm;
  return {
    face,
    text,
    glyphs,
    sizeMm,
    unitsPerEm,
    widthMm,
    xHeightMm: (xHeight / unitsPerEm) * sizeMm,
  };
}

/** A part of a line in one font, for formats that embed fonts. */
export type TextSegment = { readonly subset: string; text: string; readonly x: number };

/** The parts of a line with their distance from its start, in millimetres. */
export function segmentsOf({ face, text, sizeMm, unitsPerEm }: ShapedText): TextSegment[] {
  const segments: TextSegment[] = [];
  let x = 0;
  const add = (subset: string, part: string, width: number) => {
    const last = segments.at(-1);
    if (last?.subset === subset) last.text += part;
    else segments.push({ subset, text: part, x: (x / unitsPerEm) * sizeMm });
    x += width;
  };
  text.split(' ').forEach((word, at) => {
    if (at > 0) add('latin', ' ', shapedWord(face, ' ').width);
    for (const run of runsOf(face, word)) {
      if ('em' in run) add('latin', ' ', run.em * unitsPerEm);
      else add(run.subset, run.text, run.font.layout(run.text).advanceWidth);
    }
  });
  return segments;
}

type ShapedWord = { readonly glyphs: readonly PlacedGlyph[]; readonly width: number };

const words = new LRUCache<string, ShapedWord>({ max: 5_000 });

/** A word in font units. */
function shapedWord(face: Face, word: string): ShapedWord {
  const key = `${face} ${word}`;
  const known = words.get(key) ?? shapeWord(face, word);
  words.set(key, known);
  return known;
}

function shapeWord(face: Face, word: string): ShapedWord {
  const glyphs: PlacedGlyph[] = [];
  const unitsPerEm = fontOf(face, 'latin').unitsPerEm;
  let width = 0;
  for (const run of runsOf(face, word)) {
    if ('em' in run) {
      width += run.em * unitsPerEm;
      continue;
    }
    const layout = run.font.layout(run.text);
    layout.glyphs.forEach((glyph, at) => {
      const place = layout.positions[at];
      const outline = outlineOf(run.font, glyph);
      const key = `${face}-${run.subset}-${glyph.id}`;
      if (outline !== '') {
        glyphs.push({ key, outline, x: width + (place?.xOffset ?? 0), y: place?.yOffset ?? 0 });
      }
      width += place?.xAdvance ?? glyph.advanceWidth;
    });
  }
  return { glyphs, width };
}

const outlines = new WeakMap<Font, Map<number, string>>();

function outlineOf(font: Font, glyph: ReturnType<Font['getGlyph']>): string {
  const known = outlines.get(font) ?? new Map<number, string>();
  outlines.set(font, known);
  const outline = known.get(glyph.id) ?? glyph.path.toSVG();
  known.set(glyph.id, outline);
  return outline;
}
