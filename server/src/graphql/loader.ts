import DataLoader from 'dataloader';
import type { TenantDb } from '../platform/database/index.ts';
import type { Context } from '../rules/context.ts';

/**
 * A batched, per-request look-up: all keys requested in one tick go to one call of `load`, for the
 * caller's own scope. `load` answers in the order of the keys.
 */
export function defineLoader<Key, Value>(
  load: (context: Context, keys: readonly Key[]) => Promise<readonly Value[]>,
): (context: Context, key: Key) => Promise<Value> {
  const byContext = new WeakMap<Context, DataLoader<Key, Value>>();
  return (context, key) => {
    const make = () => new DataLoader((keys: readonly Key[]) => load(context, keys));
    return byContext.getOrInsertComputed(context, make).load(key);
  };
}

type Find<Row> = (tenant: TenantDb, keys: readonly string[]) => Promise<readonly Row[]>;

/** Loads rows by id in one statement per request; undefined for a missing row, and for no id. */
export function defineLoaderById<Row extends { readonly id: string }>(find: Find<Row>) {
  return defineLoaderBy(find, (row) => row.id);
}

/** The same by another key than the id. */
export function defineLoaderBy<Row>(find: Find<Row>, keyOf: (row: Row) => string | null) {
  const loader = defineLoader(async (context, keys: readonly string[]) => {
    const byKey = new Map((await find(context, keys)).map((row) => [keyOf(row), row]));
    return keys.map((key) => byKey.get(key));
  });
  function rowOf(context: Context, key: string): Promise<Row | undefined>;
  function rowOf(context: Context, key: string | null): Promise<Row | undefined> | undefined;
  function rowOf(context: Context, key: string | null) {
    return key === null ? undefined : loader(context, key);
  }
  return rowOf;
}

/** All rows of each key, such as the lines of orders, in one statement per request. */
export function defineGroupLoader<Row>(find: Find<Row>, keyOf: (row: Row) => string) {
  return defineLoader(async (context, keys: readonly string[]) => {
    const byKey = Map.groupBy(await find(context, keys), keyOf);
    return keys.map((key): readonly Row[] => byKey.get(key) ?? []);
  });
}

/** A value worked out once per request for each key, however many fields ask for it. */
export function definePerRequest<Source, Value>(
  keyOf: (source: Source) => string,
  make: (context: Context, source: Source) => Promise<Value>,
): (context: Context, source: Source) => Promise<Value> {
  const byContext = new WeakMap<Context, Map<string, Promise<Value>>>();
  return (context, source) => {
    const known = byContext.getOrInsertComputed(context, () => new Map());
    const key = keyOf(source);
    return known.getOrInsertComputed(key, () => make(context, source));
  };
}
