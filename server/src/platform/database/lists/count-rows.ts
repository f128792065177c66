import { type SelectQueryBuilder, sql } from 'kysely';
import { FOR_ITS_VALUES } from '../connections/connections.ts';
import type { Db } from '../database.ts';

/** Counts the rows of a query up to `limit`. */
export async function countRows<DB, TB extends keyof DB>(
  db: Db,
  matching: SelectQueryBuilder<DB, TB, unknown>,
  limit: number,
): Promise<number> {
  const some = matching.select(sql<number>`1`.as('one')).limit(sql.lit(limit));
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::int`.as('count'))
    .modifyEnd(sql.raw(FOR_ITS_VALUES))
    .executeTakeFirstOrThrow();
  return count;
}
