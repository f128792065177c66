import { CalculationError } from '../errors.ts';
import { findMaterial } from '../library/find-material.ts';
import type { FactorLibrary } from '../library/library.ts';
import { type MaterialName, namedMaterial } from '../library/material-index.ts';
import type { Component, Product, TransportLeg } from '../product.ts';
import type { Override } from '../scenarios/override.ts';
import type { Scenario } from '../scenarios/run-scenario.ts';
import type { Shift } from '../scenarios/scenario-result.ts';
import type { ScenarioOptions } from '../scenarios/scenario-subject.ts';
import { shiftOf } from '../scenarios/shift.ts';
import { ScenarioTotals } from '../totals/scenario-totals.ts';
import { inWords } from '../vocabulary.ts';

/** An override that lowers the result, with its effect worked out. */
export interface SuggestedLever {
  readonly override: Override;
  readonly shift: Shift;
}

/** Most candidates of one product that are calculated. */
const MOST_CANDIDATES = 40;
const MOST_RELATIVES = 3;
/** A way by rail is worth its transshipment from here on; ISO 14083 names no bound. */
const SHORTEST_RAIL_KM = 300;

/**
 * Overrides of a product that the library supports and that lower its result, the largest effect
 * first: steps in another country where the product is made or bought, more recycled content, a
 * material of the same family, rail or ship instead of lorry or aeroplane. Every effect is calculated
 * as a scenario. Proxies are no suggestions.
 */
export function suggestLevers(
  product: Product,
  products: ReadonlyMap<string, Product>,
  library: FactorLibrary,
  options: ScenarioOptions,
  first: number,
): SuggestedLever[] {
  const subject = { kind: 'PRODUCT', productId: product.id, products } as const;
  const scenario: Scenario = { subject, overrides: [], options };
  const totals = new ScenarioTotals(scenario, library);
  const baseline = totals.co2eKgWith([]);
  const candidates = [
    ...stepLevers(product),
    ...(product.components ?? []).flatMap((component, at) =>
      materialLevers(component, { path: `components.${at}` }, library),
    ),
    ...legLevers(product),
  ];
  return candidates
    .slice(0, MOST_CANDIDATES)
    .flatMap((override): SuggestedLever[] => {
      const outcome = outcomeOf(totals, override);
      if (outcome === undefined || !(outcome < baseline)) return [];
      return [{ override, shift: shiftOf(baseline, outcome) }];
    })
    .sort((a, b) => a.shift.difference - b.shift.difference)
    .slice(0, first);
}

/** Undefined for a candidate that cannot be calculated, such as a mode without a way. */
function outcomeOf(totals: ScenarioTotals, override: Override): number | undefined {
  try {
    return totals.co2eKgWith([override]);
  } catch (error) {
    if (error instanceof CalculationError) return undefined;
    throw error;
  }
}

/** Each step in each country where the product is made or buys. */
function stepLevers({
  originCountry,
  components = [],
  processSteps = [],
  useProfile,
}: Product): Override[] {
  const known = [
    originCountry,
    ...components.map((component) => component.originCountry),
    ...processSteps.map((step) => step.country),
    useProfile?.country,
  ].filter((country) => country !== undefined);
  const countries = [...new Set(known)];
  return processSteps.flatMap((step, at) =>
    countries
      .filter((country) => country !== step.country)
      .map((country) => ({
        op: 'SET_COUNTRY' as const,
        name: `${step.name ?? step.process ?? `Step ${at + 1}`} in ${country}`,
        select: { path: `processSteps.${at}` },
        country,
      })),
  );
}

/**
 * All of the material recycled, where the library has a recycled factor of the material itself, and materials of the
 * same family whose own factor is lower, the lowest first.
 */
