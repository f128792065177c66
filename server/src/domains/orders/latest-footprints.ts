import type { TenantTx } from '../../platform/database/index.ts';
import type { Work } from '../../rules/mutations/work.ts';
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
  budgetMs?: number,
): Promise<ReadonlyMap<string, PinnedFootprint>> {
  const ids = [...new Set(productIds)].sort();
  const known = await readFootprints(work, ids);
  const missing = ids.filter((id) => !known.has(id));
  if (missing.length === 0) return known;
  await calculateProducts(work, missing, budgetMs);
  return new Map([...known, ...(await readFootprints(work, missing))]);
}

/** A cart of 250 products of 250 parts each would take ten seconds. */
const ESTIMATE_MS = 2_000;

/** Calculates products of a cart or a draft that were never calculated, as many as fit into two seconds. */
export async function estimateFootprints(work: Work, productIds: readonly string[]): Promise<void> {
  await latestFootprints(work, productIds, ESTIMATE_MS);
}

async function readFootprints(
  work: TenantTx,
  ids: readonly string[],
): Promise<Map<string, PinnedFootprint>> {
  const products = await findProducts(work, ids);
  return new Map(
    products.flatMap(({ id, co2eKg, calculationId }) =>
      co2eKg === null ? [] : [[id, { co2eKg, calculationId }]],
    ),
  );
}
