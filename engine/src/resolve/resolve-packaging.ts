import { groupOf } from '../library/material-groups.ts';
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
  const shareKg = massKg / units / trips;
  addMaterial(draft, place, packaging, shareKg, recycledShare);
  return massKg / units;
}

function addMaterial(
  draft: Draft,
  place: Place,
  packaging: Packaging,
  massKg: number,
  recycledShare: number,
): void {
  const { material, factorId, originCountry, pedigree } = packaging;
  const mass = { ...place, group: groupOf(material), massKg, isPackaging: true };
  if (material != null) {
    const amount = { material, massKg, recycledShare, originCountry, pedigree };
    const found = resolveMaterial(draft, place, amount);
    if (found) draft.masses.push({ ...mass, virgin: found.virgin, recycled: found.recycled });
  } else if (factorId != null) {
    const factor = namedFactor(draft, [...place.path, 'factorId'], factorId);
    if (factor === undefined) return;
    addFlow(draft, place, factor, massKg, 'kg', { pedigree, geography: originCountry });
    draft.masses.push(mass);
  }
}
