import {
  coerceInputValue,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import type { Problem } from '../rules/errors/api-error.ts';
import type { Path } from '../rules/inputs/problems.ts';
import { propertyOf } from './property-fields.ts';
import type { Complain } from './value-problems.ts';

/**
 * Problems of values whose form is right. They are looked for when other values are wrong in form: no service sees the
 * input then, and the caller still learns everything in one response.
 */

/** The check of an input as a whole; absent fields may be missing. */
type InputCheck = { check(input: unknown): readonly Problem[] };

class InputCheckExtension {
  readonly of: InputCheck;
  constructor(of: InputCheck) {
    this.of = of;
  }
}

/** Keeps the check of an input at its type. */
export function checkedBy(check: InputCheck['check']) {
  return { inputCheck: new InputCheckExtension({ check }) };
}

function checkOf({ extensions }: GraphQLInputObjectType): InputCheck | undefined {
  const found = extensions['inputCheck'];
  return found instanceof InputCheckExtension ? found.of : undefined;
}

/** Reports the problems of a value besides those that are `known`. */
export function findFurtherProblems(
  value: unknown,
  type: GraphQLInputType,
  path: Path,
  known: readonly Problem[],
  complain: Complain,
): void {
  const nullable = getNullableType(type);
  if (value === null || value === undefined) return;
  if (isListType(nullable) && Array.isArray(value)) {
    value.forEach((item, at) => {
      findFurtherProblems(item, nullable.ofType, [...path, at], known, complain);
    });
  }
  if (!isInputObjectType(nullable) || typeof value !== 'object') return;
  const whole = checkOf(nullable);
  if (whole === undefined) findInFields(value, nullable, path, known, complain);
  else for (const problem of problemsOfRest(whole, value, nullable, known)) complain(problem);
}

/** Checks the properties one by one. */
function findInFields(
  value: object,
  type: GraphQLInputObjectType,
  path: Path,
  known: readonly Problem[],
  complain: Complain,
): void {
  for (const [name, inner] of Object.entries(value)) {
    const field = type.getFields()[name];
    if (field === undefined || inner === null) continue;
    const at = [...path, name];
    const property = propertyOf(field);
    const coerced: unknown = property && coerceInputValue(inner, field.type);
    // The paths of checks begin below the argument `input`.
    if (property !== undefined && coerced !== undefined)
      for (const problem of property.check(coerced, at.slice(1))) complain(problem);
    else findFurtherProblems(inner, field.type, at, known, complain);
  }
}

/** Checks an input without its wrong values; what only follows from their absence is left out. */
function problemsOfRest(
  { check }: InputCheck,
  input: object,
  type: GraphQLInputObjectType,
  known: readonly Problem[],
): readonly Problem[] {
  // The paths of problems begin with the argument `input`.
  const wrong = known.map(({ path }) => path.slice(1));
  const rest: object = structuredClone(input);
  for (const place of wrong) leaveOut(rest, place);
  const coerced = Object.fromEntries(
    Object.entries(rest).flatMap(([name, inner]: [string, unknown]) => {
      const field = inner === null ? undefined : type.getFields()[name];
      const read: unknown = field && coerceInputValue(inner, field.type);
      return read === undefined ? [] : [[name, read]];
    }),
  );
  return check(coerced).filter(({ path: [, ...place] }) => {
    const [name] = place;
    const isGiven = typeof name === 'string' && Object.hasOwn(coerced, name);
    return isGiven && !wrong.some((other) => isWithin(place, other) || isWithin(other, place));
  });
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
