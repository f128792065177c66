/** Share of the pairs of letters that two words must have in common. */
const MIN_ALIKE = 0.4;
/** A name is suggested next to the most alike one if it is almost as much alike. */
const NEXT_TO_BEST = 0.8;
const MOST_SUGGESTIONS = 3;

/** Names that are probably meant by a word that is none of them, the most alike first. */
export function likelyNames(word: string, names: Iterable<string>): string[] {
  const ranked = [...new Set(names)]
    .map((name) => ({ name, likeness: likenessOf(word, name) }))
    .toSorted((a, b) => b.likeness - a.likeness);
  const least = Math.max(MIN_ALIKE, NEXT_TO_BEST * (ranked[0]?.likeness ?? 0));
  const likely = ranked.filter(({ likeness }) => likeness >= least);
  return likely.slice(0, MOST_SUGGESTIONS).map(({ name }) => name);
}

/** The question that follows a message about an unknown word; empty without a suggestion. */
export function didYouMean(suggestions: readonly string[]): string {
  const quoted = suggestions.map((name) => `"${name}"`);
  return quoted.length === 0 ? '' : ` Did you mean ${quoted.join(' or ')}?`;
}

/** True if two words share most of their pairs of neighbouring letters, or one contains the other. */
export function isAlike(one: string, other: string): boolean {
  return likenessOf(one, other) >= MIN_ALIKE;
}

function likenessOf(one: string, other: string): number {
  const [a, b] = [one.toLowerCase(), other.toLowerCase()];
  const isPart = a.length > 2 && b.length > 2 && (a.includes(b) || b.includes(a));
  const [ofA, ofB] = [pairsOf(a), pairsOf(b)];
  const shared = [...ofA].filter((pair) => ofB.has(pair)).length;
  return Math.max((2 * shared) / (ofA.size + ofB.size), isPart ? MIN_ALIKE : 0);
}

/** Pairs of neighbouring letters, with marks for the beginning and the end. */
function pairsOf(word: string): Set<string> {
  const marked = `^${word}$`;
  return new Set(Array.from({ length: marked.length - 1 }, (_, at) => marked.slice(at, at + 2)));
}
