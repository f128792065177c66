import type { FactorNames } from './factor-names.ts';
import { findMaterial, materialKey } from './find-material.ts';
import type { FactorLibrary } from './library.ts';
import { type MaterialIndex, namedMaterial } from './material-index.ts';
import { kindsWithin } from './material-within.ts';
import { respelled } from './misspelt.ts';
import { foldedName, stemsOf } from './name-forms.ts';
import { materialsSharing, relativesOf, spelledAlike } from './suggestion-index.ts';

const MOST_SUGGESTIONS = 5;

/**
 * Names that serve and are near in meaning to a name that does not, five at most: materials that share
 * a telling word with it, then their relatives of the same family, then factors whose thing has the
 * word, then names of which it may be a misspelling. Nothing where nothing is near.
 */
export function suggestMaterials(library: FactorLibrary, name: string): string[] {
  const wanted = tellingWords(library.materialIndex, foldedName(name));
  const sharing = materialsSharing(library.materialIndex, wanted);
  const { entries } = library.materialIndex;
  const named = entries.get(namedMaterial(library.materialIndex, name)?.key ?? '');
  const within = kindsWithin(library.materialIndex, foldedName(name)).flatMap(
    ({ key }) => entries.get(key) ?? [],
  );
  const alike = (sharing.length === 0 && spelledAlike(library.materialIndex, name)) || [];
  const spelling = respelled(library.materialIndex, name);
  const meant = spelling && entries.get(materialKey(library, spelling));
  const near = [named ?? [], meant || [], within, sharing, alike].flat();
  const [nearest] = near;
  const relatives = nearest === undefined ? [] : relativesOf(library.materialIndex, nearest);
  const suggestions = new Set<string>();
  const related = relatives.map(({ material }) => material);
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
  return `No factor serves the material "${name}". ${nearest} Search emissionFactors(filter: { text }) for a factorId, or give a factor or a supplier's footprint of your own. Fuel that is burnt belongs in a process step's energy.`;
}

/** Names of factors whose thing, the part before the first comma, has the longest of the words. */
function factorNamesWith(
  { factorNames }: FactorLibrary,
  wanted: readonly string[],
): readonly string[] {
  const [longest = ''] = [...wanted].sort((a, b) => b.length - a.length);
  if (longest.length < 4) return [];
  const known = headsByWord.get(factorNames) ?? indexHeads(factorNames);
  headsByWord.set(factorNames, known);
  return known.get(longest) ?? [];
}

const headsByWord = new WeakMap<FactorNames, ReadonlyMap<string, readonly string[]>>();

/** As many names for each word as are suggested. */
function indexHeads({ byHead }: FactorNames): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const [key, [factor]] of byHead) {
    if (factor === undefined) continue;
    for (const word of new Set(key.split(' '))) {
      const ofWord = names.get(word) ?? [];
      if (ofWord.length < MOST_SUGGESTIONS) ofWord.push(factor.name);
      names.set(word, ofWord);
    }
  }
  return names;
}

function isServed(library: FactorLibrary, material: string): boolean {
  return findMaterial(library, material, undefined, undefined, undefined) !== undefined;
}
