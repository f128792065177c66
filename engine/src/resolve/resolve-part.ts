import type { Component, Product } from '../product.ts';
import { convert, haveSameDimension } from '../units.ts';
import { type Draft, type Place, refuse } from './draft.ts';
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
  { massKg, quantity, bought }: Amounts,
  products: Products,
): ResolvedComponent {
  const productId = component.productId ?? '';
  const part = products.get(productId);
  if (part === undefined) {
    const message = `There is no product ${productId} to be a part.`;
    refuse(draft, [...place.path, 'productId'], 'BAD_INPUT', message);
    return NOTHING;
  }
  const units = unitsOf(draft, place, component, part, massKg, quantity);
  if (units === undefined) return NOTHING;
  draft.parts.push({
    path: place.path,
    label: place.label,
    phase: place.phase,
    productId,
    amount: units * bought,
  });
  const partKg = massKg ?? (part.netMassKg === undefined ? undefined : part.netMassKg * units);
  const boughtKg = partKg === undefined ? undefined : partKg * bought;
  return { productKg: partKg, massKg: boughtKg, isFinishedTextile: false };
}

function unitsOf(
  draft: Draft,
  place: Place,
  component: Component,
  part: Product,
  massKg: number | undefined,
  quantity: number | undefined,
): number | undefined {
  const { amount, unit } = part.declaredUnit ?? { amount: 1, unit: 'PIECE' };
  const asked = component.unit ?? unit;
  if (quantity !== undefined || massKg === undefined) {
    if (haveSameDimension(asked, unit)) return convert(quantity ?? 1, asked, unit) / amount;
    const message = `${part.name} is counted in ${unit}; ${asked} cannot be converted to that.`;
    refuse(draft, [...place.path, 'unit'], 'UNIT_MISMATCH', message);
    return undefined;
  }
  if (haveSameDimension(unit, 'kg')) return convert(massKg, 'kg', unit) / amount;
  if (part.netMassKg !== undefined && part.netMassKg > 0) return massKg / part.netMassKg;
  const message = `${part.name} is counted in ${unit} and has no netMassKg: declare a quantity.`;
  refuse(draft, [...place.path, 'massKg'], 'UNIT_MISMATCH', message);
  return undefined;
}
