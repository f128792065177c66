import { defineLoader, defineLoaderById } from '../../graphql/loader.ts';
import type { Context } from '../../rules/context.ts';
import type { FactorSetRow } from './model.ts';
import { findFactors, listEnabledPacks, listOwnSets } from './own-store.ts';

/** The packs of the library that the caller's organization enabled. */
export const enabledPacks = defineLoader(async (context: Context, keys: readonly 'all'[]) => {
  const enabled = new Set(await listEnabledPacks(context));
  return keys.map(() => enabled);
});

/** The caller's own sets, newest first. */
export const ownSets = defineLoader(async (context: Context, keys: readonly 'all'[]) => {
  const sets = await listOwnSets(context);
  return keys.map(() => sets);
});

/** A set by its uuid: of the library, or the caller's own. */
export async function setOf(context: Context, id: string): Promise<FactorSetRow | undefined> {
  const shared = context.services.factors.setById.get(id);
  return shared ?? (await ownSets(context, 'all')).find((set) => set.id === id);
}

/** A factor by its uuid: of the library, or the caller's own. */
export const factorOf = defineLoaderById(findFactors);
