import { sql } from 'kysely';
import { type Db, lockUntilCommit, sqlStateOf } from '../../platform/database/index.ts';
import { deleteOldHealth } from './health-store.ts';

export const MAINTAIN_EVERY_MS = 3_600_000;

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 3;
export const DAYS_KEPT = 30;
const TABLES = ['webhook_deliveries', 'webhook_attempts'] as const;

/**
 * Makes the partitions of the next days and drops those that are older than 30 days: dropping costs nothing,
 * however many deliveries there were. Safe in several processes at once.
 */
export async function maintainPartitions(db: Db, now: Date): Promise<void> {
  const today = Math.floor(now.getTime() / DAY_MS);
  for (const table of TABLES) {
    for (let day = today; day <= today + DAYS_AHEAD; day++) await makePartition(db, table, day);
    const { rows } = await sql<{ name: string }>`select relname as name from pg_inherits
      join pg_class on pg_class.oid = inhrelid where inhparent = ${table}::regclass`.execute(db);
    for (const { name } of rows) {
      const day = dayOf(name);
      if (day !== undefined && day < today - DAYS_KEPT)
        await sql`drop table if exists ${sql.table(name)}`.execute(db);
    }
  }
  await deleteOldHealth(db);
}

async function makePartition(db: Db, table: string, day: number): Promise<void> {
  const name = `${table}_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`;
  const [from, to] = [lowestId(day), lowestId(day + 1)];
  try {
    await db.transaction().execute(async (tx) => {
      // "if not exists" fails when another worker makes the same table at the same time.
      await lockUntilCommit(tx, 'webhook partitions');
      await sql`create table if not exists ${sql.table(name)} partition of ${sql.table(table)}
        for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx);
    });
  } catch (error) {
    // Rows of that day are in the default partition already: they stay there.
    if (sqlStateOf(error) !== '23514') throw error;
  }
}

/** The lowest UUIDv7 of a day since the epoch. */
function lowestId(day: number): string {
  const hex = (day * DAY_MS).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

function dayOf(name: string): number | undefined {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return day === undefined ? undefined : Date.parse(`${year}-${month}-${day}`) / DAY_MS;
}
