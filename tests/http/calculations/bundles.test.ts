import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../close.ts';
import {
  at,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  numberAt,
  sendForId,
  textAt,
} from '../client.ts';
import {
  calculate as calculateProduct,
  EUR_10,
  idOf,
  newProduct,
  orderIn,
  orderOf,
  ROAD,
} from '../orders/shop.ts';
import { world } from '../world.ts';
import { calculate, problemsOf, resultOf, sumAt } from './desk.ts';

/** Carts and orders calculated as a whole, and orders restated. */

const ours = await world({ tier: 'GROWTH' });
const METAL: JsonObject = { name: 'Tray', components: [{ material: 'aluminium can', massKg: 2 }] };
const tray = await newProduct(ours, METAL);
const bowl = await newProduct(ours, { ...METAL, name: 'Bowl', netMassKg: 6 });
const [trayKg, bowlKg] = [await calculateProduct(ours, tray), await calculateProduct(ours, bowl)];
const LINES = {
  lines: [
    { productId: tray, quantity: 3 },
    { productId: bowl, quantity: 2 },
  ],
  shippingLegs: [ROAD],
};
const WAY = ((3 * 2 + 2 * 6) / 1000) * 100 * (0.10163 + 0.02359);

const RESTATE = `mutation ($input: CalculateOrderFootprintInput!) { calculateOrderFootprint(input: $input) {
  calculation { id co2eKg }
  order { version co2eKg footprintCalculation { id }
    lines { number co2eKg restatedCo2eKg }
    footprintLedger(first: 50) { edges { node { kind part lineNumber quantity co2eKg calculation { id } } } } } } }`;

async function restated(input: JsonObject): Promise<Json> {
  const answer = await ours.send(RESTATE, { input: { restate: true, detail: 'BASIC', ...input } });
  return at(dataOf(answer), 'calculateOrderFootprint') ?? null;
}

/** Another amount of metal in the product, as if it had been weighed anew. */
async function weighed(id: string, massKg: number): Promise<void> {
  const input = { id, components: [{ material: 'aluminium can', massKg }] };
  await sendForId(ours, 'updateProduct', 'product', input);
}

test('an order is its products, times their quantity, and its way', async () => {
  const order = await orderOf(ours, 'createOrder', LINES);
  const wanted = { orderId: idOf(order), detail: 'BASIC' };
  const result = await resultOf(ours, 'calculateOrderFootprint', wanted);
  assert.equal(at(result, 'kind'), 'ORDER');
  assertClose(numberAt(result, 'co2eKg'), 3 * trayKg + 2 * bowlKg + WAY);
  assertClose(numberAt(result, 'co2eKg'), numberAt(order, 'estimatedCo2eKg'));
  assertClose(sumAt(result, 'phases'), numberAt(result, 'co2eKg'));
  assertClose(sumAt(result, 'contributions'), numberAt(result, 'co2eKg'));
});

test('FULL is the default, with everything that explains it', async () => {
  const order = await orderOf(ours, 'createOrder', LINES);
  const selection = `detail co2eKg contributionTree { co2eKg } order { id } shoppingCart { id }
    full { uncertainty { lowCo2eKg } monteCarlo { iterations } }`;
  const wanted = { orderId: idOf(order), monteCarlo: { iterations: 100 } };
  const result = await resultOf(ours, 'calculateOrderFootprint', wanted, selection);
  assert.equal(at(result, 'detail'), 'FULL');
  assertClose(numberAt(result, 'contributionTree', 0, 'co2eKg'), numberAt(result, 'co2eKg'));
  assert.ok(numberAt(result, 'full', 'uncertainty', 'lowCo2eKg') > 0);
  assert.equal(at(result, 'order', 'id'), idOf(order));
  assert.equal(at(result, 'shoppingCart'), null);
});

test('before shipment another way can be tried; that changes nothing of the order', async () => {
  const order = await orderOf(ours, 'createOrder', LINES);
  const input = {
    orderId: idOf(order),
    detail: 'BASIC',
    shippingLegs: [{ method: 'ROAD', distanceKm: 200 }],
    massKg: 20,
  };
  const result = await resultOf(ours, 'calculateOrderFootprint', input);
  const way = 0.02 * 200 * (0.10163 + 0.02359);
  assertClose(numberAt(result, 'co2eKg'), 3 * trayKg + 2 * bowlKg + way);
  const read = await ours.send(
    'query ($id: ID) { order(id: $id) { version shippingLegs { distanceKm } footprintCalculation { id } } }',
    { id: idOf(order) },
  );
  assert.equal(at(dataOf(read), 'order', 'version'), 1);
  assert.equal(at(dataOf(read), 'order', 'shippingLegs', 0, 'distanceKm'), 100);
  assert.equal(textAt(read, 'order', 'footprintCalculation', 'id'), at(result, 'id'));
});

