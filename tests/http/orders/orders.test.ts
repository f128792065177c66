import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../server/src/platform/database/index.ts';
import { at, codesOf, dataOf, type Json, type JsonObject } from '../client.ts';
import { service, world } from '../world.ts';
import {
  calculate,
  EUR_10,
  idOf,
  newProduct,
  numberAt,
  ORDER,
  orderIn,
  orderOf,
  type ReachedState,
  ROAD,
} from './shop.ts';
import { holdsForEveryone, mutationText } from './strangers.ts';

const ours = await world();
const productId = await newProduct(ours);
const lines = [{ productId, quantity: 2 }];

const STEPS: readonly {
  readonly field: string;
  readonly from: readonly ReachedState[];
  readonly to: ReachedState;
}[] = [
  { field: 'confirmOrder', from: ['DRAFT'], to: 'CONFIRMED' },
  { field: 'shipOrder', from: ['CONFIRMED'], to: 'SHIPPED' },
  { field: 'deliverOrder', from: ['SHIPPED'], to: 'DELIVERED' },
  { field: 'returnOrder', from: ['DELIVERED'], to: 'RETURNED' },
  { field: 'cancelOrder', from: ['DRAFT', 'CONFIRMED'], to: 'CANCELLED' },
];

const ALLOWED: Readonly<Record<ReachedState, readonly ReachedState[]>> = {
  DRAFT: ['CONFIRMED', 'CANCELLED'],
  CONFIRMED: ['SHIPPED', 'CANCELLED'],
  SHIPPED: ['DELIVERED'],
  DELIVERED: ['RETURNED'],
  RETURNED: [],
  CANCELLED: [],
};
const STATES: readonly ReachedState[] = [
  'DRAFT',
  'CONFIRMED',
  'SHIPPED',
  'DELIVERED',
  'RETURNED',
  'CANCELLED',
];

function send(field: string, input: JsonObject) {
  return ours.send(mutationText(field, `order { ${ORDER} }`), { input });
}

async function eventsOf(orderId: string): Promise<string[]> {
  const rows = await query<{ type: string }>(
    service.db,
    `select type from events where organization_id = $1 and environment = $2
       and data ->> 'orderId' = $3 order by id`,
    [ours.scope.organizationId, ours.scope.environment, orderId],
  );
  return rows.map(({ type }) => type);
}

const text = (field: string) => mutationText(field, `order { ${ORDER} }`);

holdsForEveryone(ours, {
  field: 'createOrder',
  text: text('createOrder'),
  input: async () => ({ lines }),
  otherInput: async () => ({ lines: [{ productId, quantity: 3 }] }),
  namesOwn: false,
});

for (const { field, from, to } of STEPS) {
  const [before = 'DRAFT'] = from;
  const input = async () => ({ id: idOf(await orderIn(ours, before, { lines })) });
  holdsForEveryone(ours, { field, text: text(field), input, otherInput: input, namesOwn: true });

  test(`${field} leads from ${from.join(' or ')} to ${to}, with its event`, async () => {
    for (const state of from) {
      const { id } = { id: idOf(await orderIn(ours, state, { lines })) };
      const order = await orderOf(ours, field, { id });
      assert.equal(at(order, 'state'), to);
      assert.equal((await eventsOf(id)).at(-1), `order.${to.toLowerCase()}`);
    }
  });

  test(`${field} is refused in every other state, which is named with what may follow`, async () => {
    for (const state of STATES.filter((each) => !from.includes(each))) {
      const order = await orderIn(ours, state, { lines });
      const { errors } = await send(field, { id: idOf(order) });
      assert.deepEqual(codesOf({ errors }), ['CONFLICT'], state);
      assert.equal(at(errors[0]?.extensions, 'state'), state);
      assert.deepEqual(at(errors[0]?.extensions, 'allowed'), ALLOWED[state]);
    }
  });

  test(`${field} refuses a version that is no longer current`, async () => {
    const order = await orderIn(ours, before, { lines });
    const version = numberAt(order, 'version');
    const stale = await send(field, { id: idOf(order), expectedVersion: version + 1 });
    assert.deepEqual(codesOf(stale), ['CONFLICT']);
    assert.equal(at(stale.errors[0]?.extensions, 'currentVersion'), version);
    const fresh = await orderOf(ours, field, { id: idOf(order), expectedVersion: version });
    assert.equal(at(fresh, 'version'), version + 1);
  });

  test(`${field} says which argument is wrong`, async () => {
    const both = await send(field, { id: 'ord_x', externalId: 'x' });
    assert.deepEqual(codesOf(both), ['BAD_USER_INPUT']);
    assert.deepEqual(at(both.errors[0]?.extensions, 'problems', 0, 'path'), ['input', 'id']);
    assert.deepEqual(codesOf(await send(field, { id: 'prod_x' })), ['NOT_FOUND']);
    assert.deepEqual(codesOf(await send(field, { externalId: 'nothing' })), ['NOT_FOUND']);
  });
}

