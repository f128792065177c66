import type { Owned } from '../platform/database/index.ts';
import type { Key, Page } from '../platform/database/lists/keyset.ts';
import type { Context } from '../rules/context.ts';
import {
  type Connection,
  type Count,
  connectionOf,
  DEFAULT_NESTED_PAGE_SIZE,
  type PageArgs,
} from './connection.ts';
import { defineLoader } from './loader.ts';

/** Source of the lists of several owners, read in one query. */
type NestedListSource<Row> = {
  readonly list: string;
  readonly load: (
    context: Context,
    ownerIds: readonly string[],
    page: Page,
  ) => Promise<readonly Owned<Row>[]>;
  readonly key: (row: Row) => Key;
  readonly count: (
    context: Context,
    ownerIds: readonly string[],
  ) => Promise<readonly Owned<{ readonly count: number }>[]>;
};

type Ask = { readonly ownerId: string; readonly page: Page };

/**
 * A list of each of many owners, such as the transactions of the orders of a page: one statement
 * for the pages of all owners with the same arguments, and one for all counts.
 */
export function defineNestedConnection<Row>(source: NestedListSource<Row>) {
  const pageOf = defineLoader(async (context: Context, asks: readonly Ask[]) => {
    const rowsOf = new Map<Ask, readonly Row[]>();
    for (const group of Map.groupBy(asks, ({ page }) => JSON.stringify(page)).values()) {
      const [first] = group;
      if (first === undefined) continue;
      const ownerIds = [...new Set(group.map(({ ownerId }) => ownerId))];
      const rows = await source.load(context, ownerIds, first.page);
      const byOwner = Map.groupBy(rows, ({ ownerId }) => ownerId);
      for (const ask of group) rowsOf.set(ask, byOwner.get(ask.ownerId) ?? []);
    }
    return asks.map((ask) => rowsOf.get(ask) ?? []);
  });
  const countOf = defineLoader(async (context: Context, ownerIds: readonly string[]) => {
    const counts = new Map(
      (await source.count(context, ownerIds)).map(({ ownerId, count }) => [ownerId, count]),
    );
    return ownerIds.map((ownerId): Count => ({ total: counts.get(ownerId) ?? 0, isExact: true }));
  });
  return (context: Context, ownerId: string, args: PageArgs): Promise<Connection<Row>> =>
    connectionOf(
      context,
      args,
      {
        list: `${source.list} ${ownerId}`,
        load: (page) => pageOf(context, { ownerId, page }),
        key: source.key,
        count: () => countOf(context, ownerId),
      },
      DEFAULT_NESTED_PAGE_SIZE,
    );
}
