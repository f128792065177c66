import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../scope.ts';
import { FOR_ITS_VALUES } from '../connections/connections.ts';
import { type Db, query } from '../database.ts';
import type { Database } from '../schema.ts';
import type { TenantDb } from '../tenant.ts';
import {
  type Conditions,
  conditionsOf,
  type Given,
  isFiltered,
  readsOtherTables,
} from './conditions.ts';
import { countRows } from './count-rows.ts';
import { countedRows } from './counts.ts';
import { inScope, type ScopedTable } from './in-scope.ts';
import { type KeysetOrder, limitOf, onPage, type Page } from './keyset.ts';
import { countWalked } from './walked-count.ts';
import { isWalkedById, type Walk, walkedPage, walkRequest } from './walked-list.ts';

/** One of the columns that an order walks, and the property of a row that holds it. */
type KeyColumn<Row> = {
  readonly column: string;
  readonly property: keyof Row;
  readonly type: KeysetOrder['columns'][number]['type'];
  /** Rows without a value have no place in the order: its list leaves them out. */
  readonly isSparse?: boolean;
};

export type ListOrder<Field> = { readonly field: Field; readonly isDescending: boolean };

/** A list of the rows of a table, in one scope. */
export type DescribedList<Table extends ScopedTable, Row, Field extends string, Filter> = {
  readonly table: Table;
  /** All rows of the table, with all properties or those to read; the caller adds the scope. */
  readonly rows: (
    db: Db,
    read?: readonly (keyof Row)[],
  ) => SelectQueryBuilder<Database, Table, Row>;
  /** The columns that each order walks; ids break ties. */
  readonly orders: Readonly<Record<Field, readonly KeyColumn<Row>[]>>;
  readonly conditions: Conditions<Filter>;
  /** Order in which rows with the same reference are preferred; absent if a reference has one row at most. */
  readonly firstNamed?: Expression<unknown>;
  /** Rows that a list omits unless its filter requests them. */
  readonly hidden?: {
    readonly unlessAskedBy: keyof Filter;
    /** Condition that a row is not one of them. */
    readonly condition: Expression<SqlBool>;
    /** The buckets in which `count_list` counts them. */
    readonly buckets: readonly string[];
  };
  /** No counters keep the total: partitions of the table are dropped whole. Its rows are counted instead. */
  readonly isUncounted?: true;
  /** For a list whose filters select few of very many rows. */
  readonly walk?: Walk<Filter>;
};

/** Unfiltered pages are kept by their shape; there may be a million sets of properties to read. */
const MOST_KEPT = 200;

export const OLDEST_FIRST = { field: 'CREATED_AT', isDescending: false } as const;
export const NEWEST_FIRST = { field: 'CREATED_AT', isDescending: true } as const;

/** A list that someone asks for, and the properties to read of its rows; all when absent. */
type ListRequest<Row, Filter, Field> = TenantDb & {
  readonly filter: Given<Filter>;
  readonly order: ListOrder<Field>;
  readonly read?: readonly (keyof Row)[] | undefined;
};

/** Pages and counts of a list, by filter and order. */
export function listedPages<
  Table extends ScopedTable,
  Row extends { readonly id: string },
  Field extends string,
  Filter,
