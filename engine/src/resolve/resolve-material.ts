import type { Factor } from '../factor.ts';
import {
  convertMaterial,
  type FoundMaterial,
  findMaterial,
  type MaterialChoice,
  recycledContent,
} from '../library/find-material.ts';
import { missingMaterial, suggestMaterials } from '../library/suggest-materials.ts';
import type { Path } from '../path.ts';
import type { Pedigree, Uncertainty } from '../product.ts';
import { alternativesOf } from './alternatives.ts';
import type { Circularity } from './circular.ts';
import {
  addFlow,
  type Draft,
  decide,
  decideOwn,
  decideSteps,
  type Place,
  refuse,
} from './draft.ts';
import { isSpend, resolveSpend } from './resolve-spend.ts';

export interface MaterialAmount {
  readonly material: string;
  /** Purchased amount, losses included. */
  readonly amount: number;
  /** Unit of the amount: `kg`, `m2`, `kWh`, `l`, … */
  readonly unit: string;
  /** That of the average of the market, if it is not declared. */
  readonly recycledShare?: number | undefined;
  /** Needed for a share of recycled material. */
  readonly circularity?: Circularity | undefined;
  readonly originCountry?: string | undefined;
  readonly pedigree?: Pedigree | undefined;
  readonly uncertainty?: Uncertainty | undefined;
}

/** Resolved material, for the steps after it. */
export interface ResolvedMaterial {
  readonly virgin: Factor;
  readonly recycled: Factor | undefined;
  /** R1, declared or of the average; 0 without a recycled factor. */
  readonly recycledShare: number;
}

/**
 * Cut-off: m · [(1 − R1) · EF virgin + R1 · EF recycled], in kg CO2e. Circular Footprint Formula:
 * m · [(1 − R1) · Ev + R1 · (A · Erec + (1 − A) · Ev · Qsin/Qp)]. A recycled share
 * without a recycled factor is counted as virgin, flagged: that never flatters. An amount without a
 * declared share counts as what the market sells on average, where a factor of that is known.
 */
export function resolveMaterial(
  draft: Draft,
  place: Place,
  amount: MaterialAmount,
): ResolvedMaterial | undefined {
  const { material, originCountry, unit } = amount;
  if (isSpend(draft, unit)) return resolveSpend(draft, place, amount);
  const found = findMaterial(draft.library, material, originCountry, draft.options.year, unit);
  const path = [...place.path, 'material'];
  if (found === undefined) {
    refuseMaterial(draft, path, amount);
    return undefined;
  }
  const { usual, virgin, recycled } = found;
  const { factor } = virgin;
  const R1 = recycledContent(found, amount.recycledShare);
  const isUndivided = amount.recycledShare === undefined && !(isCff(draft) && R1 > 0);
  if (isUndivided) addRoute(draft, place, amount, found, { choice: usual, share: 1 });
  else addRoutes(draft, place, amount, found, R1);
  return { virgin: factor, recycled: recycled?.factor, recycledShare: R1 };
}

/** The virgin and the recycled flow of a material. */
function addRoutes(
  draft: Draft,
  place: Place,
  amount: MaterialAmount,
  found: FoundMaterial,
  R1: number,
): void {
  const { usual, virgin, recycled } = found;
  const { virginShare, recycledShare } = routeShares(draft, amount, R1);
  const flows = addRoute(draft, place, amount, found, { choice: virgin, share: virginShare });
  const path = [...place.path, 'recycledShare'];
  const { source } = virgin.factor;
  if (virginShare > 0 && usual.factor !== virgin.factor) {
    const inside = Math.round(100 * recycledContent(found, undefined));
    const reason = `"${usual.factor.name}" serves where no share is declared: it has ${inside} % recycled material inside.`;
    decide(draft, path, { value: R1, reason, source }, flows);
  }
  if (recycled === undefined) {
    if (!amount.recycledShare) return;
    const reason = `No source has a recycled "${amount.material}": the recycled share counts as virgin.`;
    decide(draft, path, { value: 0, reason, source }, flows);
  } else if (recycledShare > 0) {
    const label = `${place.label}, recycled`;
    const choice = { choice: recycled, share: recycledShare };
    const both = [...flows, ...addRoute(draft, { ...place, label }, amount, found, choice)];
    if (isCff(draft)) decideA(draft, place, amount, both);
    const [from, to] = [virgin.factor, recycled.factor];
    const kgOf = ({ co2eKgPerUnit, unit }: Factor) =>
      co2eKgPerUnit * convertMaterial(1, amount.unit, unit, found.kgPerM3);
    if (to.source !== from.source && kgOf(to) > kgOf(from)) {
      const reason = `"${to.name}" is above "${from.name}" of another source: this is not due to recycling.`;
      decideSteps(draft, path, to, [reason], both);
    }
  }
}

function isCff({ options }: Draft): boolean {
  return options.full?.recycling === 'CFF';
}

function addRoute(
  draft: Draft,
  place: Place,
  { amount, unit, originCountry, pedigree, uncertainty }: MaterialAmount,
  found: FoundMaterial,
  { choice, share }: { readonly choice: MaterialChoice; readonly share: number },
): number[] {
  if (share === 0) return [];
  const { factor, basicVariance, proxy, steps } = choice;
  const isProxy = proxy !== undefined;
  const inUnit = convertMaterial(amount * share, unit, factor.unit, found.kgPerM3);
  const traits = { pedigree, geography: originCountry, isProxy, spread: uncertainty };
  const flows = addFlow(
    draft,
    place,
    factor,
    { amount: inUnit, unit: factor.unit },
    { ...traits, basicVariance, alternatives: alternativesOf(choice) },
  );
  decideSteps(draft, place.path, factor, steps, flows);
  const path = [...place.path, 'material'];
  decideOwn(draft, path, choice, flows);
  if (isProxy) decideSteps(draft, path, factor, [proxy], flows);
  return flows;
}

/** Virgin and recycled factor per kg bought. By the formula, recycling is shared by A. */
function routeShares(
  draft: Draft,
  { circularity }: MaterialAmount,
  R1: number,
): { readonly virginShare: number; readonly recycledShare: number } {
  if (!isCff(draft) || circularity === undefined) {
    return { virginShare: 1 - R1, recycledShare: R1 };
  }
  const { A, qualityIn } = circularity;
  return { virginShare: 1 - R1 + R1 * (1 - A) * qualityIn, recycledShare: R1 * A };
}

function decideA(
  draft: Draft,
  place: Place,
  { circularity }: MaterialAmount,
  flows: readonly number[],
): void {
  if (circularity === undefined) return;
  const { A, qualityIn, qualityOut, source } = circularity;
  const reason = `Circular Footprint Formula with A = ${A}, Qsin/Qp = ${qualityIn}, Qsout/Qp = ${qualityOut}.`;
  decide(draft, [...place.path, 'A'], { value: A, reason, source }, flows);
}

/** Refuses an unknown name, or a known one without a factor per that unit. */
function refuseMaterial(draft: Draft, path: Path, { material, unit }: MaterialAmount): void {
  const { library, options } = draft;
  const served = findMaterial(library, material, undefined, options.year, undefined);
  if (served !== undefined) {
    const message = `"${material}" is counted in ${served.virgin.factor.unit}; an amount in ${unit} cannot be converted to that.`;
    refuse(draft, path, message, 'UNIT_MISMATCH');
    return;
  }
  const suggestions = suggestMaterials(library, material);
  refuse(draft, path, missingMaterial(material, suggestions), 'MISSING_FACTOR', suggestions);
}
