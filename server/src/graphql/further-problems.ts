import {
  coerceInputValue,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import type { Problem } from '../rules/errors/api-error.ts';
import { type Path, textProblems } from '../rules/inputs/problems.ts';
import { propertyOf } from './property-fields.ts';
import type { Complain } from './value-problems.ts';

/**
 * Problems of values whose form is right. They are looked for when other values are wrong in form, or when a service
 * refuses something else first: the caller still learns everything in one response.
 */

/** A check of a value at a path below an argument, `input` by its problems; fields of an object that are wrong in form are absent. */
type ValueCheck = { check(value: unknown, path: Path): readonly Problem[] };

class ValueCheckExtension {
  readonly of: ValueCheck;
  constructor(of: ValueCheck) {
    this.of = of;
  }
}

/** Keeps a check at the type of an input object, whose values it checks as a whole, or at an input field. */
export function checkedBy(check: ValueCheck['check']) {
  return { valueCheck: new ValueCheckExtension({ check }) };
}

/** The check of an update by that of a new object: a field that is absent keeps its value, and is no problem. */
export function changeCheckedBy(check: ValueCheck['check']) {
  return checkedBy((given: object, path) =>
    check(given, path).filter((found) => {
      const field = found.path[path.length + 1];
      return field !== undefined && Object.hasOwn(given, field);
    }),
  );
}

/** The check of a field whose text is not blank and has at most so many characters. */
export function textUpTo(maximum: number) {
  return checkedBy((given: string, path) => textProblems(given, path, maximum));
}

function checkOf(element: GraphQLInputObjectType | GraphQLInputField): ValueCheck | undefined {
  const found = element.extensions['valueCheck'];
  return found instanceof ValueCheckExtension ? found.of : undefined;
}

type Search = {
  /** The problems that were found before. */
  readonly known: readonly Problem[];
  /** Takes those that are found now. */
  readonly complain: Complain;
  /** Reads a value that a client sent, undefined if its form is wrong. */
  readonly read: (value: unknown, type: GraphQLInputType) => unknown;
};

/** Reads values as they were sent. */
export const readSent: Search['read'] = (value, type) => coerceInputValue(value, type);

/** Reports the problems of a value besides those that are known. */
export function findFurtherProblems(
  value: unknown,
  type: GraphQLInputType,
  path: Path,
  search: Search,
): void {
  const nullable = getNullableType(type);
  if (value === null || value === undefined) return;
  if (isListType(nullable) && Array.isArray(value)) {
    value.forEach((item, at) => {
      findFurtherProblems(item, nullable.ofType, [...path, at], search);
    });
  }
  if (!isInputObjectType(nullable) || typeof value !== 'object') return;
  const whole = checkOf(nullable);
  if (whole === undefined) findInFields(value, nullable, path, search);
  else findInWhole(whole, value, nullable, path, search);
}

/** Checks the fields one by one. */
function findInFields(
  value: object,
  type: GraphQLInputObjectType,
  path: Path,
  search: Search,
): void {
  for (const [name, inner] of Object.entries(value)) {
    const field = type.getFields()[name];
    if (field === undefined || inner === null) continue;
    const at = [...path, name];
    const own = propertyOf(field) ?? checkOf(field);
    const read = own && search.read(inner, field.type);
    if (read !== undefined)
      for (const problem of problemsAt(own, read, at)) search.complain(problem);
    else findFurtherProblems(inner, field.type, at, search);
  }
}

/** The problems of a value at its path, whatever argument it is in. */
function problemsAt(own: ValueCheck | undefined, value: unknown, [argument = '', ...path]: Path) {
  const problems = own?.check(value, path) ?? [];
  return problems.map((found) => ({ ...found, path: [argument, ...found.path.slice(1)] }));
}

/** Checks an object without its wrong values; what only follows from their absence is left out. */
function findInWhole(
  whole: ValueCheck,
  value: object,
  type: GraphQLInputObjectType,
  path: Path,
  search: Search,
): void {
  const wrong = search.known.flatMap((each) =>
    isWithin(each.path, path) ? [each.path.slice(path.length)] : [],
  );
  const rest: object = structuredClone(value);
  for (const place of wrong) leaveOut(rest, place);
  const readable: [string, unknown][] = [];
  for (const [name, inner] of Object.entries(rest)) {
    const field = type.getFields()[name];
    if (field === undefined || inner === null) continue;
    const read = search.read(inner, field.type);
    if (read === undefined) {
      // A wrong value that is required leaves the whole field unreadable: its other parts are checked one by one.
      findFurtherProblems(Reflect.get(value, name), field.type, [...path, name], search);
      continue;
    }
    readable.push([name, read]);
    for (const found of problemsAt(checkOf(field), read, [...path, name])) search.complain(found);
  }
  const given = Object.fromEntries(readable);
  for (const problem of problemsAt(whole, given, path)) {
    const place = problem.path.slice(path.length);
    if (!followsFromAbsence(place, given, wrong)) search.complain(problem);
  }
}

/** True if a problem may be due to values that are wrong or not given, instead of one that is given. */
function followsFromAbsence(place: Path, given: object, wrong: readonly Path[]): boolean {
  if (wrong.length === 0) return false;
  const [name] = place;
  if (typeof name !== 'string' || !Object.hasOwn(given, name)) return true;
  return wrong.some((other) => isWithin(place, other) || isWithin(other, place));
}

/** Takes a value out of its object, and a list out that has a wrong item: others keep their positions. */
function leaveOut(root: object, place: Path): void {
  const to = place.findLastIndex((step) => typeof step === 'string');
  const holder = place.slice(0, Math.max(to, 0)).reduce<unknown>(memberOf, root);
  if (typeof holder === 'object' && holder !== null)
    Reflect.deleteProperty(holder, place[to] ?? '');
}

function memberOf(holder: unknown, step: string | number): unknown {
  return typeof holder === 'object' && holder !== null ? Reflect.get(holder, step) : undefined;
}

function isWithin(place: Path, outer: Path): boolean {
  return outer.every((step, at) => place[at] === step);
}
