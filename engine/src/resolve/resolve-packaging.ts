import type { Packaging } from '../product.ts';
import { addFlow, type Draft, namedFactor, type Place, readNumber, refuse } from './draft.ts';
import { resolveMaterial } from './resolve-material.ts';

/**
 * m / (units per pack · trips) of its material; returns the packaging that travels with one
 * declared unit in kg, which reuse does not make lighter.
 */
export function resolvePackaging(draft: Draft, place: Place, packaging: Packaging): number {
  const { path } = place;
  const massKg = readNumber(draft, [...path, 'massKg'], packaging.massKg);
  const units = readNumber(draft, [...path, 'unitsPerPack'], packaging.unitsPerPack ?? 1, {
    min: Number.MIN_VALUE,
  });
  const trips = readNumber(draft, [...path, 'reuseCount'], packaging.reuseCount ?? 1, { min: 1 });
  const recycledShare = readNumber(
    draft,
    [...path, 'recycledShare'],
    packaging.recycledShare ?? 0,
    {
      max: 1,
    },
  );
  if ((packaging.material == null) === (packaging.factorId == null)) {
    const message = 'Packaging is exactly one of material and factorId.';
    refuse(draft, path, 'BAD_INPUT', message);
    return 0;
  }
  if (massKg === undefined || units === undefined || trips === undefined) return 0;
  if (recycledShare === undefined) return 0;
  const { material, factorId, originCountry, pedigree } = packaging;
  const shareKg = massKg / units / trips;
  if (material != null) {
    const amount = { material, massKg: shareKg, recycledShare, originCountry, pedigree };
    resolveMaterial(draft, place, amount);
  } else if (factorId != null) {
    const factor = namedFactor(draft, [...path, 'factorId'], factorId);
    if (factor) addFlow(draft, place, factor, shareKg, 'kg', { pedigree });
  }
  return massKg / units;
}
