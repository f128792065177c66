/** The names most like a word that was not found, best first: for "did you mean". */
export function nearestNames(word: string, names: Iterable<string>, limit = 5): string[] {
  const wanted = word.toLowerCase();
  return [...names]
    .map((name) => ({ name, distance: distanceOf(wanted, name.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(({ name }) => name);
}

/** Edit distance to the whole name or, a step farther off, to the nearest of its words. */
function distanceOf(wanted: string, name: string): number {
  const toWords = name.split(/\W+/).map((part) => editDistance(wanted, part) + 1);
  const contains = name.includes(wanted) || wanted.includes(name) ? [1] : [];
  return Math.min(editDistance(wanted, name), ...toWords, ...contains);
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
