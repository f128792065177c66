/**
 * The forms in which a name is compared, so that spelling, plural, accents, word order and words
 * without a meaning of their own make no difference.
 */

import type { NameWords } from './name-words.ts';

/** Lower case, without accents, words separated by one space: `Crème_fraîche` → `creme fraiche`. */
export function foldedName(name: string): string {
  const lower = name.toLowerCase();
  // Most names are plain: they need no more than their separators made spaces.
  if (PLAIN.test(lower)) return lower.replace(/[^a-z0-9]+/g, ' ').trim();
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Letters of ASCII alone. */
const PLAIN = /^[\x20-\x7e]*$/;

/** The stems of a folded name in alphabetical order: `carbon fibers` and `Fibre, carbon` agree. */
export function wordKey(names: NameWords, folded: string): string {
  return stemsOf(names, folded).sort().join(' ');
}

/** The same without words that add nothing, such as `virgin` or `raw`; empty when none is left. */
export function coreKey(names: NameWords, folded: string): string {
  return wordKey(
    names,
    folded
      .split(' ')
      .filter((word) => !names.has('neutral', word))
      .join(' '),
  );
}

export function stemsOf(names: NameWords, folded: string): string[] {
  return folded === ''
    ? []
    : folded.split(' ').map((word) => names.spellings.get(word) ?? stemOf(word));
}

/** The name of the material behind a recycled one: `recycled steel`, `rPET`; undefined for others. */
export function recycledBase(names: NameWords, folded: string): string | undefined {
  const words = folded.split(' ');
  const rest = words.filter((word) => !names.has('recycled', word));
  if (rest.length < words.length && rest.length > 0) return rest.join(' ');
  const compound = /^recycling(.{4,})$/.exec(folded)?.[1];
  return compound ?? /^r(pet|pe|hdpe|ldpe|pp|ps|pvc|abs|pc)$/.exec(folded)?.[1];
}

function stemOf(word: string): string {
  if (word.length <= 3) return word;
  // Dutch adjectives of kinds of wood: `eikenhouten`.
  if (word.endsWith('houten')) return word.slice(0, -2);
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|x|ch|sh|zz|o)es$/.test(word)) return word.slice(0, -2);
  return /[^suia]s$/.test(word) ? word.slice(0, -1) : word;
}
