import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNamedType, isInputObjectType, isNonNullType } from 'graphql';
import { schema } from '../../server/src/schema.ts';
import {
  at,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
} from './client.ts';
import { idOf, newProduct, orderOf } from './orders/shop.ts';
import { world } from './world.ts';

/** Inputs and filters name an object by `{ id | externalId }`, in the field with its name. */

const shop = await world({ tier: 'GROWTH' });
const productId = await newProduct(shop, { externalId: 'towel', sku: 'T-1' });
const customerId = await sendForId(shop, 'createCustomer', 'customer', {
  externalId: 'ada',
  name: 'Ada',
});

const PRODUCTS: readonly JsonObject[] = [
  { productId },
  { product: { id: productId } },
  { product: { externalId: 'towel' } },
];
const CUSTOMERS: readonly JsonObject[] = [
  { customerId },
  { customer: { id: customerId } },
  { customer: { externalId: 'ada' } },
];

test('each way to name an object means the same one', async () => {
  const orderIds: string[] = [];
  for (const [at_, customer] of CUSTOMERS.entries()) {
    const lines = [{ ...PRODUCTS[at_], quantity: 1 }];
    orderIds.push(idOf(await orderOf(shop, 'createOrder', { ...customer, lines })));
  }
  const text = 'query ($filter: OrderFilter) { orders(filter: $filter) { nodes { id } } }';
  for (const filter of [...CUSTOMERS, ...PRODUCTS]) {
    const nodes: Json = at(dataOf(await shop.send(text, { filter })), 'orders', 'nodes') ?? null;
    assert.ok(Array.isArray(nodes));
    assert.deepEqual(nodes.map(idOf), orderIds, JSON.stringify(filter));
  }
});

test('a product is calculated by each of its identifiers', async () => {
  const text = mutationText('calculateProductFootprint', 'calculation { product { id } }');
  for (const input of [...PRODUCTS, { product: { sku: 'T-1' } }]) {
    const answer = dataOf(await shop.send(text, { input }));
    const path = ['calculateProductFootprint', 'calculation', 'product', 'id'] as const;
    assert.equal(at(answer, ...path), productId, JSON.stringify(input));
  }
});

test('an update takes the customer away by null', async () => {
  const input = { customer: { externalId: 'ada' }, lines: [{ productId, quantity: 1 }] };
  const id = idOf(await orderOf(shop, 'createOrder', input));
  const text = mutationText('updateOrder', 'order { customer { id } }');
  const changed = dataOf(await shop.send(text, { input: { id, customer: null } }));
  assert.equal(at(changed, 'updateOrder', 'order', 'customer'), null);
});

test('refuses none, both and unknown ones at the field', async () => {
  const text = mutationText('createOrder', 'order { id }');
  const cases: readonly (readonly [JsonObject, string, string])[] = [
    [{}, 'EXACTLY_ONE', 'product'],
    [{ product: {} }, 'EXACTLY_ONE', 'product'],
    [{ product: { id: productId, externalId: 'towel' } }, 'EXACTLY_ONE', 'product'],
    [{ productId, product: { externalId: 'towel' } }, 'EXACTLY_ONE', 'product'],
    [{ product: { externalId: 'nothing' } }, 'NOT_FOUND', 'product'],
    [{ productId: customerId }, 'NOT_FOUND', 'productId'],
  ];
  for (const [named, code, field] of cases) {
    const answer = await shop.send(text, { input: { lines: [{ ...named, quantity: 1 }] } });
    assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
    const problem = at(answer.errors[0]?.extensions, 'problems', 0);
    assert.equal(at(problem, 'code'), code, JSON.stringify(named));
    assert.deepEqual(at(problem, 'path'), ['input', 'lines', 0, field], JSON.stringify(named));
  }
});

test('an identifier may be a variable inside of a literal', async () => {
  const text = `mutation ($own: String!) {
    createOrder(input: { lines: [{ product: { externalId: $own }, quantity: 1 }] }) {
      order { lines { product { id } } }
    }
  }`;
  const made = dataOf(await shop.send(text, { own: 'towel' }));
  assert.equal(at(made, 'createOrder', 'order', 'lines', 0, 'product', 'id'), productId);
});

/** Values of required fields of inputs that name an object. */
const REQUIRED: JsonObject = {
  reason: 'None',
  fate: 'LOST',
  state: 'FAILED',
  recipient: 'org_01jz0000000000000000000000',
  expiresAt: '2099-01-01T00:00:00Z',
};

test('every mutation of an object without its identifiers names the input as a whole', async () => {
  const { send } = await world({ tier: 'ENTERPRISE' });
  const tried: string[] = [];
  for (const { name, args } of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const type = args[0] && getNamedType(args[0].type);
    const fields = isInputObjectType(type) ? type.getFields() : {};
    const { id, externalId } = fields;
    if (id === undefined || externalId === undefined || isNonNullType(id.type)) continue;
    const needed = Object.keys(fields).filter((field) => isNonNullType(fields[field]?.type));
    const input = Object.fromEntries(needed.map((field) => [field, REQUIRED[field] ?? null]));
    const answer = await send(mutationText(name, '__typename'), { input });
    const [problem] = [at(answer.errors[0]?.extensions, 'problems', 0)];
    assert.deepEqual(at(problem, 'path'), ['input'], `${name}: ${JSON.stringify(answer.errors)}`);
    assert.equal(at(problem, 'code'), 'EXACTLY_ONE', name);
    tried.push(name);
  }
  assert.ok(tried.length > 25, tried.join());
});

test('a passport is named by exactly one of three identifiers, which the refusal lists', async () => {
  const { send } = await world();
  for (const named of [
    '',
    '(id: "dpp_01jz0000000000000000000000", uri: "https://x.example/dpp/1")',
  ]) {
    const { errors } = await send(`{ dpp${named} { id } }`);
    assert.match(
      errors[0]?.message ?? '',
      /^Say which passport by exactly one of its id, externalId and uri\.$/,
    );
  }
});
