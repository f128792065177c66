import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  at,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  numberAt,
  sendForId,
} from '../client.ts';
import { newProduct, ORDER, orderIn, ROAD } from '../orders/shop.ts';
import { type World, world } from '../world.ts';
import { imported, jsonl } from './files.ts';

/** Orders of the past, from files. */

const PLACED = '2024-03-01T10:00:00.000Z';
const SHIPPED = '2024-03-03T10:00:00.000Z';
const TIMES = 'placedAt confirmedAt shippedAt deliveredAt returnedAt cancelledAt';

async function shop(): Promise<World> {
  const here = await world({ tier: 'GROWTH' });
  await newProduct(here, { externalId: 'towel' });
  const input = { externalId: 'ada', name: 'Ada' };
  await sendForId(here, 'createCustomer', 'customer', input);
  return here;
}

function past(externalId: string, state: string, more: JsonObject = {}): JsonObject {
  const lines = [{ product: { externalId: 'towel' }, quantity: 2 }];
  return { externalId, state, placedAt: PLACED, customer: { externalId: 'ada' }, lines, ...more };
}

async function orderNamed({ send }: World, externalId: string): Promise<Json> {
  const text = `query ($own: String!) { order(externalId: $own) {
    ${ORDER} ${TIMES} isMock returns { lines { number quantity disposition } }
    shippingAddress { city } footprintLedger(first: 50) { nodes { kind part co2eKg number } }
    transactions { nodes { type state amount { amount } parent { externalId } } } } }`;
  return at(dataOf(await send(text, { own: externalId })), 'order') ?? null;
}

const statusesOf = (rows: readonly JsonObject[]) => rows.map(({ status }) => status);
const problemsIn = (row: JsonObject | undefined) => {
  const problems = row?.['problems'];
  assert.ok(Array.isArray(problems), JSON.stringify(row));
  return problems.map((each: Json) => `${String(at(each, 'path'))} ${String(at(each, 'code'))}`);
};

test('orders arrive in their state with their times, and once only', async () => {
  const here = await shop();
  const rows = [
    past('draft', 'DRAFT'),
    past('confirmed', 'CONFIRMED'),
    past('shipped', 'SHIPPED', {
      shippedAt: SHIPPED,
      shippingAddress: { country: 'FR', city: 'Lyon' },
    }),
    past('delivered', 'DELIVERED', { shippedAt: SHIPPED }),
    past('returned', 'RETURNED'),
    past('cancelled', 'CANCELLED', { cancelledAt: SHIPPED }),
  ];
  const first = await imported(here, jsonl(rows), { type: 'ORDERS' });
  assert.deepEqual(
    statusesOf(first.rows),
    rows.map(() => 'CREATED'),
  );
  const again = await imported(here, jsonl(rows), { type: 'ORDERS' });
  assert.deepEqual(
    statusesOf(again.rows),
    rows.map(() => 'UNCHANGED'),
  );
  const delivered = await orderNamed(here, 'delivered');
  assert.deepEqual(
    TIMES.split(' ').map((name) => at(delivered, name)),
    [PLACED, PLACED, SHIPPED, SHIPPED, null, null],
  );
  const shipped = await orderNamed(here, 'shipped');
  assert.equal(at(shipped, 'shippingAddress', 'city'), 'Lyon');
  for (const name of ['draft', 'cancelled'])
    assert.equal(at(await orderNamed(here, name), 'co2eKg'), null, name);
  assert.equal(numberAt(await orderNamed(here, 'returned'), 'co2eKg'), 0);
  const customer = await here.send(
    '{ customer(externalId: "ada") { totals { orderCount totalCo2eKg } orders { totalCount } } }',
  );
  const counted = at(dataOf(customer), 'customer') ?? null;
  assert.equal(at(counted, 'totals', 'orderCount'), 4);
  assert.equal(at(counted, 'orders', 'totalCount'), 6);
  assert.ok(
    Math.abs(numberAt(counted, 'totals', 'totalCo2eKg') - 3 * numberAt(delivered, 'co2eKg')) < 1e-6,
  );
});

test('a row that differs from the order that it made fails, whatever differs', async () => {
  const here = await shop();
  const row = past('changing', 'DELIVERED', { shippedAt: SHIPPED, shippingCo2eKg: 0.4 });
  const importOne = async (more: JsonObject, dryRun = false) => {
    const { rows } = await imported(here, jsonl([{ ...row, ...more }]), { type: 'ORDERS', dryRun });
    return statusesOf(rows);
  };
  assert.deepEqual(await importOne({}), ['CREATED']);
  const others: readonly JsonObject[] = [
    { shippingCo2eKg: 0.5 },
    { deliveredAt: '2024-03-05T10:00:00Z' },
    { metadata: { channel: 'web' } },
    { shippingSplit: 'VALUE' },
    { customer: null },
    { tips: { amount: '1.00', currencyCode: 'EUR' } },
  ];
  for (const other of others)
    for (const dryRun of [true, false])
      assert.deepEqual(await importOne(other, dryRun), ['FAILED'], JSON.stringify(other));
  for (const dryRun of [true, false]) assert.deepEqual(await importOne({}, dryRun), ['UNCHANGED']);
});

