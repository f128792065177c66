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

/** Levenshtein in one row, which ends at the bound: a name that nothing is like is compared with thousands. */
function editDistance(a: string, b: string, bound: number): number {
  const row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    let diagonal = i;
    let left = i + 1;
    let least = left;
    row[0] = left;
    for (let j = 0; j < b.length; j++) {
      const above = row[j + 1] ?? 0;
      const replaced = diagonal + (a.charCodeAt(i) === b.charCodeAt(j) ? 0 : 1);
      left = Math.min(replaced, above + 1, left + 1);
      least = Math.min(least, left);
      row[j + 1] = left;
      diagonal = above;
    }
    if (least >= bound) return bound;
  }
  return row[b.length] ?? 0;
}
