import type { Db } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { findProducts } from '../products/index.ts';

/** What one declared unit of a product emits, and the calculation that says so. */
export type PinnedFootprint = { readonly co2eKg: number; readonly calculationId: string | null };

/** The latest footprints of products, as a confirmed order freezes them; absent where there is none. */
export async function footprintsOf(
  db: Db,
  scope: Scope,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, PinnedFootprint>> {
  const products = await findProducts(db, scope, [...new Set(productIds)]);
  return new Map(
    products.flatMap(({ id, co2eKg, calculationId }) =>
      co2eKg === null ? [] : [[id, { co2eKg, calculationId }]],
    ),
  );
}
