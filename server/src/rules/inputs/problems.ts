import { decodeId, type IdKind } from '../../platform/ids.ts';
import { namesOf } from '../../platform/objects.ts';
import type { Problem } from '../errors/api-error.ts';
import type { ProblemCode } from '../errors/problem-codes.ts';

/**
 * Checks of single values of an input. Each returns a list of problems, empty for a valid value.
 */

export type Path = readonly (string | number)[];

/** A problem at a place below the argument `input`. */
export function problem(path: Path, code: ProblemCode, message: string): Problem {
  return { path: ['input', ...path], code, message };
}

/** The same below the argument `filter`. */
export function inFilter({ path, ...rest }: Problem): Problem {
  return { ...rest, path: ['filter', ...path.slice(1)] };
}

/** A problem of what is stored, at its place there: no argument of the request has it. */
export function inStored({ path, ...rest }: Problem): Problem {
  return { ...rest, path: path.slice(1) };
}

/** Text that is given must not be blank nor longer than `maximum` characters. */
export function textProblems(
  value: string | null | undefined,
  path: Path,
  maximum: number,
): Problem[] {
  if (value === null || value === undefined) return [];
  if (value.trim() === '') return [problem(path, 'EMPTY', 'Must not be empty.')];
  return lengthProblems(value, path, maximum);
}

/** Most characters of a name, and of most other texts. */
export const MAX_NAME = 255;

/** Own ids are parts of keys, which hold short texts only. */
export const MAX_EXTERNAL_ID = 100;

/** Text that is given may be blank, but not longer than `maximum` characters. */
export function lengthProblems(
  value: string | null | undefined,
  path: Path,
  maximum: number,
): Problem[] {
  if (value === null || value === undefined || value.length <= maximum) return [];
  return [problem(path, 'TOO_LONG', `At most ${maximum} characters; this has ${value.length}.`)];
}

export function sizeProblems(items: readonly unknown[], path: Path, maximum: number): Problem[] {
  if (items.length <= maximum) return [];
  return [problem(path, 'TOO_MANY', `At most ${maximum} items; there are ${items.length}.`)];
}

export function tagProblems(tags: readonly string[], path: Path): Problem[] {
  return [
    ...sizeProblems(tags, path, 50),
    ...tags.flatMap((tag, at) => textProblems(tag, [...path, at], 100)),
  ];
}

/** A given number must be finite and satisfy `isGood`; the message names the condition. */
export function rangeProblems(
  value: number | null | undefined,
  path: Path,
  isGood: (value: number) => boolean,
  message: string,
): Problem[] {
  if (value === null || value === undefined || (Number.isFinite(value) && isGood(value))) return [];
  return [problem(path, 'OUT_OF_RANGE', `${message} It was ${value}.`)];
}

type NumberCheck = (value: number | null | undefined, path: Path) => Problem[];

/** Checks the numbers of an object by their names. A file has many rows, and most of what they may have is absent. */
export function numberProblems<Name extends string>(
  of: { readonly [Each in NoInfer<Name>]?: number | null | undefined },
  path: Path,
  checks: Readonly<Record<Name, NumberCheck>>,
): Problem[] {
  return namesOf(checks).flatMap((name) => {
    const value = of[name];
    return value === undefined ? [] : checks[name](value, [...path, name]);
  });
}

export function positiveProblems(value: number | null | undefined, path: Path): Problem[] {
  return rangeProblems(value, path, (number) => number > 0, 'Must be greater than 0.');
}

export function notNegativeProblems(value: number | null | undefined, path: Path): Problem[] {
  return rangeProblems(value, path, (number) => number >= 0, 'Must not be negative.');
}

export function shareProblems(value: number | null | undefined, path: Path): Problem[] {
  const isShare = (number: number) => number >= 0 && number <= 1;
  return rangeProblems(value, path, isShare, 'A share runs from 0 to 1.');
}

export function lossProblems(value: number | null | undefined, path: Path): Problem[] {
  const isLoss = (number: number) => number >= 0 && number < 1;
  return rangeProblems(value, path, isLoss, 'A loss runs from 0 to below 1.');
}

/** Seconds for which what is replaced still works. */
export function graceProblems(seconds: number, path: Path): Problem[] {
  const isGood = (number: number) => number >= 0 && number <= 30 * 86_400;
  return rangeProblems(seconds, path, isGood, 'The grace period is 0 seconds to 30 days.');
}

/** An id that is given must be of the kind that is meant; whether there is such a thing is not asked. */
export function idProblems(
  kind: IdKind,
  what: string,
  id: string | null | undefined,
  path: Path,
): Problem[] {
  if (id === null || id === undefined || decodeId(kind, id) !== undefined) return [];
  return [problem(path, 'INVALID_ID', `"${id}" is not the id of ${what}.`)];
}
