import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import pg from 'pg';
import {
  at,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  problemsOf,
  sendForId,
} from '../client.ts';
import { world } from '../world.ts';
import { EUR_10, idOf, newCustomer, newProduct, ROAD } from './shop.ts';

/** The shapes that a shop needs: charges, changes of drafts, metadata, filters. */

const ours = await world();
const { send } = ours;
const productId = await newProduct(ours, {}, false);
const eur = (amount: string): JsonObject => ({ amount, currencyCode: 'EUR' });
const LINES: Json = [{ productId, quantity: 2 }];

const ORDER = `order { id externalId state version metadata shippingSplit placedAt
  customer { id } paymentState
  subtotal { amount } discountTotal { amount } shippingPrice { amount } taxTotal { amount } tips { amount }
  total { amount currencyCode } discounts { label rate amount { amount } } taxes { label rate amount { amount } }
  shippingAddress { city country } billingAddress { country } shippingLegs { method }
  lines { number quantity unitPrice { amount } } }`;

async function orderOf(field: string, input: JsonObject): Promise<Json> {
  return at(dataOf(await send(mutationText(field, ORDER), { input })), field, 'order') ?? null;
}

async function refused(field: string, input: JsonObject) {
  return problemsOf(await send(mutationText(field, ORDER), { input }));
}

test('the total is lines − discounts + shipping + taxes + tips, each rounded by its currency', async () => {
  const order = await orderOf('createOrder', {
    lines: LINES,
    discounts: [
      { label: 'SUMMER', amount: eur('1.50') },
      { label: 'Staff', rate: '0.1' },
    ],
    shippingPrice: eur('4.90'),
    taxes: [{ label: 'VAT', rate: '0.19' }],
    tips: eur('0.50'),
  });
  const amounts = ['subtotal', 'discountTotal', 'shippingPrice', 'taxTotal', 'tips', 'total'];
  assert.deepEqual(
    amounts.map((name) => at(order, name, 'amount')),
    // 19 % of 20.00 − 3.50 + 4.90 = 21.40 is 4.066.
    ['20.00', '3.50', '4.90', '4.07', '0.50', '25.97'],
  );
  assert.deepEqual(at(order, 'taxes'), [
    { label: 'VAT', rate: '0.19', amount: { amount: '4.07' } },
  ]);
  assert.deepEqual(at(order, 'discounts', 0), {
    label: 'SUMMER',
    rate: null,
    amount: { amount: '1.50' },
  });

  const yen = { amount: '333', currencyCode: 'JPY' };
  const whole = await orderOf('createOrder', {
    lines: [{ productId, quantity: 1, unitPrice: yen }],
    taxes: [{ label: 'VAT', rate: '0.1' }],
  });
  assert.deepEqual(at(whole, 'total'), { amount: '366', currencyCode: 'JPY' });
});

test('refuses charges that do not fit, all in one round with an unknown customer and wrong lines', async () => {
  const given = await refused('createOrder', {
    customerId: 'cus_00000000000000000000000000',
    lines: [
      { productId: 'prod_00000000000000000000000000', quantity: 1 },
      { productId, quantity: 0 },
    ],
    discounts: [{ label: ' ', amount: eur('1.00'), rate: '0.1' }],
    taxes: [
      { label: 'VAT', rate: '1.9' },
      { label: 'Other', amount: { amount: '1', currencyCode: 'USD' } },
    ],
    tips: eur('-1'),
  });
  assert.deepEqual(given.toSorted(), [
    ['input.customerId', 'NOT_FOUND'],
    ['input.discounts.0', 'EXACTLY_ONE'],
    ['input.discounts.0.label', 'EMPTY'],
    ['input.lines.0.productId', 'NOT_FOUND'],
    ['input.lines.1.quantity', 'OUT_OF_RANGE'],
    ['input.taxes.0.rate', 'OUT_OF_RANGE'],
    ['input.taxes.1.amount.currencyCode', 'WRONG_CURRENCY'],
    ['input.tips.amount', 'OUT_OF_RANGE'],
  ]);
  assert.deepEqual(
    await refused('createOrder', {
      lines: LINES,
      discounts: [{ label: 'All', amount: eur('20.01') }],
    }),
    [['input.discounts', 'OUT_OF_RANGE']],
  );
  assert.deepEqual(await refused('createOrder', { lines: [{ productId, quantity: -1 }] }), [
    ['input.lines.0.quantity', 'OUT_OF_RANGE'],
  ]);
});

