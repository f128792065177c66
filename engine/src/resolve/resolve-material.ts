import type { Choice } from '../library/choose-factor.ts';
import { findMaterial, suggestMaterials } from '../library/find-material.ts';
import type { Pedigree } from '../product.ts';
import { addFlow, type Draft, decide, decideSteps, type Place, refuse } from './draft.ts';

export interface MaterialAmount {
  readonly material: string;
  /** What is bought, losses included. */
  readonly massKg: number;
  readonly recycledShare: number;
  readonly originCountry?: string | undefined;
  readonly pedigree?: Pedigree | undefined;
}

/** What a material turned out to be, for those who must not count it twice. */
export interface ResolvedMaterial {
  readonly isFinishedTextile: boolean;
}

/**
 * m · [(1 − R1) · EF virgin + R1 · EF recycled], in kg CO2e. A recycled share without a recycled
 * factor is counted as virgin, flagged: that never flatters.
 */
export function resolveMaterial(
  draft: Draft,
  place: Place,
  amount: MaterialAmount,
): ResolvedMaterial | undefined {
  const { material, massKg, recycledShare, originCountry } = amount;
  const { library, options } = draft;
  const found = findMaterial(library, material, originCountry, options.year);
  const path = [...place.path, 'material'];
  if (found === undefined) {
    const suggestions = suggestMaterials(library, material);
    refuse(draft, path, 'MISSING_FACTOR', missingText(material, suggestions), suggestions);
    return undefined;
  }
  const isSplit = recycledShare > 0 && found.recycled !== undefined;
  const virginKg = isSplit ? massKg * (1 - recycledShare) : massKg;
  const add = (choice: Choice, kg: number, label: string) => {
    const flows = addFlow(draft, { ...place, label }, choice.factor, kg, 'kg', amount);
    decideSteps(draft, place.path, choice.factor, choice.steps, flows);
    return flows;
  };
  const flows: number[] = [];
  if (virginKg > 0 || !isSplit) flows.push(...add(found.virgin, virginKg, place.label));
  if (isSplit && found.recycled) {
    flows.push(...add(found.recycled, massKg * recycledShare, `${place.label}, recycled`));
  }
  const { factor } = found.virgin;
  if (found.proxy) decide(draft, path, factor.name, found.proxy, factor.source, flows);
  if (recycledShare > 0 && !isSplit) {
    decide(
      draft,
      [...place.path, 'recycledShare'],
      0,
      `No source has a recycled "${material}": the recycled share counts as virgin.`,
      factor.source,
      flows,
    );
  }
  return { isFinishedTextile: found.isFinishedTextile };
}

function missingText(material: string, suggestions: readonly string[]): string {
  const nearest = suggestions.length === 0 ? '' : ` Did you mean ${suggestions.join(' or ')}?`;
  return `No factor serves the material "${material}".${nearest} A factorId or a supplier's own footprint works for anything.`;
}
