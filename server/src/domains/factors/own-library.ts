import {
  extendLibrary,
  type Factor,
  type FactorLibrary,
  type MaterialMapping,
} from '@trackway/engine';
import { LRUCache } from 'lru-cache';
import type { TenantDb } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { type FactorCatalogue, libraryFactors, publicSet } from './catalogue.ts';
import { allOwnFactors, type LibraryParts, libraryParts, listOwnSets } from './own-store.ts';

/**
 * Most own factors of an environment, and of all libraries that a thread keeps: one has 0.7 kB of its 192 MB, several times that
 * with indicators, and as much again while its library is made.
 */
export const MOST_OWN_FACTORS = 50_000;

const libraries = new LRUCache<string, FactorLibrary>({ max: 32, maxSize: MOST_OWN_FACTORS });

/**
 * The library that calculations of an organization use: its own sets in front, then the packs that
 * it switched on, then the shared sets. Without any of the former it is the shared library itself.
 * Sets never change, so the library of the same sets is kept. `parts` other than those of today make the
 * library of an earlier time.
 */
export async function libraryOf(
  tenant: TenantDb,
  catalogue: FactorCatalogue,
  parts?: LibraryParts,
): Promise<FactorLibrary> {
  const { setIds, packIds } = parts ?? (await libraryParts(tenant));
  if (setIds.length === 0 && packIds.length === 0) return catalogue.library;
  const key = keyOf(tenant.scope, { setIds, packIds });
  const known = libraries.get(key);
  if (known !== undefined) return known;
  const wanted = new Set(setIds);
  const ownSets = (await listOwnSets(tenant)).filter(({ id }) => wanted.has(id));
  const size = Math.max(1, factorCountOf(ownSets));
  // Those of others go before this one is made: both together could be more than the thread has memory for.
  while (libraries.size > 0 && libraries.calculatedSize + size > MOST_OWN_FACTORS) libraries.pop();
  let library = catalogue.library;
  for (const id of packIds) {
    const pack = catalogue.packs.get(id);
    if (pack !== undefined) library = extendLibrary(library, pack);
  }
  if (setIds.length > 0) {
    const owned = await allOwnFactors(tenant);
    const factors = await libraryFactors(owned.filter(({ setId }) => wanted.has(setId)));
    library = extendLibrary(library, {
      sets: ownSets.map(publicSet),
      factors,
      materials: materialsOf(factors),
      isOwn: true,
    });
  }
  libraries.set(key, library, { size });
  return library;
}

export function factorCountOf(sets: readonly { readonly factorCount: number }[]): number {
  return sets.reduce((sum, { factorCount }) => sum + factorCount, 0);
}

/** Names the sets and packs of an organization: the library changes exactly when it changes. */
export async function libraryKey(tenant: TenantDb): Promise<string> {
  return keyOf(tenant.scope, await libraryParts(tenant));
}

function keyOf(scope: Scope, { setIds, packIds }: LibraryParts): string {
  return [scope.organizationId, scope.environment, ...packIds, ...setIds].join(' ');
}

/**
 * Own factors serve a material by name when their row names it in a column `material` (and `route`,
 * `recycled_closed_loop` for the recycled one).
 */
function materialsOf(factors: readonly Factor[]): MaterialMapping[] {
  return factors.flatMap(({ id, geography, details }) => {
    const material = details?.['material'];
    if (material === undefined) return [];
    const route = details?.['route'] ?? 'primary';
    return [
      {
        material,
        route,
        factorSourceId: id,
        fit: 'exact' as const,
        note: 'Own factor.',
        geography,
      },
    ];
  });
}
