import type { Db } from '../../platform/database/index.ts';
import type { FactorSetRow } from './model.ts';
import { listFactorSets } from './store.ts';

declare module '../../rules/context.ts' {
  interface Services {
    readonly factors: FactorSets;
  }
}

/** The shared sets, kept in memory: they change only with a new version of the data. Their factors are in the database. */
export type FactorSets = {
  /** Newest first, packs included. */
  readonly sets: readonly FactorSetRow[];
  readonly setById: ReadonlyMap<string, FactorSetRow>;
};

export async function loadFactorSets(db: Db): Promise<FactorSets> {
  const sets = await listFactorSets(db);
  return { sets, setById: new Map(sets.map((set) => [set.id, set])) };
}

/**
 * The sets a list of factors looks in: those that a text names (slug, name or id), packs included;
 * without a text all but the packs that are not enabled.
 */
export function setsNamed(
  sets: readonly FactorSetRow[],
  named: string | undefined,
  idOf: (set: FactorSetRow) => string,
  enabled: ReadonlySet<string> = new Set(),
): readonly FactorSetRow[] {
  if (named === undefined) return sets.filter((set) => !set.isOptional || enabled.has(set.id));
  const wanted = named.toLowerCase();
  return sets.filter((set) =>
    [set.slug, set.name, set.title, idOf(set)].some((name) => name.toLowerCase() === wanted),
  );
}
