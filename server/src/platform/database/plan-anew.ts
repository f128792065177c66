import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Forgets the plans that the connection has kept, so that each is made once more for the tables as they
 * are now. A kept plan stays what it was when the table was empty, which a long import soon makes wrong:
 * reading the whole table for each thousand rows. To forbid kept plans altogether would cost an import a
 * fifth: PostgreSQL 18 then plans the SQL functions in indexes and triggers anew for each row.
 */
export async function planAnew(tx: Tx): Promise<void> {
  await sql`discard plans`.execute(tx);
}
