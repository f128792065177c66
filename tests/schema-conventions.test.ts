import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type GraphQLField,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isNullableType,
  isObjectType,
} from 'graphql';
import { accessOf, hasTieredArguments, requirementOfField } from '../server/src/graphql/access.ts';
import { schema } from '../server/src/schema.ts';

/** The rules of docs/guides/conventions.md that a schema can be checked for. */

const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
const objects = types.filter(isObjectType);
const filters = types.filter(isInputObjectType).filter(({ name }) => name.endsWith('Filter'));
const roots = [schema.getQueryType()?.name, schema.getMutationType()?.name];

type NamedField = readonly [string, GraphQLField<unknown, unknown>];

function fieldsOf(chosen: typeof objects): NamedField[] {
  return chosen.flatMap((type) =>
    Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field] as const),
  );
}

test('fields are camelCase, enum values UPPER_CASE', () => {
  const fields = [...objects, ...types.filter(isInputObjectType)].flatMap((type) =>
    Object.keys(type.getFields()).map((name) => [type.name, name]),
  );
  assert.deepEqual(
    fields.filter(([, name = '']) => !/^[a-z][A-Za-z0-9]*$/.test(name)),
    [],
  );
  const values = types
    .filter(isEnumType)
    .flatMap((type) => type.getValues().map(({ name }) => [type.name, name]));
  assert.deepEqual(
    values.filter(([, name = '']) => !/^[A-Z][A-Z0-9_]*$/.test(name)),
    [],
  );
});

test('every connection has edges, nodes, pageInfo and both counts', () => {
  const connections = objects.filter(({ name }) => name.endsWith('Connection'));
  assert.ok(connections.length > 10);
  for (const connection of connections) {
    assert.deepEqual(
      Object.keys(connection.getFields()).toSorted(),
      ['edges', 'nodes', 'pageInfo', 'totalCount', 'totalCountIsExact'],
      connection.name,
    );
  }
});

test('time filters end with Since (inclusive) or Until (exclusive)', () => {
  for (const filter of filters) {
    for (const { name, type } of Object.values(filter.getFields())) {
      if (String(type) === 'DateTime') assert.match(name, /(Since|Until)$/, filter.name);
    }
  }
});

test('filters by state or status take a list', () => {
  for (const filter of filters) {
    for (const { name, type } of Object.values(filter.getFields())) {
      if (/^(state|status|paymentState)$/.test(name)) assert.ok(isListType(type), filter.name);
    }
  }
});

/** Parts of a bill or a scenario, objects without an externalId or of one of several types, and clients of OAuth go by id alone. */
const BY_ID_ALONE =
  /^(Component|Selector|SwapSupplier)\w*\.productId$|\.(factorId|calculationId|endpointId|eventId|deliveryId|objectId|actorId|subjectId|partnerId|apiKeyId|clientId|dppId)$|^TransactionFilter\.orderId$/;

test('inputs name another object in a field with its name, by id or externalId', () => {
  const fields = types
    .filter(isInputObjectType)
    .flatMap((input) => Object.keys(input.getFields()).map((name) => ({ input, name })));
  const placeOf = ({ input, name }: (typeof fields)[number]) => `${input.name}.${name}`;
  assert.deepEqual(
    fields.filter(({ name }) => name.endsWith('ExternalId')).map(placeOf),
    // The new order of a cart gets this externalId.
    ['CheckoutCartInput.orderExternalId'],
  );
  const short = fields.filter(
    (field) => /(?<!external)Id$/.test(field.name) && !BY_ID_ALONE.test(placeOf(field)),
  );
  assert.ok(short.length > 20);
  for (const field of short.filter(({ name }) => !name.endsWith('ExternalId'))) {
    const whole = field.input.getFields()[field.name.slice(0, -2)];
    assert.match(String(whole?.type), /ReferenceInput$/, placeOf(field));
  }
});

test('lists are sorted by the argument sortBy, of an input type named Sort', () => {
  for (const [path, { args }] of fieldsOf(objects)) {
    for (const { name, type } of args) {
      assert.equal(name === 'sortBy', String(type).endsWith('Sort'), `${path}(${name})`);
    }
  }
});

test('root fields are nullable, except facts about the request itself', () => {
  const fields = fieldsOf(objects.filter(({ name }) => roots.includes(name)));
  assert.deepEqual(
    fields.filter(([, { type }]) => !isNullableType(type)).map(([path]) => path),
    ['Query.me', 'Query.rateLimit'],
  );
});

test('lists and their items are not null below the root: gated ones and one documented exception apart', () => {
  // A refused field is null, so the schema cannot be built with a gated list that is not.
  const gated = objects.flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => {
        const { tier, permission } = requirementOfField(field);
        return tier !== undefined || (permission ?? '') !== (accessOf(type).permission ?? '');
      })
      .map(({ name }) => `${type.name}.${name}`),
  );
  const canBeNull = (type: GraphQLType): boolean =>
    !isNonNullType(type) || (isListType(type.ofType) && isNullableType(type.ofType.ofType));
  const lists = fieldsOf(objects.filter(({ name }) => !roots.includes(name))).filter(
    ([, { type }]) => isListType(isNonNullType(type) ? type.ofType : type),
  );
  assert.deepEqual(
    lists
      .filter(([path, { type }]) => canBeNull(type) && !gated.includes(path))
      .map(([path]) => path),
    ['SearchResultConnection.nodes'],
  );
});

test('the values of a large mutation are read once more for a rule of a tier only where there is one', () => {
  const read = Object.values(schema.getMutationType()?.getFields() ?? {}).filter(
    hasTieredArguments,
  );
  assert.deepEqual(read.map(({ name }) => name).toSorted(), [
    'calculateCartFootprint',
    'calculateCatalogue',
    'calculateOrderFootprint',
    'calculateProductFootprint',
    'calculateSupplyChainFootprint',
    'createScenario',
    'updateScenario',
  ]);
});