test('a shipped order is calculated with what its legs carried, and takes no other way', async () => {
  const confirmed = await orderIn(ours, 'CONFIRMED', LINES);
  const shipped = await orderOf(ours, 'shipOrder', { id: idOf(confirmed), massKg: 40 });
  const orderId = idOf(shipped);
  const result = await resultOf(ours, 'calculateOrderFootprint', { orderId, detail: 'BASIC' });
  assertClose(numberAt(result, 'co2eKg'), numberAt(shipped, 'co2eKg'));
  const other = await calculate(ours, 'calculateOrderFootprint', { orderId, shippingLegs: [ROAD] });
  assert.deepEqual(codesOf(other), ['BAD_USER_INPUT']);
  assert.deepEqual(problemsOf(other)[0]?.path, ['input', 'shippingLegs']);
});

test('a leg with an unknown load is refused with its path in the input', async () => {
  const light = await newProduct(ours, { ...METAL, netMassKg: null });
  const lines = [{ productId: light, quantity: 1 }];
  const order = await orderOf(ours, 'createOrder', { lines });
  const input = { orderId: idOf(order), detail: 'BASIC', shippingLegs: [ROAD] };
  const answer = await calculate(ours, 'calculateOrderFootprint', input);
  assert.deepEqual(problemsOf(answer)[0]?.path, ['input', 'shippingLegs', 0, 'massKg']);
  const wrong = { boundary: 'CRADLE_TO_GATE', year: 0 };
  const both = await calculate(ours, 'calculateOrderFootprint', { ...input, ...wrong });
  assert.deepEqual(
    problemsOf(both).map(({ path }) => path),
    [
      ['input', 'boundary'],
      ['input', 'year'],
      ['input', 'shippingLegs', 0, 'massKg'],
    ],
  );
});

test('a line whose product has no factor is MISSING_FACTOR, named by its line', async () => {
  const odd = await newProduct(ours, { components: [{ material: 'vibranium', massKg: 1 }] }, false);
  const lines = [
    { productId: tray, quantity: 1 },
    { productId: odd, quantity: 1 },
  ];
  const order = await orderOf(ours, 'createOrder', { lines });
  for (const detail of ['BASIC', 'FULL']) {
    const wanted = { orderId: idOf(order), detail };
    const answer = await calculate(ours, 'calculateOrderFootprint', wanted);
    assert.deepEqual(codesOf(answer), ['MISSING_FACTOR']);
    assert.deepEqual(
      problemsOf(answer).map(({ path }) => path),
      [['lines', 1, 'components', 0, 'material']],
    );
  }
});

test('a restatement books the difference of every line and keeps what was frozen', async () => {
  const product = await newProduct(ours, METAL);
  const order = await orderIn(ours, 'CONFIRMED', { lines: [{ productId: product, quantity: 4 }] });
  await weighed(product, 3);
  const answer = await restated({ orderId: idOf(order) });
  const calculationId = at(answer, 'calculation', 'id');
  assert.equal(at(answer, 'order', 'version'), numberAt(order, 'version') + 1);
  assertClose(numberAt(answer, 'order', 'lines', 0, 'co2eKg'), 4 * trayKg);
  assertClose(numberAt(answer, 'order', 'lines', 0, 'restatedCo2eKg'), 4 * 1.5 * trayKg);
  assertClose(numberAt(answer, 'order', 'co2eKg'), 4 * 1.5 * trayKg);
  const entries = at(answer, 'order', 'footprintLedger', 'edges');
  assert.ok(Array.isArray(entries));
  assert.deepEqual(
    entries.map((entry) => at(entry, 'node', 'kind')),
    ['CALCULATED', 'ADJUSTED'],
  );
  assert.equal(at(entries, 1, 'node', 'calculation', 'id'), calculationId);
  assert.equal(at(entries, 1, 'node', 'quantity'), 4);
  assertClose(Number(at(entries, 1, 'node', 'co2eKg')), 4 * 0.5 * trayKg);
});

