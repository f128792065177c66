import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import type { Database } from './schema.ts';

/** How many rows a query has, counted no further than `limit`. */
export async function countRows<TB extends keyof Database>(
  db: Db,
  matching: SelectQueryBuilder<Database, TB, unknown>,
  limit: number,
): Promise<number> {
  const some = matching.select(sql<number>`1`.as('one')).limit(sql.lit(limit));
  const { count } = await db
    .selectFrom(some.as('some'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
