/** The name of which a word is a misspelling: at most one letter in four differs; undefined if none. */
export function nearestName(word: string, names: Iterable<string>): string | undefined {
  let bound = Math.floor(word.length / 4) + 1;
  let nearest: string | undefined;
  for (const name of names) {
    if (Math.abs(name.length - word.length) >= bound) continue;
    const distance = editDistance(word, name);
    if (distance >= bound) continue;
    bound = distance;
    nearest = name;
  }
  return nearest;
}

/** Levenshtein, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
