import { convertMaterial, materialKey } from '../library/find-material.ts';
import type { FactorLibrary } from '../library/library.ts';
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
  component: Component,
  { massKg, quantity }: Amounts,
): MeasuredMaterial | undefined {
  const unit = quantity === undefined ? 'kg' : countedUnit(draft.library, component);
  if (quantity === undefined || (massKg !== undefined && haveSameDimension(unit, 'kg'))) {
    if (massKg !== undefined) return { amount: massKg, unit: 'kg', productKg: massKg };
    if (draft.problems.every((problem) => !isAt(problem.path, place))) {
      const message = 'A material needs massKg, or quantity and unit.';
      refuse(draft, [...place.path, 'massKg'], message);
    }
    return undefined;
  }
  return { amount: quantity, unit, productKg: weighedKg(draft.library, component) };
}

/** The mass of a part: as declared, or of its quantity where the unit or the density tells it. */
export function weighedKg(library: FactorLibrary, component: Component): number | undefined {
  const { material, massKg, quantity } = component;
  if (massKg !== undefined || quantity === undefined) return massKg;
  const unit = material === undefined ? component.unit : countedUnit(library, component);
  if (unit === undefined) return undefined;
  const key = material === undefined ? '' : materialKey(library, material);
  const kgPerM3 = library.materialIndex.entries.get(key)?.kgPerM3;
  const isWeighable =
    haveSameDimension(unit, 'kg') || (kgPerM3 !== undefined && haveSameDimension(unit, 'm3'));
  return isWeighable ? convertMaterial(quantity, unit, 'kg', kgPerM3) : undefined;
}

/**
 * The unit of a quantity: one that is not stated is pieces, if a factor of the material is per piece, else kg.
 * `{ material: "processor", quantity: 1 }` is a processor, not a kilogram of them.
 */
function countedUnit(library: FactorLibrary, { material, unit }: Component): string {
  if (unit !== undefined || material === undefined) return unit ?? 'kg';
  const mappings = library.materials.get(materialKey(library, material)) ?? [];
  const units = mappings.map((row) => library.factors.get(row.factorSourceId ?? '')?.unit ?? 'kg');
  return units.some((each) => haveSameDimension(each, 'piece')) ? 'piece' : 'kg';
}

/** True if the mass of this part is already reported as a problem. */
function isAt(path: Place['path'], place: Place): boolean {
  return path.length === place.path.length + 1 && place.path.every((step, at) => path[at] === step);
}
