import type { ObjectRef } from '@pothos/core';
import type { Key, Page } from '../platform/database/lists/keyset.ts';
import type { Permission } from '../rules/access/permissions.ts';
import { badInput, type Problem } from '../rules/errors/api-error.ts';
import { type CursorContext, decodeCursor, encodeCursor } from '../rules/inputs/cursor.ts';
import { access } from './access.ts';
import { type ApiTypes, builder } from './builder.ts';
import { exposed, field } from './fields.ts';

export const MAX_PAGE_SIZE = 100;
export const DEFAULT_PAGE_SIZE = 20;
export const DEFAULT_NESTED_PAGE_SIZE = 10;

/** Filtered lists are counted exactly up to here. */
const MAX_EXACT_COUNT = 10_000;

export type Count = { readonly total: number; readonly isExact: boolean };

/** Counts what a filter matches, exactly up to the ceiling: the statement counts no further. */
export async function countUpTo(count: (limit: number) => Promise<number>): Promise<Count> {
  const found = await count(MAX_EXACT_COUNT + 1);
  return { total: Math.min(found, MAX_EXACT_COUNT), isExact: found <= MAX_EXACT_COUNT };
}

/** Source of one list: its rows, their keys, and their number when it is requested. */
export type ListSource<Row> = {
  /** Name of the list and its order: a cursor of one does not fit another. */
  readonly list: string;
  /** Rows of the page in walking order; may be more than requested. */
  readonly load: (page: Page) => Promise<readonly Row[]>;
  readonly key: (row: Row) => Key;
  readonly count: () => Promise<Count>;
  /** True if the count will be requested: then it is sent together with the page. */
  readonly isCounted?: boolean;
};

export type Connection<Row> = {
  readonly edges: readonly Edge<Row>[];
  readonly pageInfo: PageInfo;
  readonly count: () => Promise<Count>;
};

export type Edge<Row> = { readonly node: Row; cursorOf(node: Row): string };

type PageInfo = {
  readonly hasNextPage: () => Promise<boolean> | boolean;
  readonly hasPreviousPage: () => Promise<boolean> | boolean;
  readonly startCursor: () => string | null;
  readonly endCursor: () => string | null;
};

export type PageArgs = {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
};

const PageInfoRef = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'Position of a page in its list (Relay).',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'True if the list has edges after the last edge of this page.',
      resolve: (info) => info.hasNextPage(),
    }),
    hasPreviousPage: t.boolean({
      description: 'True if the list has edges before the first edge of this page.',
      resolve: (info) => info.hasPreviousPage(),
    }),
    startCursor: t.string({
      nullable: true,
      description: 'Cursor of the first edge; null on an empty page.',
      resolve: (info) => info.startCursor(),
    }),
    endCursor: t.string({
      nullable: true,
      description:
        'Cursor of the last edge, to be passed as `after` for the next page; null on an empty page.',
      resolve: (info) => info.endCursor(),
    }),
  }),
});

/** The connection and edge types of a node type. */
export function connectionType(
  node: ObjectRef<ApiTypes, object>,
  name: string,
  things: string,
  permission?: Permission,
) {
  const edge = builder.objectRef<Edge<object>>(`${name}Edge`).implement({
    description: `One of the ${things} of a page, with its cursor.`,
    ...(permission === undefined ? {} : { extensions: access({ permission }) }),
    fields: (t) => ({
      node: t.expose('node', { type: node, nullable: true, description: 'The item itself.' }),
      cursor: t.string({
        description: 'Opaque position of this item in this list and order.',
        resolve: (edge) => edge.cursorOf(edge.node),
      }),
    }),
  });
  const connection = connectionOfEdges<object>(edge, name, things, permission);
  builder.objectField(connection, 'nodes', (t) =>
    t.field({
      type: [node],
      extensions: access({ size: 1 }),
      description: 'The items of this page without their cursors.',
      resolve: ({ edges }) => edges.map((each) => each.node),
    }),
  );
  return connection;
}

/** The connection type of edges that say more than their node and cursor. */
export function connectionOfEdges<Row>(
  edge: ObjectRef<ApiTypes, Edge<Row>>,
  name: string,
  things: string,
  permission?: Permission,
) {
  return builder.objectRef<Connection<Row>>(`${name}Connection`).implement({
    description: `A page of ${things} (Relay connection).`,
    ...(permission === undefined ? {} : { extensions: access({ permission }) }),
    fields: (t) => ({
      ...exposed(t, {
        edges: field([edge], 'The items of this page with their cursors.'),
        pageInfo: field(PageInfoRef, 'Position of this page in the list.'),
      }),
      totalCount: t.int({
        description: `Number of ${things} in the whole list. Exact up to ${MAX_EXACT_COUNT.toLocaleString('en')} when filtered, always exact when not.`,
        resolve: async (connection) => (await connection.count()).total,
      }),
      totalCountIsExact: t.boolean({
        description: 'True if `totalCount` is exact; if false, there are at least that many.',
        resolve: async (connection) => (await connection.count()).isExact,
      }),
    }),
  });
}

