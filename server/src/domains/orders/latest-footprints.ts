import type { Tx } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Compute } from '../../rules/compute.ts';
import { calculateProducts } from '../calculations/index.ts';
import { findProducts } from '../products/index.ts';

/** Emissions of one declared unit of a product, and the calculation that they come from. */
type PinnedFootprint = { readonly co2eKg: number; readonly calculationId: string | null };

/**
 * The latest footprints of products, as a confirmed order freezes them. Products that were never
 * calculated are calculated now, as BASIC; absent is one that cannot be calculated.
 */
export async function latestFootprints(
  tx: Tx,
  scope: Scope,
  compute: Compute,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, PinnedFootprint>> {
  const ids = [...new Set(productIds)].sort();
  const known = await readFootprints(tx, scope, ids);
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  await calculateProducts(tx, scope, compute, missing);
  return new Map([...known, ...(await readFootprints(tx, scope, missing))]);
}

async function readFootprints(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, PinnedFootprint>> {
  const products = await findProducts(tx, scope, ids);
  return new Map(
    products.flatMap(({ id, co2eKg, calculationId }) =>
      co2eKg === null ? [] : [[id, { co2eKg, calculationId }]],
    ),
  );
}
