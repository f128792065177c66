import type { TenantTx, Work } from '../../rules/work.ts';
import { calculateProducts } from '../calculations/index.ts';
import { findProducts } from '../products/index.ts';

/** Emissions of one declared unit of a product, and the calculation that they come from. */
type PinnedFootprint = { readonly co2eKg: number; readonly calculationId: string | null };

/**
 * The latest footprints of products, as a confirmed order freezes them. Products that were never
 * calculated are calculated now, as BASIC; absent is one that cannot be calculated.
 */
export async function latestFootprints(
  work: Work,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, PinnedFootprint>> {
  const ids = [...new Set(productIds)].sort();
  const known = await readFootprints(work, ids);
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  await calculateProducts(work, missing);
  return new Map([...known, ...(await readFootprints(work, missing))]);
}

async function readFootprints(
  { tx, scope }: TenantTx,
  ids: readonly string[],
): Promise<Map<string, PinnedFootprint>> {
  const products = await findProducts(tx, scope, ids);
  return new Map(
    products.flatMap(({ id, co2eKg, calculationId }) =>
      co2eKg === null ? [] : [[id, { co2eKg, calculationId }]],
    ),
  );
}
