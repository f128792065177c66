import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Db, openDatabase, query } from '../../server/src/platform/database/index.ts';
import { testDatabase } from '../../server/src/platform/database/testing.ts';
import type { Scope } from '../../server/src/platform/scope.ts';

/** A list as the service reads it, with each of its filters and orders. */
export type PlannedList = {
  readonly table: string;
  /** Makes the table large: `$1` is the organization, `$2` the number of rows. */
  readonly fill: string;
  readonly reads: readonly {
    readonly name: string;
    readonly read: (db: Db, scope: Scope) => Promise<unknown>;
  }[];
};

const ROWS = 20_000;
/** Rows that a page of 20 may look at: those that match a filter are not always neighbours. */
const ENOUGH = 500;

const { url, inspect } = await testDatabase();

/**
 * The reads of a list whose plan goes through its whole table, each with that plan: the one for
 * whatever values, which a prepared statement ends up with.
 */
export async function wholeScansOf(list: PlannedList): Promise<string[]> {
  const scope = await filled(list);
  const statements: string[] = [];
  const onStatement = (text: string) => statements.push(text);
  const db = await openDatabase({ url, pipelines: 1, poolSize: 1, onStatement });
  // Of its own, because only an unprepared statement may leave its parameters open.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const scans: string[] = [];
  for (const { name, read } of list.reads) {
    statements.length = 0;
    await read(db, scope);
    for (const statement of statements) {
      const { rows } = await client.query<Record<string, string>>(
        `explain (generic_plan) ${statement}`,
      );
      const plan = rows.flatMap((row) => Object.values(row)).join('\n');
      if (plan.includes(`Seq Scan on ${list.table}`)) scans.push(`${name}:\n${plan}`);
    }
  }
  await client.end();
  await db.destroy();
  return scans;
}

/** The reads of a list that look at many more rows than they show, each with their number. */
export async function wideReadsOf(list: PlannedList): Promise<string[]> {
  const scope = await filled(list);
  const db = await openDatabase({ url, pipelines: 1, poolSize: 1 });
  const wide: string[] = [];
  for (const { name, read } of list.reads) {
    const before = await rowsReadOf(list.table);
    await read(db, scope);
    // A connection keeps its counts to itself until it is idle after this.
    await query(db, 'select pg_stat_force_next_flush()');
    await query(db, 'select 1 as flushed');
    const rows = (await rowsReadOf(list.table)) - before;
    if (rows > ENOUGH) wide.push(`${name}: ${rows} rows`);
  }
  await db.destroy();
  return wide;
}

async function filled({ table, fill }: PlannedList): Promise<Scope> {
  const organizationId = randomUUID();
  // What else is kept of a row (counters, search) is not what is measured here.
  await inspect(`alter table ${table} disable trigger user`);
  await inspect(fill, [organizationId, ROWS]);
  await inspect(`alter table ${table} enable trigger user`);
  await inspect(`vacuum analyze ${table}`);
  return { organizationId, environment: 'LIVE' };
}

/** Rows of a table that were read so far, past its indexes and through them. */
async function rowsReadOf(table: string): Promise<number> {
  const [counted] = await inspect<{ rows: number }>(
    `select seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = $1) as rows
     from pg_stat_user_tables where relname = $1`,
    [table],
  );
  return Number(counted?.rows ?? 0);
}
