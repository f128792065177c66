import type { Component, Product } from '../product.ts';
import { type Draft, type Place, readNumber, refuse } from './draft.ts';
import { declaredUnitsOf, massOfPart } from './part-masses.ts';
import {
  type Amounts,
  NOTHING,
  type Products,
  type ResolvedComponent,
} from './resolved-component.ts';

/** Declared units of the part = amount in its unit / amount of its declared unit. */
export function resolvePart(
  draft: Draft,
  place: Place,
  component: Component,
  { massKg, bought }: Amounts,
  products: Products,
): ResolvedComponent {
  const productId = component.productId ?? '';
  const part = products.get(productId);
  if (part === undefined) {
    const message = `The product ${productId} of a component does not exist.`;
    refuse(draft, [...place.path, 'productId'], message);
    return NOTHING;
  }
  const units = unitsOf(draft, place, component, part);
  if (units === undefined) return NOTHING;
  const { path, label, phase } = place;
  const amount = readNumber(draft, [...path, 'quantity'], units * bought);
  if (amount === undefined) return NOTHING;
  draft.parts.push({ path, label, phase, productId, amount });
  const unitKg = part.netMassKg ?? massOfPart(draft, productId, products);
  const partKg = massKg ?? (unitKg === undefined ? undefined : unitKg * units);
  const boughtKg = partKg === undefined ? undefined : partKg * bought;
  return { productKg: partKg, massKg: boughtKg, packagingKg: packagingOf(part) * units * bought };
}

/** Packaging of one declared unit in kg; reuse does not make it lighter. */
function packagingOf({ packaging = [] }: Product): number {
  return packaging.reduce((sum, { massKg, unitsPerPack = 1 }) => sum + massKg / unitsPerPack, 0);
}

/** Declared units of the part that a component takes, with a problem when the amounts do not tell. */
function unitsOf(draft: Draft, place: Place, component: Component, part: Product) {
  const units = declaredUnitsOf(component, part);
  if (units !== undefined) return units;
  const { unit } = part.declaredUnit ?? { unit: 'PIECE' };
  const { massKg, quantity } = component;
  if (quantity !== undefined || massKg === undefined) {
    const message = `${part.name} is counted in ${unit}; ${component.unit} cannot be converted to that.`;
    refuse(draft, [...place.path, 'unit'], message, 'UNIT_MISMATCH');
    return undefined;
  }
  const message = `${part.name} is counted in ${unit} and has no netMassKg: declare a quantity.`;
  refuse(draft, [...place.path, 'massKg'], message, 'UNIT_MISMATCH');
  return undefined;
}
