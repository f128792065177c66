import { coveredPhases } from '../library/factor-coverage.ts';
import { findMaterial, recycledContent, recycledShareOf } from '../library/find-material.ts';
import { groupOf } from '../library/material-groups.ts';
import type { Component, Packaging, Product } from '../product.ts';
import { convert, haveSameDimension } from '../units.ts';
import { circularityOf } from './circular.ts';
import type { Draft, ResolveOptions, TreatedMass } from './draft.ts';
import { withMasses } from './fill-gaps.ts';
import { groupOfComponent } from './material-group.ts';
import { weighedKg } from './measured-material.ts';
import type { Products } from './resolved-component.ts';

/** Parts of parts below this depth are waste of unknown material; loops end here too. */
const MOST_LEVELS = 12;

type Known = Map<string, readonly TreatedMass[]>;

/** Masses of parts found before: in a catalogue one part is in many products. */
const remembered = new WeakMap<ResolveOptions, Known>();

/**
 * The materials of a component that is a product of its own, with its end of life where it declares
 * one: a part is treated like the same materials in the product itself. Mass that its materials do
 * not account for stays mixed waste.
 */
export function massesOfComponent(
  draft: Draft,
  mass: TreatedMass,
  productId: string,
  products: Products,
): readonly TreatedMass[] {
  const inside = massesOf(draft, productId, products, MOST_LEVELS, knownTo(draft));
  const insideKg = ownKg(inside);
  if (insideKg === 0) return [mass];
  // The mass may be declared by the part, or by the component that names it.
  const part = products.get(productId);
  const partKg = Math.max(insideKg, part?.netMassKg ?? 0);
  const times = mass.massKg / partKg;
  const restKg = mass.massKg - insideKg * times;
  const materials = inside.map((own) => ({
    ...own,
    path: mass.path,
    label: `${mass.label}: ${own.label}`,
    massKg: own.massKg * times,
  }));
  return restKg > 1e-3 * mass.massKg ? [...materials, { ...mass, massKg: restKg }] : materials;
}

/** Mass of a product that declares none, in kg, from its materials; undefined without any. */
export function massOfPart(
  draft: Draft,
  productId: string,
  products: Products,
): number | undefined {
  const kg = ownKg(massesOf(draft, productId, products, MOST_LEVELS, knownTo(draft)));
  return kg === 0 ? undefined : kg;
}

function knownTo({ options }: Draft): Known {
  const known = remembered.get(options) ?? new Map<string, readonly TreatedMass[]>();
  remembered.set(options, known);
  return known;
}

/** Per declared unit of the product; equal materials are added up. */
function massesOf(
  draft: Draft,
  productId: string,
  products: Products,
  levels: number,
  known: Known,
): readonly TreatedMass[] {
  const key = `${levels} ${productId}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const product = products.get(productId);
  const masses =
    product === undefined || levels === 0 ? [] : ownMasses(draft, product, products, levels, known);
  known.set(key, masses);
  return masses;
}

function ownMasses(
  draft: Draft,
  product: Product,
  products: Products,
  levels: number,
  known: Known,
): readonly TreatedMass[] {
  const byKind = new Map<string, TreatedMass>();
  const add = (mass: TreatedMass) => {
    const { isPackaging, virgin, recycled, recycledShare, group, label } = mass;
    const kind = [label, isPackaging, group, virgin?.id, recycled?.id, recycledShare].join('\n');
    const same = byKind.get(kind);
    byKind.set(kind, same ? { ...same, massKg: same.massKg + mass.massKg } : mass);
  };
  for (const { component } of withMasses(draft.library, product)) {
    if (component.productId == null) {
      const mass = massOfMaterial(draft, component);
      if (mass !== undefined) add({ ...mass, endOfLife: product.endOfLife });
      continue;
    }
    const part = products.get(component.productId);
    const units = part && declaredUnitsOf(component, part);
    if (units === undefined) continue;
    const inside = massesOf(draft, component.productId, products, levels - 1, known);
    // A loop takes back a part of the mass: its output has the net mass at most.
    const kept = Math.min(1, (part?.netMassKg ?? Infinity) / ownKg(inside) || 1);
    for (const mass of inside) {
      const endOfLife = mass.endOfLife ?? (mass.isPackaging ? undefined : product.endOfLife);
      add({ ...mass, massKg: mass.massKg * units * (mass.isPackaging ? 1 : kept), endOfLife });
    }
  }
  for (const packaging of product.packaging ?? []) add(massOfPack(draft, packaging));
  return [...byKind.values()];
}

/** The declared units of a part that a component takes, if its amounts tell. */
export function declaredUnitsOf(component: Component, part: Product): number | undefined {
  const { amount, unit } = part.declaredUnit ?? { amount: 1, unit: 'PIECE' };
  const { massKg, quantity, unit: asked = unit } = component;
  if (quantity !== undefined || massKg === undefined) {
    return haveSameDimension(asked, unit)
      ? convert(quantity ?? 1, asked, unit) / amount
      : undefined;
  }
  if (haveSameDimension(unit, 'kg')) return convert(massKg, 'kg', unit) / amount;
  const { netMassKg } = part;
  return netMassKg !== undefined && netMassKg > 0 ? massKg / netMassKg : undefined;
}

function massOfMaterial(draft: Draft, component: Component): TreatedMass | undefined {
  const { material, factorId } = component;
  const { library } = draft;
  const massKg = weighedKg(library, component);
  if (massKg === undefined || !(massKg > 0)) return undefined;
  const routes = routesOf(draft, component);
  const factor = routes.virgin ?? library.factors.get(factorId ?? '');
  if (factor && coveredPhases(factor).has('END_OF_LIFE')) return undefined;
  const group = groupOfComponent(draft, component);
  return {
    path: [],
    label: component.name ?? material ?? factor?.name ?? 'part',
    group,
    massKg,
    isPackaging: false,
    circularity: circularityOf(draft, [], material, group, component.recycling),
    ...routes,
  };
}

function massOfPack(draft: Draft, packaging: Packaging): TreatedMass {
  const { material, unitsPerPack = 1, reuseCount = 1 } = packaging;
  const group = groupOf(draft.library, material);
  return {
    path: [],
    label: packaging.name ?? material ?? 'packaging',
    group,
    massKg: packaging.massKg / unitsPerPack / reuseCount,
    isPackaging: true,
    circularity: circularityOf(draft, [], material, group, packaging.recycling),
    endOfLife: packaging.endOfLife,
    ...routesOf(draft, packaging),
  };
}

/** The factors that recycling at the end of life replaces and takes, and the recycled share of a part. */
function routesOf({ library, options }: Draft, part: Component | Packaging) {
  const { material, originCountry } = part;
  const found = material && findMaterial(library, material, originCountry, options.year, undefined);
  if (!found) return { recycledShare: 0 };
  const recycledShare = recycledContent(found, recycledShareOf(library, part));
  return { virgin: found.virgin.factor, recycled: found.recycled?.factor, recycledShare };
}

/** Without packaging. */
function ownKg(masses: readonly TreatedMass[]): number {
  return masses.reduce((sum, { massKg, isPackaging }) => sum + (isPackaging ? 0 : massKg), 0);
}
