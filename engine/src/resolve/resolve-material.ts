import type { Factor } from '../factor.ts';
import type { Choice } from '../library/choose-factor.ts';
import {
  type FoundMaterial,
  findMaterial,
  isKnownMaterial,
  suggestMaterials,
} from '../library/find-material.ts';
import { GROUPS, groupOf } from '../library/material-groups.ts';
import type { Pedigree, Uncertainty } from '../product.ts';
import { addFlow, type Draft, decide, decideSteps, type Place, refuse } from './draft.ts';

export interface MaterialAmount {
  readonly material: string;
  /** Purchased mass, losses included. */
  readonly massKg: number;
  readonly recycledShare: number;
  readonly originCountry?: string | undefined;
  readonly pedigree?: Pedigree | undefined;
  readonly uncertainty?: Uncertainty | undefined;
}

/** Resolved material, for the steps after it. */
export interface ResolvedMaterial {
  /** Made up already: textile process steps on top would count twice. */
  readonly isFinishedTextile: boolean;
  readonly virgin: Factor;
  readonly recycled: Factor | undefined;
}

/**
 * Cut-off: m · [(1 − R1) · EF virgin + R1 · EF recycled], in kg CO2e. Circular Footprint Formula:
 * m · [(1 − R1) · Ev + R1 · (A · Erec + (1 − A) · Ev · Qsin/Qp)] with Qsin/Qp = 1. A recycled share
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
    isFinishedTextile: found.isFinishedTextile,
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
  const share =
    found.recycled === undefined ? 0 : amount.recycledShare * burdenShare(draft, amount);
  const flows = share < 1 ? add(found.virgin, massKg * (1 - share), place.label) : [];
  if (share > 0 && found.recycled !== undefined) {
    flows.push(...add(found.recycled, massKg * share, `${place.label}, recycled`));
    if (draft.options.full?.recycling === 'CFF') decideA(draft, place, amount, flows);
  }
  return flows;
}

/**
 * Share of recycled input that carries the burden of recycling: all by cut-off, A by the formula.
 */
function burdenShare(draft: Draft, { material }: MaterialAmount): number {
  return draft.options.full?.recycling === 'CFF' ? GROUPS[groupOf(material)].A : 1;
}

function decideA(
  draft: Draft,
  place: Place,
  { material }: MaterialAmount,
  flows: readonly number[],
): void {
  const group = groupOf(material);
  const reason = `Circular Footprint Formula with A = ${GROUPS[group].A} (${group.toLowerCase()}) and equal quality of recycled and virgin material.`;
  decide(draft, [...place.path, 'A'], GROUPS[group].A, reason, 'PEF, Annex C', flows);
}

function unservedText(material: string): string {
  return `No open factor serves "${material}", and no average would be near it. A factorId or a supplier's own footprint does.`;
}

function missingText(material: string, suggestions: readonly string[]): string {
  const nearest = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`;
  return `No factor serves the material "${material}".${nearest} A factorId or a supplier's own footprint works for anything.`;
}
