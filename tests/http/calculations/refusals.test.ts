import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, codesOf, dataOf, exchange, type JsonObject, mutationText, textAt } from '../client.ts';
import { world } from '../world.ts';
import { calculate, MUG, newProduct } from './desk.ts';

/** Permissions of calculations, and the effect of a repeated request. */

const ours = await world({ tier: 'GROWTH' });
const { organization } = ours;
const productId = await newProduct(ours, MUG);

const BASIC: Readonly<Record<string, JsonObject>> = {
  calculateMaterial: { material: 'aluminium can', massKg: 1 },
  calculateEnergy: { source: 'NATURAL_GAS', energyKwh: 1, country: 'GB' },
  calculateTransport: { method: 'ROAD', massKg: 1, distanceKm: 1 },
  calculateProductFootprint: { productId },
};

const GROWTH: Readonly<Record<string, JsonObject>> = {
  calculateProductFootprint: { productId, detail: 'FULL' },
  calculateSupplyChainFootprint: { supplyChain: { externalId: 'chain' } },
  calculateOrderFootprint: { order: { externalId: 'order' } },
  calculateCartFootprint: { cart: { externalId: 'cart' } },
  calculateCatalogue: {},
};

for (const [field, input] of Object.entries(BASIC)) {
  test(`${field} works on FREE`, async () => {
    const free = await world({ tier: 'FREE', organization });
    const answer = await calculate(free, field, input, 'co2eKg');
    assert.deepEqual(codesOf(answer), []);
  });

  test(`${field} refuses who has no key`, async () => {
    const query = mutationText(field, 'calculation { id }');
    const answer = await exchange(ours.endpoint, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables: { input } }),
    });
    assert.deepEqual(codesOf(answer), ['UNAUTHENTICATED']);
  });

  test(`${field} answers a repeated idempotency key alike, and refuses it for anything else`, async () => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    const text = mutationText(field, 'calculation { id co2eKg createdAt }');
    const first = dataOf(await ours.send(text, { input }, headers));
    assert.deepEqual(dataOf(await ours.send(text, { input }, headers)), first);
    const other = await ours.send(text, { input: { ...input, year: 2024 } }, headers);
    assert.deepEqual(codesOf(other), ['IDEMPOTENCY_KEY_REUSED']);
  });
}

for (const [field, input] of Object.entries(GROWTH)) {
  test(`${field} ${JSON.stringify(input)} needs GROWTH, and refuses the whole document`, async () => {
    const free = await world({ tier: 'FREE', organization });
    const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
    const text = `mutation ($input: ${type}!) {
      first: createProduct(input: { name: "Never made ${field}" }) { product { id } }
      second: ${field}(input: $input) { calculation { id } }
    }`;
    const answer = await free.send(text, { input });
    assert.deepEqual(codesOf(answer), ['FORBIDDEN']);
    assert.equal(answer.errors[0]?.extensions['requiredTier'], 'GROWTH');
    const listed = await ours.send(
      'query ($text: String) { products(filter: { text: $text }) { totalCount } }',
      {
        text: `Never made ${field}`,
      },
    );
    assert.equal(at(dataOf(listed), 'products', 'totalCount'), 0);
  });
}

for (const [field, input] of Object.entries({ ...BASIC, ...GROWTH })) {
  test(`${field} refuses a key without CALCULATIONS_WRITE`, async () => {
    const reader = await world({
      tier: 'GROWTH',
      organization,
      permissions: ['CALCULATIONS_READ', 'PRODUCTS_READ', 'ORDERS_READ'],
    });
    const answer = await calculate(reader, field, input, 'id');
    assert.deepEqual(codesOf(answer), ['FORBIDDEN']);
    assert.equal(answer.errors[0]?.extensions['requiredPermission'], 'CALCULATIONS_WRITE');
  });
}

