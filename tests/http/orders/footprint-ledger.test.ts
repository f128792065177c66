import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  at,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  numberAt,
  problemsOf,
  sendForId,
} from '../client.ts';
import { world } from '../world.ts';
import { calculate, idOf, newProduct, orderIn, orderOf, ROAD } from './shop.ts';

/** The refund matrix: what cancelling, returning and refunding do to the footprint of an order. */

const ours = await world();
const productId = await newProduct(ours);
const unit = await calculate(ours, productId);
const other = await newProduct(ours, { netMassKg: 6 });
const otherUnit = await calculate(ours, other);

const ONE_LINE = { lines: [{ productId, quantity: 4 }], shippingLegs: [ROAD] };

type Entry = { readonly kind: string; readonly part: string; readonly co2eKg: number };

async function ledgerOf(id: string): Promise<Entry[]> {
  const answer = await ours.send(
    `query ($id: ID) { order(id: $id) { footprintLedger(first: 100) {
       totalCount edges { node { number kind part lineNumber quantity co2eKg } } } } }`,
    { id },
  );
  const edges = at(dataOf(answer), 'order', 'footprintLedger', 'edges');
  assert.ok(Array.isArray(edges));
  assert.equal(at(dataOf(answer), 'order', 'footprintLedger', 'totalCount'), edges.length);
  return edges.map((edge: Json) => ({
    kind: String(at(edge, 'node', 'kind')),
    part: String(at(edge, 'node', 'part')),
    co2eKg: Number(at(edge, 'node', 'co2eKg')),
  }));
}

function sumOf(entries: readonly Entry[], part: string): number {
  return entries
    .filter((entry) => entry.part === part)
    .reduce((sum, entry) => sum + entry.co2eKg, 0);
}

function near(actual: number, expected: number): void {
  assert.ok(Math.abs(actual - expected) <= 1e-12 * Math.max(1, Math.abs(expected)), `${actual}`);
}

async function delivered(input: JsonObject = ONE_LINE): Promise<{ id: string; way: number }> {
  const order = await orderIn(ours, 'DELIVERED', input);
  return { id: idOf(order), way: numberAt(order, 'shippingCo2eKg') };
}

test('cancelled before shipment: everything is taken back, to exactly nothing', async () => {
  const order = await orderIn(ours, 'CONFIRMED', {
    lines: [
      { productId, quantity: 3 },
      { productId: other, quantity: 7 },
    ],
  });
  near(numberAt(order, 'co2eKg'), 3 * unit + 7 * otherUnit);
  const cancelled = await orderOf(ours, 'cancelOrder', { id: idOf(order) });
  assert.equal(at(cancelled, 'co2eKg'), 0);
  const kinds = (await ledgerOf(idOf(order))).map(({ kind }) => kind);
  assert.deepEqual(kinds, ['CALCULATED', 'CALCULATED', 'ADJUSTED', 'ADJUSTED']);
});

test('a draft that is cancelled never had a footprint', async () => {
  const order = await orderIn(ours, 'CANCELLED', ONE_LINE);
  assert.equal(at(order, 'co2eKg'), null);
  assert.deepEqual(await ledgerOf(idOf(order)), []);
});

test('shipped: the way is added, split over the lines by mass', async () => {
  const lines = [
    { productId, quantity: 3 },
    { productId: other, quantity: 1 },
  ];
  const draft = await orderIn(ours, 'CONFIRMED', { lines, shippingLegs: [ROAD] });
  const estimate = numberAt(draft, 'shippingCo2eKg');
  near(numberAt(draft, 'estimatedCo2eKg'), 3 * unit + otherUnit + estimate);
  const order = await orderOf(ours, 'shipOrder', { id: idOf(draft) });
  const way = numberAt(order, 'shippingCo2eKg');
  assert.equal(way, estimate);
  near(numberAt(order, 'co2eKg'), 3 * unit + otherUnit + way);
  const shares = (await ledgerOf(idOf(order))).filter(({ kind }) => kind === 'SHIPPED');
  assert.equal(shares.length, 2);
  for (const share of shares) near(share.co2eKg, way / 2);
});