test('an imported order has the footprint ledger of one that took its steps here', async () => {
  const here = await shop();
  const lines = [{ product: { externalId: 'towel' }, quantity: 2 }];
  const stepped = await orderIn(here, 'RETURNED', {
    externalId: 'stepped',
    lines,
    shippingLegs: [ROAD],
  });
  const shippingCo2eKg = at(stepped, 'shippingCo2eKg') ?? null;
  const row = past('imported', 'RETURNED', { shippingCo2eKg });
  assert.deepEqual(statusesOf((await imported(here, jsonl([row]), { type: 'ORDERS' })).rows), [
    'CREATED',
  ]);
  const [one, other] = [await orderNamed(here, 'imported'), await orderNamed(here, 'stepped')];
  for (const name of ['footprintLedger', 'co2eKg', 'returns', 'total'])
    assert.deepEqual(at(one, name), at(other, name), name);
});

test('payments come with their order, or both are refused', async () => {
  const here = await shop();
  const paid = {
    transactions: [
      { type: 'AUTHORIZATION', externalId: 'auth' },
      { type: 'CAPTURE', externalId: 'capture', parent: { externalId: 'auth' } },
      {
        type: 'REFUND',
        parent: { externalId: 'capture' },
        amount: { amount: '5.00', currencyCode: 'EUR' },
      },
    ],
  };
  const tooMuch = {
    transactions: [{ type: 'CAPTURE', amount: { amount: '20.01', currencyCode: 'EUR' } }],
  };
  const rows = [
    past('paid', 'DELIVERED', paid),
    past('greedy', 'DELIVERED', tooMuch),
    past('plain', 'SHIPPED'),
  ];
  for (const dryRun of [true, false]) {
    const result = await imported(here, jsonl(rows), { type: 'ORDERS', dryRun });
    assert.deepEqual(
      statusesOf(result.rows),
      ['CREATED', 'FAILED', 'CREATED'],
      JSON.stringify(result),
    );
    assert.deepEqual(problemsIn(result.rows[1]), ['transactions,0 CONFLICT']);
    const { orders } = dataOf(await here.send('{ orders { totalCount } }'));
    assert.equal(at(orders ?? null, 'totalCount'), dryRun ? 0 : 2);
  }
  const order = await orderNamed(here, 'paid');
  assert.equal(at(order, 'paymentState'), 'PARTIALLY_REFUNDED');
  assert.deepEqual(
    [at(order, 'amountCaptured', 'amount'), at(order, 'amountRefunded', 'amount')],
    ['20.00', '5.00'],
  );
});

test('a row that cannot be is refused with all its problems, the others are written', async () => {
  const here = await shop();
  const archived = {
    input: {
      name: 'Old',
      externalId: 'old',
      status: 'ARCHIVED',
      price: { amount: '1', currencyCode: 'EUR' },
    },
  };
  dataOf(await here.send(mutationText('createProduct', 'product { id }'), archived));
  const rows = [
    past('a', 'CONFIRMED', { shippedAt: SHIPPED, shippingCo2eKg: 1 }),
    past('b', 'DELIVERED', { shippedAt: '2024-02-01T00:00:00Z' }),
    past('c', 'DRAFT', { customer: { externalId: 'nobody' }, lines: [{ quantity: 1 }] }),
    past('d', 'DELIVERED', { lines: [{ product: { externalId: 'old' }, quantity: 1 }] }),
  ];
  const { rows: result } = await imported(here, jsonl(rows), { type: 'ORDERS' });
  assert.deepEqual(problemsIn(result[0]), ['shippedAt NOT_ALLOWED', 'shippingCo2eKg NOT_ALLOWED']);
  assert.deepEqual(problemsIn(result[1]), ['shippedAt OUT_OF_RANGE']);
  assert.deepEqual(problemsIn(result[2]), ['lines,0,product EXACTLY_ONE', 'customer NOT_FOUND']);
  assert.equal(result[3]?.['status'], 'CREATED');
  const changed = [
    past('d', 'RETURNED', { lines: [{ product: { externalId: 'old' }, quantity: 1 }] }),
  ];
  const again = await imported(here, jsonl(changed), { type: 'ORDERS' });
  assert.deepEqual(problemsIn(again.rows[0]), ['externalId CONFLICT']);
});

test('orders arrive from CSV with their customer by your own id', async () => {
  const here = await shop();
  const lines = '"[{""product"":{""externalId"":""towel""},""quantity"":1}]"';
  const csv = `externalId,state,placedAt,customerExternalId,lines\nc-1,DELIVERED,${PLACED},ada,${lines}\n`;
  const { rows } = await imported(here, csv, { type: 'ORDERS', format: 'CSV' });
  assert.deepEqual(statusesOf(rows), ['CREATED'], JSON.stringify(rows));
  assert.equal(at(await orderNamed(here, 'c-1'), 'state'), 'DELIVERED');
});
