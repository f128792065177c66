import { findMaterial } from './find-material.ts';
import type { FactorLibrary } from './library.ts';
import type { MaterialIndex, MaterialName } from './material-index.ts';
import { foldedName, stemsOf } from './name-forms.ts';
import { nearestNames } from './nearest-names.ts';

const MOST_SUGGESTIONS = 5;

/**
 * Names that serve and are near a name that does not, five at most: materials that share a word with
 * it, then their relatives of the same family, then factors whose own name has the word in it, then
 * names spelled alike. Meaning comes before spelling.
 */
export function suggestMaterials(library: FactorLibrary, name: string): string[] {
  const wanted = stemsOf(foldedName(name)).filter((word) => word.length > 2);
  const sharing = wordsOf(library.materialIndex)
    .map((known) => ({ entry: known.entry, shared: mostShared(known, wanted) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ entry }) => entry);
  const entries = [...library.materialIndex.entries.values()];
  const [nearest] = sharing;
  const relatives = entries.filter(({ family }) => family === nearest?.family);
  const related = [...sharing, ...relatives].map(({ material }) => material);
  const named = factorNamesWith(library, wanted);
  const alike = related.length + named.length >= 3 ? [] : spelledAlike(entries, name);
  const suggestions = new Set<string>();
  for (const material of [...related, ...named, ...alike]) {
    if (suggestions.size === MOST_SUGGESTIONS) break;
    if (isServed(library, material)) suggestions.add(material);
  }
  return [...suggestions];
}

interface KnownWords {
  readonly entry: MaterialName;
  readonly stems: readonly (readonly string[])[];
}

const remembered = new WeakMap<MaterialIndex, readonly KnownWords[]>();

/** The words of all names of all materials, worked out at the first refusal. */
function wordsOf(index: MaterialIndex): readonly KnownWords[] {
  const known = remembered.get(index);
  if (known !== undefined) return known;
  const words = [...index.entries.values()].map((entry) => ({
    entry,
    stems: [entry.material, entry.family, ...entry.names].map((text) => stemsOf(foldedName(text))),
  }));
  remembered.set(index, words);
  return words;
}

/** Largest part of a name of the material that the wanted words share, 0 to 1. */
function mostShared({ stems }: KnownWords, wanted: readonly string[]): number {
  let most = 0;
  for (const words of stems) {
    const shared = words.filter((stem) => wanted.some((word) => isSameWord(word, stem))).length;
    most = Math.max(most, shared / Math.max(words.length, wanted.length));
  }
  return most;
}

/** The word itself, or the end of a compound: `Edelstahlblech` ends in `blech`. */
function isSameWord(word: string, stem: string): boolean {
  if (word === stem) return true;
  return stem.length >= 5 && word.length > stem.length && word.endsWith(stem);
}

/** Names of factors that have the longest of the words in them, as `emissionFactors` finds them. */
function factorNamesWith({ factorNames }: FactorLibrary, wanted: readonly string[]): string[] {
  const [longest = ''] = [...wanted].sort((a, b) => b.length - a.length);
  if (longest.length < 4) return [];
  const names: string[] = [];
  for (const [key, [factor]] of factorNames.byName) {
    if (names.length === MOST_SUGGESTIONS) break;
    if (factor !== undefined && key.includes(longest)) names.push(factor.name);
  }
  return names;
}

function spelledAlike(entries: readonly MaterialName[], name: string): string[] {
  return nearestNames(
    name,
    entries.map(({ material }) => material),
    MOST_SUGGESTIONS,
  );
}

function isServed(library: FactorLibrary, material: string): boolean {
  return findMaterial(library, material, undefined, undefined, undefined) !== undefined;
}
