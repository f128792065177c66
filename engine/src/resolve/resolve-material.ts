import type { Factor } from '../factor.ts';
import type { Choice } from '../library/choose-factor.ts';
import {
  type FoundMaterial,
  findMaterial,
  isKnownMaterial,
  suggestMaterials,
} from '../library/find-material.ts';
import type { Pedigree, Uncertainty } from '../product.ts';
import type { Circularity } from './circular.ts';
import { addFlow, type Draft, decide, decideSteps, type Place, refuse } from './draft.ts';

export interface MaterialAmount {
  readonly material: string;
  /** Purchased mass, losses included. */
  readonly massKg: number;
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
  const { material, originCountry } = amount;
  const found = findMaterial(draft.library, material, originCountry, draft.options.year);
  const path = [...place.path, 'material'];
  if (found === undefined) {
    const suggestions = suggestMaterials(draft.library, material);
    const isKnown = isKnownMaterial(draft.library, material);
    const message = isKnown ? unservedText(material) : missingText(material, suggestions);
    refuse(draft, path, 'MISSING_FACTOR', message, suggestions);
    return undefined;
  }
  const flows = addRoutes(draft, place, amount, found);
  const { factor } = found.virgin;
  if (found.proxy) decide(draft, path, factor.name, found.proxy, factor.source, flows);
  if (amount.recycledShare > 0 && found.recycled === undefined) {
    const reason = `No source has a recycled "${material}": the recycled share counts as virgin.`;
    decide(draft, [...place.path, 'recycledShare'], 0, reason, factor.source, flows);
  }
  return {
    virgin: factor,
    recycled: found.recycled?.factor,
  };
}

/** The virgin and the recycled flow of a material; returns their positions. */
function addRoutes(
  draft: Draft,
  place: Place,
  amount: MaterialAmount,
  found: FoundMaterial,
): number[] {
  const { massKg, originCountry, pedigree, uncertainty } = amount;
  const isProxy = found.proxy !== undefined;
  const traits = { pedigree, geography: originCountry, isProxy, spread: uncertainty };
  const add = (choice: Choice, kg: number, label: string) => {
    const flows = addFlow(draft, { ...place, label }, choice.factor, kg, 'kg', traits);
    decideSteps(draft, place.path, choice.factor, choice.steps, flows);
    return flows;
  };
  const { virginShare, recycledShare } = routeShares(draft, amount, found.recycled !== undefined);
  const flows = virginShare > 0 ? add(found.virgin, massKg * virginShare, place.label) : [];
  if (recycledShare > 0 && found.recycled !== undefined) {
    flows.push(...add(found.recycled, massKg * recycledShare, `${place.label}, recycled`));
    if (draft.options.full?.recycling === 'CFF') decideA(draft, place, amount, flows);
  }
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
  decide(draft, [...place.path, 'A'], A, reason, source, flows);
}

function unservedText(material: string): string {
  return `No open factor serves "${material}", and no average would be near it. A factorId or a supplier's own footprint does.`;
}

function missingText(material: string, suggestions: readonly string[]): string {
  const nearest = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`;
  return `No factor serves the material "${material}".${nearest} A factorId or a supplier's own footprint works for anything.`;
}
