import type { InputRef } from '@pothos/core';
import {
  type Db,
  type Given,
  type Key,
  type ListOrder,
  type Page,
  primaryOf,
  type Reference,
  type TenantDb,
} from '../platform/database/index.ts';
import { decodeId, ID_PREFIXES, type IdKind, kindOfId, NIL_UUID } from '../platform/ids.ts';
import type { Context } from '../rules/context.ts';
import { badInput } from '../rules/errors/api-error.ts';
import { type Naming, namedIn } from '../rules/inputs/named-object.ts';
import { MAX_NAME, type Path } from '../rules/inputs/problems.ts';
import { builder } from './builder.ts';
import { type Connection, connectionOf, countUpTo, type PageArgs } from './connection.ts';
import { describedEnum, SortDirectionEnum } from './enums.ts';
import { loadSettled, settledTime } from './settled-pages.ts';

/** Requirements of an API list on its table: see `scopedList`. */
export type Listed<Row, Filter, Field> = {
  readonly table: string;
  readonly page: (
    tenant: TenantDb,
    filter: Given<Filter>,
    order: ListOrder<Field>,
    page: Page,
  ) => Promise<readonly Row[]>;
  readonly placesIn: (filter: Given<Filter>, order: ListOrder<Field>) => Places<Row>;
  readonly isWhole: (filter: Given<Filter>, order: ListOrder<Field>) => boolean;
  readonly total: (tenant: TenantDb) => Promise<number>;
  readonly count: (
    tenant: TenantDb,
    filter: Given<Filter>,
    order: ListOrder<Field>,
    limit: number,
  ) => Promise<number>;
  /** True if the request asks for the total: it is then counted while the page is read. */
  readonly isCounted?: boolean;
};

/** The name of an order of a list, and the place of a row in it. */
type Places<Row> = { readonly name: string; readonly keyOf: (row: Row) => Key };

/** A page of a table of the caller's, by filter and order. */
export function listOf<Row, Filter, Field extends string>(
  context: Context,
  args: PageArgs,
  list: Listed<Row, Filter, Field>,
  filter: Given<Filter> & ChangeFilter & { readonly text?: string | null | undefined },
  order: ListOrder<Field>,
): Promise<Connection<Row>> {
  assertSearchable(filter.text, ['filter', 'text']);
  const { name, keyOf: key } = list.placesIn(filter, order);
  return connectionOf(context, args, {
    list: name,
    load: feedPages(context, filter, order, key, (from, given, page) =>
      list.page({ db: from, scope: context.scope }, given, order, page),
    ),
    key,
    count: async () =>
      list.isWhole(filter, order)
        ? { total: await list.total(context), isExact: true }
        : countUpTo((limit) => list.count(context, filter, order, limit)),
    ...(list.isCounted === undefined ? {} : { isCounted: list.isCounted }),
  });
}

/**
 * Refuses a text to look for that is longer than any name. The index of texts looks up each three letters of it, in
 * PostgreSQL for 84 ms when they are 2,400.
 */
export function assertSearchable(text: string | null | undefined, path: Path): void {
  if (text === undefined || text === null || text.length <= MAX_NAME) return;
  const message = `At most ${MAX_NAME} characters; this has ${text.length}.`;
  throw badInput([{ path, code: 'TOO_LONG', message }]);
}

/** Filters of change feeds. */
type ChangeFilter = {
  readonly updatedSince?: Date | null | undefined;
  /** Only changes before this time: those that no running transaction can precede. */
  readonly settledBefore?: Date | null | undefined;
};

/**
 * Returns the loader of the pages of a list, so that a client that continues after a cursor, or from the last change that
 * it saw, misses nothing: a list by creation or change ends, and `updatedSince` shows nothing, at the time
 * when the oldest running transaction of the tenant began.
 */
function feedPages<Row, Filter extends ChangeFilter>(
  context: Pick<Context, 'db' | 'pageDb' | 'scope'>,
  filter: Filter,
  { field, isDescending }: ListOrder<string>,
  key: (row: Row) => Key,
  load: (from: Db, filter: Filter, page: Page) => Promise<readonly Row[]>,
): (page: Page) => Promise<readonly Row[]> {
  const { db, pageDb = db } = context;
  if ((filter.updatedSince ?? null) !== null)
    return async (page) => {
      const settledBefore = await settledTime(context);
      return load(primaryOf(pageDb), { ...filter, settledBefore }, page);
    };
  const isFeed = !isDescending && (field === 'CREATED_AT' || field === 'UPDATED_AT');
  const plain = (from: Db, page: Page) => load(from, filter, page);
  return isFeed
    ? (page) => loadSettled(context, page, { load: plain, key })
    : (page) => plain(pageDb, page);
}