test('shipped: goods are carried with the packaging of their product', async () => {
  const packed = await newProduct(ours, {
    packaging: [
      { level: 'PRIMARY', material: 'cardboard', massKg: 0.5 },
      // Reuse makes its material lighter, not what is carried.
      { level: 'TERTIARY', material: 'pine', massKg: 24, unitsPerPack: 48, reuseCount: 10 },
    ],
  });
  const goods = { lines: [{ productId: packed, quantity: 4 }], shippingLegs: [ROAD] };
  const net = numberAt(await orderIn(ours, 'CONFIRMED', ONE_LINE), 'shippingCo2eKg');
  const order = await orderIn(ours, 'CONFIRMED', goods);
  near(numberAt(order, 'shippingCo2eKg'), net * (3 / 2));
  const shipped = await orderOf(ours, 'shipOrder', { id: idOf(order) });
  near(numberAt(shipped, 'shippingCo2eKg'), net * (3 / 2));
  const read = await ours.send('query ($id: ID) { order(id: $id) { lines { massKg } } }', {
    id: idOf(order),
  });
  near(numberAt(at(dataOf(read), 'order', 'lines', 0) ?? null, 'massKg'), 12);
});

test('shipped otherwise than planned: what was, counts', async () => {
  const draft = await orderIn(ours, 'CONFIRMED', ONE_LINE);
  const planned = numberAt(draft, 'shippingCo2eKg');
  const order = await orderOf(ours, 'shipOrder', {
    id: idOf(draft),
    shippingLegs: [{ ...ROAD, distanceKm: 300 }],
    massKg: 16,
  });
  near(numberAt(order, 'shippingCo2eKg'), planned * 6);
});

test('returned and restocked: the product goes, both ways and the reconditioning stay', async () => {
  const { id, way } = await delivered();
  const order = await orderOf(ours, 'returnOrder', {
    id,
    transportLegs: [ROAD],
    reconditioningCo2eKg: 0.5,
  });
  assert.equal(at(order, 'state'), 'RETURNED');
  const entries = await ledgerOf(id);
  assert.equal(sumOf(entries, 'PRODUCT'), 0);
  near(sumOf(entries, 'OUTBOUND_TRANSPORT'), way);
  near(sumOf(entries, 'RETURN_TRANSPORT'), way);
  assert.equal(sumOf(entries, 'RECONDITIONING'), 4 * 0.5);
  near(numberAt(order, 'co2eKg'), 2 * way + 2);
});

test('returned and destroyed: the product stays, with the way back and its end of life', async () => {
  const { id, way } = await delivered();
  const order = await orderOf(ours, 'returnOrder', {
    id,
    disposition: 'DESTROY',
    transportLegs: [ROAD],
    endOfLifeCo2eKg: 0.25,
  });
  near(numberAt(order, 'co2eKg'), 4 * unit + 2 * way + 4 * 0.25);
  assert.equal(sumOf(await ledgerOf(id), 'END_OF_LIFE'), 1);
});

test('destroyed without a figure: the end of life is calculated from the product', async () => {
  const { id, way } = await delivered();
  const order = await orderOf(ours, 'returnOrder', { id, disposition: 'DESTROY' });
  const end = sumOf(await ledgerOf(id), 'END_OF_LIFE');
  assert.ok(end > 0, `${end}`);
  near(numberAt(order, 'co2eKg'), 4 * unit + way + end);
});

