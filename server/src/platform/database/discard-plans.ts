import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Discards the cached plans of the connection, so that each statement is planned again for the
 * current tables. A plan that was cached when the table was empty soon becomes wrong during a long
 * import: it reads the whole table for each thousand rows. Disabling cached plans completely would
 * cost an import a fifth of its time: PostgreSQL 18 then plans the SQL functions in indexes and
 * triggers again for each row.
 */
export async function discardPlans(tx: Tx): Promise<void> {
  await sql`discard plans`.execute(tx);
}
