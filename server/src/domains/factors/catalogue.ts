import type { Factor } from '@trackway/engine';
import type { Db } from '../../platform/database/index.ts';
import type { FactorSetRow } from './model.ts';
import { allFactors, listFactorSets } from './store.ts';

declare module '../../graphql/context.ts' {
  interface Services {
    readonly factors: FactorCatalogue;
  }
}

/** The shared factor library in memory: it changes only with a new version of the data. */
export type FactorCatalogue = {
  /** Newest first, packs included. */
  readonly sets: readonly FactorSetRow[];
  readonly setById: ReadonlyMap<string, FactorSetRow>;
  readonly factorById: ReadonlyMap<string, Factor>;
};

export async function loadCatalogue(db: Db): Promise<FactorCatalogue> {
  const [sets, factors] = await Promise.all([listFactorSets(db), allFactors(db)]);
  return catalogueOf(sets, factors);
}

export function catalogueOf(
  sets: readonly FactorSetRow[],
  factors: readonly Factor[],
): FactorCatalogue {
  return {
    sets,
    setById: new Map(sets.map((set) => [set.id, set])),
    factorById: new Map(factors.map((factor) => [factor.id, factor])),
  };
}

/**
 * The sets a list of factors looks in: those that a text names (slug, name or id), packs included;
 * without a text all but the packs, which are for organizations that switch them on.
 */
export function setsNamed(
  sets: readonly FactorSetRow[],
  named: string | undefined,
  idOf: (set: FactorSetRow) => string,
): readonly FactorSetRow[] {
  if (named === undefined) return sets.filter((set) => !set.isOptional);
  const wanted = named.toLowerCase();
  return sets.filter((set) =>
    [set.slug, set.name, set.title, idOf(set)].some((name) => name.toLowerCase() === wanted),
  );
}
