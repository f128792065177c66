import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../scope.ts';
import { FOR_ITS_VALUES } from '../connections/connections.ts';
import type { Db } from '../database.ts';
import type { Conditions, Given } from './conditions.ts';
import { inScope, type ScopedTable } from './in-scope.ts';
import { beyondKey, type KeysetOrder, orderAndLimit, type Page } from './keyset.ts';

/**
 * Pages of a large list, whatever its filter and order: they walk the index of the order, or fetch
 * the few matches of a filter by its index. `docs/decisions/0061-lists-walk-or-fetch.md` has the reasons.
 */

/** The filters of a large list that lead to indexes. */
export type Walk<Filter> = {
  /** The column that leads the index of each order. Each of its values is walked by itself. */
  readonly states: {
    readonly filter: keyof Filter;
    readonly column: string;
    /** The values to list if the filter names none. */
    readonly shown: readonly string[];
  };
  /** A list of values in each row. `table` has a copy of the row for each of its values. */
  readonly copies: {
    readonly filter: keyof Filter;
    readonly list: string;
    readonly table: ScopedTable;
    readonly column: string;
  };
  /** A part of a text, with an index of texts. */
  readonly texts: {
    readonly filter: keyof Filter;
    readonly isIndexed: (text: string) => boolean;
    readonly index: (text: string, scope: Scope) => Condition;
  };
};

export type WalkedList<Filter> = {
  readonly table: ScopedTable;
  /** The columns that orders and conditions read; copies of rows have them too. */
  readonly columns: readonly string[];
  readonly walk: Walk<Filter>;
  readonly conditions: Conditions<Filter>;
};

type Request<Filter> = {
  readonly filter: Given<Filter>;
  readonly order: KeysetOrder;
  /** Conditions that the order itself has. */
  readonly always: readonly Condition[];
};

type Condition = Expression<SqlBool>;
type Rows = RawBuilder<unknown>;

/** Maximum number of rows that a page walks in search of rows that match a filter on another column. */
const MOST_WALKED = 400;
/** Maximum number of matches fetched by the filter's own index when the walk was not enough. */
const MOST_FETCHED = 3000;
/** Maximum number of rows walked when the first rows say that too many match to fetch them. */
const MOST_WALKED_FARTHER = 6000;
/**
 * Limit of a walk that continues until the page is full. Without a limit, each state by itself
 * would be walked to its first match, through all its rows when it has none.
 */
const ALL = Number.MAX_SAFE_INTEGER;

/** Reads rows by ids, and the number of all rows that are not hidden. */
type Reader<Row> = {
  readonly rows: (ids: Rows, page: Page) => Promise<Row[]>;
  readonly total: () => Promise<number>;
};

/** A page of a walked list. */
export async function walkedPage<Filter, Row>(
  db: Db,
  request: WalkRequest<Filter>,
  page: Page,
  read: Reader<Row>,
): Promise<Row[]> {
  const { order, along, across, isIndexed, states } = request;
  if (states.length === 0) return [];
  const onePage: Page = { ...page, from: undefined };
  const walked = (limit: number) => {
    const rows = walkedRows(request, { ...page, limit });
    const ids = pageOf(request, rows, across, onePage, sql`id`);
    return read.rows(sql`array(${ids})`, onePage);
  };
  if (across.length === 0) return walked(page.limit);
  if (isIndexed) {
    const near = await walked(MOST_WALKED);
    if (near.length >= page.limit) return near;
    if (near.length > 0) {
      const matches = (near.length / MOST_WALKED) * (await read.total());
      const far = matches > MOST_FETCHED ? await walked(MOST_WALKED_FARTHER) : [];
      if (far.length >= page.limit) return far;
    }
    const onward = [...along, ...across, ...beyondKey(order, page)];
    const few = await idsOfFew(db, request, onward, onePage);
    if (few !== undefined) return read.rows(sql`${few}::uuid[]`, onePage);
  }
  return walked(ALL);
}

type WalkRequest<Filter> = ReturnType<typeof walkRequest<Filter>>;