test('an order takes its prices from the products and adds them up exactly', async () => {
  const cheap = await newProduct(ours, { price: { amount: '0.01', currencyCode: 'EUR' } });
  const order = await orderOf(ours, 'createOrder', {
    externalId: 'sum',
    lines: [
      { productId, quantity: 3 },
      { productId: cheap, quantity: 100_001 },
      { productId, quantity: 1, unitPrice: { amount: '9.99', currencyCode: 'EUR' } },
    ],
    shippingPrice: { amount: '4.9', currencyCode: 'EUR' },
  });
  assert.deepEqual(at(order, 'subtotal', 'amount'), '1040.00');
  assert.deepEqual(at(order, 'total'), { amount: '1044.90', currencyCode: 'EUR' });
  const read = await ours.send('{ order(externalId: "sum") { id total { amount } } }');
  assert.equal(at(dataOf(read), 'order', 'total', 'amount'), '1044.90');
  const node = await ours.send('query ($id: ID!) { node(id: $id) { __typename id } }', {
    id: idOf(order),
  });
  assert.deepEqual(at(dataOf(node), 'node'), { __typename: 'Order', id: idOf(order) });
});

test('everything that is wrong with an order is told at once', async () => {
  const unpriced = await newProduct(ours, { price: null }, false);
  const { errors } = await send('createOrder', {
    externalId: ' ',
    currencyCode: 'EUR',
    lines: [
      { productId, quantity: 0 },
      { productId: 'prod_nothing', quantity: 1 },
      { quantity: 1 },
      { productId: unpriced, quantity: 1 },
      { productId, quantity: 1, unitPrice: { amount: '1', currencyCode: 'USD' } },
    ],
    shippingPrice: { amount: '-1', currencyCode: 'EUR' },
    shippingAddress: { country: 'FR', city: 'x'.repeat(300) },
  });
  const problems: Json | undefined = at(errors[0]?.extensions, 'problems');
  assert.ok(Array.isArray(problems));
  assert.deepEqual(
    problems.map((problem: Json) => [at(problem, 'path'), at(problem, 'code')]),
    [
      [['input', 'shippingPrice', 'amount'], 'OUT_OF_RANGE'],
      [['input', 'externalId'], 'EMPTY'],
      [['input', 'shippingAddress', 'city'], 'TOO_LONG'],
      [['input', 'lines', 0, 'quantity'], 'OUT_OF_RANGE'],
      [['input', 'lines', 1, 'productId'], 'NOT_FOUND'],
      [['input', 'lines', 2], 'EXACTLY_ONE'],
      [['input', 'lines', 3, 'unitPrice'], 'REQUIRED'],
      [['input', 'lines', 4, 'unitPrice', 'currencyCode'], 'WRONG_CURRENCY'],
    ],
  );
  assert.deepEqual(codesOf(await send('createOrder', { lines: [] })), ['BAD_USER_INPUT']);
});