function materialLevers(
  { material, recycledShare = 0, originCountry, name = material }: Component,
  select: { readonly path: string },
  library: FactorLibrary,
): Override[] {
  if (material === undefined) return [];
  const served = (wanted: string) => findMaterial(library, wanted, originCountry, undefined, 'kg');
  const own = served(material);
  if (own === undefined) return [];
  const swaps = relativesOf(material, library)
    .flatMap((relative) => {
      const usual = served(relative)?.usual;
      return usual === undefined || usual.proxy !== undefined
        ? []
        : [{ relative, co2eKgPerUnit: usual.factor.co2eKgPerUnit }];
    })
    .filter(({ co2eKgPerUnit }) => co2eKgPerUnit < own.usual.factor.co2eKgPerUnit)
    .sort((a, b) => a.co2eKgPerUnit - b.co2eKgPerUnit)
    .slice(0, MOST_RELATIVES)
    .map(({ relative }) => ({
      op: 'SWAP_MATERIAL' as const,
      name: `${name}: ${relative}`,
      select,
      material: relative,
    }));
  const { recycled, isRecycledByName } = own;
  if (recycledShare >= 1 || isRecycledByName || !recycled || recycled.proxy !== undefined)
    return swaps;
  return [
    { op: 'SET_RECYCLED_SHARE', name: `${name}: all recycled`, select, recycledShare: 1 },
    ...swaps,
  ];
}

/** Materials of the catalogue that can take the place of one. */
function relativesOf(material: string, { materialIndex }: FactorLibrary): string[] {
  const own = materialIndex.entries.get(namedMaterial(materialIndex, material)?.key ?? '');
  return [...materialIndex.entries.values()].flatMap((other) =>
    own !== undefined && canReplace(own, other) ? [other.material] : [],
  );
}

/** Densities differ by less between materials of which a part keeps about its size. */
const LIKE_DENSITY = 1.25;
/** Things next to the materials of their family, and means of several: no fabric becomes a wet wipe. */
const THING =
  /average|wipes|filter|cotton wool|glass fibre$|solid surface|-pressure|veneer|flooring|pencil/;
/** Groups and families whose members do different jobs, so that only grades replace each other: a carpet is no shirt. */
const APART = /METAL|MIXED|cement|ceramics|products|trims/;

/**
 * True for a relative that a part of the same mass can be made of: lead, a fifth of the size, is none for aluminium.
 * Fibres and food go by mass alone.
 */
function canReplace(own: MaterialName, other: MaterialName): boolean {
  if (other.family !== own.family || other.group !== own.group) return false;
  if (THING.test(own.material) || THING.test(other.material)) return false;
  if (APART.test(own.group + own.family) && kindOf(own) !== kindOf(other)) return false;
  if (own.group === 'TEXTILE' || own.group === 'FOOD') return true;
  const ratio = (own.kgPerM3 ?? Number.NaN) / (other.kgPerM3 ?? Number.NaN);
  return ratio < LIKE_DENSITY && ratio > 1 / LIKE_DENSITY;
}

/** "aluminium" of "aluminium, low carbon". */
function kindOf({ material }: MaterialName): string | undefined {
  return /^\w+/.exec(material)?.[0];
}

function legLevers({ components = [], transportLegs }: Product): Override[] {
  const ways = [
    ...components.map((component, at) => ({
      of: component.name ?? component.material ?? 'Component',
      within: `components.${at}.`,
      legs: component.transportLegs,
    })),
    { of: 'Distribution', within: '', legs: transportLegs },
  ];
  return ways.flatMap(({ of, within, legs = [] }) =>
    legs.flatMap((leg, at) =>
      methodsFor(leg).map((method) => ({
        op: 'SET_TRANSPORT_METHOD' as const,
        name: `${of}: ${inWords(method)} instead of ${inWords(leg.method)}`,
        select: { path: `${within}transportLegs.${at}` },
        method,
      })),
    ),
  );
}

function methodsFor({ method, distanceKm = Number.POSITIVE_INFINITY }: TransportLeg) {
  if (method === 'AIR') return ['SEA', 'RAIL'] as const;
  return method === 'ROAD' && distanceKm >= SHORTEST_RAIL_KM ? (['RAIL'] as const) : [];
}
