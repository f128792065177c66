import type { Problem } from './api-error.ts';
import { problem } from './problems.ts';

/**
 * How the fields of an update read: what is not given stays, null empties.
 */
export function patched<Value>(
  value: Value | null | undefined,
  current: Value,
  empty: Value,
): Value {
  if (value === undefined) return current;
  return value === null ? empty : value;
}

/** A problem for each of the named fields of an update that is null and cannot be emptied. */
export function notNullableProblems<Input extends object>(
  input: Input,
  names: readonly (keyof Input & string)[],
): Problem[] {
  return names
    .filter((name) => input[name] === null)
    .map((name) =>
      problem([name], 'NOT_NULLABLE', `${name} cannot be empty: leave it out to keep what it is.`),
    );
}

/** Applies to what is given; null and undefined stay what they say. */
export function mapGiven<Value, Result>(
  value: Value | null | undefined,
  map: (value: Value) => Result,
): Result | null | undefined {
  if (value === undefined) return undefined;
  return value === null ? null : map(value);
}
