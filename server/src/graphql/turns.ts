import {
  defaultFieldResolver,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { isTurnOver, nextTurn } from '../platform/concurrency/event-loop.ts';
import { withoutReadingBudget } from '../platform/database/index.ts';
import type { Context } from '../rules/context.ts';
import { requestTimeout } from '../rules/errors/api-error.ts';
import { leastBytesOfItem, leastBytesOfJson } from './least-bytes.ts';

/**
 * Lets large queries give way: the executor completes thousands of objects without a pause, so the lists in the
 * result wait for the next turn of the event loop once their slice of this one is used up. What the items of lists add
 * to the answer is counted before they are completed. Small requests are left alone (`Context.large`).
 */
export function giveTurns(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    // The size of a page is part of the cost, so its edges and nodes need no count of their own.
    const isPage = type.name.endsWith('Connection');
    const isMutation = type === schema.getMutationType();
    for (const field of Object.values(type.getFields())) {
      if (isList(field) && !isPage) boundAnswer(field, sizeOfList, []);
      else if (isMadeJson(field)) boundAnswer(field, sizeOfJson, null);
      else if (isLong(field)) giveTurn(field);
      else if (isMutation) readFreely(field);
    }
  }
  return schema;
}

type Field = GraphQLField<unknown, Context>;

/** A list of objects of which none may be null. */
function isList({ type }: Field): boolean {
  const list = getNullableType(type);
  return isListType(list) && isNonNullType(list.ofType) && isCompositeType(getNamedType(type));
}

function isLong({ type, resolve }: Field): boolean {
  const named = getNamedType(type);
  const isListOfObjects = isListType(getNullableType(type)) && isCompositeType(named);
  return resolve !== undefined && (isListOfObjects || named.name.endsWith('Connection'));
}

/** The budget of a mutation is for its payload: its work is not refused halfway. */
function readFreely(field: Field): void {
  const { resolve } = field;
  if (resolve === undefined) return;
  field.resolve = (...given) => withoutReadingBudget(() => resolve(...given));
}

function giveTurn(field: Field): void {
  const { resolve } = field;
  if (resolve === undefined) return;
  field.resolve = (source, args, context, info) => {
    context.large?.signal.throwIfAborted();
    // First, so that look-ups of one tick still go to one statement.
    const value = resolve(source, args, context, info);
    if (context.large === undefined) return value;
    if (value instanceof Promise) return value.then((found) => inTurn(found, context));
    return inTurn(value, context);
  };
}

/** JSON that a resolver makes, which may be new for each object that has it. */
function isMadeJson({ type, resolve }: Field): boolean {
  return resolve !== undefined && getNullableType(type).toString() === 'JSON';
}

/** Bytes that the value has at least, and objects. */
type SizeOf = (value: unknown, info: GraphQLResolveInfo) => readonly [number, number];

const sizeOfList: SizeOf = (value, info) =>
  Array.isArray(value) ? [value.length * leastBytesOfItem(info), value.length] : [0, 0];
const sizeOfJson: SizeOf = (value) => [leastBytesOfJson(value), 0];

/** Counts the values of a field. Those of a query that was stopped are empty: its result is not used. */
function boundAnswer(field: Field, sizeOf: SizeOf, empty: unknown): void {
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (source, args, context, info) => {
    const { large } = context;
    if (large === undefined) return resolve(source, args, context, info);
    if (large.signal.aborted) return empty;
    const bounded = (found: unknown): unknown => {
      if (!large.signal.aborted) large.addToAnswer(...sizeOf(found, info));
      return large.signal.aborted ? empty : inTurn(found, context);
    };
    const value: unknown = resolve(source, args, context, info);
    if (!(value instanceof Promise)) return bounded(value);
    // Hundreds of values come at once, and JSON is walked to count it.
    const inOwnTurn = (found: unknown): unknown =>
      isTurnOver() ? nextTurn().then(() => inOwnTurn(found)) : bounded(found);
    return value.then(inOwnTurn, (error: unknown) => {
      if (large.signal.aborted) return empty;
      throw error;
    });
  };
}

function inTurn(value: unknown, { request, large }: Context): unknown {
  if (!isTurnOver()) return value;
  // The executor handles the failures of items later; until then Node would take them for forgotten.
  if (Array.isArray(value))
    for (const item of value) if (item instanceof Promise) item.catch(() => {});
  return nextTurn().then(() => {
    if (performance.now() > request.deadlineMs) throw requestTimeout();
    return large?.signal.aborted === true && Array.isArray(value) ? [] : value;
  });
}
