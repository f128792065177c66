import { findMaterial, materialKey } from './find-material.ts';
import type { FactorLibrary } from './library.ts';
import { type MaterialIndex, type MaterialName, namedMaterial } from './material-index.ts';
import { kindsWithin } from './material-within.ts';
import { respelled } from './misspelt.ts';
import { foldedName, stemsOf } from './name-forms.ts';
import { nearestName } from './nearest-names.ts';

const MOST_SUGGESTIONS = 5;

/**
 * Names that serve and are near in meaning to a name that does not, five at most: materials that share
 * a telling word with it, then their relatives of the same family, then factors whose thing has the
 * word, then names of which it may be a misspelling. Nothing where nothing is near.
 */
export function suggestMaterials(library: FactorLibrary, name: string): string[] {
  const wanted = tellingWords(library.materialIndex, foldedName(name));
  const known = wordsOf(library.materialIndex);
  const sharing = known
    .map(({ entry, stems }) => ({ entry, shared: mostShared(stems, wanted) }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ entry }) => entry);
  const { entries } = library.materialIndex;
  const named = entries.get(namedMaterial(library.materialIndex, name)?.key ?? '');
  const within = kindsWithin(library.materialIndex, foldedName(name)).flatMap(
    ({ key }) => entries.get(key) ?? [],
  );
  const alike = sharing.length > 0 ? [] : spelledAlike(library.materialIndex, name);
  const spelling = respelled(library.materialIndex, name);
  const meant = spelling && entries.get(materialKey(library, spelling));
  const near = [named ?? [], meant || [], within, sharing, alike].flat();
  const relatives = known.filter(({ entry }) => entry.family === near[0]?.family);
  const suggestions = new Set<string>();
  const related = relatives.map(({ entry }) => entry.material);
  const sharers = near.map((entry) => entry.material);
  for (const material of [
    ...(named === undefined && within.every(({ material: of }) => isServed(library, of))
      ? [...sharers, ...related]
      : [...related, ...sharers]),
    ...factorNamesWith(library, wanted),
  ]) {
    if (suggestions.size === MOST_SUGGESTIONS) break;
    if (isServed(library, material)) suggestions.add(material);
  }
  return [...suggestions];
}

/** Stems without colours, sizes and shapes, which say nothing about the material; all if nothing else is left. */
function tellingWords(index: MaterialIndex, folded: string): string[] {
  const words = folded.split(' ').filter((word) => word.length > 2);
  const telling = words.filter((word) => !index.words.isState(word) && !index.words.isShape(word));
  return stemsOf(index.words, (telling.length > 0 ? telling : words).join(' '));
}

/** Says that a name has no factor, what is near it, and what else works. */
export function missingMaterial(name: string, suggestions: readonly string[]): string {
  const nearest =
    suggestions.length === 0
      ? 'No material of the library is near it in meaning.'
      : `Did you mean ${suggestions.join(' or ')}?`;
  return `No factor serves the material "${name}". ${nearest} Search emissionFactors(filter: { text }) for a factorId, or give a factor or a supplier's footprint of your own. Fuel that is burnt belongs into a process step's energy.`;
}

interface KnownWords {
  readonly entry: MaterialName;
  readonly stems: readonly (readonly string[])[];
}

const remembered = new WeakMap<MaterialIndex, readonly KnownWords[]>();

/** The telling words of all names of all materials, worked out at the first refusal. */
function wordsOf(index: MaterialIndex): readonly KnownWords[] {
  const known = remembered.get(index);
  if (known !== undefined) return known;
  const words = [...index.entries.values()].map((entry) => ({
    entry,
    stems: [entry.material, entry.family, ...entry.names].map((text) =>
      stemsOf(index.words, foldedName(text)),
    ),
  }));
  const families = new Map<string, Set<string>>();
  for (const { entry, stems } of words) {
    for (const stem of stems.flat()) {
      families.set(stem, (families.get(stem) ?? new Set()).add(entry.family));
    }
  }
  const isTelling = (stem: string) => (families.get(stem)?.size ?? 0) <= MOST_FAMILIES;
  const telling = words.map(({ entry, stems }) => ({
    entry,
    stems: stems.map((list) => list.map((stem) => (isTelling(stem) ? stem : ''))),
  }));
  remembered.set(index, telling);
  return telling;
}

/** A word of more families says nothing about the material: `powder`, `cream`, `board`. */
const MOST_FAMILIES = 4;

/** Largest part of a name of the material that the wanted words share, 0 to 1. */
function mostShared(stems: readonly (readonly string[])[], wanted: readonly string[]): number {
  let most = 0;
  for (const words of stems) {
    const shared = words.filter((stem) => wanted.some((word) => isSameWord(word, stem))).length;
    most = Math.max(most, shared / Math.max(words.length, wanted.length));
  }
  return most;
}

/** The word itself, or the end of a compound: `Edelstahlblech` ends in `blech`. */
function isSameWord(word: string, stem: string): boolean {
  if (stem === '') return false;
  if (word === stem) return true;
  return stem.length >= 5 && word.length > stem.length && word.endsWith(stem);
}

/** Names of factors whose thing, the part before the first comma, has the longest of the words. */
function factorNamesWith({ factorNames }: FactorLibrary, wanted: readonly string[]): string[] {
  const [longest = ''] = [...wanted].sort((a, b) => b.length - a.length);
  if (longest.length < 4) return [];
  const names: string[] = [];
  for (const [key, [factor]] of factorNames.byHead) {
    if (names.length === MOST_SUGGESTIONS) break;
    if (factor !== undefined && ` ${key} `.includes(` ${longest} `)) names.push(factor.name);
  }
  return names;
}

/** Materials of which a name is at most one letter in four away. */
function spelledAlike({ entries, keyByFolded }: MaterialIndex, name: string): MaterialName[] {
  const nearest = nearestName(foldedName(name), keyByFolded.keys());
  const key = nearest === undefined ? undefined : keyByFolded.get(nearest);
  const entry = key === undefined ? undefined : entries.get(key);
  return entry === undefined ? [] : [entry];
}

function isServed(library: FactorLibrary, material: string): boolean {
  return findMaterial(library, material, undefined, undefined, undefined) !== undefined;
}