/** A filter and an order, taken apart by the indexes that serve them. */
export function walkRequest<Filter>(
  list: WalkedList<Filter>,
  scope: Scope,
  { filter, order, always }: Request<Filter>,
) {
  const { table, walk, conditions } = list;
  const states = new Set(textsIn(filter[walk.states.filter]) ?? walk.states.shown);
  const [copied] = textsIn(filter[walk.copies.filter]) ?? [];
  const [text] = textsIn(filter[walk.texts.filter]) ?? [];
  const walked = new Set(order.columns.map(({ ref }) => ref));
  const along = [...always];
  const across: Condition[] = [];
  for (const name in conditions) {
    const value = filter[name];
    const isLeading = name === walk.states.filter || name === walk.copies.filter;
    if (value === undefined || value === null || isLeading) continue;
    const { column } = conditions[name];
    const isAlong = column !== undefined && walked.has(`${table}.${column}`);
    (isAlong ? along : across).push(conditions[name](value, scope));
  }
  const isTextIndexed = text !== undefined && walk.texts.isIndexed(text);
  // Any other filter across the order has an index.
  const isIndexed = isTextIndexed || across.length > (text === undefined ? 0 : 1);
  const textIndex = isTextIndexed ? walk.texts.index(text, scope) : undefined;
  return { list, scope, order, states: [...states], copied, along, across, isIndexed, textIndex };
}

function textsIn(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : undefined;
}

/** All rows that match a request, by the index of its text if there is one. */
export function matchingRows<Filter>(request: WalkRequest<Filter>): Rows {
  const { along, across, states, textIndex } = request;
  const rows = rowsIn(request, states, textIndex);
  return sql`select id from ${among(request, rows, [...along, ...across])}`;
}

/** Rows of an order up to the limit of a page: walked state by state, and merged. */
function walkedRows<Filter>(request: WalkRequest<Filter>, page: Page): Rows {
  const walks = request.states.map(
    (state) => sql`(${pageOf(request, rowsIn(request, [state]), request.along, page)})`,
  );
  return pageOf(request, sql.join(walks, sql` union all `), [], { ...page, from: undefined });
}

/** The ids of a page of rows that no order leads to; undefined when they are too many to fetch. */
async function idsOfFew<Filter>(
  db: Db,
  request: WalkRequest<Filter>,
  conditions: readonly Condition[],
  page: Page,
): Promise<string[] | undefined> {
  const matching = among(request, rowsIn(request, request.states, request.textIndex), conditions);
  const { rows } = await sql<{ id: string; areAll: boolean }>`
    select page.* from (
      with fetched as materialized (select * from ${matching} limit ${sql.lit(MOST_FETCHED)})
      select id, (select count(*) < ${sql.lit(MOST_FETCHED)} from fetched) as "areAll"
      from (${pageOf(request, sql`select * from fetched`, [], page, sql`id`)}) as matching
    ) as page ${sql.raw(FOR_ITS_VALUES)}`.execute(db);
  return rows.every(({ areAll }) => areAll) ? rows.map(({ id }) => id) : undefined;
}

/** A page of some rows. */
function pageOf<Filter>(
  request: WalkRequest<Filter>,
  rows: Rows,
  conditions: readonly Condition[],
  page: Page,
  selected: Rows = sql`*`,
): Rows {
  const beyond = [...conditions, ...beyondKey(request.order, page)];
  return sql`select ${selected} from ${among(request, rows, beyond)} ${orderAndLimit(request.order, page)}`;
}

/** Rows for which all conditions hold, under the name of their table. */
function among<Filter>(
  { list: { table } }: WalkRequest<Filter>,
  rows: Rows,
  conditions: readonly Condition[],
): Rows {
  const where = conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
  return sql`(${rows}) as ${sql.table(table)}${where}`;
}

/** Rows in some states, with the copied value of the filter if it names one. */
function rowsIn<Filter>(
  { list, scope, copied }: WalkRequest<Filter>,
  states: readonly string[],
  textIndex?: Condition,
): Rows {
  const { copies, states: led } = list.walk;
  const isCopy = copied !== undefined && textIndex === undefined;
  const table = isCopy ? copies.table : list.table;
  const conditions = [
    inScope(table, scope),
    sql`${sql.ref(led.column)} in (${sql.join(states.map((state) => sql.lit(state)))})`,
  ];
  if (isCopy) conditions.push(sql`${sql.ref(copies.column)} = ${copied}`);
  else if (copied !== undefined) conditions.push(sql`${copied} = any(${sql.ref(copies.list)})`);
  const all = textIndex === undefined ? conditions : [...conditions, textIndex];
  const columns = sql.join(list.columns.map((column) => sql.ref(column)));
  return sql`select ${columns} from ${sql.table(table)} where ${sql.join(all, sql` and `)}`;
}
