import bidiFactory from 'bidi-js/dist/bidi.mjs';

export type Direction = 'LTR' | 'RTL';

/** A part of a line in one direction: a word, a space, or a character that lines may break around. */
export type Piece = {
  readonly text: string;
  readonly isRightToLeft: boolean;
  /** Place in the text, for formats that need its reading order. */
  readonly at: number;
};

const FIRST_STRONG_ISOLATE = '\u2068';
const POP_ISOLATE = '\u2069';
/** A text of several lines in one: no font has breaks and tabs. */
export function inOneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

/** Signs of direction that are part of no font. */
export const FORMAT_CHARACTERS = /[\u2068\u2069]/g;
/** A character without width that keeps two Arabic letters from joining. */
export const NON_JOINER = '\u200c';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const STRONG = /\p{L}/u;
/** Chinese and Japanese characters with their signs. */
const IDEOGRAPHIC =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\u3000-\\u303f\\u30fb\\u30fc\\uff00-\\uff9f]';
const NOT_FIRST = '[\\p{Pe}\\p{Pf}\\p{Po}ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶー々ゝヽ]';
const NOT_LAST = '[\\p{Ps}\\p{Pi}]';

const bidi = bidiFactory();

/** True if a text has letters that are written from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}

/** Direction of a paragraph: that of its first letter outside of isolated parts (UAX #9, rules P2 and P3). */
export function directionOf(text: string): Direction {
  if (!hasRightToLeft(text)) return 'LTR';
  const first = STRONG.exec(text.replace(/\u2068[^\u2068\u2069]*\u2069/g, ''));
  return first !== null && RIGHT_TO_LEFT.test(first[0]) ? 'RTL' : 'LTR';
}

/** A name inside of a sentence, so that its direction does not change the order of what follows it. */
export function isolated(name: string): string {
  return hasRightToLeft(name) ? `${FIRST_STRONG_ISOLATE}${name}${POP_ISOLATE}` : name;
}

const WORDS = new RegExp(` |${IDEOGRAPHIC}|(?:(?!${IDEOGRAPHIC})[^ ])+`, 'gu');
/** In right-to-left order signs are apart from words: a font of another script may have them. */
const WORDS_RIGHT_TO_LEFT = /[\p{scx=Arabic}\p{M}\u200c]+|[\p{Script=Hebrew}\p{M}]+|./gsu;

/**
 * Pieces of a line from left to right. `before` is the earlier text of its paragraph, on which the direction of
 * numbers depends.
 */
export function piecesOf(line: string, direction: Direction, before = ''): Piece[] {
  if (direction === 'LTR' && !hasRightToLeft(line)) return splitAt(WORDS, line, 0, false);
  const text = before + line;
  const resolved = bidi.getEmbeddingLevels(text, direction === 'RTL' ? 'rtl' : 'ltr');
  const { levels } = resolved;
  const pieceOf = new Map<number, Piece>();
  for (let from = before.length; from < text.length; ) {
    let to = from + 1;
    while (to < text.length && levels[to] === levels[from]) to += 1;
    const isRightToLeft = (levels[from] ?? 0) % 2 === 1;
    const pattern = isRightToLeft ? WORDS_RIGHT_TO_LEFT : WORDS;
    for (const piece of splitAt(pattern, text.slice(from, to), from, isRightToLeft)) {
      for (let at = 0; at < piece.text.length; at += 1) pieceOf.set(piece.at + at, piece);
    }
    from = to;
  }
  const order = bidi.getReorderedIndices(text, resolved, before.length, text.length - 1);
  return [...new Set(order.flatMap((at) => pieceOf.get(at) ?? []))].flatMap(printed);
}

function splitAt(pattern: RegExp, text: string, from: number, isRightToLeft: boolean): Piece[] {
  return [...text.matchAll(pattern)].map((match) => ({
    text: match[0],
    isRightToLeft,
    at: from + match.index,
  }));
}

/** A piece as fonts take it: without signs of direction, with mirrored brackets. */
function printed(piece: Piece): Piece[] {
  const text = piece.text.replace(FORMAT_CHARACTERS, '');
  if (text === '') return [];
  const mirrored = piece.isRightToLeft ? bidi.getMirroredCharacter(text) : null;
  return [{ ...piece, text: mirrored ?? withShaddaFirst(text) }];
}

/** Fonts put a vowel on a shadda that comes before it (UAX #53); NFC has them the other way round. */
function withShaddaFirst(text: string): string {
  return text.replace(/([\u064b-\u0650\u0652\u0670])(\u0651)/g, '$2$1');
}

const BREAKS = new RegExp(
  `(?<!${NOT_LAST})(?:(?<=${IDEOGRAPHIC})|(?=${IDEOGRAPHIC}))(?!${NOT_FIRST})`,
  'u',
);

/** Parts between which a line may break: words, and within them Chinese and Japanese characters. */
export function breakableParts(
  text: string,
): { readonly part: string; readonly isAfterSpace: boolean }[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => word.split(BREAKS).map((part, at) => ({ part, isAfterSpace: at === 0 })));
}
