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
const MOST_SISTERS = 3;
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
    ...(product.components ?? []).flatMap((component, at) => [
      ...recycledLevers(component, at, library),
      ...sisterLevers(component, at, library),
    ]),
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

/** All of the material recycled, where the library has a recycled factor of the material itself. */
function recycledLevers(
  { material, recycledShare = 0, originCountry, name }: Component,
  at: number,
  library: FactorLibrary,
): Override[] {
  if (material === undefined || recycledShare >= 1) return [];
  const found = findMaterial(library, material, originCountry, undefined, 'kg');
  if (found?.recycled === undefined || found.recycled.proxy !== undefined || found.isRecycledByName)
    return [];
  return [
    {
      op: 'SET_RECYCLED_SHARE',
      name: `${name ?? material}: all recycled`,
      select: { path: `components.${at}` },
      recycledShare: 1,
    },
  ];
}

/** Materials of the same family whose own factor is lower, the lowest first. */
function sisterLevers(
  { material, originCountry, name }: Component,
  at: number,
  library: FactorLibrary,
): Override[] {
  if (material === undefined) return [];
  const { entries } = library.materialIndex;
  const key = namedMaterial(library.materialIndex, material)?.key;
  const ownEntry = key === undefined ? undefined : entries.get(key);
  if (ownEntry === undefined) return [];
  const own = findMaterial(library, material, originCountry, undefined, 'kg');
  if (own === undefined) return [];
  const sisters = [...entries].flatMap(([other, entry]) => {
    if (other === key || !canReplace(ownEntry, entry)) return [];
    const found = findMaterial(library, entry.material, originCountry, undefined, 'kg');
    if (found === undefined || found.usual.proxy !== undefined) return [];
    const { co2eKgPerUnit } = found.usual.factor;
    return co2eKgPerUnit < own.usual.factor.co2eKgPerUnit
      ? [{ material: entry.material, co2eKgPerUnit }]
      : [];
  });
  return sisters
    .sort((a, b) => a.co2eKgPerUnit - b.co2eKgPerUnit)
    .slice(0, MOST_SISTERS)
    .map((sister) => ({
      op: 'SWAP_MATERIAL' as const,
      name: `${name ?? material}: ${sister.material}`,
      select: { path: `components.${at}` },
      material: sister.material,
    }));
}

/** Densities differ by less between materials of which a part keeps about its size. */
const LIKE_DENSITY = 1.25;

/**
 * True for a relative that a part of the same mass can be made of: lead, a fifth of the size, is none for aluminium.
 * Metals differ in all else too, so that only grades of the same metal are; fibres and food go by mass alone.
 */
function canReplace(own: MaterialName, other: MaterialName): boolean {
  if (other.family !== own.family || other.group !== own.group) return false;
  if (own.group === 'TEXTILE' || own.group === 'FOOD') return true;
  if (own.group === 'METAL' && metalOf(own) !== metalOf(other)) return false;
  const ratio = (own.kgPerM3 ?? Number.NaN) / (other.kgPerM3 ?? Number.NaN);
  return ratio < LIKE_DENSITY && ratio > 1 / LIKE_DENSITY;
}

/** "aluminium" of "aluminium, low carbon". */
function metalOf({ material }: MaterialName): string | undefined {
  return /^\w+/.exec(material)?.[0];
}

function legLevers({ components = [], transportLegs = [] }: Product): Override[] {
  const inbound = components.flatMap(({ name, material, transportLegs = [] }, at) =>
    transportLegs.map((leg, i) => ({
      leg,
      of: name ?? material ?? 'Component',
      path: `components.${at}.transportLegs.${i}`,
    })),
  );
  const outbound = transportLegs.map((leg, i) => ({
    leg,
    of: 'Distribution',
    path: `transportLegs.${i}`,
  }));
  return [...inbound, ...outbound].flatMap(({ leg, of, path }) =>
    methodsFor(leg).map((method) => ({
      op: 'SET_TRANSPORT_METHOD' as const,
      name: `${of}: ${inWords(method)} instead of ${inWords(leg.method)}`,
      select: { path },
      method,
    })),
  );
}

function methodsFor({ method, distanceKm = Number.POSITIVE_INFINITY }: TransportLeg) {
  if (method === 'AIR') return ['SEA', 'RAIL'] as const;
  return method === 'ROAD' && distanceKm >= SHORTEST_RAIL_KM ? (['RAIL'] as const) : [];
}
