import type { Factor } from '../factor.ts';
import {
  convertMaterial,
  type FoundMaterial,
  findMaterial,
  type MaterialChoice,
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
  readonly recycledShare: number;
  /** Needed where `recycledShare` is above 0. */
  readonly circularity?: Circularity | undefined;
  readonly originCountry?: string | undefined;
  readonly pedigree?: Pedigree | undefined;
  readonly uncertainty?: Uncertainty | undefined;
}

/** Resolved material, for the steps after it. */
export interface ResolvedMaterial {
  readonly virgin: Factor;
  readonly recycled: Factor | undefined;
}

/**
 * Cut-off: m · [(1 − R1) · EF virgin + R1 · EF recycled], in kg CO2e. Circular Footprint Formula:
 * m · [(1 − R1) · Ev + R1 · (A · Erec + (1 − A) · Ev · Qsin/Qp)]. A recycled share
 * without a recycled factor is counted as virgin, flagged: that never flatters.
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
  const flows = addRoutes(draft, place, amount, found);
  const { factor } = found.virgin;
  if (found.proxy) decideSteps(draft, path, factor, [found.proxy], flows);
  if (amount.recycledShare > 0 && found.recycled === undefined) {
    const reason = `No source has a recycled "${material}": the recycled share counts as virgin.`;
    const { source } = factor;
    decide(draft, [...place.path, 'recycledShare'], { value: 0, reason, source }, flows);
  }
  return { virgin: factor, recycled: found.recycled?.factor };
}

/** The virgin and the recycled flow of a material; returns their positions. */
function addRoutes(
  draft: Draft,
  place: Place,
  amount: MaterialAmount,
  found: FoundMaterial,
): number[] {
  const { virginShare, recycledShare } = routeShares(draft, amount, found.recycled !== undefined);
  const { virgin, recycled } = found;
  const flows =
    virginShare > 0
      ? addRoute(draft, place, amount, found, { choice: virgin, share: virginShare })
      : [];
  if (recycledShare > 0 && recycled !== undefined) {
    const label = `${place.label}, recycled`;
    flows.push(
      ...addRoute(draft, { ...place, label }, amount, found, {
        choice: recycled,
        share: recycledShare,
      }),
    );
    if (draft.options.full?.recycling === 'CFF') decideA(draft, place, amount, flows);
    const [from, to] = [virgin.factor, recycled.factor];
    const kgOf = ({ co2eKgPerUnit, unit }: Factor) =>
      co2eKgPerUnit * convertMaterial(1, amount.unit, unit, found.kgPerM3);
    if (to.source !== from.source && kgOf(to) > kgOf(from)) {
      const reason = `"${to.name}" is above "${from.name}" of another source: this is not due to recycling.`;
      decideSteps(draft, [...place.path, 'recycledShare'], to, [reason], flows);
    }
  }
  return flows;
}

function addRoute(
  draft: Draft,
  place: Place,
  { amount, unit, originCountry, pedigree, uncertainty }: MaterialAmount,
  found: FoundMaterial,
  { choice, share }: { readonly choice: MaterialChoice; readonly share: number },
): number[] {
  const { factor, basicVariance, steps } = choice;
  const isProxy = found.proxy !== undefined;
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
  decideOwn(draft, [...place.path, 'material'], choice, flows);
  return flows;
}

/** Virgin and recycled factor per kg bought. By the formula, recycling is shared by A. */
function routeShares(
  draft: Draft,
  { recycledShare: R1, circularity }: MaterialAmount,
  hasRecycled: boolean,
): { readonly virginShare: number; readonly recycledShare: number } {
  if (!hasRecycled) return { virginShare: 1, recycledShare: 0 };
  if (draft.options.full?.recycling !== 'CFF' || circularity === undefined) {
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
    refuse(draft, path, 'UNIT_MISMATCH', message);
    return;
  }
  const suggestions = suggestMaterials(library, material);
  refuse(draft, path, 'MISSING_FACTOR', missingMaterial(material, suggestions), suggestions);
}
