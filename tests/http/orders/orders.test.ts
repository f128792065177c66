import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../server/src/platform/database/index.ts';
import {
  at,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  numberAt,
  sendForId,
} from '../client.ts';
import { service, world } from '../world.ts';
import { calculate, EUR_10, idOf, newProduct, ORDER, orderIn, orderOf, ROAD } from './shop.ts';
import { holdsForEveryone } from './strangers.ts';

const ours = await world();
const productId = await newProduct(ours);
const lines = [{ productId, quantity: 2 }];

function send(field: string, input: JsonObject) {
  return ours.send(mutationText(field, `order { ${ORDER} }`), { input });
}

const text = (field: string) => mutationText(field, `order { ${ORDER} }`);

holdsForEveryone(ours, {
  field: 'createOrder',
  text: text('createOrder'),
  input: async () => ({ lines }),
  otherInput: async () => ({ lines: [{ productId, quantity: 3 }] }),
  namesOwn: false,
});

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

test('reports all problems of an order in one response', async () => {
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
      [['input', 'lines', 2, 'product'], 'EXACTLY_ONE'],
      [['input', 'lines', 3, 'unitPrice'], 'REQUIRED'],
      [['input', 'lines', 4, 'unitPrice', 'currencyCode'], 'WRONG_CURRENCY'],
    ],
  );
  assert.deepEqual(codesOf(await send('createOrder', { lines: [] })), ['BAD_USER_INPUT']);
});

test('an externalId that exists is a conflict', async () => {
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
  assert.match(String(at(confirmed, 'lines', 0, 'calculation', 'id')), /^calc_/);
  const change = { id: changing, components: [{ material: 'cotton fibre', massKg: 1 }] };
  await sendForId(ours, 'updateProduct', 'product', change);
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
  const several = [{ method: 'SEA' }, ROAD, { ...ROAD, distanceKm: -1 }];
  const refused = await send('createOrder', { lines, shippingLegs: several });
  const problems = at(refused.errors[0]?.extensions, 'problems');
  assert.ok(Array.isArray(problems));
  assert.deepEqual(
    problems.map((each: Json) => at(each, 'path', 2)),
    [0, 2],
  );
});

test('a product in an order cannot be deleted', async () => {
  const sold = await newProduct(ours);
  await orderIn(ours, 'DRAFT', { lines: [{ productId: sold, quantity: 1 }] });
  const answer = await ours.send(mutationText('deleteProduct', 'deletedProductId'), {
    input: { id: sold },
  });
  assert.deepEqual(codesOf(answer), ['CONFLICT']);
});

test('addresses are erased with the customer, in orders and in their events', async () => {
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
