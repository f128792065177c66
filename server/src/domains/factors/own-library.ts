import {
  extendLibrary,
  type Factor,
  type FactorLibrary,
  type MaterialMapping,
} from '@trackway/engine';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { type FactorCatalogue, libraryFactors, publicSet } from './catalogue.ts';
import { allOwnFactors, type LibraryParts, libraryParts, listOwnSets } from './own-store.ts';

const libraries = new LRUCache<string, FactorLibrary>({ max: 32 });

/**
 * The library that calculations of an organization use: its own sets in front, then the packs that
 * it switched on, then the shared sets. Without any of the former it is the shared library itself.
 * Sets never change, so the library of the same sets is kept. `parts` other than those of today make the
 * library of an earlier time.
 */
export async function libraryOf(
  db: Db,
  scope: Scope,
  catalogue: FactorCatalogue,
  parts?: LibraryParts,
): Promise<FactorLibrary> {
  const { setIds, packIds } = parts ?? (await libraryParts(db, scope));
  if (setIds.length === 0 && packIds.length === 0) return catalogue.library;
  const key = keyOf(scope, { setIds, packIds });
  const known = libraries.get(key);
  if (known !== undefined) return known;
  let library = catalogue.library;
  for (const id of packIds) {
    const pack = catalogue.packs.get(id);
    if (pack !== undefined) library = extendLibrary(library, pack);
  }
  if (setIds.length > 0) {
    const wanted = new Set(setIds);
    const owned = await allOwnFactors(db, scope);
    const factors = await libraryFactors(owned.filter(({ setId }) => wanted.has(setId)));
    const ownSets = await listOwnSets(db, scope);
    const sets = ownSets.filter(({ id }) => wanted.has(id)).map(publicSet);
    library = extendLibrary(library, {
      sets,
      factors,
      materials: materialsOf(factors),
      isOwn: true,
    });
  }
  libraries.set(key, library);
  return library;
}

/** Names the sets and packs of an organization: the library changes exactly when it changes. */
export async function libraryKey(db: Db, scope: Scope): Promise<string> {
  return keyOf(scope, await libraryParts(db, scope));
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
