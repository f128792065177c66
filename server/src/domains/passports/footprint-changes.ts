import { type Db, query } from '../../platform/database/index.ts';

export const COMPARE_EVERY_MS = 1_000;
const BATCH = 1_000;

/**
 * Compares passports with the footprints of products that have changed, of all tenants: the change itself compares
 * the first hundred. Products take turns.
 */
export async function compareFootprints(db: Db, stopping?: AbortSignal): Promise<void> {
  for (let compared = 1; compared > 0 && !stopping?.aborted; ) {
    const changes = await query(
      db,
      `select compare_dpp_footprints(next.organization_id, next.environment, next.product_id, $1) from (
         select organization_id, environment, product_id from dpp_footprint_changes
         order by compared_at limit 1 for update skip locked
       ) next`,
      [BATCH],
    );
    compared = changes.length;
  }
}
