import { type Db, query } from '../../platform/database/index.ts';

export const MARK_EVERY_MS = 1_000;
const BATCH = 1_000;

/**
 * Makes results of scenarios stale, of all tenants, that a change has left: the change itself marks the first hundred.
 * Changes take turns.
 */
export async function markChangedScenarios(db: Db, stopping?: AbortSignal): Promise<void> {
  for (let worked = 1; worked > 0 && !stopping?.aborted; ) {
    const changes = await query(
      db,
      `select mark_changed_scenarios(next.organization_id, next.environment, next.id, $1) from (
         select organization_id, environment, id from scenario_changes order by worked_at limit 1 for update skip locked
       ) next`,
      [BATCH],
    );
    worked = changes.length;
  }
}
