import {
  type GraphQLField,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isCompositeType,
  isIntrospectionType,
  isListType,
  isObjectType,
} from 'graphql';
import { isTurnOver, nextTurn } from '../platform/event-loop.ts';
import { requestTimeout } from '../rules/api-error.ts';
import type { Context } from '../rules/context.ts';

/**
 * Lets large queries give way: the executor completes thousands of objects without a pause, so the
 * lists in the result wait for the next turn of the event loop once their slice of this one is used up. Small
 * requests are left alone (`Context.isSliced`).
 */
export function giveTurns(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields())) if (isLong(field)) giveTurn(field);
  }
  return schema;
}

function isLong({ type, resolve }: GraphQLField<unknown, Context>): boolean {
  const named = getNamedType(type);
  const isList = isListType(getNullableType(type)) && isCompositeType(named);
  return resolve !== undefined && (isList || named.name.endsWith('Connection'));
}

function giveTurn(field: GraphQLField<unknown, Context>): void {
  const { resolve } = field;
  if (resolve === undefined) return;
  field.resolve = (source, args, context, info) => {
    // First, so that look-ups of one tick still go to one statement.
    const value = resolve(source, args, context, info);
    if (context.isSliced !== true) return value;
    if (value instanceof Promise) return value.then((found) => inTurn(found, context));
    return inTurn(value, context);
  };
}

function inTurn(value: unknown, { request }: Context): unknown {
  if (!isTurnOver()) return value;
  // The executor handles the failures of items later; until then Node would take them for forgotten.
  if (Array.isArray(value))
    for (const item of value) if (item instanceof Promise) item.catch(() => {});
  return nextTurn().then(() => {
    if (performance.now() > request.deadlineMs) throw requestTimeout();
    return value;
  });
}
