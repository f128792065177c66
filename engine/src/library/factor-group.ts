import type { Factor } from '../factor.ts';
import type { MaterialGroup } from '../vocabulary.ts';
import type { FactorLibrary } from './library.ts';
import { groupOf, isFood } from './material-groups.ts';

/** The material group of a factor, by the names that it serves; MIXED when it serves none. */
export function groupOfFactor(library: FactorLibrary, factor: Factor): MaterialGroup {
  if (isFood(factor)) return 'FOOD';
  return groupOf(library, namesOf(library).get(factor.sourceId));
}

const remembered = new WeakMap<FactorLibrary, ReadonlyMap<string, string>>();

/** Material names by the `sourceId` of the factor that serves them. */
function namesOf(library: FactorLibrary): ReadonlyMap<string, string> {
  const known = remembered.get(library);
  if (known !== undefined) return known;
  const names = new Map<string, string>();
  for (const mappings of library.materials.values()) {
    for (const { factorSourceId, material } of mappings) {
      if (factorSourceId !== null && groupOf(library, material) !== 'MIXED')
        names.set(factorSourceId, material);
    }
  }
  remembered.set(library, names);
  return names;
}
