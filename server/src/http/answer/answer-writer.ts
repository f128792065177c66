import type { GraphQLLeafType, GraphQLResolveInfo } from 'graphql';
import { RowBytes } from '../../platform/database/index.ts';
import { JsonBytes, jsonOf, jsonPiece } from '../../platform/json/index.ts';
import type { Context } from '../../rules/context.ts';
import { REQUEST_LIMITS } from '../limits/request-limits.ts';
import { AnswerTooLarge } from './answer-json.ts';
import type { Field, ObjectShape, Shape } from './answer-shape.ts';
import { type RowPlan, rowPlanOf } from './row-plan.ts';

/** Arguments of all resolvers besides their source. */
export type Place = { readonly context: Context; readonly info: GraphQLResolveInfo };

/** Thrown at a value that needs an executor of GraphQL: a late promise, an error, a forbidden null. */
export class NotDirect extends Error {}

/** An object whose fields are resolved: their values in the order of its members. */
class Settled {
  readonly values: readonly unknown[];
  constructor(values: readonly unknown[]) {
    this.values = values;
  }
}

/**
 * Resolves the fields of a value and of the objects in it, and awaits those that are promises. Items of
 * lists are left alone: they are resolved when they are written.
 */
export function settle(shape: Shape, value: unknown, place: Place): unknown {
  if (shape.kind !== 'OBJECT' || !isObject(value)) return value;
  const values: unknown[] = [];
  let isLate = false;
  for (const member of shape.members) {
    const settled =
      member.value.kind === 'FIELD' ? settleField(member.value, value, place) : undefined;
    isLate ||= settled instanceof Promise;
    values.push(settled);
  }
  return isLate ? Promise.all(values).then((done) => new Settled(done)) : new Settled(values);
}

function settleField(field: Field, source: unknown, place: Place): unknown {
  const value = resolved(field, source, place);
  return value instanceof Promise && field.shape.kind === 'OBJECT'
    ? value.then((found) => settle(field.shape, found, place))
    : settle(field.shape, value, place);
}

const { answerBytes: mostBytes } = REQUEST_LIMITS;
/** Reused, because writing never waits. */
const json = new JsonBytes({ mostBytes, refusal: () => new AnswerTooLarge(mostBytes) });
const NULL = jsonPiece('null');
const [OPEN_OBJECT, CLOSE_OBJECT] = [jsonPiece('{'), jsonPiece('}')];
const [OPEN_LIST, CLOSE_LIST, COMMA] = [jsonPiece('['), jsonPiece(']'), jsonPiece(',')];
const NO_ARGUMENTS = Object.freeze({});

/**
 * The JSON of an object with one member, its value settled; one character for each byte of its UTF-8.
 * Throws `NotDirect`, or what a resolver throws.
 */
export function writeAnswer(key: string, shape: Shape, value: unknown, place: Place): string {
  json.clear();
  json.putText(`{"${key}":`);
  write(shape, value, place);
  json.put(CLOSE_OBJECT);
  return json.toLatin1();
}

function write(shape: Shape, value: unknown, place: Place): void {
  if (value === null || value === undefined) writeNull(shape.isNullable);
  else if (shape.kind === 'LEAF') json.putText(leafJson(shape.type, value));
  else if (shape.kind === 'LIST') writeList(shape.item, value, place);
  else writeObject(shape, value, place);
}

function writeNull(isNullable: boolean): void {
  if (!isNullable) throw new NotDirect();
  json.put(NULL);
}

function leafJson(type: GraphQLLeafType, value: unknown): string {
  if (value instanceof Promise || value instanceof Error) throw new NotDirect();
  const output: unknown = type.coerceOutputValue(value);
  if (output === null || output === undefined) throw new NotDirect();
  return jsonOf(output);
}

function writeList(item: Shape, value: unknown, place: Place): void {
  if (!Array.isArray(value)) throw new NotDirect();
  json.put(OPEN_LIST);
  for (let at = 0; at < value.length; at += 1) {
    if (at > 0) json.put(COMMA);
    write(item, value[at], place);
  }
  json.put(CLOSE_LIST);
}

function writeObject(shape: ObjectShape, value: unknown, place: Place): void {
  if (value instanceof Promise || value instanceof Error) throw new NotDirect();
  json.put(OPEN_OBJECT);
  if (value instanceof RowBytes) writeRow(rowPlanOf(shape, value), value, place);
  else writeMembers(shape, value, place);
  json.put(CLOSE_OBJECT);
}

function writeMembers({ members }: ObjectShape, source: unknown, place: Place): void {
  const values = source instanceof Settled ? source.values : undefined;
  for (let at = 0; at < members.length; at += 1) {
    const member = members[at];
    if (member === undefined) continue;
    json.put(member.prefix);
    if (member.value.kind === 'TYPENAME') json.put(member.value.json);
    else
      write(
        member.value.shape,
        values === undefined ? resolved(member.value, source, place) : values[at],
        place,
      );
  }
}

function writeRow({ places, steps }: RowPlan, row: RowBytes, place: Place): void {
  const bytes = RowBytes.bytesOf(row);
  RowBytes.locate(row, places);
  for (const { prefix, value, column, copy } of steps) {
    json.put(prefix);
    if (value.kind === 'TYPENAME') {
      json.put(value.json);
      continue;
    }
    const from = places[2 * column] ?? 0;
    if (copy !== undefined && from < 0) writeNull(value.shape.isNullable);
    else if (copy === undefined || !copy(json, bytes, from, places[2 * column + 1] ?? 0))
      write(value.shape, resolved(value, row, place), place);
  }
}

function resolved({ name, resolve }: Field, source: unknown, { context, info }: Place): unknown {
  if (resolve !== undefined) return resolve(source, NO_ARGUMENTS, context, info);
  return isObject(source) ? Reflect.get(source, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
