import type { Factor } from '../factor.ts';
import type { MaterialGroup } from '../vocabulary.ts';
import type { FactorLibrary } from './library.ts';
import { groupOf, isFood } from './material-groups.ts';
import { materialServedBy } from './served-material.ts';

/** The material group of a factor, by the names that it serves; MIXED when it serves none. */
export function groupOfFactor(library: FactorLibrary, factor: Factor): MaterialGroup {
  return isFood(factor) ? 'FOOD' : groupOf(library, materialServedBy(library, factor));
}