/** The four paging arguments of every connection field. */
export function pageArgs(defaultSize = DEFAULT_PAGE_SIZE) {
  return builder.args((t) => ({
    first: t.int({
      description: `Items from the start of the list, 0 to ${MAX_PAGE_SIZE}; ${defaultSize} when neither \`first\` nor \`last\` is given.`,
    }),
    after: t.string({ description: 'Cursor after which the page starts. Goes with `first`.' }),
    last: t.int({ description: `Items from the end of the list, 0 to ${MAX_PAGE_SIZE}.` }),
    before: t.string({ description: 'Cursor before which the page ends. Goes with `last`.' }),
  }));
}

/** One page of a list, as the paging arguments ask for it. */
export async function connectionOf<Row>(
  context: CursorContext,
  args: PageArgs,
  source: ListSource<Row>,
  defaultSize = DEFAULT_PAGE_SIZE,
): Promise<Connection<Row>> {
  const { size, isBackward, from } = readPageArgs(context, args, source.list, defaultSize);
  let counted = source.isCounted === true ? source.count() : undefined;
  // The caller that awaits the count handles its failure; when the page fails first, nobody awaits
  // it.
  counted?.catch(() => {});
  // The facts about both sides come from the rows next to the page, without a second query: from
  // the row after it, and from the cursor's own row before it.
  const walked = await source.load({
    limit: from === undefined ? size + 1 : size + 2,
    isBackward,
    from: from && { key: from, isInclusive: true },
  });
  const isCursorThere = from !== undefined && isKeyOf(source, walked[0], from);
  const start = isCursorThere ? 1 : 0;
  const goesOn = walked.length > start + size;
  const rows = walked.slice(start, start + size);
  if (isBackward) rows.reverse();

  const cursorOf = (row: Row) => encodeCursor(context, source.list, source.key(row));
  const [firstRow, lastRow] = [rows[0], rows.at(-1)];
  const hasRowsBehind = (): Promise<boolean> | boolean => {
    if (from === undefined || isCursorThere) return isCursorThere;
    // The cursor's row is gone, but others may lie before where it was.
    const behind = { key: from, isInclusive: false };
    return source
      .load({ limit: 1, isBackward: !isBackward, from: behind })
      .then((row) => row.length > 0);
  };

  return {
    edges: rows.map((node) => ({ node, cursorOf })),
    pageInfo: {
      hasNextPage: isBackward ? hasRowsBehind : () => goesOn,
      hasPreviousPage: isBackward ? () => goesOn : hasRowsBehind,
      startCursor: () => (firstRow === undefined ? null : cursorOf(firstRow)),
      endCursor: () => (lastRow === undefined ? null : cursorOf(lastRow)),
    },
    count: () => (counted ??= source.count()),
  };
}

function isKeyOf<Row>(source: ListSource<Row>, row: Row | undefined, key: Key): boolean {
  if (row === undefined) return false;
  const own = source.key(row);
  return own.length === key.length && own.every((part, at) => part === key[at]);
}

function readPageArgs(context: CursorContext, args: PageArgs, list: string, defaultSize: number) {
  const problems: Problem[] = [];
  const { first, after, last, before } = args;
  const isBackward = isGiven(last) || isGiven(before);
  if (isBackward && (isGiven(first) || isGiven(after))) {
    problems.push({
      path: [isGiven(first) ? 'first' : 'after'],
      code: 'BOTH_DIRECTIONS',
      message: 'A page runs in one direction: use `first` with `after`, or `last` with `before`.',
    });
  }
  for (const [name, size] of Object.entries({ first, last })) {
    if (isGiven(size) && (size < 0 || size > MAX_PAGE_SIZE)) {
      problems.push({
        path: [name],
        code: 'OUT_OF_RANGE',
        message: `Must be between 0 and ${MAX_PAGE_SIZE}. It was ${size}.`,
      });
    }
  }
  const cursor = isBackward ? before : after;
  const from = isGiven(cursor) ? decodeCursor(context, list, cursor) : undefined;
  if (isGiven(cursor) && from === undefined) {
    problems.push({
      path: [isBackward ? 'before' : 'after'],
      code: 'INVALID_CURSOR',
      message:
        'This cursor is not one of this list with this filter and order. Take it from `pageInfo` or an edge of a page with the same `filter` and `sortBy`, or begin again without a cursor.',
    });
  }
  if (problems.length > 0) throw badInput(problems);
  return { size: (isBackward ? last : first) ?? defaultSize, isBackward, from };
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}
