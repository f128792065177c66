import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { accessOf } from '../../../server/src/graphql/access.ts';
import type { Permission } from '../../../server/src/rules/permissions.ts';
import { schema } from '../../../server/src/schema.ts';
import { type Holdings, heldIn } from './holdings.ts';
import { NODE_TYPES } from './places.ts';

/** A field of an object type other than Query and Mutation. */
export type Inner = {
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
};

const ROOTS = new Set([schema.getQueryType()?.name, schema.getMutationType()?.name]);

/** Types of mutation results, which queries do not reach. */
const PAYLOADS = /Payload$/;

export const INNER_FIELDS: readonly Inner[] = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith('__') && !ROOTS.has(name) && !PAYLOADS.test(name))
  .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));

type Way = { readonly type: GraphQLObjectType; readonly open: string; readonly close: string };

/**
 * Queries that select a field of an inner type, each along another way: from every type with an id
 * by the shortest chain of fields, none of which itself requires `avoided`.
 */
export function waysTo(inner: Inner, holdings: Holdings, avoided?: Permission): string[] {
  return startsOf(holdings)
    .filter(({ type }) => permissionOf(type) !== avoided || avoided === undefined)
    .flatMap((start) => {
      const way = shortest(start, inner.type, avoided);
      if (way === undefined) return [];
      const isObject = isCompositeType(getNamedType(inner.field.type));
      return [`${way.open} ${inner.field.name} ${isObject ? '{ __typename }' : ''} ${way.close}`];
    });
}

/** One's own objects by their ids, and what Query shows of itself. */
function startsOf(holdings: Holdings): Way[] {
  const nodes = NODE_TYPES.flatMap((name): Way[] => {
    const type = schema.getType(name);
    if (!isObjectType(type)) return [];
    const open = `{ node(id: "${heldIn(holdings, name).id}") { ... on ${name} {`;
    return [{ type, open, close: '} } }' }];
  });
  const query = schema.getQueryType();
  return query === undefined || query === null
    ? nodes
    : [...nodes, { type: query, open: '{', close: '}' }];
}

function shortest(start: Way, target: GraphQLObjectType, avoided?: Permission): Way | undefined {
  const seen = new Set([start.type.name]);
  let ends: Way[] = [start];
  while (ends.length > 0) {
    const arrived = ends.find(({ type }) => type === target);
    if (arrived !== undefined) return arrived;
    ends = ends.flatMap((way) => stepsFrom(way, seen, avoided));
  }
  return undefined;
}

function stepsFrom(way: Way, seen: Set<string>, avoided?: Permission): Way[] {
  return Object.values(way.type.getFields()).flatMap((field): Way[] => {
    const type = getNamedType(field.type);
    const needsMore = field.args.some((argument) => isNonNullType(argument.type));
    if (!isObjectType(type) || seen.has(type.name) || needsMore) return [];
    const isAvoided =
      avoided !== undefined && [permissionOf(type), accessOf(field).permission].includes(avoided);
    if (isAvoided) return [];
    seen.add(type.name);
    return [{ type, open: `${way.open} ${field.name} {`, close: `} ${way.close}` }];
  });
}

function permissionOf(type: GraphQLObjectType): Permission | undefined {
  return accessOf(type).permission;
}
