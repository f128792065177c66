import { sql } from 'kysely';
import type { Tx } from './database.ts';

/**
 * Plans every statement of a transaction for the tables as they are now. The kept plan of a prepared
 * statement stays what it was when the table was empty, which a long import soon makes wrong: reading
 * the whole table for each thousand rows.
 */
export async function planAnew(tx: Tx): Promise<void> {
  await sql`set local plan_cache_mode = force_custom_plan`.execute(tx);
}
