import { convertMaterial, materialKey } from '../library/find-material.ts';
import type { Component } from '../product.ts';
import { haveSameDimension } from '../units.ts';
import { type Draft, type Place, refuse } from './draft.ts';
import type { Amounts } from './resolved-component.ts';

/** The amount of a material in the unit it is measured in, and its mass where that is known. */
interface MeasuredMaterial {
  readonly amount: number;
  readonly unit: string;
  readonly productKg: number | undefined;
}

/**
 * A material is measured by `massKg`, or by `quantity` in any unit that its factors or its density
 * know: `0.02 m2` of circuit board, `60 kWh` of battery, `1 l` of milk. With both, `quantity` is
 * calculated and `massKg` is what is transported and treated.
 */
export function measuredMaterial(
  draft: Draft,
  place: Place,
  { material, unit = 'kg' }: Component,
  { massKg, quantity }: Amounts,
): MeasuredMaterial | undefined {
  if (quantity === undefined || (massKg !== undefined && haveSameDimension(unit, 'kg'))) {
    if (massKg !== undefined) return { amount: massKg, unit: 'kg', productKg: massKg };
    if (draft.problems.every((problem) => !isAt(problem.path, place))) {
      const message = 'A material needs massKg, or quantity and unit.';
      refuse(draft, [...place.path, 'massKg'], 'BAD_INPUT', message);
    }
    return undefined;
  }
  const key = material === undefined ? '' : materialKey(draft.library, material);
  const kgPerM3 = draft.library.materialIndex.entries.get(key)?.kgPerM3;
  const isMass = haveSameDimension(unit, 'kg');
  const isWeighable = isMass || (kgPerM3 !== undefined && haveSameDimension(unit, 'm3'));
  const ownKg = isWeighable ? convertMaterial(quantity, unit, 'kg', kgPerM3) : undefined;
  return { amount: quantity, unit, productKg: massKg ?? ownKg };
}

/** True if the mass of this part is already reported as a problem. */
function isAt(path: Place['path'], place: Place): boolean {
  return path.length === place.path.length + 1 && place.path.every((step, at) => path[at] === step);
}
