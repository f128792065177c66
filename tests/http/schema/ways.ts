import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { accessOf } from '../../../server/src/graphql/access.ts';
import type { Permission } from '../../../server/src/rules/access/permissions.ts';
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
    .flatMap(({ type, open, close }) => {
      const chain = chainsFrom(type, avoided).get(inner.type);
      if (chain === undefined) return [];
      const isObject = isCompositeType(getNamedType(inner.field.type));
      const down = chain.map((field) => `${field} {`).join(' ');
      const up = chain.map(() => '}').join(' ');
      return [
        `${open} ${down} ${inner.field.name} ${isObject ? '{ __typename }' : ''} ${up} ${close}`,
      ];
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

/** Names of fields that lead from one type to another. */
type Chain = readonly string[];

const known = new Map<string, ReadonlyMap<GraphQLObjectType, Chain>>();

/** The shortest chain to every type that can be reached. They are asked for again for every field of a type. */
function chainsFrom(
  start: GraphQLObjectType,
  avoided?: Permission,
): ReadonlyMap<GraphQLObjectType, Chain> {
  const key = `${start.name} ${avoided}`;
  return known.getOrInsertComputed(key, () => shortestFrom(start, avoided));
}

function shortestFrom(
  start: GraphQLObjectType,
  avoided?: Permission,
): ReadonlyMap<GraphQLObjectType, Chain> {
  const chains = new Map<GraphQLObjectType, Chain>([[start, []]]);
  // A map iterates over what is added meanwhile: breadth first.
  for (const [type, chain] of chains) {
    for (const field of Object.values(type.getFields())) {
      const next = getNamedType(field.type);
      const needsMore = field.args.some((argument) => isNonNullType(argument.type));
      if (!isObjectType(next) || chains.has(next) || needsMore) continue;
      const isAvoided =
        avoided !== undefined && [permissionOf(next), accessOf(field).permission].includes(avoided);
      if (!isAvoided) chains.set(next, [...chain, field.name]);
    }
  }
  return chains;
}

function permissionOf(type: GraphQLObjectType): Permission | undefined {
  return accessOf(type).permission;
}