test('returned piece by piece: the order stays delivered until nothing is left, then exactly nothing remains of the product', async () => {
  const { id, way } = await delivered();
  for (const rest of [3, 2, 1]) {
    const order = await orderOf(ours, 'returnOrder', { id, lines: [{ number: 1, quantity: 1 }] });
    assert.equal(at(order, 'state'), 'DELIVERED');
    near(numberAt(order, 'co2eKg'), rest * unit + way);
  }
  const { errors } = await ours.send(mutationText('returnOrder', 'order { id }'), {
    input: { id, lines: [{ number: 1, quantity: 2 }] },
  });
  assert.deepEqual(at(errors[0]?.extensions, 'problems', 0, 'path'), [
    'input',
    'lines',
    0,
    'quantity',
  ]);
  const order = await orderOf(ours, 'returnOrder', { id });
  assert.equal(at(order, 'state'), 'RETURNED');
  assert.equal(at(order, 'lines', 0, 'returnedQuantity'), 4);
  assert.equal(numberAt(order, 'co2eKg'), way);
  const returns = await ours.send(
    'query ($id: ID) { order(id: $id) { returns { lines { number quantity disposition } } } }',
    { id },
  );
  assert.deepEqual(at(dataOf(returns), 'order', 'returns', 3, 'lines'), [
    { number: 1, quantity: 1, disposition: 'RESTOCK' },
  ]);
});

test('refunded without a return: nothing is taken back', async () => {
  const { id } = await delivered();
  const record = mutationText('recordTransaction', 'transaction { id } order { co2eKg }');
  const sale = await ours.send(record, { input: { orderId: id, type: 'CAPTURE' } });
  const before = at(dataOf(sale), 'recordTransaction', 'order', 'co2eKg');
  const parentId = at(dataOf(sale), 'recordTransaction', 'transaction', 'id') ?? null;
  const entries = await ledgerOf(id);
  const refund = await ours.send(record, { input: { orderId: id, type: 'REFUND', parentId } });
  assert.equal(at(dataOf(refund), 'recordTransaction', 'order', 'co2eKg'), before);
  assert.deepEqual(await ledgerOf(id), entries);
});

test('a return of half an order follows quantity, whatever was refunded', async () => {
  const { id, way } = await delivered();
  const record = mutationText('recordTransaction', 'transaction { id }');
  const sale = await ours.send(record, { input: { orderId: id, type: 'CAPTURE' } });
  const parentId = at(dataOf(sale), 'recordTransaction', 'transaction', 'id') ?? null;
  const amount = { amount: '39.99', currencyCode: 'EUR' };
  dataOf(await ours.send(record, { input: { orderId: id, type: 'REFUND', parentId, amount } }));
  const order = await orderOf(ours, 'returnOrder', { id, lines: [{ number: 1, quantity: 2 }] });
  near(numberAt(order, 'co2eKg'), 2 * unit + way);
});

test('a return names lines that the order has', async () => {
  const { id } = await delivered();
  const send = (input: JsonObject) =>
    ours.send(mutationText('returnOrder', 'order { id }'), { input: { id, ...input } });
  for (const lines of [[], [{ number: 2, quantity: 1 }], [{ number: 1, quantity: 0 }]]) {
    assert.deepEqual(codesOf(await send({ lines })), ['BAD_USER_INPUT']);
  }
  assert.deepEqual(codesOf(await send({ reconditioningCo2eKg: -1 })), ['BAD_USER_INPUT']);
  const twice = [
    { number: 1, quantity: 3 },
    { number: 1, quantity: 2 },
  ];
  assert.deepEqual(codesOf(await send({ lines: twice })), ['BAD_USER_INPUT']);
  const transportLegs = [{ method: 'ROAD', from: 'XXQQQ', to: 'DE' }];
  const all = await send({ lines: [{ number: 2, quantity: 1 }], massKg: -1, transportLegs });
  assert.deepEqual(
    problemsOf(all).map(([path]) => path),
    ['input.massKg', 'input.lines.0.number', 'input.transportLegs.0.distanceKm'],
  );
});

test('a shipment is refused with all its problems at once', async () => {
  const order = await orderIn(ours, 'CONFIRMED', ONE_LINE);
  const ship = (input: JsonObject) =>
    ours.send(mutationText('shipOrder', 'order { id }'), { input: { id: idOf(order), ...input } });
  const shippingLegs = [
    { method: 'ROAD', from: 'XXQQQ', to: 'DE' },
    { method: 'SEA', distanceKm: -1 },
    { method: 'SEA' },
  ];
  const all = await ship({ massKg: -1, shippingLegs });
  assert.deepEqual(problemsOf(all), [
    ['input.shippingLegs.1.distanceKm', 'OUT_OF_RANGE'],
    ['input.shippingLegs.2.distanceKm', 'REQUIRED'],
    ['input.massKg', 'OUT_OF_RANGE'],
    ['input.shippingLegs.0.distanceKm', 'BAD_INPUT'],
  ]);
});

