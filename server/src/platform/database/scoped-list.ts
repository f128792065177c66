import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../scope.ts';
import { anyOf } from './any-of.ts';
import { type Conditions, conditionsOf, type Given, isFiltered } from './conditions.ts';
import { countRows } from './count-rows.ts';
import { countedRows } from './counts.ts';
import type { Db } from './database.ts';
import { inScope, type ScopedTable } from './in-scope.ts';
import { joinPerOwner, OWNER_ID, type Owned } from './join-per-owner.ts';
import { type Key, type KeysetOrder, onPage, type Page } from './keyset.ts';
import type { Database } from './schema.ts';

/** One of the columns that an order walks, and the property of a row that holds it. */
export type KeyColumn<Row> = {
  readonly column: string;
  readonly property: keyof Row;
  readonly type: KeysetOrder['columns'][number]['type'];
  /** Rows without a value have no place in the order: its list leaves them out. */
  readonly isSparse?: boolean;
};

export type ListOrder<Field> = { readonly field: Field; readonly isDescending: boolean };

/** Ways to address a row from outside. */
export type Reference = { readonly by: 'id' | 'external_id'; readonly value: string };

/** The database and the tenant to read. */
type Place = { readonly db: Db; readonly scope: Scope };

type Described<Table extends ScopedTable, Row, Field extends string, Filter> = {
  readonly table: Table;
  /** All rows of the table with the columns to read; the caller adds the scope. */
  readonly rows: (db: Db) => SelectQueryBuilder<Database, Table, Row>;
  /** The columns that each order walks; ids break ties. */
  readonly orders: Readonly<Record<Field, readonly KeyColumn<Row>[]>>;
  readonly conditions: Conditions<Filter>;
  /** Rows that a list omits unless its filter requests them. */
  readonly hidden?: {
    readonly unlessAskedBy: keyof Filter;
    /** That a row is not one of them. */
    readonly condition: Expression<SqlBool>;
    /** The buckets in which `count_list` counts them. */
    readonly buckets: readonly string[];
  };
};

export const OLDEST_FIRST = { field: 'CREATED_AT', isDescending: false } as const;
export const NEWEST_FIRST = { field: 'CREATED_AT', isDescending: true } as const;

/**
 * A table of customer data as the API lists it: pages and counts by filter and order, and look-ups,
 * each in one scope and one statement.
 */
export function scopedList<
  Table extends ScopedTable,
  Row extends { readonly id: string },
  Field extends string,
  Filter,
>({ table, rows, orders, conditions, hidden }: Described<Table, Row, Field, Filter>) {
  const byId = { ref: `${table}.id`, type: 'uuid' } as const;
  const all = (db: Db, scope: Scope) => rows(db).where(inScope(table, scope));
  const columnIs = (column: string, value: Expression<string>) =>
    sql<SqlBool>`${sql.ref(`${table}.${column}`)} = ${value}`;

  const matching = (db: Db, scope: Scope, filter: Given<Filter>, field: Field) => {
    const isHiding = hidden !== undefined && (filter[hidden.unlessAskedBy] ?? null) === null;
    const asked = [
      ...(isHiding ? [hidden.condition] : []),
      ...conditionsOf(conditions, filter, scope),
      ...orders[field]
        .filter(({ isSparse }) => isSparse)
        .map(({ column }) => sql<SqlBool>`${sql.ref(`${table}.${column}`)} is not null`),
    ];
    return asked.reduce((query, condition) => query.where(condition), all(db, scope));
  };

  const named = (db: Db, scope: Scope, { by, value }: Reference) =>
    all(db, scope).where(columnIs(by, sql`${value}`));

  return {
    table,
    orders,
    conditions,

    page: (
      db: Db,
      scope: Scope,
      filter: Given<Filter>,
      { field, isDescending }: ListOrder<Field>,
      page: Page,
    ) => {
      const walked = orders[field].map(({ column, type }) => ({ ref: `${table}.${column}`, type }));
      const order = { columns: [...walked, byId], isDescending };
      return onPage(matching(db, scope, filter, field), order, page).execute();
    },

    /** The place of a row in an order. */
    keyOf: (row: Row, { field }: ListOrder<Field>): Key => [
      ...orders[field].map(({ property }) => partOfKey(row[property])),
      row.id,
    ],

    /** True if a list shows all rows that are not hidden: then their counter is the total. */
    isWhole: (filter: Given<Filter>, { field }: ListOrder<Field>) =>
      !isFiltered(filter) && !orders[field].some(({ isSparse }) => isSparse),

    /** All rows that are not hidden, from their counters. */
    total: (db: Db, scope: Scope) => countedRows(db, scope, table, hidden?.buckets),

    /** Matching rows, counted no further than `limit`. */
    count: (
      db: Db,
      scope: Scope,
      filter: Given<Filter>,
      { field }: ListOrder<Field>,
      limit: number,
    ) => countRows(db, matching(db, scope, filter, field).clearSelect(), limit),

    find: (db: Db, scope: Scope, ids: readonly string[]) =>
      all(db, scope)
        .where(columnIs('id', anyOf(ids)))
        .execute(),

    named: (db: Db, scope: Scope, reference: Reference) =>
      named(db, scope, reference).executeTakeFirst(),

    /** Locks the row of a reference until the transaction ends and returns its current state. */
    lock: (tx: Db, scope: Scope, reference: Reference) =>
      // Not FOR UPDATE, which would wait for everyone who adds a row that points at this one.
      named(tx, scope, reference).forNoKeyUpdate().executeTakeFirst(),

    /** The lists below each of several owners, oldest first, and their counts. */
    below: (ownerColumn: keyof Database[Table] & string) => ({
      load: ({ db, scope }: Place, ownerIds: readonly string[], page: Page) => {
        const ofOne = all(db, scope).where(columnIs(ownerColumn, OWNER_ID));
        return joinPerOwner(
          db,
          ownerIds,
          onPage(ofOne, { columns: [byId], isDescending: false }, page),
        );
      },
      count: countPerOwner(table, ownerColumn),
    }),
  };
}

function partOfKey(value: unknown): string | number {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`A list cannot be ordered by ${value}.`);
}

/** Counts the rows of a table for each of several owners. */
export function countPerOwner(table: ScopedTable, ownerColumn: string) {
  const owner = sql.ref(`${table}.${ownerColumn}`);
  return async (
    { db, scope }: Place,
    ownerIds: readonly string[],
  ): Promise<Owned<{ readonly count: number }>[]> => {
    const { rows } = await sql<Owned<{ readonly count: number }>>`
      select ${owner} as "ownerId", count(*)::int as count from ${sql.table(table)}
      where ${inScope(table, scope)} and ${owner} = ${anyOf(ownerIds)}
      group by ${owner}`.execute(db);
    return rows;
  };
}
