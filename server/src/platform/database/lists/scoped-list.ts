import { type Expression, type SqlBool, sql } from 'kysely';
import type { Database } from '../schema.ts';
import type { TenantDb, TenantTx } from '../tenant.ts';
import { anyOf } from './any-of.ts';
import { type Given, isFiltered } from './conditions.ts';
import { inScope, type ScopedTable } from './in-scope.ts';
import { joinPerOwner, OWNER_ID, type Owned } from './join-per-owner.ts';
import { type Key, onPage, type Page } from './keyset.ts';
import { type DescribedList, type ListOrder, listedPages } from './listed-pages.ts';

/** Ways to address a row from outside. */
export type Reference = { readonly by: 'id' | 'external_id'; readonly value: string };

/**
 * A table of customer data as the API lists it: pages and counts by filter and order, and look-ups,
 * each in one scope and one statement.
 */
export function scopedList<
  Table extends ScopedTable,
  Row extends { readonly id: string },
  Field extends string,
  Filter,
>(described: DescribedList<Table, Row, Field, Filter>) {
  const { table, rows, orders, conditions, firstNamed, isUncounted = false } = described;
  const { pageOf, countOf, columnsOf, total } = listedPages(described);
  const byId = { ref: `${table}.id`, type: 'uuid' } as const;
  const all = ({ db, scope }: TenantDb) => rows(db).where(inScope(table, scope));
  const columnIs = (column: string, value: Expression<string>) =>
    sql<SqlBool>`${sql.ref(`${table}.${column}`)} = ${value}`;

  const named = (tenant: TenantDb, { by, value }: Reference) => {
    const found = all(tenant).where(columnIs(by, sql`${value}`));
    return firstNamed === undefined || by === 'id' ? found : found.orderBy(firstNamed).limit(1);
  };

  return {
    table,
    orders,
    conditions,

    page: ({ db, scope }: TenantDb, filter: Given<Filter>, order: ListOrder<Field>, page: Page) =>
      pageOf({ db, scope, filter, order }, page),

    /** The pages of rows of which only some properties are sure to be read. */
    pageReading:
      (read: readonly (keyof Row)[]) =>
      ({ db, scope }: TenantDb, filter: Given<Filter>, order: ListOrder<Field>, page: Page) =>
        pageOf({ db, scope, filter, order, read }, page),

    /** The places of rows in an order: its name, and the key of a row. */
    placesIn: (filter: Given<Filter>, { field, isDescending }: ListOrder<Field>) => {
      const properties = columnsOf(filter, field).map(({ property }) => property);
      return {
        name: [table, ...properties, isDescending].join(' '),
        keyOf: (row: Row): Key => [
          // A list leaves out rows without a value of its order.
          ...properties.map((property) => partOfKey(row[property])),
          row.id,
        ],
      };
    },

    /** True if a list shows all rows that are not hidden, and counters keep their number: that is the total then. */
    isWhole: (filter: Given<Filter>, { field }: ListOrder<Field>) =>
      !isUncounted && !isFiltered(filter) && !orders[field].some(({ isSparse }) => isSparse),

    /** All rows that are not hidden, from their counters. */
    total,

    /** Matching rows, counted no further than `limit`. */
    count: (
      { db, scope }: TenantDb,
      filter: Given<Filter>,
      order: ListOrder<Field>,
      limit: number,
    ) => countOf({ db, scope, filter, order }, limit),
    find: (tenant: TenantDb, ids: readonly string[]) =>
      all(tenant)
        .where(columnIs('id', anyOf(ids)))
        .execute(),

    named: (tenant: TenantDb, reference: Reference) => named(tenant, reference).executeTakeFirst(),

    /** Locks the row of a reference until the transaction ends and returns its current state. */
    lock: (tenant: TenantTx, reference: Reference) =>
      // Not FOR UPDATE, which would wait for everyone who adds a row that points at this one.
      named(tenant, reference).forNoKeyUpdate().executeTakeFirst(),

    /** Deletes the row of an id. */
    delete: async ({ db, scope }: TenantTx, id: string): Promise<void> => {
      await sql`delete from ${sql.table(table)}
        where ${inScope(table, scope)} and ${columnIs('id', sql`${id}`)}`.execute(db);
    },

    /** The lists below each of several owners, oldest first, and their counts. */
    below: (ownerColumn: keyof Database[Table] & string) => ({
      load: (tenant: TenantDb, ownerIds: readonly string[], page: Page) => {
        const ofOne = all(tenant).where(columnIs(ownerColumn, OWNER_ID));
        return joinPerOwner(
          tenant.db,
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
    { db, scope }: TenantDb,
    ownerIds: readonly string[],
  ): Promise<Owned<{ readonly count: number }>[]> => {
    const { rows } = await sql<Owned<{ readonly count: number }>>`
      select ${owner} as "ownerId", count(*)::int as count from ${sql.table(table)}
      where ${inScope(table, scope)} and ${owner} = ${anyOf(ownerIds)}
      group by ${owner}`.execute(db);
    return rows;
  };
}
