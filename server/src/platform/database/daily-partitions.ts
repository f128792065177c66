import { sql } from 'kysely';
import { lowestUuidAt } from '../ids.ts';
import { isLockTimeout, sqlStateOf } from './connections/failures.ts';
import { type Db, lockUntilCommit, type Tx } from './database.ts';

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 3;
/** Rows that one statement deletes. */
const BATCH = 5_000;

/** All writes of the table wait behind a change of its partitions that waits for a long reader. */
const MOST_LOCK_WAIT_MS = 500;

type DaysKept = { readonly now: Date; readonly daysKept: number };

/** A table, and its column of UUIDv7 by which it is partitioned. */
type DailyTable = { readonly table: string; readonly key: string };

/**
 * Makes the partitions of the next days of a table that is partitioned by UUIDv7, and drops those that are older:
 * dropping costs nothing, however many rows there were. Safe in several processes at once. While somebody reads the table
 * for long, such as a back-up, it leaves the rest to its next run.
 */
export async function maintainDailyPartitions(
  db: Db,
  daily: DailyTable,
  days: DaysKept,
): Promise<void> {
  try {
    await changePartitions(db, daily, days);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
  }
}

async function changePartitions(
  db: Db,
  { table, key }: DailyTable,
  { now, daysKept }: DaysKept,
): Promise<void> {
  const today = Math.floor(now.getTime() / DAY_MS);
  for (let day = today; day <= today + DAYS_AHEAD; day++) await makePartition(db, table, day);
  const { rows } = await sql<{ name: string }>`select relname as name from pg_inherits
    join pg_class on pg_class.oid = inhrelid where inhparent = ${table}::regclass`.execute(db);
  for (const { name } of rows) {
    const day = dayOf(name);
    if (day !== undefined && day < today - daysKept)
      await withoutLongWait(db, (tx) => sql`drop table if exists ${sql.table(name)}`.execute(tx));
  }
  await deleteOthersBefore(db, { table, key }, lowestUuidAt((today - daysKept) * DAY_MS));
}

/** Deletes old rows of the default partition: they came before that of their day was made, or by a clock that was ahead. */
async function deleteOthersBefore(db: Db, { table, key }: DailyTable, uuid: string): Promise<void> {
  const [others, column] = [sql.table(`${table}_other`), sql.ref(key)];
  for (let deleted = BATCH; deleted >= BATCH; ) {
    const { numAffectedRows } = await sql`delete from ${others}
      where (organization_id, environment, ${column}) in (
        select organization_id, environment, ${column} from ${others}
        where ${column} < ${uuid} limit ${BATCH})`.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
}

async function makePartition(db: Db, table: string, day: number): Promise<void> {
  const name = `${table}_${new Date(day * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')}`;
  const [from, to] = [lowestUuidAt(day * DAY_MS), lowestUuidAt((day + 1) * DAY_MS)];
  try {
    await withoutLongWait(db, async (tx) => {
      // "if not exists" fails when another worker makes the same table at the same time.
      await lockUntilCommit(tx, `partitions of ${table}`);
      await sql`create table if not exists ${sql.table(name)} partition of ${sql.table(table)}
        for values from (${sql.lit(from)}) to (${sql.lit(to)})`.execute(tx);
    });
  } catch (error) {
    // Rows of that day are in the default partition already: they stay there.
    if (sqlStateOf(error) !== '23514') throw error;
  }
}

function withoutLongWait(db: Db, change: (tx: Tx) => Promise<unknown>): Promise<void> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('lock_timeout', ${String(MOST_LOCK_WAIT_MS)}, true)`.execute(tx);
    await change(tx);
  });
}

function dayOf(name: string): number | undefined {
  const [, year, month, day] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
  return day === undefined ? undefined : Date.parse(`${year}-${month}-${day}`) / DAY_MS;
}
