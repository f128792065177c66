import DataLoader from 'dataloader';
import type { Context } from './context.ts';

/**
 * A batched, per-request look-up: all keys asked for in one tick go to `load` at once, for the
 * caller's own scope. `load` answers in the order of the keys.
 */
export function defineLoader<Key, Value>(
  load: (context: Context, keys: readonly Key[]) => Promise<readonly Value[]>,
): (context: Context, key: Key) => Promise<Value> {
  const byContext = new WeakMap<Context, DataLoader<Key, Value>>();
  return (context, key) => {
    let loader = byContext.get(context);
    if (loader === undefined) {
      loader = new DataLoader((keys) => load(context, keys));
      byContext.set(context, loader);
    }
    return loader.load(key);
  };
}

/** Rows put in the order of the keys they were asked by; `missing` where there is none. */
export function inOrderOf<Key, Row, Missing>(
  keys: readonly Key[],
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  missing: Missing,
): (Row | Missing)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key) ?? missing);
}