>({ table, rows, orders, conditions, hidden, walk }: DescribedList<Table, Row, Field, Filter>) {
  const byId = { ref: `${table}.id`, type: 'uuid' } as const;
  const all = ({ db, scope, read }: ListRequest<Row, Filter, Field>) =>
    rows(db, read).where(inScope(table, scope));

  // Ids follow the order of creation, so that a walked list that is not filtered needs no other index.
  const columnsOf = (filter: Given<Filter>, field: Field) =>
    walk !== undefined &&
    field === OLDEST_FIRST.field &&
    (!isFiltered(filter) || isWalkedById(walk, filter))
      ? []
      : orders[field];
  const keysetOf = (filter: Given<Filter>, { field, isDescending }: ListOrder<Field>) => {
    const walked = columnsOf(filter, field).map(({ column, type }) => ({
      ref: `${table}.${column}`,
      type,
    }));
    return { columns: [...walked, byId], isDescending };
  };
  const isPresent = (field: Field) =>
    orders[field]
      .filter(({ isSparse }) => isSparse)
      .map(({ column }) => sql<SqlBool>`${sql.ref(`${table}.${column}`)} is not null`);

  const matching = (request: ListRequest<Row, Filter, Field>) => {
    const { scope, filter, order } = request;
    const isHiding = hidden !== undefined && (filter[hidden.unlessAskedBy] ?? null) === null;
    const asked = [
      ...(isHiding ? [hidden.condition] : []),
      ...conditionsOf(conditions, filter, scope),
      ...isPresent(order.field),
    ];
    return asked.reduce((query, condition) => query.where(condition), all(request));
  };

  const walked =
    walk === undefined
      ? undefined
      : (scope: Scope, filter: Given<Filter>, order: ListOrder<Field>) => {
          const ordered = Object.values<readonly KeyColumn<Row>[]>(orders).flat();
          const filtered = [walk.states.column, ...walk.indexed.columns];
          const columns = [...new Set(['id', ...ordered.map(({ column }) => column), ...filtered])];
          const isShown = hidden?.condition ?? sql<SqlBool>`true`;
          return walkRequest({ table, columns, walk, isShown, conditions }, scope, {
            filter,
            order: keysetOf(filter, order),
            always: isPresent(order.field),
          });
        };

  const total = (tenant: TenantDb) => countedRows(tenant, table, hidden?.buckets);

  const texts = new PageTexts<Row, Filter, Field>((request, page) =>
    onPage(matching(request), keysetOf(request.filter, request.order), page),
  );

  const pageOf = (request: ListRequest<Row, Filter, Field>, page: Page): Promise<Row[]> => {
    const { filter, order } = request;
    const keyColumns = columnsOf(filter, order.field);
    const read = request.read && [
      ...new Set([...request.read, 'id' as const, ...keyColumns.map(({ property }) => property)]),
    ];
    const whole = { ...request, read };
    if (!isFiltered(filter) && (walked === undefined || keyColumns.length === 0))
      return texts.read(whole, page);
    if (walked === undefined) {
      const rowsOfPage = onPage(matching(whole), keysetOf(filter, order), page);
      return readsOtherTables(conditions, filter)
        ? rowsOfPage.modifyEnd(sql.raw(FOR_ITS_VALUES)).execute()
        : rowsOfPage.execute();
    }
    return walkedPage(request.db, walked(request.scope, filter, order), page, {
      rows: (ids, onePage) => {
        const found = all(whole).where(sql<SqlBool>`${sql.ref(byId.ref)} = any(${ids})`);
        return onPage(found, keysetOf(filter, order), onePage).execute();
      },
      total: () => total(request),
    });
  };

  /** Matching rows, counted no further than `limit`. */
  const countOf = async (
    request: ListRequest<Row, Filter, Field>,
    limit: number,
  ): Promise<number> => {
    const { db, scope, filter, order } = request;
    if (walked === undefined) return countRows(db, matching(request).clearSelect(), limit);
    return countWalked(db, walked(scope, filter, order), limit, () => total(request));
  };

  return { pageOf, countOf, columnsOf, total };
}

/** Making the statement of an unfiltered page costs as much as running it: its text is kept, by the shape of the page. */
class PageTexts<Row, Filter, Field extends string> {
  readonly #pageOf: (request: ListRequest<Row, Filter, Field>, page: Page) => PageQuery<Row>;
  readonly #kept = new Map<string, string>();

  constructor(pageOf: (request: ListRequest<Row, Filter, Field>, page: Page) => PageQuery<Row>) {
    this.#pageOf = pageOf;
  }

  read(request: ListRequest<Row, Filter, Field>, page: Page): Promise<Row[]> {
    const { db, scope, order, read = [] } = request;
    const { isBackward, from } = page;
    const form = [order.field, order.isDescending, isBackward, limitOf(page), from?.isInclusive];
    const shape = [...form, ...read].join(' ');
    let text = this.#kept.get(shape);
    if (text === undefined) {
      if (this.#kept.size >= MOST_KEPT)
        return this.#pageOf({ ...request, read: undefined }, page).execute();
      text = this.#pageOf(request, page).compile().sql;
      this.#kept.set(shape, text);
    }
    return query<Row>(db, text, [scope.organizationId, scope.environment, ...(from?.key ?? [])]);
  }
}

type PageQuery<Row> = {
  readonly execute: () => Promise<Row[]>;
  readonly compile: () => { readonly sql: string };
};
