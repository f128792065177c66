/**
 * How the fields of an update read: what is not given stays, null empties.
 */
export function given<Value>(value: Value | null | undefined, current: Value, empty: Value): Value {
  if (value === undefined) return current;
  return value === null ? empty : value;
}

/** Applies to what is given; null and undefined stay what they say. */
export function ifGiven<Value, Result>(
  value: Value | null | undefined,
  map: (value: Value) => Result,
): Result | null | undefined {
  if (value === undefined) return undefined;
  return value === null ? null : map(value);
}
