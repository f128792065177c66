import { type Db, query } from './database.ts';

/**
 * The time of the database. What is deleted for good by its age goes by it, because the clock of one process of several
 * may be ahead for a while.
 */
export async function databaseTime(db: Db): Promise<Date> {
  const [row] = await query<{ now: Date }>(db, 'select clock_timestamp() as now');
  if (row === undefined) throw new Error('The database gave no time.');
  return row.now;
}
