import type { Db, Tx } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { ApiError } from '../../rules/api-error.ts';
import { calculateProductFootprint, type EngineData } from '../calculations/index.ts';
import { findBills, findProducts } from '../products/index.ts';

/** Footprint of one declared unit of a product, and its calculation. */
type PinnedFootprint = { readonly co2eKg: number; readonly calculationId: string | null };

/**
 * Latest footprints of products, as a confirmed order freezes them; absent for products without
 * one.
 */
export async function latestFootprints(
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

/**
 * Calculates products that are ordered and were never calculated, as BASIC. A product without a
 * bill of materials, or that cannot be calculated, has no footprint: not zero.
 */
export async function ensureFootprints(
  tx: Tx,
  scope: Scope,
  engine: EngineData,
  productIds: readonly string[],
): Promise<void> {
  const known = await latestFootprints(tx, scope, productIds);
  // In one order for all, so that two orders of the same products do not wait for each other.
  const missing = [...new Set(productIds)].filter((id) => !known.has(id)).sort();
  if (missing.length === 0) return;
  const bills = new Map((await findBills(tx, scope, missing)).map(({ id, bill }) => [id, bill]));
  for (const id of missing) {
    const { components = [], processSteps = [] } = bills.get(id) ?? {};
    if (components.length + processSteps.length === 0) continue;
    try {
      const reference = { by: 'id', value: id } as const;
      await calculateProductFootprint(tx, scope, engine, reference, { detail: 'BASIC' }, {});
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }
}
