/** Words of four to twenty letters: shorter ones are too much like others, numbers are exact. */
const MISSPELLABLE = /^\p{L}{4,20}$/u;

export function isMisspellable(word: string): boolean {
  return MISSPELLABLE.test(word);
}

/**
 * True if two words differ by one missing, added or changed letter, or by two swapped neighbours.
 */
export function isMisspelling(a: string, b: string): boolean {
  if (!isMisspellable(a) || !isMisspellable(b) || Math.abs(a.length - b.length) > 1) return false;
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [ours, theirs] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return Math.max(ours.length, theirs.length) <= 1 || ours === [...theirs].reverse().join('');
}

const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
};
const OTHER_LETTER = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');

const BEYOND_ASCII = /[^ -~]/;

/** Lower case without accents and ligatures: as `search_normal` of the database makes words. */
export function plainOf(text: string): string {
  const lower = text.toLowerCase();
  // Most words; thousands of them are marked in one answer.
  if (!BEYOND_ASCII.test(lower)) return lower;
  return lower
    .replace(OTHER_LETTER, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '');
}
