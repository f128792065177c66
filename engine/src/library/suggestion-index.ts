import type { MaterialIndex, MaterialName } from './material-index.ts';
import { foldedName, stemsOf } from './name-forms.ts';
import { NameList } from './nearest-names.ts';

/** A name of a material, by the number of its words. */
interface IndexedName {
  readonly entry: MaterialName;
  readonly wordCount: number;
}

/** The catalogue by what is near in meaning. */
interface SuggestionIndex {
  /** Names of materials by their telling words; one that has a stem twice is in the list twice. */
  readonly namesByStem: ReadonlyMap<string, readonly IndexedName[]>;
  readonly longestStem: number;
  /** Place of a material in the catalogue. */
  readonly places: ReadonlyMap<MaterialName, number>;
  readonly families: ReadonlyMap<string, readonly MaterialName[]>;
  readonly folded: NameList;
}

/**
 * Materials that share words with a name, those first of which a name has the largest part in common. A word is also shared
 * if it is the end of a compound: `Edelstahlblech` ends in `blech`.
 */
export function materialsSharing(
  index: MaterialIndex,
  wanted: readonly string[],
): readonly MaterialName[] {
  const { namesByStem, places, longestStem } = suggestionIndexOf(index);
  const stems = new Set(wanted.flatMap((word) => endsOf(word, longestStem)));
  const counts = new Map<IndexedName, number>();
  for (const stem of stems) {
    for (const name of namesByStem.get(stem) ?? []) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const shares = new Map<MaterialName, number>();
  for (const [{ entry, wordCount }, count] of counts) {
    const share = count / Math.max(wordCount, wanted.length);
    shares.set(entry, Math.max(shares.get(entry) ?? 0, share));
  }
  const placeOf = (entry: MaterialName) => places.get(entry) ?? 0;
  return [...shares]
    .sort(([one, share], [other, ofOther]) => ofOther - share || placeOf(one) - placeOf(other))
    .map(([entry]) => entry);
}

/** All materials of the family of one. */
export function relativesOf(
  index: MaterialIndex,
  { family }: MaterialName,
): readonly MaterialName[] {
  return suggestionIndexOf(index).families.get(family) ?? [];
}

/** The material of which a name is at most one letter in four away. */
export function spelledAlike(index: MaterialIndex, name: string): MaterialName | undefined {
  const nearest = suggestionIndexOf(index).folded.nearest(foldedName(name));
  return index.entries.get(index.keyByFolded.get(nearest ?? '') ?? '');
}

/** Letters of the shortest stem that may end a compound. */
const LEAST_LETTERS = 5;

/** The word and its ends that may be stems. */
function endsOf(word: string, longest: number): string[] {
  const first = Math.max(1, word.length - longest);
  const count = Math.max(0, word.length - LEAST_LETTERS - first + 1);
  return [word, ...Array.from({ length: count }, (_, at) => word.slice(first + at))];
}

const remembered = new WeakMap<MaterialIndex, SuggestionIndex>();

/** Worked out at the first refusal. */
function suggestionIndexOf(index: MaterialIndex): SuggestionIndex {
  const known = remembered.get(index) ?? createIndex(index);
  remembered.set(index, known);
  return known;
}

function createIndex(index: MaterialIndex): SuggestionIndex {
  const entries = [...index.entries.values()];
  const namesByStem = new Map<string, IndexedName[]>();
  for (const entry of entries) {
    for (const text of [entry.material, entry.family, ...entry.names]) {
      const stems = stemsOf(index.words, foldedName(text));
      const name = { entry, wordCount: stems.length };
      for (const stem of stems) {
        const names = namesByStem.get(stem) ?? [];
        names.push(name);
        namesByStem.set(stem, names);
      }
    }
  }
  let longestStem = 0;
  for (const [stem, names] of namesByStem) {
    longestStem = Math.max(longestStem, stem.length);
    const families = new Set(names.map(({ entry }) => entry.family));
    if (families.size > MOST_FAMILIES) namesByStem.delete(stem);
  }
  return {
    namesByStem,
    longestStem,
    places: new Map(entries.map((entry, at) => [entry, at])),
    families: Map.groupBy(entries, ({ family }) => family),
    folded: new NameList(index.keyByFolded.keys()),
  };
}

/** A word of more families says nothing about the material: `powder`, `cream`, `board`. */
const MOST_FAMILIES = 4;