test('without CALCULATIONS_READ a calculation that selects its result is refused', async () => {
  const writer = await world({
    tier: 'GROWTH',
    organization,
    permissions: ['CALCULATIONS_WRITE', 'PRODUCTS_READ'],
  });
  const text = mutationText('calculateProductFootprint', 'calculation { id }');
  const answer = await writer.send(text, { input: { productId } });
  assert.deepEqual(codesOf(answer), ['FORBIDDEN']);
  assert.equal(at(answer.data, 'calculateProductFootprint'), null, 'refused before it happens');
  const nested = await writer.send(
    'query ($id: ID!) { product(id: $id) { name footprint { id } } }',
    {
      id: productId,
    },
  );
  assert.deepEqual(codesOf(nested), ['FORBIDDEN']);
  assert.equal(at(nested.data, 'product', 'name'), 'Mug');
});

test("another organization's product and calculation look as if they were not there", async () => {
  const made = await calculate(ours, 'calculateProductFootprint', { productId }, 'id');
  const id = at(dataOf(made), 'calculateProductFootprint', 'calculation', 'id') ?? null;
  for (const stranger of [
    await world({ tier: 'GROWTH' }),
    await world({ tier: 'GROWTH', organization, environment: 'SANDBOX' }),
  ]) {
    const answer = await calculate(stranger, 'calculateProductFootprint', { productId }, 'id');
    assert.deepEqual(codesOf(answer), ['NOT_FOUND']);
    const text = 'query ($id: ID!) { calculation(id: $id) { id } node(id: $id) { id } }';
    const read = await stranger.send(text, { id });
    assert.deepEqual(codesOf(read), ['NOT_FOUND']);
    assert.equal(at(read.data, 'node'), null);
    const material = { name: 'Stolen', components: [{ productId, quantity: 1 }] };
    const create = await stranger.send(mutationText('createProduct', 'product { id }'), {
      input: material,
    });
    assert.deepEqual(codesOf(create), ['BAD_USER_INPUT']);
  }
});

test('a calculation that is refused is not kept', async () => {
  const count = async () =>
    at(dataOf(await ours.send('{ calculations { totalCount } }')), 'calculations', 'totalCount');
  const before = await count();
  const refused = { material: 'unobtainium', massKg: 1 };
  assert.deepEqual(codesOf(await calculate(ours, 'calculateMaterial', refused)), [
    'MISSING_FACTOR',
  ]);
  assert.equal(await count(), before);
});

test('calculations are listed newest first and filtered by kind and product', async () => {
  const own = await world({ tier: 'GROWTH' });
  const product = await newProduct(own, MUG);
  for (const input of [{ productId: product }, { productId: product }]) {
    dataOf(await calculate(own, 'calculateProductFootprint', input, 'id'));
  }
  dataOf(await calculate(own, 'calculateMaterial', { material: 'aluminium can', massKg: 1 }, 'id'));
  const list = async (filter: JsonObject) => {
    const text = `query ($filter: CalculationFilter) { calculations(filter: $filter) {
      totalCount edges { node { kind createdAt } } } }`;
    return at(dataOf(await own.send(text, { filter })), 'calculations');
  };
  assert.equal(at(await list({}), 'totalCount'), 3);
  assert.equal(at(await list({}), 'edges', 0, 'node', 'kind'), 'MATERIAL');
  assert.equal(at(await list({ kind: 'MATERIAL' }), 'totalCount'), 1);
  assert.equal(at(await list({ productId: product }), 'totalCount'), 2);
  assert.equal(at(await list({ productId: 'prod_x' }), 'totalCount'), 0);
  const made = await own.send(mutationText('createShoppingCart', 'shoppingCart { id }'), {
    input: {
      lines: [{ productId: product, quantity: 1, unitPrice: { amount: '1', currencyCode: 'EUR' } }],
    },
  });
  const cartId = textAt(made, 'createShoppingCart', 'shoppingCart', 'id');
  dataOf(await calculate(own, 'calculateCartFootprint', { cartId }, 'id'));
  assert.equal(at(await list({ subjectId: cartId }), 'totalCount'), 1);
  assert.equal(at(await list({ subjectId: product }), 'totalCount'), 2);
  assert.equal(at(await list({ subjectId: product, productId: 'prod_x' }), 'totalCount'), 0);
  assert.equal(at(await list({ subjectId: 'ord_x' }), 'totalCount'), 0);
  const other = await own.send('{ calculations(filter: { subjectId: "cus_x" }) { totalCount } }');
  assert.match(other.errors[0]?.message ?? '', /begin with "prod_", "sc_", "ord_", "cart_"/);
});