test('a second restatement with the same result books nothing', async () => {
  const product = await newProduct(ours, METAL);
  const order = await orderIn(ours, 'CONFIRMED', { lines: [{ productId: product, quantity: 4 }] });
  await weighed(product, 5);
  const first = await restated({ orderId: idOf(order) });
  const second = await restated({ orderId: idOf(order) });
  assert.equal(at(second, 'order', 'co2eKg'), at(first, 'order', 'co2eKg'));
  assert.deepEqual(at(second, 'order', 'footprintLedger'), at(first, 'order', 'footprintLedger'));
});

test('a return after a restatement is reversed at the restated value, to exactly zero', async () => {
  const product = await newProduct(ours, METAL);
  const order = await orderIn(ours, 'DELIVERED', { lines: [{ productId: product, quantity: 7 }] });
  const id = idOf(order);
  const some = { id, lines: [{ number: 1, quantity: 3 }] };
  await orderOf(ours, 'returnOrder', some);
  await weighed(product, 2.3);
  const answer = await restated({ orderId: id });
  assertClose(numberAt(answer, 'order', 'co2eKg'), 4 * 1.15 * trayKg);
  const back = await orderOf(ours, 'returnOrder', { id });
  assert.equal(at(back, 'state'), 'RETURNED');
  assert.equal(at(back, 'co2eKg'), 0);
});

test('a line that had no footprint when it was confirmed gets one by restatement', async () => {
  const unknown = { name: 'Tray', components: [{ material: 'mithril', massKg: 2 }] };
  const product = await newProduct(ours, unknown, false);
  const order = await orderIn(ours, 'CONFIRMED', { lines: [{ productId: product, quantity: 2 }] });
  assert.equal(at(order, 'co2eKg'), null);
  await weighed(product, 2);
  const answer = await restated({ orderId: idOf(order) });
  assertClose(numberAt(answer, 'order', 'co2eKg'), 2 * trayKg);
  assert.equal(at(answer, 'order', 'lines', 0, 'co2eKg'), null);
});

test('drafts and cancelled orders are not restated, nor with another way, a stale version or no ORDERS_WRITE', async () => {
  const lines = { lines: [{ productId: tray, quantity: 1 }] };
  for (const state of ['DRAFT', 'CANCELLED'] as const) {
    const order = await orderIn(ours, state, lines);
    const answer = await ours.send(RESTATE, { input: { orderId: idOf(order), restate: true } });
    assert.deepEqual(codesOf(answer), ['CONFLICT']);
    assert.equal(answer.errors[0]?.extensions['state'], state);
  }
  const order = await orderIn(ours, 'CONFIRMED', lines);
  const orderId = idOf(order);
  const elsewhere = { orderId, restate: true, shippingLegs: [ROAD] };
  assert.deepEqual(codesOf(await ours.send(RESTATE, { input: elsewhere })), ['BAD_USER_INPUT']);
  const stale = { orderId, restate: true, expectedVersion: 1 };
  const refused = await ours.send(RESTATE, { input: stale });
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.equal(refused.errors[0]?.extensions['currentVersion'], 2);
  const analyst = await world({
    tier: 'GROWTH',
    organization: ours.organization,
    permissions: ['CALCULATIONS_READ', 'CALCULATIONS_WRITE', 'ORDERS_READ'],
  });
  const whatIf = await calculate(analyst, 'calculateOrderFootprint', { orderId });
  assert.deepEqual(codesOf(whatIf), []);
  const forbidden = await analyst.send(RESTATE, { input: { orderId, restate: true } });
  assert.equal(forbidden.errors[0]?.extensions['requiredPermission'], 'ORDERS_WRITE');
});

test('a restatement is in the totals of the customer', async () => {
  const customer = { externalId: 'ada', email: 'ada@example.com' };
  await sendForId(ours, 'createCustomer', 'customer', customer);
  const product = await newProduct(ours, METAL);
  const order = await orderIn(ours, 'CONFIRMED', {
    lines: [{ productId: product, quantity: 2 }],
    customer: { externalId: 'ada' },
  });
  await weighed(product, 4);
  await restated({ orderId: idOf(order) });
  const read = await ours.send('{ customer(externalId: "ada") { totals { totalCo2eKg } } }');
  assertClose(
    numberAt(at(dataOf(read), 'customer', 'totals') ?? null, 'totalCo2eKg'),
    4 * trayKg,
    1e-9,
  );
});

