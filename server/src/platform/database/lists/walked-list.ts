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
  /** A filter whose values have an index each, of the rows and copies that are not hidden, in the order of ids. */
  readonly indexed: {
    readonly filter: keyof Filter;
    /** Columns that its conditions read. */
    readonly columns: readonly string[];
    readonly values: Readonly<Record<string, IndexedValue>>;
  };
  /** A word of a list that copies lack, with an index of the words of all rows. */
  readonly words: {
    readonly filter: keyof Filter;
    readonly column: string;
    readonly index: (word: string, scope: Scope) => Condition;
    /** The condition of the filter on a copy, which reads the row. */
    readonly ofCopy: (word: string, scope: Scope) => Condition;
  };
  /** A part of a text, with an index of texts. */
  readonly texts: {
    readonly filter: keyof Filter;
    readonly isIndexed: (text: string) => boolean;
    readonly index: (text: string, scope: Scope) => Condition;
  };
};

export type IndexedValue = {
  readonly holds: Condition;
  /** A column that these rows have no value of: orders and filters by it leave them out. */
  readonly lacks?: string;
};

type WalkedList<Filter> = {
  readonly table: ScopedTable;
  /** The columns that orders and conditions read; copies of rows have them too. */
  readonly columns: readonly string[];
  readonly walk: Walk<Filter>;
  /** Condition that a row is not hidden. */
  readonly isShown: Condition;
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
export const MOST_WALKED = 400;
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
  const { order, along, across, acrossWalk, isIndexed, isEmpty } = request;
  if (isEmpty) return [];
  const onePage: Page = { ...page, from: undefined };
  const walked = (limit: number) => {
    const rows = walkedRows(request, { ...page, limit });
    const ids = pageOf(request, rows, acrossWalk, onePage, sql`id`);
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

export type WalkRequest<Filter> = ReturnType<typeof walkRequest<Filter>>;

/** True if rows are walked by ids, along the indexes of the values of a filter. */
export function isWalkedById<Filter>(
  { indexed, states }: Walk<Filter>,
  filter: Given<Filter>,
): boolean {
  const asked = textsIn(filter[states.filter]) ?? [];
  const isHidden = asked.some((state) => !states.shown.includes(state));
  return textsIn(filter[indexed.filter]) !== undefined && !isHidden;
}

/** A filter and an order, taken apart by the indexes that serve them. */
export function walkRequest<Filter>(
  list: WalkedList<Filter>,
  scope: Scope,
  request: Request<Filter>,
) {
  const { walk } = list;
  const { filter, order } = request;
  const states = [...new Set(textsIn(filter[walk.states.filter]) ?? walk.states.shown)].sort();
  const isById = order.columns.length === 1 && isWalkedById(walk, filter);
  const [copied] = textsIn(filter[walk.copies.filter]) ?? [];
  const [text] = textsIn(filter[walk.texts.filter]) ?? [];
  const [word] = textsIn(filter[walk.words.filter]) ?? [];
  const leading = [walk.copies.filter, (isById ? walk.indexed : walk.states).filter];
  const { along, across } = splitConditions(list, scope, request, leading);
  /** The same for the rows that are walked, which may be copies. */
  const acrossWalk =
    copied === undefined || word === undefined
      ? across
      : [
          ...splitConditions(list, scope, request, [...leading, walk.words.filter]).across,
          walk.words.ofCopy(word, scope),
        ];
  const isTextIndexed = text !== undefined && walk.texts.isIndexed(text);
  // Any other filter across the order has an index.
  const isIndexed = isTextIndexed || across.length > (text === undefined ? 0 : 1);
  const indexes = [
    ...(isTextIndexed ? [walk.texts.index(text, scope)] : []),
    ...(word === undefined ? [] : [walk.words.index(word, scope)]),
  ];
  const inStates = (some: readonly string[]) =>
    sql<SqlBool>`${sql.ref(walk.states.column)} in (${sql.join(some.map((state) => sql.lit(state)))})`;
  const values = valuesIn(list, filter, order);
  const isEmpty = states.length === 0 || values?.length === 0;
  const byValue = (values ?? []).map(({ holds }) => sql<SqlBool>`${list.isShown} and ${holds}`);
  return {
    ...{ list, scope, order, copied, word, along, across, acrossWalk, isIndexed, indexes, isEmpty },
    /** Each leads an index whose rows come in the order. */
    walks: isById ? byValue : states.map((state) => inStates([state])),
    /** They lead to all rows, each row once. */
    parts: isById ? byValue : [inStates(states)],
  };
}

/** The conditions of a filter on columns of the order, and all others; those that lead an index are left out. */
function splitConditions<Filter>(
  { table, conditions }: WalkedList<Filter>,
  scope: Scope,
  { filter, order, always }: Request<Filter>,
  leading: readonly (keyof Filter)[],
) {
  const walked = new Set(order.columns.map(({ ref }) => ref));
  const along = [...always];
  const across: Condition[] = [];
  for (const name in conditions) {
    const value = filter[name];
    if (value === undefined || value === null || leading.includes(name)) continue;
    const { column } = conditions[name];
    const isAlong = column !== undefined && walked.has(`${table}.${column}`);
    (isAlong ? along : across).push(conditions[name](value, scope));
  }
  return { along, across };
}

/** The asked values of the indexed filter that rows with the columns of the order and of the other filters can have. */
function valuesIn<Filter>(
  { table, walk: { indexed }, conditions }: WalkedList<Filter>,
  filter: Given<Filter>,
  order: KeysetOrder,
): readonly IndexedValue[] | undefined {
  const needed = new Set(order.columns.map(({ ref }) => ref));
  for (const name in conditions) {
    const { column } = conditions[name];
    if (column !== undefined && (filter[name] ?? null) !== null) needed.add(`${table}.${column}`);
  }
  const words = textsIn(filter[indexed.filter]);
  return (
    words &&
    [...new Set(words)].sort().flatMap((word) => {
      const value = indexed.values[word];
      return value === undefined || needed.has(`${table}.${value.lacks}`) ? [] : [value];
    })
  );
}

function textsIn(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((text) => typeof text === 'string') : undefined;
}

/** All rows that match a request, by the indexes of its text and word if there are any. */
export function matchingRows<Filter>(request: WalkRequest<Filter>): Rows {
  const { along, across } = request;
  return sql`select id from ${among(request, partsOf(request), [...along, ...across])}`;
}

/** Matches among the first rows of the walk; `areAll` is true if there are no further rows. */
export async function matchesAmong<Filter>(
  db: Db,
  request: WalkRequest<Filter>,
  limit: number,
): Promise<{ readonly matches: number; readonly areAll: boolean }> {
  const rows = walkedRows(request, { limit, isBackward: false });
  const holds = sql.join(request.acrossWalk, sql` and `);
  const { rows: counts } = await sql<{ matches: number; areAll: boolean }>`
    select (count(*) filter (where ${holds}))::int as matches, count(*) < ${sql.lit(limit)} as "areAll"
    from ${among(request, rows, [])}`.execute(db);
  return counts[0] ?? { matches: 0, areAll: true };
}

function partsOf<Filter>(request: WalkRequest<Filter>): Rows {
  return unionOf(request.parts.map((part) => rowsWith(request, part, request.indexes)));
}

/** Rows of an order up to the limit of a page: walked index by index, and merged. */
function walkedRows<Filter>(request: WalkRequest<Filter>, page: Page): Rows {
  const walks = request.walks.map((walk) =>
    pageOf(request, rowsWith(request, walk), request.along, page),
  );
  return pageOf(request, unionOf(walks), [], { ...page, from: undefined });
}

function unionOf(all: readonly Rows[]): Rows {
  return sql.join(
    all.map((rows) => sql`(${rows})`),
    sql` union all `,
  );
}

/** The ids of a page of rows that no order leads to; undefined when they are too many to fetch. */
async function idsOfFew<Filter>(
  db: Db,
  request: WalkRequest<Filter>,
  conditions: readonly Condition[],
  page: Page,
): Promise<string[] | undefined> {
  const matching = among(request, partsOf(request), conditions);
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

/** Rows of a condition that leads an index, with the copied value of the filter if it names one. */
function rowsWith<Filter>(
  { list, scope, copied, word }: WalkRequest<Filter>,
  leading: Condition,
  indexes: readonly Condition[] = [],
): Rows {
  const { copies, words } = list.walk;
  const isCopy = copied !== undefined && indexes.length === 0;
  const table = isCopy ? copies.table : list.table;
  const conditions = [inScope(table, scope), leading];
  if (isCopy) conditions.push(sql`${sql.ref(copies.column)} = ${copied}`);
  else if (copied !== undefined) conditions.push(sql`${copied} = any(${sql.ref(copies.list)})`);
  const read = isCopy || word === undefined ? list.columns : [...list.columns, words.column];
  const columns = sql.join(read.map((column) => sql.ref(column)));
  return sql`select ${columns} from ${sql.table(table)} where ${sql.join([...conditions, ...indexes], sql` and `)}`;
}