test('a leg without a mass is refused at shipment, with the field that gives it', async () => {
  const light = await newProduct(ours, { netMassKg: null });
  const input = { lines: [{ productId: light, quantity: 1 }], shippingLegs: [ROAD] };
  const order = await orderIn(ours, 'CONFIRMED', input);
  assert.equal(at(order, 'shippingCo2eKg'), null);
  const ship = mutationText('shipOrder', 'order { shippingCo2eKg }');
  const { errors } = await ours.send(ship, { input: { id: idOf(order) } });
  assert.deepEqual(at(errors[0]?.extensions, 'problems', 0, 'path'), [
    'input',
    'shippingLegs',
    0,
    'massKg',
  ]);
  const shipped = await orderOf(ours, 'shipOrder', { id: idOf(order), massKg: 1 });
  assert.ok(numberAt(shipped, 'shippingCo2eKg') > 0);
});

test('the totals of a customer follow the ledgers of their orders', async () => {
  const input = { externalId: 'grace' };
  await sendForId(ours, 'createCustomer', 'customer', input);
  const bought = { ...ONE_LINE, customer: { externalId: 'grace' } };
  const kept = await orderIn(ours, 'DELIVERED', bought);
  await orderIn(ours, 'RETURNED', bought);
  const cancelled = await orderIn(ours, 'CONFIRMED', bought);
  await orderOf(ours, 'cancelOrder', { id: idOf(cancelled) });
  const record = mutationText('recordTransaction', 'transaction { id }');
  const sale = await ours.send(record, { input: { orderId: idOf(kept), type: 'CAPTURE' } });
  const parentId = at(dataOf(sale), 'recordTransaction', 'transaction', 'id') ?? null;
  const amount = { amount: '10.00', currencyCode: 'EUR' };
  const refund = { orderId: idOf(kept), type: 'REFUND', parentId, amount };
  dataOf(await ours.send(record, { input: refund }));
  const read = await ours.send(`{ customer(externalId: "grace") {
    totals { orderCount totalCo2eKg totalSpent { amount currencyCode } } } }`);
  const totals = at(dataOf(read), 'customer', 'totals');
  assert.equal(at(totals, 'orderCount'), 2);
  assert.deepEqual(at(totals, 'totalSpent'), [{ amount: '30.00', currencyCode: 'EUR' }]);
  const way = numberAt(kept, 'shippingCo2eKg');
  assert.ok(Math.abs(numberAt(totals, 'totalCo2eKg') - (4 * unit + 2 * way)) < 1e-6);
});

test('the entries of a ledger are exact decimals that add up to the order without a remainder', async () => {
  const { id } = await delivered();
  const answer = await ours.send(
    `query ($id: ID) { order(id: $id) { co2eKg footprintLedger(first: 100) { nodes { part co2eKg } } } }`,
    { id },
  );
  const nodes = at(dataOf(answer), 'order', 'footprintLedger', 'nodes');
  assert.ok(Array.isArray(nodes) && nodes.length > 1);
  const SCALE = 40;
  const sum = nodes.reduce((total: bigint, node: Json) => {
    const text = at(node, 'co2eKg');
    assert.match(String(text), /^-?\d+(\.\d+)?$/);
    const [whole = '', decimals = ''] = String(text).split('.');
    assert.ok(decimals.length <= SCALE);
    return total + BigInt(whole + decimals.padEnd(SCALE, '0'));
  }, 0n);
  const digits = String(sum).padStart(SCALE + 1, '0');
  assert.equal(
    Number(`${digits.slice(0, -SCALE)}.${digits.slice(-SCALE)}`),
    at(dataOf(answer), 'order', 'co2eKg'),
  );
});
