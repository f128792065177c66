import { CLOTH, FIBRE, findMaterial, GOODS } from '../library/find-material.ts';
import type { FactorLibrary } from '../library/library.ts';
import { groupOf } from '../library/material-groups.ts';
import { currencyOf } from '../library/spend.ts';
import type { Path } from '../path.ts';
import type { Component, ProcessStep, Product } from '../product.ts';
import type { SectorTag } from '../vocabulary.ts';
import { type Draft, decide } from './draft.ts';
import { weighedKg } from './measured-material.ts';

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
 * the sector. A component that gets neither is refused later, unless it has a quantity.
 */
export function withMasses(library: FactorLibrary, product: Product): readonly WeighedComponent[] {
  const { components = [], netMassKg, sectorTags } = product;
  const open = partsToWeigh(library, product);
  const median = sectorTags?.flatMap((tag) => MEDIAN_MASSES[tag] ?? []).at(0);
  const weighed = components.map((component) => weighedKg(library, component) ?? 0);
  const restKg = (netMassKg ?? median?.kg ?? 0) - weighed.reduce((sum, kg) => sum + kg, 0);
  const filled =
    netMassKg === undefined
      ? { reason: 'No mass is declared: the sector median counts.', source: median?.source ?? '' }
      : { reason: 'No mass is declared: the rest of the net mass counts.', source: 'declared' };
  const massKg = restKg / open.size;
  return components.map((component) =>
    massKg > 0 && open.has(component)
      ? { component: { ...component, massKg }, filled }
      : { component },
  );
}

/**
 * Materials without mass and quantity; with a declared net mass also those that are counted in kWh, m2 or pieces, which
 * are carried and treated too, unless a part of another kind is not weighed either.
 */
function partsToWeigh(library: FactorLibrary, { components = [], netMassKg }: Product) {
  const unweighed = components.filter((part) => weighedKg(library, part) === undefined);
  const takesCounted =
    netMassKg !== undefined &&
    unweighed.every(
      ({ material, unit = 'kg' }) =>
        material !== undefined && currencyOf(library.spend, unit) === undefined,
    );
  return new Set(
    unweighed.filter(
      ({ material, quantity }) =>
        takesCounted || (material !== undefined && quantity === undefined),
    ),
  );
}

/** Spinning, knitting, dyeing, finishing: the default steps from fibre to cloth. */
const CLOTH_STEPS: readonly ProcessStep[] = [
  { process: 'SPINNING_RING' },
  { process: 'KNITTING_AVERAGE' },
  { process: 'DYEING_AVERAGE' },
  { process: 'FINISHING_CHEMICAL' },
];

/**
 * The steps of a product. Clothes and textiles without any have the template's: of fibre those that make cloth, of
 * yarn the same without spinning, of garments by the piece cutting and sewing. Yarn next to more cloth is thread. What the
 * bill declares as lost is not lost again.
 */
export function withSteps(draft: Draft, root: Path, product: Product): readonly ProcessStep[] {
  const {
    processSteps = [],
    sectorTags = [],
    components = [],
    declaredUnit,
    originCountry,
  } = product;
  const isGarment = sectorTags.includes('APPAREL');
  if (processSteps.length > 0 || !(isGarment || sectorTags.includes('TEXTILES')))
    return processSteps;
  if (components.some((component) => component.processSteps?.length)) return processSteps;
  const textiles = components
    .flatMap((part) => {
      const madeTo = textileOf(draft, part)?.madeTo ?? GOODS;
      return madeTo < GOODS ? { ...part, madeTo } : [];
    })
    .sort((one, other) => (other.massKg ?? 0) - (one.massKg ?? 0));
  const [cloth] = textiles;
  if (cloth === undefined) return processSteps;
  const fibre = textiles.find(({ madeTo }) => madeTo === FIBRE) ?? cloth;
  const isSewn = isGarment && (declaredUnit?.unit ?? 'PIECE') === 'PIECE';
  const lossRate = cloth.lossRate === undefined ? undefined : 0;
  const steps: readonly ProcessStep[] = [
    // All steps of fibre, without the first of yarn.
    ...(fibre.madeTo < CLOTH ? CLOTH_STEPS.slice(fibre.madeTo) : []),
    ...(isSewn ? [{ process: 'CUTTING_AND_SEWING', lossRate } as const] : []),
  ];
  if (steps.length === 0) return steps;
  const path = [...root, 'processSteps'];
  const reason = 'No process is declared: the template for textiles counts.';
  const value = steps.map((step) => step.process).join(', ');
  decide(draft, path, { value, reason, source: 'Template of the service' }, []);
  // The fibre is brought to the place where the product is made.
  const country = originCountry ?? fibre.originCountry;
  return steps.map((step) => ({ ...step, country }));
}

/** The factor of a textile. */
function textileOf({ library, options }: Draft, { material, originCountry }: Component) {
  if (material === undefined || groupOf(library, material) !== 'TEXTILE') return undefined;
  return findMaterial(library, material, originCountry, options.year, undefined);
}
