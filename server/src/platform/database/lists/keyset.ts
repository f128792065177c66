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

/** The bucketed `limit` of a page: at least the requested rows. */
export function limitOf(page: Page): number {
  return LIMITS.find((limit) => limit >= page.limit) ?? page.limit;
}

/** Restricts, orders and limits a query to one page, walking an index by its key. */
export function onPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  order: KeysetOrder,
  page: Page,
): SelectQueryBuilder<DB, TB, O> {
  const rows = query.modifyEnd(orderAndLimit(order, page));
  return beyondKey(order, page).reduce((some, condition) => some.where(condition), rows);
}

/** The end of the statement of a page. */
export function orderAndLimit(order: KeysetOrder, page: Page): RawBuilder<unknown> {
  const direction = walksDown(order, page) ? sql`desc` : sql`asc`;
  const columns = order.columns.map(({ ref }) => sql`${sql.ref(ref)} ${direction}`);
  return sql`order by ${sql.join(columns)} limit ${sql.lit(limitOf(page))}`;
}

function walksDown(order: KeysetOrder, page: Page): boolean {
  return order.isDescending !== page.isBackward;
}

/** Condition for rows beyond the key after which a page starts; none at the end of the list. */
export function beyondKey(order: KeysetOrder, page: Page): RawBuilder<boolean>[] {
  if (page.from === undefined) return [];
  const { key, isInclusive } = page.from;
  const columns = sql.join(order.columns.map((column) => sql.ref(column.ref)));
  const values = sql.join(
    order.columns.map((column, at) => sql`${key[at]}::${sql.raw(column.type)}`),
  );
  const operator = sql.raw(`${walksDown(order, page) ? '<' : '>'}${isInclusive ? '=' : ''}`);
  return [sql<boolean>`(${columns}) ${operator} (${values})`];
}
