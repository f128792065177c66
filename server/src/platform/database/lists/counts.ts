import { query } from '../database.ts';
import type { TenantDb } from '../tenant.ts';

const COUNT_SQL = `select coalesce(sum(row_count), 0)::float8 as total from list_counts
  where organization_id = $1 and environment = $2 and list = $3 and not bucket = any($4)`;

/**
 * Rows of a table in one scope, from the counters that its triggers keep (`count_list` in
 * 0001_platform.sql): exact, and no dearer for a large table. Buckets can be left out.
 */
export async function countedRows(
  { db, scope }: TenantDb,
  list: string,
  withoutBuckets: readonly string[] = [],
): Promise<number> {
  const rows = await query<{ total: number }>(db, COUNT_SQL, [
    scope.organizationId,
    scope.environment,
    list,
    withoutBuckets,
  ]);
  return rows[0]?.total ?? 0;
}

const COUNT_IN_SQL = `select coalesce(sum(row_count), 0)::float8 as total from list_counts
  where organization_id = $1 and environment = $2 and list = $3 and bucket = any($4)`;

/** The same for the rows in some buckets. */
export async function countedRowsIn(
  { db, scope: { organizationId, environment } }: TenantDb,
  list: string,
  buckets: readonly string[],
): Promise<number> {
  const values = [organizationId, environment, list, buckets];
  const rows = await query<{ total: number }>(db, COUNT_IN_SQL, values);
  return rows[0]?.total ?? 0;
}