test('payments follow the total with its charges', async () => {
  const order = await orderOf('createOrder', { lines: LINES, tips: eur('5.00') });
  const pay = mutationText(
    'recordTransaction',
    'transaction { amount { amount } metadata } order { paymentState }',
  );
  const input = { orderId: idOf(order), type: 'CAPTURE', metadata: { till: 4 } };
  const paid = dataOf(await send(pay, { input }));
  assert.deepEqual(at(paid, 'recordTransaction', 'transaction'), {
    amount: { amount: '25.00' },
    metadata: { till: 4 },
  });
  assert.equal(at(paid, 'recordTransaction', 'order', 'paymentState'), 'PAID');
});

test('a draft changes what the update names, and keeps the rest', async () => {
  const [first, second] = [
    await newCustomer(ours),
    await newCustomer(ours, { externalId: 'second' }),
  ];
  const draft = await orderOf('createOrder', {
    lines: LINES,
    customerId: first,
    taxes: [{ label: 'VAT', rate: '0.2' }],
    discounts: [{ label: 'X', amount: eur('2.00') }],
    metadata: { channel: 'web' },
    shippingAddress: { city: 'Lyon', country: 'FR' },
    billingAddress: { country: 'BE' },
    shippingLegs: [ROAD],
  });
  const id = idOf(draft);
  const changed = await orderOf('updateOrder', {
    id,
    expectedVersion: 1,
    lines: [{ productId, quantity: 5, unitPrice: eur('8.00') }],
    customer: { externalId: 'second' },
    shippingAddress: null,
    externalId: 'web-1',
  });
  assert.deepEqual(at(changed, 'lines'), [
    { number: 1, quantity: 5, unitPrice: { amount: '8.00' } },
  ]);
  // Rates are worked out again: 20 % of 40.00 − 2.00.
  assert.equal(at(changed, 'taxTotal', 'amount'), '7.60');
  assert.equal(at(changed, 'total', 'amount'), '45.60');
  assert.equal(at(changed, 'customer', 'id'), second);
  assert.deepEqual(
    ['version', 'externalId', 'metadata', 'shippingAddress', 'billingAddress', 'placedAt'].map(
      (name) => at(changed, name),
    ),
    [2, 'web-1', { channel: 'web' }, null, { country: 'BE' }, at(draft, 'placedAt')],
  );

  const again = await orderOf('updateOrder', {
    id,
    externalId: 'web-1',
    metadata: { channel: 'web' },
  });
  assert.equal(at(again, 'version'), 2, 'nothing changed');
  const cleared = await orderOf('updateOrder', {
    externalId: 'web-1',
    customerId: null,
    discounts: null,
    taxes: [],
  });
  assert.deepEqual(
    [at(cleared, 'customer'), at(cleared, 'total', 'amount'), at(cleared, 'lines')],
    [null, '40.00', at(changed, 'lines')],
  );
});

