/** Names among which those are looked for that a word is a misspelling of. */
export class NameList {
  readonly #names: readonly string[];
  /** Next to each other, so that those of names of another length are not looked at. */
  readonly #lengths: Uint16Array;
  readonly #letters: Int32Array;

  constructor(names: Iterable<string>) {
    this.#names = [...names];
    this.#lengths = Uint16Array.from(this.#names, ({ length }) => length);
    this.#letters = Int32Array.from(this.#names, lettersOf);
  }

  /** The first of the nearest: at most one letter in four of the word differs; undefined if none. */
  nearest(word: string): string | undefined {
    let bound = Math.floor(word.length / 4) + 1;
    let nearest: string | undefined;
    const letters = lettersOf(word);
    const counts = new LetterCounts(word);
    for (let at = 0; at < this.#lengths.length; at++) {
      const length = this.#lengths[at] ?? 0;
      if (Math.abs(length - word.length) >= bound) continue;
      // Each letter that only one of them has is a difference.
      const others = this.#letters[at] ?? 0;
      if (countBits(others & ~letters) >= bound || countBits(letters & ~others) >= bound) continue;
      const name = this.#names[at] ?? '';
      if (Math.max(length, word.length) - counts.sharedWith(name) >= bound) continue;
      const distance = editDistance(word, name, bound);
      if (distance >= bound) continue;
      bound = distance;
      nearest = name;
    }
    return nearest;
  }
}

/** The letters of a word, a bit each; letters beyond the alphabet share them. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31);
  return letters;
}

/** The letters of a word and how often it has each: names that share few of them need not be compared with it, which takes twenty times as long. */
class LetterCounts {
  readonly #counts = new Int16Array(256);

  constructor(word: string) {
    for (let at = 0; at < word.length; at++) this.#add(word.charCodeAt(at), 1);
  }

  /** At least as many as both have: letters beyond the first 256 are counted together. */
  sharedWith(name: string): number {
    let shared = 0;
    for (let at = 0; at < name.length; at++)
      if (this.#add(name.charCodeAt(at), -1) >= 0) shared += 1;
    for (let at = 0; at < name.length; at++) this.#add(name.charCodeAt(at), 1);
    return shared;
  }

  #add(letter: number, count: number): number {
    const sum = (this.#counts[letter & 255] ?? 0) + count;
    this.#counts[letter & 255] = sum;
    return sum;
  }
}

function countBits(bits: number): number {
  let count = 0;
  for (let left = bits; left !== 0; left &= left - 1) count += 1;
  return count;
}

/**
 * Letters that are missing, too many, another, or exchanged with the next (optimal string alignment), row by row. It
 * ends at the bound: a name that nothing is like is compared with thousands.
 */
function editDistance(a: string, b: string, bound: number): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  let next: number[] = [];
  for (let i = 0; i < a.length; i++) {
    let left = i + 1;
    let least = left;
    next[0] = left;
    for (let j = 0; j < b.length; j++) {
      const isSame = a.charCodeAt(i) === b.charCodeAt(j);
      left = Math.min((row[j] ?? 0) + (isSame ? 0 : 1), (row[j + 1] ?? 0) + 1, left + 1);
      const isExchanged = !isSame && i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      if (isExchanged) left = Math.min(left, (before[j - 1] ?? 0) + 1);
      least = Math.min(least, left);
      next[j + 1] = left;
    }
    if (least >= bound) return bound;
    [before, row, next] = [row, next, before];
  }
  return row[b.length] ?? 0;
}
