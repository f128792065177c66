import { findMaterial } from '../library/find-material.ts';
import { groupOf } from '../library/material-groups.ts';
import type { Path } from '../path.ts';
import type { Component, ProcessStep, Product } from '../product.ts';
import type { SectorTag } from '../vocabulary.ts';
import { type Draft, decide } from './draft.ts';

/** Median net mass in kg of products of a sector, and where it comes from. */
const MEDIAN_MASSES: Partial<
  Readonly<Record<SectorTag, { readonly kg: number; readonly source: string }>>
> = {
  APPAREL: { kg: 0.25, source: 'Median of the 25 demonstration garments of Ecobalyse' },
  ELECTRONICS: { kg: 2.6, source: 'Median of the 1,035 weighed devices of Boavizta' },
};

/** A component, and where its mass comes from when it was not declared. */
export interface WeighedComponent {
  readonly component: Component;
  readonly filled?: { readonly reason: string; readonly source: string };
}

/**
 * Components without a mass share the rest of the net mass or, without a net mass, the median of
 * the sector. A component that gets neither is refused later.
 */
export function withMasses(product: Product): readonly WeighedComponent[] {
  const components = product.components ?? [];
  const asDeclared = components.map((component) => ({ component }));
  const open = components.filter(lacksMass);
  if (open.length === 0) return asDeclared;
  const median = product.sectorTags?.flatMap((tag) => MEDIAN_MASSES[tag] ?? []).at(0);
  const declaredKg = components.reduce((sum, { massKg = 0 }) => sum + massKg, 0);
  const restKg = (product.netMassKg ?? median?.kg ?? 0) - declaredKg;
  if (!(restKg > 0)) return asDeclared;
  const filled =
    product.netMassKg === undefined
      ? { reason: 'No mass is declared: the median of the sector.', source: median?.source ?? '' }
      : { reason: 'No mass is declared: what the net mass leaves over.', source: 'declared' };
  const massKg = restKg / open.length;
  return components.map((component) =>
    lacksMass(component) ? { component: { ...component, massKg }, filled } : { component },
  );
}

function lacksMass({ material, massKg, quantity }: Component): boolean {
  return material !== undefined && massKg === undefined && quantity === undefined;
}

/** Spinning, knitting, dyeing, finishing: the default steps of a garment that declares none. */
const TEXTILE_TEMPLATE: readonly ProcessStep[] = [
  { process: 'SPINNING_RING' },
  { process: 'KNITTING_AVERAGE' },
  { process: 'DYEING_AVERAGE' },
  { process: 'FINISHING_CHEMICAL' },
];

/** The steps of a product; for clothes and textiles of fibre without any, the template's. */
export function withSteps(draft: Draft, root: Path, product: Product): readonly ProcessStep[] {
  const declared = product.processSteps ?? [];
  const isTextile = product.sectorTags?.some((tag) => tag === 'APPAREL' || tag === 'TEXTILES');
  const components = product.components ?? [];
  if (declared.length > 0 || isTextile !== true) return declared;
  if (components.some(({ processSteps = [] }) => processSteps.length > 0)) return declared;
  const fibre = components.find((component) => isRawFibre(draft, component));
  if (fibre === undefined) return declared;
  const country = fibre.originCountry;
  const path = [...root, 'processSteps'];
  const reason = 'No process is declared: the template for textiles.';
  const value = TEXTILE_TEMPLATE.map((step) => step.process).join(', ');
  decide(draft, path, { value, reason, source: 'Template of the service' }, []);
  return TEXTILE_TEMPLATE.map((step) => ({ ...step, country }));
}

/** A fibre that is not served by an average of finished goods, which has the steps inside. */
function isRawFibre({ library, options }: Draft, { material, originCountry }: Component): boolean {
  if (material === undefined || groupOf(library, material) !== 'TEXTILE') return false;
  const found = findMaterial(library, material, originCountry, options.year, undefined);
  return found?.isFinishedTextile !== true;
}