/** The argument `filter` of a list. */
export function filterArg<Type extends InputRef>(type: Type) {
  return builder.args((t) => ({ filter: t.field({ type, description: 'Filter of the list.' }) }));
}

/** The argument `sortBy` of a list. */
export function sortArg<Type extends InputRef>(type: Type) {
  return builder.args((t) => ({
    sortBy: t.field({ type, description: 'Sort order of the list.' }),
  }));
}

/** Input type for the sort order of a list, from the descriptions of its orders. */
export function sortInput<const Field extends string>(
  name: string,
  things: string,
  meanings: Readonly<Record<Field, string>>,
) {
  const description = `Sort order of a list of ${things}.`;
  const fields = describedEnum<Field>(`${name}SortField`, description, meanings);
  return builder.inputType(`${name}Sort`, {
    description,
    fields: (t) => ({
      field: t.field({ type: fields, required: true, description: 'Field to sort by.' }),
      direction: t.field({
        type: SortDirectionEnum,
        description: 'Sort direction; ASC by default.',
      }),
    }),
  });
}

/** Sort order of an argument: oldest first when it is absent. */
export function sortOf<Field extends string>(
  sortBy:
    | { readonly field: Field; readonly direction?: 'ASC' | 'DESC' | null | undefined }
    | null
    | undefined,
): ListOrder<Field | 'CREATED_AT'> {
  return { field: sortBy?.field ?? 'CREATED_AT', isDescending: sortBy?.direction === 'DESC' };
}

/** A table whose objects a filter can name. */
type Nameable = {
  readonly named: (
    tenant: TenantDb,
    reference: Reference,
  ) => Promise<{ readonly id: string } | undefined>;
};

/**
 * The uuid of the object of a kind that a filter names. An object that does not exist finds nothing, as do the names of
 * two objects. `path` leads to the filter.
 */
export async function objectInFilter<Kind extends IdKind>(
  context: TenantDb,
  kind: Kind,
  filter: Naming<Kind> | null | undefined,
  { named }: Nameable,
  path: Path = ['filter'],
): Promise<string | undefined> {
  const { id, object } = namedIn(kind, filter ?? {});
  const externalId = object?.externalId ?? undefined;
  const uuids = [
    uuidInFilter(kind, [...path, `${kind}Id`], id),
    uuidInFilter(kind, [...path, kind, 'id'], object?.id),
    externalId === undefined
      ? undefined
      : ((await named(context, { by: 'external_id', value: externalId }))?.id ?? NIL_UUID),
  ].filter((uuid) => uuid !== undefined);
  const [first, ...others] = uuids;
  return others.every((uuid) => uuid === first) ? first : NIL_UUID;
}

/** The uuid behind an id of a filter. One of another kind is refused; one that nothing has finds nothing. */
export function uuidInFilter(
  kind: IdKind,
  path: Path,
  id: string | null | undefined,
): string | undefined {
  return idInFilter([kind], path, id)?.uuid;
}

/** The same for an id of one of several kinds. */
export function idInFilter<Kind extends IdKind>(
  kinds: readonly Kind[],
  path: Path,
  id: string | null | undefined,
): { readonly kind: Kind; readonly uuid: string } | undefined {
  if (id === null || id === undefined) return undefined;
  const given = kindOfId(id);
  const kind = kinds.find((known) => known === given);
  if (kind !== undefined) return { kind, uuid: decodeId(kind, id) ?? NIL_UUID };
  const beginnings = kinds.map((known) => `"${ID_PREFIXES[known]}_"`).join(', ');
  const message = `"${id}" is of another kind: the ids to give here begin with ${beginnings}.`;
  throw badInput([{ path, code: 'INVALID_ID', message }]);
}

/** The same for an id of any kind. */
export function anyUuidInFilter(path: Path, id: string | null | undefined): string | undefined {
  if (id === null || id === undefined) return undefined;
  const kind = kindOfId(id);
  if (kind !== undefined) return decodeId(kind, id) ?? NIL_UUID;
  const message = `"${id}" is no globally unique id, such as "${ID_PREFIXES.order}_…" or "${ID_PREFIXES.product}_…".`;
  throw badInput([{ path, code: 'INVALID_ID', message }]);
}
