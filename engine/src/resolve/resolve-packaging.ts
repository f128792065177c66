import { coveredPhases } from '../library/factor-coverage.ts';
import { groupOfFactor } from '../library/factor-group.ts';
import { recycledShareOf } from '../library/find-material.ts';
import { groupOf } from '../library/material-groups.ts';
import type { Packaging } from '../product.ts';
import { circularityOf } from './circular.ts';
import { addNamedFlow, type Draft, namedFactor, type Place, readNumber, refuse } from './draft.ts';
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
    recycledShareOf(draft.library, packaging),
    {
      max: 1,
    },
  );
  if ((packaging.material == null) === (packaging.factorId == null)) {
    const message = 'Packaging needs either a material or a factorId.';
    refuse(draft, path, message);
    return 0;
  }
  if (massKg === undefined || units === undefined || trips === undefined) return 0;
  const shareKg = massKg / units / trips;
  addMaterial(draft, place, packaging, shareKg, recycledShare);
  return massKg / units;
}

function addMaterial(
  draft: Draft,
  place: Place,
  packaging: Packaging,
  massKg: number,
  declaredShare: number | undefined,
): void {
  const { material, factorId, originCountry, pedigree, recycling, endOfLife } = packaging;
  const factor =
    factorId == null ? undefined : namedFactor(draft, [...place.path, 'factorId'], factorId);
  const group =
    factor === undefined ? groupOf(draft.library, material) : groupOfFactor(draft.library, factor);
  const circularity = circularityOf(draft, place.path, material, group, recycling);
  const mass = { ...place, group, massKg, isPackaging: true, circularity, endOfLife };
  if (material != null) {
    const known = { recycledShare: declaredShare, circularity, originCountry, pedigree };
    const amount = { material, amount: massKg, unit: 'kg', ...known };
    const found = resolveMaterial(draft, place, amount);
    if (found === undefined) return;
    draft.masses.push({ ...mass, ...found });
  } else if (factor !== undefined) {
    const traits = { pedigree, geography: originCountry };
    addNamedFlow(draft, place, factor, { amount: massKg, unit: 'kg' }, traits);
    if (!coveredPhases(factor).has('END_OF_LIFE')) draft.masses.push({ ...mass, recycledShare: 0 });
  }
}