test('a cart is calculated with the way that it might take', async () => {
  const cartId = await sendForId(ours, 'createShoppingCart', 'shoppingCart', {
    lines: LINES.lines,
  });
  const bare = await resultOf(ours, 'calculateCartFootprint', { cartId, detail: 'BASIC' });
  assertClose(numberAt(bare, 'co2eKg'), 3 * trayKg + 2 * bowlKg);
  assert.equal(at(bare, 'kind'), 'CART');
  const shipped = { cartId, detail: 'BASIC', shippingLegs: [ROAD] };
  const result = await resultOf(ours, 'calculateCartFootprint', shipped);
  assertClose(numberAt(result, 'co2eKg'), 3 * trayKg + 2 * bowlKg + WAY);
  const read = await ours.send(
    'query ($id: ID) { shoppingCart(id: $id) { version footprintCalculation { id shoppingCart { id } } } }',
    { id: cartId },
  );
  assert.equal(textAt(read, 'shoppingCart', 'footprintCalculation', 'id'), at(result, 'id'));
  assert.equal(textAt(read, 'shoppingCart', 'footprintCalculation', 'shoppingCart', 'id'), cartId);
  assert.equal(at(dataOf(read), 'shoppingCart', 'version'), 1);
});

test('goods of a cart are carried with the packaging of their product', async () => {
  const packaging = [{ level: 'PRIMARY', material: 'cardboard', massKg: 0.5, unitsPerPack: 2 }];
  const wayOf = async (fields: JsonObject) => {
    const productId = await newProduct(ours, { ...METAL, netMassKg: 1, ...fields });
    const input = { lines: [{ productId, quantity: 3, unitPrice: EUR_10 }] };
    const create = mutationText('createShoppingCart', 'shoppingCart { id }');
    const cartId = textAt(
      await ours.send(create, { input }),
      'createShoppingCart',
      'shoppingCart',
      'id',
    );
    const asked = { cartId, detail: 'BASIC' };
    const bare = await resultOf(ours, 'calculateCartFootprint', asked);
    const sent = { ...asked, shippingLegs: [ROAD] };
    const carried = await resultOf(ours, 'calculateCartFootprint', sent);
    return numberAt(carried, 'co2eKg') - numberAt(bare, 'co2eKg');
  };
  assertClose(await wayOf({ packaging }), 1.25 * (await wayOf({})), 1e-9);
});

test('an empty cart has nothing to calculate', async () => {
  const created = await ours.send(mutationText('createShoppingCart', 'shoppingCart { id }'), {
    input: { externalId: 'empty' },
  });
  dataOf(created);
  const cart = { externalId: 'empty' };
  const wrong = { detail: 'BASIC', boundary: 'CRADLE_TO_GATE', massKg: -1 };
  const answer = await calculate(ours, 'calculateCartFootprint', { cart, ...wrong });
  assert.deepEqual(codesOf(answer), ['CONFLICT']);
  assert.deepEqual(
    problemsOf(answer).map(({ path }) => path),
    [
      ['input', 'massKg'],
      ['input', 'boundary'],
    ],
  );
});

test('carts and orders of others look as if they were not there', async () => {
  const order = await orderOf(ours, 'createOrder', LINES);
  const cart = {
    input: { externalId: 'ours', lines: [{ productId: tray, quantity: 1, unitPrice: EUR_10 }] },
  };
  const made = await ours.send(mutationText('createShoppingCart', 'shoppingCart { id }'), cart);
  const cartId = textAt(made, 'createShoppingCart', 'shoppingCart', 'id');
  const stranger = await world({ tier: 'GROWTH' });
  for (const [field, input] of [
    ['calculateOrderFootprint', { orderId: idOf(order) }],
    ['calculateCartFootprint', { cartId }],
    ['calculateCartFootprint', { cart: { externalId: 'ours' } }],
  ] as const) {
    assert.deepEqual(codesOf(await calculate(stranger, field, input)), ['NOT_FOUND']);
  }
});

test('a repeated idempotency key books a restatement once', async () => {
  const product = await newProduct(ours, METAL);
  const order = await orderIn(ours, 'CONFIRMED', { lines: [{ productId: product, quantity: 1 }] });
  await weighed(product, 8);
  const input = { orderId: idOf(order), restate: true, detail: 'BASIC' };
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const first = dataOf(await ours.send(RESTATE, { input }, headers));
  assert.deepEqual(dataOf(await ours.send(RESTATE, { input }, headers)), first);
  const other = await ours.send(RESTATE, { input: { ...input, detail: 'FULL' } }, headers);
  assert.deepEqual(codesOf(other), ['IDEMPOTENCY_KEY_REUSED']);
});