test('only a draft is changed, with a fresh version, and within what was paid', async () => {
  const order = await orderOf('createOrder', { lines: LINES });
  const id = idOf(order);
  const update = (input: JsonObject) =>
    send(mutationText('updateOrder', ORDER), { input: { id, ...input } });
  assert.deepEqual(codesOf(await update({ expectedVersion: 7, metadata: {} })), ['CONFLICT']);
  const empty = await update({ lines: [] });
  assert.deepEqual(problemsOf(empty), [['input.lines', 'EMPTY']]);
  assert.deepEqual(problemsOf(await update({ lines: null })), [['input.lines', 'NOT_NULLABLE']]);
  assert.deepEqual(problemsOf(await update({ currencyCode: 'USD' })), [
    ['input.currencyCode', 'NOT_ALLOWED'],
  ]);
  const pay = mutationText('recordTransaction', 'transaction { id }');
  dataOf(await send(pay, { input: { orderId: id, type: 'CAPTURE', amount: EUR_10 } }));
  const sent = mock.method(pg.Client.prototype, 'query').mock;
  const tooLow = await update({ lines: [{ productId, quantity: 1, unitPrice: eur('9.99') }] });
  sent.restore();
  assert.deepEqual(codesOf(tooLow), ['CONFLICT']);
  // An order may have any number of transactions.
  const reads = sent.calls
    .map(({ arguments: [statement] }) => JSON.stringify(statement))
    .filter((text) => /from \W*transactions\b/.test(text));
  assert.equal(reads.length, 1);
  assert.match(reads[0] ?? '', /limit 1"/);
  const paid = dataOf(await update({ lines: [{ productId, quantity: 1 }] }));
  assert.equal(at(paid, 'updateOrder', 'order', 'paymentState'), 'PAID');
  dataOf(await send(mutationText('confirmOrder', ORDER), { input: { id } }));
  for (const input of [{ tips: EUR_10 }, { metadata: {}, tips: null }, { externalId: 'late' }]) {
    const late = await update(input);
    assert.deepEqual(
      [codesOf(late), late.errors[0]?.extensions['state']],
      [['CONFLICT'], 'CONFIRMED'],
    );
  }
});

test('the metadata of an order can be changed in every state, with an event', async () => {
  const order = await orderOf('createOrder', { lines: LINES });
  const id = idOf(order);
  const update = async (input: JsonObject) => {
    const text = mutationText(
      'updateOrder',
      'order { state version metadata total { amount currencyCode } }',
    );
    const answer = await send(text, { input: { id, ...input } });
    return answer.errors.length > 0 ? codesOf(answer) : at(dataOf(answer), 'updateOrder', 'order');
  };
  for (const step of ['confirmOrder', 'shipOrder'])
    dataOf(await send(mutationText(step, 'order { id }'), { input: { id } }));
  const shipped = { state: 'SHIPPED', total: at(order, 'total') };
  const metadata = { tracking: 'JD014600003RU' };
  assert.deepEqual(await update({ metadata }), { ...shipped, version: 4, metadata });
  assert.deepEqual(await update({ metadata }), { ...shipped, version: 4, metadata });
  assert.deepEqual(await update({ metadata: 'x' }), ['BAD_USER_INPUT']);
  assert.deepEqual(await update({ metadata: null, expectedVersion: 3 }), ['CONFLICT']);
  assert.deepEqual(await update({ metadata: null }), { ...shipped, version: 5, metadata: {} });
  const log = await send(
    'query ($id: ID) { events(filter: { objectId: $id, types: ["order.updated"] }) { totalCount } }',
    { id },
  );
  assert.equal(at(dataOf(log), 'events', 'totalCount'), 2);
});

test('new lines bring a draft into another currency, unless it has charges in the present one', async () => {
  const dollars = { amount: '3.00', currencyCode: 'USD' };
  const lines = [{ productId, quantity: 2, unitPrice: dollars }];
  const plain = idOf(await orderOf('createOrder', { lines: LINES }));
  const changed = await orderOf('updateOrder', { id: plain, lines, currencyCode: 'USD' });
  assert.deepEqual(at(changed, 'total'), { amount: '6.00', currencyCode: 'USD' });
  const tipped = idOf(await orderOf('createOrder', { lines: LINES, tips: eur('1.00') }));
  assert.deepEqual(await refused('updateOrder', { id: tipped, lines, currencyCode: 'USD' }), [
    ['input.tips.currencyCode', 'WRONG_CURRENCY'],
  ]);
});

test('money paid for a draft follows it to another customer', async () => {
  const [first, second] = [await newCustomer(ours), await newCustomer(ours)];
  const id = idOf(await orderOf('createOrder', { lines: LINES, customerId: first }));
  await sendForId({ send }, 'recordTransaction', 'transaction', { orderId: id, type: 'CAPTURE' });
  await orderOf('updateOrder', { id, customerId: second });
  const spent = async (customer: string) =>
    at(
      dataOf(
        await send('query ($id: ID!) { customer(id: $id) { totals { totalSpent { amount } } } }', {
          id: customer,
        }),
      ),
      'customer',
      'totals',
      'totalSpent',
    );
  assert.deepEqual(
    [await spent(first), await spent(second)],
    [[{ amount: '0.00' }], [{ amount: '20.00' }]],
  );
});

test('an archived product cannot be ordered, nor put into a cart', async () => {
  const archived = await newProduct(ours, { externalId: 'old', status: 'ARCHIVED' }, false);
  const lines = [
    { productId: archived, quantity: 1 },
    { product: { externalId: 'old' }, quantity: 1 },
  ];
  const expected = [
    ['input.lines.0.productId', 'NOT_ALLOWED'],
    ['input.lines.1.product', 'NOT_ALLOWED'],
  ];
  assert.deepEqual(await refused('createOrder', { lines }), expected);
  const cart = await send(mutationText('createShoppingCart', 'shoppingCart { id }'), {
    input: { lines: lines.slice(0, 1) },
  });
  assert.deepEqual(problemsOf(cart), expected.slice(0, 1));
});

test('a cancelled order frees its externalId, and the living one is found by it', async () => {
  const read = async () =>
    idOf(at(dataOf(await send('{ order(externalId: "A-1") { id } }')), 'order') ?? null);
  const first = await orderOf('createOrder', { lines: LINES, externalId: 'A-1' });
  const twin = await send(mutationText('createOrder', ORDER), {
    input: { lines: LINES, externalId: 'A-1' },
  });
  assert.deepEqual(codesOf(twin), ['CONFLICT']);
  await orderOf('cancelOrder', { id: idOf(first) });
  assert.equal(await read(), idOf(first));
  const second = await orderOf('createOrder', { lines: LINES, externalId: 'A-1' });
  assert.equal(await read(), idOf(second));
  await orderOf('cancelOrder', { externalId: 'A-1' });
  assert.equal(await read(), idOf(second), 'the newest of the cancelled');
});

test('orders are found by customer, transaction, time, and by the start of their id in any case', async () => {
  const there = await world();
  const product = await newProduct(there, {}, false);
  const lines = [{ productId: product, quantity: 1 }];
  const create = (input: JsonObject) =>
    there.send(mutationText('createOrder', 'order { id createdAt }'), {
      input: { lines, ...input },
    });
  const customer = mutationText('createCustomer', 'customer { id }');
  const customerId = idOf(
    at(
      dataOf(await there.send(customer, { input: { externalId: 'c-9' } })),
      'createCustomer',
      'customer',
    ) ?? null,
  );
  const mine =
    at(dataOf(await create({ externalId: 'Web-Ä1', customerId })), 'createOrder', 'order') ?? null;
  const other =
    at(dataOf(await create({ externalId: 'shop-ΟΔΟΣ2' })), 'createOrder', 'order') ?? null;
  const pay = mutationText('recordTransaction', 'transaction { id }');
  const transactionId = idOf(
    at(
      dataOf(await there.send(pay, { input: { orderId: idOf(other), type: 'CAPTURE' } })),
      'recordTransaction',
      'transaction',
    ) ?? null,
  );
  const found = async (filter: JsonObject) => {
    const text =
      'query ($filter: OrderFilter) { orders(filter: $filter) { totalCount nodes { id } } }';
    const list = at(dataOf(await there.send(text, { filter })), 'orders');
    const nodes = at(list, 'nodes');
    assert.ok(Array.isArray(nodes));
    assert.equal(at(list, 'totalCount'), nodes.length);
    return nodes.map((node: Json) => idOf(node));
  };
  const createdAt = at(mine, 'createdAt') ?? null;
  const cases: readonly (readonly [JsonObject, readonly Json[]])[] = [
    [{ text: 'WEB-ä' }, [mine]],
    [{ text: 'SHOP-οδοσ' }, [other]],
    [{ text: 'shop-ΟΔΟΣ' }, [other]],
    [{ text: 'eb-' }, []],
    [{ customer: { externalId: 'c-9' } }, [mine]],
    [{ customer: { externalId: 'nobody' } }, []],
    [{ customer: { externalId: 'c-9' }, customerId }, [mine]],
    [{ customer: { externalId: 'c-9' }, customerId: 'cus_00000000000000000000000000' }, []],
    [{ transactionId }, [other]],
    [{ transactionId: 'txn_00000000000000000000000000' }, []],
    [{ createdSince: createdAt }, [mine, other]],
    [{ createdUntil: createdAt }, []],
  ];
  for (const [filter, expected] of cases)
    assert.deepEqual(await found(filter), expected.map(idOf), JSON.stringify(filter));
});

test('transport is split by volume, evenly per piece when a product has none', async () => {
  const there = await world();
  const [big, small] = [
    await newProduct(there, { volumeM3: 0.3, netMassKg: 1 }, false),
    await newProduct(there, { volumeM3: 0.1, netMassKg: 1 }, false),
  ];
  const shares = async (lines: Json) => {
    const create = mutationText('createOrder', 'order { id }');
    const input = { lines, shippingSplit: 'VOLUME', shippingLegs: [ROAD] };
    const id = idOf(
      at(dataOf(await there.send(create, { input })), 'createOrder', 'order') ?? null,
    );
    await sendForId(there, 'confirmOrder', 'order', { id });
    const ship = mutationText(
      'shipOrder',
      'order { footprintLedger { nodes { co2eKg lineNumber } } }',
    );
    const nodes = at(
      dataOf(await there.send(ship, { input: { id } })),
      'shipOrder',
      'order',
      'footprintLedger',
      'nodes',
    );
    assert.ok(Array.isArray(nodes));
    const [one, two] = nodes.map((node: Json) => Number(at(node, 'co2eKg')));
    return (one ?? 0) / (two ?? 1);
  };
  const both = [
    { productId: big, quantity: 1 },
    { productId: small, quantity: 1 },
  ];
  assert.ok(Math.abs((await shares(both)) - 3) < 1e-9);
  const none = await newProduct(there, { netMassKg: 1 }, false);
  assert.equal(
    await shares([
      { productId: big, quantity: 1 },
      { productId: none, quantity: 1 },
    ]),
    1,
  );
});
