/** The name of which a word is a misspelling: at most one letter in four differs; undefined if none. */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  let bound = Math.floor(word.length / 4) + 1;
  let nearest: string | undefined;
  const letters = new Letters(word);
  for (const name of names) {
    const longest = Math.max(name.length, word.length);
    if (Math.abs(name.length - word.length) >= bound) continue;
    if (longest - letters.sharedWith(name) >= bound) continue;
    const distance = editDistance(word, name, bound);
    if (distance >= bound) continue;
    bound = distance;
    nearest = name;
  }
  return nearest;
}

/** The letters of a word: names that share few of them need not be compared with it, which takes twenty times as long. */
class Letters {
  readonly #counts = new Int16Array(0x10000);

  constructor(word: string) {
    for (let at = 0; at < word.length; at++) this.#add(word.charCodeAt(at), 1);
  }

  sharedWith(name: string): number {
    let shared = 0;
    for (let at = 0; at < name.length; at++)
      if (this.#add(name.charCodeAt(at), -1) >= 0) shared += 1;
    for (let at = 0; at < name.length; at++) this.#add(name.charCodeAt(at), 1);
    return shared;
  }

  #add(letter: number, count: number): number {
    const sum = (this.#counts[letter] ?? 0) + count;
    this.#counts[letter] = sum;
    return sum;
  }
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