test('an externalId that is taken is a conflict', async () => {
  await orderOf(ours, 'createOrder', { externalId: 'taken', lines });
  const { errors } = await send('createOrder', { externalId: 'taken', lines });
  assert.deepEqual(codesOf({ errors }), ['CONFLICT']);
  assert.equal(at(errors[0]?.extensions, 'externalId'), 'taken');
});

test('a footprint is frozen at confirmation, whatever is calculated later', async () => {
  const changing = await newProduct(ours);
  const one = await calculate(ours, changing);
  const draft = await orderIn(ours, 'DRAFT', { lines: [{ productId: changing, quantity: 2 }] });
  assert.equal(at(draft, 'co2eKg'), null);
  assert.equal(at(draft, 'lines', 0, 'co2eKg'), null);
  assert.equal(numberAt(draft, 'estimatedCo2eKg'), 2 * one);
  const confirmed = await orderOf(ours, 'confirmOrder', { id: idOf(draft) });
  assert.match(String(at(confirmed, 'lines', 0, 'calculationId')), /^calc_/);
  const change = { id: changing, components: [{ material: 'cotton fibre', massKg: 1 }] };
  dataOf(await ours.send(mutationText('updateProduct', 'product { id }'), { input: change }));
  assert.notEqual(await calculate(ours, changing), one);
  const later = await ours.send(`query ($id: ID) { order(id: $id) { ${ORDER} } }`, {
    id: idOf(draft),
  });
  assert.deepEqual(at(dataOf(later), 'order'), confirmed);
  assert.equal(numberAt(confirmed, 'co2eKg'), 2 * one);
});

test('a product without a footprint is counted, not taken for zero', async () => {
  const unknown = await newProduct(ours, {}, false);
  const order = await orderIn(ours, 'CONFIRMED', { lines: [{ productId: unknown, quantity: 1 }] });
  assert.equal(at(order, 'co2eKg'), null);
  assert.equal(at(order, 'estimatedCo2eKg'), null);
  assert.equal(at(order, 'linesWithoutFootprint'), 1);
});

test('a product that was never calculated is when it is sold, unless it cannot be', async () => {
  const components = (material: string) => ({ components: [{ material, massKg: 2 }] });
  const fresh = await newProduct(ours, components('cotton fibre'), false);
  const unknown = await newProduct(ours, components('unobtainium'), false);
  const order = await orderIn(ours, 'CONFIRMED', {
    lines: [
      { productId: fresh, quantity: 2 },
      { productId: unknown, quantity: 1 },
    ],
  });
  assert.equal(at(order, 'linesWithoutFootprint'), 1);
  assert.equal(numberAt(order, 'co2eKg'), 2 * (await calculate(ours, fresh)));
});

test('a leg that cannot be calculated is refused when the order is created', async () => {
  const { errors } = await send('createOrder', { lines, shippingLegs: [ROAD, { method: 'SEA' }] });
  assert.deepEqual(codesOf({ errors }), ['BAD_USER_INPUT']);
  assert.deepEqual(at(errors[0]?.extensions, 'problems', 0, 'path'), [
    'input',
    'shippingLegs',
    1,
    'distanceKm',
  ]);
});

test('a product in an order cannot be deleted', async () => {
  const sold = await newProduct(ours);
  await orderIn(ours, 'DRAFT', { lines: [{ productId: sold, quantity: 1 }] });
  const answer = await ours.send(mutationText('deleteProduct', 'deletedProductId'), {
    input: { id: sold },
  });
  assert.deepEqual(codesOf(answer), ['CONFLICT']);
});

