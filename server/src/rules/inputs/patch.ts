import type { Problem } from '../errors/api-error.ts';
import { problem } from './problems.ts';

/** Reads the fields of an update: an absent field keeps its value, null clears it. */
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
  return names.filter((name) => input[name] === null).map(notNullable);
}

/** The problem of a field of an update that is null and cannot be emptied. */
export function notNullable(name: string): Problem {
  return problem([name], 'NOT_NULLABLE', `${name} cannot be null; omit it to keep it.`);
}

/** Maps a given value; null and undefined stay unchanged. */
export function mapGiven<Value, Result>(
  value: Value | null | undefined,
  map: (value: Value) => Result,
): Result | null | undefined {
  if (value === undefined) return undefined;
  return value === null ? null : map(value);
}
