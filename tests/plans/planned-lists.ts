import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Listed } from '../../server/src/graphql/list.ts';
import {
  type Db,
  type Given,
  openDatabase,
  type Page,
  query,
  type TenantDb,
} from '../../server/src/platform/database/index.ts';
import { testDatabase } from '../../server/src/platform/database/testing.ts';
import type { Scope } from '../../server/src/platform/scope.ts';

/** A list as the service reads it, with each of its filters and orders. */
export type PlannedList = {
  readonly table: string;
  /** Copy of its rows that lists read instead. */
  readonly copy?: string;
  /** Makes the table large: `$1` is the organization, `$2` the number of rows. */
  readonly fill: string;
  readonly reads: readonly {
    readonly name: string;
    readonly read: (tenant: TenantDb) => Promise<unknown>;
  }[];
};

/** A list that `scopedList` made. */
type ScopedList<Filter, Field extends string> = Pick<
  Listed<unknown, Filter, Field>,
  'table' | 'page' | 'count'
> & {
  readonly orders: Readonly<
    Record<Field, readonly { readonly column: string; readonly isSparse?: boolean }[]>
  >;
  readonly conditions: { readonly [Name in keyof Filter]: unknown };
};

/**
 * A list with each of its orders, both ways, by each of the filters: they try every condition. Of filters that very many rows match
 * only the pages are read.
 */
export function plannedList<Filter, Field extends string>(
  list: ScopedList<Filter, Field>,
  fill: string,
  filters: readonly Given<Filter>[],
  frequent: readonly Given<Filter>[] = [],
): PlannedList {
  const tried = new Set(filters.flatMap((filter) => Object.keys(filter)));
  assert.deepEqual([...tried].sort(), Object.keys(list.conditions).sort());
  const reads: PlannedList['reads'][number][] = [];
  for (const filter of [{}, ...filters, ...frequent]) {
    const counted = new Set<string>();
    for (const field in list.orders) {
      const name = `${JSON.stringify(filter)} by ${field}`;
      for (const isDescending of [false, true]) {
        const order = { field, isDescending };
        reads.push({
          name: isDescending ? `${name}, descending` : name,
          read: (tenant) => list.page(tenant, filter, order, FIRST_PAGE),
        });
      }
      // Of an order, a count depends only on the rows that it leaves out.
      const leftOut = list.orders[field].filter(({ isSparse }) => isSparse === true);
      const kind = leftOut.map(({ column }) => column).join(' ');
      if (counted.has(kind) || frequent.includes(filter)) continue;
      counted.add(kind);
      reads.push({
        name: `${name}, counted`,
        read: (tenant) => list.count(tenant, filter, { field, isDescending: false }, MOST_COUNTED),
      });
    }
  }
  return { table: list.table, fill, reads };
}

const FIRST_PAGE: Page = { limit: 21, isBackward: false };
/** A count reads the rows that it counts, so it is limited to few. */
const MOST_COUNTED = 100;
const ROWS = 20_000;
/** Rows that a page of 20 may look at: those that match a filter are not always neighbours. */
const ENOUGH = 500;
/** A statement that ran as often has the plan that it keeps, whatever its values. */
const RUNS_BEFORE = 6;

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
  // A client of its own, because only an unprepared statement may leave its parameters open.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const scans: string[] = [];
  const explained = new Set<string>();
  for (const { name, read } of list.reads) {
    statements.length = 0;
    await read({ db, scope });
    for (const statement of new Set(statements).difference(explained)) {
      explained.add(statement);
      const { rows } = await client.query<Record<string, string>>(
        `explain (generic_plan) ${statement}`,
      );
      const plan = rows.flatMap((row) => Object.values(row)).join('\n');
      const isScan = tablesOf(list).some((table) => plan.includes(`Seq Scan on ${table}`));
      if (isScan) scans.push(`${name}:\n${plan}`);
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
  const tenant = { db, scope };
  const wide: string[] = [];
  for (const { name, read } of list.reads) {
    for (let run = 0; run < RUNS_BEFORE; run += 1) await read(tenant);
    const before = await rowsRead(db, list);
    await read(tenant);
    const rows = (await rowsRead(db, list)) - before;
    if (rows > ENOUGH) wide.push(`${name}: ${rows} rows`);
  }
  await db.destroy();
  return wide;
}

function tablesOf({ table, copy }: PlannedList): string[] {
  return copy === undefined ? [table] : [table, copy];
}

const filledLists = new Map<PlannedList, Promise<Scope>>();

/** Fills the table of a list once for all tests of the list. */
function filled(list: PlannedList): Promise<Scope> {
  return filledLists.getOrInsertComputed(list, () => fillTable(list));
}

async function fillTable(list: PlannedList): Promise<Scope> {
  const { table, fill } = list;
  const organizationId = randomUUID();
  // A client of its own, because filling may exceed the statement timeout of the service.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // Derived rows (counters, search) are not measured here.
  await client.query(`alter table ${table} disable trigger user`);
  await client.query(fill, [organizationId, ROWS]);
  await client.query(`alter table ${table} enable trigger user`);
  await client.query(`vacuum analyze ${tablesOf(list)}`);
  await client.end();
  return { organizationId, environment: 'LIVE' };
}

/** Rows of a list that were read so far, past its indexes and through them. */
async function rowsRead(db: Db, list: PlannedList): Promise<number> {
  // A connection keeps its counts to itself until it is idle after this.
  await query(db, 'select pg_stat_force_next_flush()');
  await query(db, 'select 1 as flushed');
  const [counted] = await inspect<{ rows: number }>(
    `select sum(seq_tup_read + (select sum(idx_tup_read) from pg_stat_user_indexes as indexes
       where indexes.relid = tables.relid)) as rows
     from pg_stat_user_tables as tables where relname = any($1)`,
    [tablesOf(list)],
  );
  return Number(counted?.rows ?? 0);
}
