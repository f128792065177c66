import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';
import { LRUCache } from 'lru-cache';
import { FONT_SCRIPTS, FONTS, type FontScript, fontFileName } from '../../../platform/fonts.ts';
import { openTypeOf } from './open-type.ts';
import { FORMAT_CHARACTERS, NON_JOINER } from './pieces.ts';
import { fontSettings } from './use-fonts.ts';

/** Static fonts, because fontkit fails on the variable ones. */
const FACES = {
  HEADLINE: { files: '@fontsource/geologica/files/geologica', weight: 600 },
  TEXT: { files: '@fontsource/source-sans-3/files/source-sans-3', weight: 400 },
  STRONG: { files: '@fontsource/source-sans-3/files/source-sans-3', weight: 600 },
  CODE: { files: '@fontsource/source-code-pro/files/source-code-pro', weight: 400 },
} as const;

export type Face = keyof typeof FACES;

/** Parts into which the bundled fonts are cut, in the order in which they are searched for a character. */
const SUBSETS = ['latin', 'latin-ext', 'greek', 'cyrillic', 'vietnamese', 'cyrillic-ext'] as const;

/** A part of the bundled fonts, or the font of another script. */
export type Subset = (typeof SUBSETS)[number] | FontScript;

export type Font = ReturnType<typeof loadFont>;

const fonts = new Map<string, Font>();
const files = new Map<string, Buffer>();

/** The OpenType font of a part of a face. */
export function fontBytes(face: Face, subset: Subset): Buffer {
  const path = fontFile(face, subset);
  return files.getOrInsertComputed(path, () => openTypeOf(readFileSync(path)));
}

function fontFile(face: Face, subset: Subset): string {
  const { files: folder, weight } = FACES[face];
  const script = FONT_SCRIPTS.find((each) => each === subset);
  return script === undefined
    ? fileURLToPath(import.meta.resolve(`${folder}-${subset}-${weight}-normal.woff`))
    : join(fontSettings().folder, fontFileName(script, weight));
}

function loadFont(face: Face, subset: Subset) {
  const font = fontkit.create(fontBytes(face, subset));
  if (!('layout' in font)) throw new Error(`${fontFile(face, subset)} is a collection of fonts.`);
  return font;
}

export function fontOf(face: Face, subset: Subset): Font {
  const key = `${face} ${subset}`;
  return fonts.getOrInsertComputed(key, () => loadFont(face, subset));
}

/** Characters that are distances only: thin, narrow and no-break spaces, which not every font has. */
export const SPACES_EM: Readonly<Record<string, number>> = {
  '\u00a0': 0.22,
  '\u2009': 0.14,
  '\u202f': 0.14,
};

/** Characters of a text that no font of the face has. */
export function missingCharacters(face: Face, text: string): string[] {
  const characters = new Set(
    text.normalize('NFC').replace(FORMAT_CHARACTERS, '').replaceAll(NON_JOINER, ''),
  );
  return [...characters].filter(
    (character) => SPACES_EM[character] === undefined && subsetOf(face, character) === undefined,
  );
}

const subsets = new LRUCache<string, { readonly subset: Subset | undefined }>({ max: 20_000 });

/** The first font of a face that has a character. */
export function subsetOf(face: Face, character: string): Subset | undefined {
  const key = `${face} ${character}`;
  const known = subsets.get(key) ?? { subset: searchedSubset(face, character) };
  subsets.set(key, known);
  return known.subset;
}

function searchedSubset(face: Face, character: string): Subset | undefined {
  const codePoint = character.codePointAt(0) ?? 0;
  const searched: readonly Subset[] = [...SUBSETS, ...fontSettings().scripts];
  return searched.find((subset) => fontOf(face, subset).hasGlyphForCodePoint(codePoint));
}

/** Reason why characters are not printed, with the setting that adds them. */
export function sentenceOnMissing(missing: readonly string[]): string {
  const { scripts } = fontSettings();
  const others = scripts.map((script) => `, ${FONTS[script].name}`).join('');
  const helping = FONT_SCRIPTS.filter(
    (script) =>
      !scripts.includes(script) && missing.some((each) => FONTS[script].letters.test(each)),
  );
  const help =
    helping.length === 0
      ? ''
      : ` An operator of the service adds others with the setting TRACKWAY_FONTS (${helping.join(', or ')}).`;
  return `The fonts do not have ${missing.slice(0, 5).join(' ')}: Latin, Greek, Cyrillic, Vietnamese${others} letters are printed.${help}`;
}