const LIST = `query ($filter: OrderFilter, $orderBy: OrderOrder, $first: Int, $after: String) {
  orders(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
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
    [{ placedFrom: '2026-01-02T00:00:00Z' }, ['B-1', 'A-2']],
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
  const page = await list({ orderBy: placed, first: 2 });
  assert.deepEqual(namesIn(page), ['B-1', 'A-2']);
  const after = at(page, 'orders', 'pageInfo', 'endCursor') ?? null;
  assert.deepEqual(namesIn(await list({ orderBy: placed, first: 2, after })), ['A-1']);
  assert.equal(namesIn(await list({ orderBy: { field: 'TOTAL' } }))[0], 'A-1');
  assert.deepEqual(namesIn(await list({ orderBy: { field: 'FOOTPRINT' } })), ['B-1']);
  const others = await world();
  assert.equal(at(dataOf(await others.send(LIST)), 'orders', 'totalCount'), 0);
});

test('orders are unseen without ORDERS_READ', async () => {
  const blind = await world({
    organization: ours.organization,
    permissions: ['PRODUCTS_READ', 'CUSTOMERS_READ'],
  });
  const answer = await blind.send('{ orders { totalCount } }');
  assert.deepEqual(codesOf(answer), ['FORBIDDEN']);
  assert.equal(at(answer.errors[0]?.extensions, 'requiredPermission'), 'ORDERS_READ');
});

test('addresses go with the customer, in orders and in what is told of them', async () => {
  const shop = await world();
  const pan = await newProduct(shop);
  const customer = await shop.send(mutationText('createCustomer', 'customer { id }'), {
    input: { name: 'Ada' },
  });
  const customerId = String(at(dataOf(customer), 'createCustomer', 'customer', 'id'));
  const headers = { 'Idempotency-Key': 'ada-1' };
  const input = {
    customerId,
    lines: [{ productId: pan, quantity: 2, unitPrice: EUR_10 }],
    shippingAddress: { name: 'Ada', lines: ['1 Analytical Way'], city: 'London', country: 'GB' },
  };
  const created = await shop.send(text('createOrder'), { input }, headers);
  const id = String(at(dataOf(created), 'createOrder', 'order', 'id'));
  await orderOf(shop, 'confirmOrder', { id });
  const READ = `query ($id: ID) { order(id: $id) {
    shippingAddress { name lines city country } customer { id name totals { orderCount totalCo2eKg } }
  } }`;
  const before = dataOf(await shop.send(READ, { id }));
  assert.deepEqual(at(before, 'order', 'shippingAddress'), input.shippingAddress);
  assert.equal(at(before, 'order', 'customer', 'totals', 'orderCount'), 1);
  const data = await shop.send('query ($id: ID) { customerData(id: $id) }', { id: customerId });
  assert.match(JSON.stringify(data.data), /Analytical Way/);

  const erased = { input: { id: customerId } };
  dataOf(await shop.send(mutationText('deleteCustomer', 'deletedCustomerId'), erased));
  const after = dataOf(await shop.send(READ, { id }));
  assert.equal(at(after, 'order', 'shippingAddress'), null);
  assert.equal(at(after, 'order', 'customer', 'name'), null);
  assert.ok(numberAt(after, 'order', 'customer', 'totals', 'totalCo2eKg') > 0);
  const again = await shop.send(text('createOrder'), { input });
  assert.deepEqual(codesOf(again), ['CONFLICT']);
  const held = await query(
    service.db,
    `select 1 from (select encode(answer, 'escape') as held from idempotency_keys where organization_id = $1 and environment = $2
       union all select data::text from events where organization_id = $1 and environment = $2) as kept
     where held like '%Analytical%'`,
    [shop.scope.organizationId, shop.scope.environment],
  );
  assert.deepEqual(held, []);
});

test('the orders of customers are listed below them', async () => {
  const shop = await world();
  const pan = await newProduct(shop);
  for (const externalId of ['ada', 'grace']) {
    const input = { externalId };
    dataOf(await shop.send(mutationText('createCustomer', 'customer { id }'), { input }));
    for (const number of [1, 2, 3]) {
      await orderOf(shop, 'createOrder', {
        externalId: `${externalId}-${number}`,
        customerExternalId: externalId,
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
