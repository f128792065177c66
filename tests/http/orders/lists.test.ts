import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, codesOf, dataOf, type Json, type JsonObject, sendForId } from '../client.ts';
import { world } from '../world.ts';
import { newProduct, orderIn, orderOf } from './shop.ts';

const LIST = `query ($filter: OrderFilter, $sortBy: OrderSort, $first: Int, $after: String) {
  orders(filter: $filter, sortBy: $sortBy, first: $first, after: $after) {
    totalCount totalCountIsExact pageInfo { endCursor hasNextPage }
    edges { node { externalId } }
  }
}`;

function namesIn(answer: JsonObject): (Json | undefined)[] {
  const edges = at(answer, 'orders', 'edges');
  return Array.isArray(edges) ? edges.map((edge: Json) => at(edge, 'node', 'externalId')) : [];
}

test('orders are filtered, ordered and paged', async () => {
  const shop = await world();
  const pan = await newProduct(shop);
  const pot = await newProduct(shop, { price: { amount: '7.00', currencyCode: 'EUR' } });
  const wanted = [
    { externalId: 'B-1', placedAt: '2026-01-03T00:00:00Z', productId: pan, state: 'CONFIRMED' },
    { externalId: 'A-1', placedAt: '2026-01-01T00:00:00Z', productId: pot, state: 'DRAFT' },
    { externalId: 'A-2', placedAt: '2026-01-02T00:00:00Z', productId: pan, state: 'CANCELLED' },
  ] as const;
  for (const { externalId, placedAt, productId: id, state } of wanted) {
    await orderIn(shop, state, { externalId, placedAt, lines: [{ productId: id, quantity: 1 }] });
  }
  const list = async (variables: JsonObject) => dataOf(await shop.send(LIST, variables));
  assert.deepEqual(namesIn(await list({})), ['B-1', 'A-1', 'A-2']);
  assert.equal(at(await list({}), 'orders', 'totalCount'), 3);
  const filters: readonly (readonly [JsonObject, readonly string[]])[] = [
    [{ state: ['DRAFT', 'CONFIRMED'] }, ['B-1', 'A-1']],
    [{ paymentState: ['PAID'] }, []],
    [{ text: 'A-' }, ['A-1', 'A-2']],
    [{ productId: pot }, ['A-1']],
    [{ productId: 'prod_nothing' }, []],
    [{ placedSince: '2026-01-02T00:00:00Z' }, ['B-1', 'A-2']],
    [{ placedUntil: '2026-01-02T00:00:00Z' }, ['A-1']],
    [{ updatedSince: '2040-01-01T00:00:00Z' }, []],
    [{ minCo2eKg: 0.001 }, ['B-1']],
  ];
  for (const [filter, names] of filters) {
    const found = await list({ filter });
    assert.deepEqual(namesIn(found), names, JSON.stringify(filter));
    assert.equal(at(found, 'orders', 'totalCount'), names.length);
  }
  const placed = { field: 'PLACED_AT', direction: 'DESC' };
  const page = await list({ sortBy: placed, first: 2 });
  assert.deepEqual(namesIn(page), ['B-1', 'A-2']);
  const after = at(page, 'orders', 'pageInfo', 'endCursor') ?? null;
  assert.deepEqual(namesIn(await list({ sortBy: placed, first: 2, after })), ['A-1']);
  assert.equal(namesIn(await list({ sortBy: { field: 'TOTAL' } }))[0], 'A-1');
  assert.deepEqual(namesIn(await list({ sortBy: { field: 'FOOTPRINT' } })), ['B-1']);
  const others = await world();
  assert.equal(at(dataOf(await others.send(LIST)), 'orders', 'totalCount'), 0);
});

test('orders are unseen without ORDERS_READ', async () => {
  const { organization } = await world();
  const blind = await world({ organization, permissions: ['PRODUCTS_READ', 'CUSTOMERS_READ'] });
  const answer = await blind.send('{ orders { totalCount } }');
  assert.deepEqual(codesOf(answer), ['FORBIDDEN']);
  assert.equal(at(answer.errors[0]?.extensions, 'requiredPermission'), 'ORDERS_READ');
});

test('the orders of customers are listed below them', async () => {
  const shop = await world();
  const pan = await newProduct(shop);
  for (const externalId of ['ada', 'grace']) {
    const input = { externalId };
    await sendForId(shop, 'createCustomer', 'customer', input);
    for (const number of [1, 2, 3]) {
      await orderOf(shop, 'createOrder', {
        externalId: `${externalId}-${number}`,
        customer: { externalId },
        lines: [{ productId: pan, quantity: 1 }],
      });
    }
  }
  const nested = await shop.send(`{ customers { edges { node { externalId
    orders(first: 2) { totalCount pageInfo { hasNextPage } edges { node { externalId } } } } } } }`);
  for (const [index, name] of ['ada', 'grace'].entries()) {
    const orders = at(dataOf(nested), 'customers', 'edges', index, 'node', 'orders');
    assert.equal(at(orders, 'totalCount'), 3);
    assert.equal(at(orders, 'pageInfo', 'hasNextPage'), true);
    assert.deepEqual(at(orders, 'edges', 1, 'node', 'externalId'), `${name}-2`);
  }
});
