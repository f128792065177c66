import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

/** The values of the ordering columns of one row, the id last. */
export type Key = readonly (string | number)[];

/**
 * A stretch of an ordered list: up to `limit` rows after (or, backward, before) a key. Backward pages
 * come in reverse order.
 */
export type Page = {
  readonly limit: number;
  readonly isBackward: boolean;
  readonly from?: { readonly key: Key; readonly isInclusive: boolean } | undefined;
};

/** The columns a list is ordered by, the id last; all run in one direction so that a row comparison serves. */
export type KeysetOrder = {
  readonly columns: readonly {
    readonly ref: string;
    readonly type: 'uuid' | 'text' | 'bigint' | 'int' | 'timestamptz' | 'date' | 'float8';
  }[];
  readonly isDescending: boolean;
};

/** Page sizes are part of the statement's text (a parameter plans worse), so they come in few sizes. */
const LIMITS = [1, 2, 11, 12, 21, 22, 51, 52, 101, 102];

/** The bucketed `limit` of a page: at least the rows asked for. */
export function limitOf(page: Page): number {
  return LIMITS.find((limit) => limit >= page.limit) ?? page.limit;
}

/** Restricts, orders and limits a query to one page, walking an index by its key. */
export function onPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: KeysetOrder,
  page: Page,
): SelectQueryBuilder<DB, TB, O> {
  const isDescending = order.isDescending !== page.isBackward;
  const direction = isDescending ? sql`desc` : sql`asc`;
  const ordered = query
    .orderBy(sql.join(order.columns.map((column) => sql`${sql.ref(column.ref)} ${direction}`)))
    .limit(sql.lit(limitOf(page)));
  return page.from === undefined
    ? ordered
    : ordered.where(comparison(order, page.from.key, isDescending, page.from.isInclusive));
}

function comparison(
  order: KeysetOrder,
  key: Key,
  isDescending: boolean,
  isInclusive: boolean,
): RawBuilder<boolean> {
  const columns = sql.join(order.columns.map((column) => sql.ref(column.ref)));
  const values = sql.join(
    order.columns.map((column, at) => sql`${key[at]}::${sql.raw(column.type)}`),
  );
  const operator = sql.raw(`${isDescending ? '<' : '>'}${isInclusive ? '=' : ''}`);
  return sql<boolean>`(${columns}) ${operator} (${values})`;
}
