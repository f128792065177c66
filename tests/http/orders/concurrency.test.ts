import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../server/src/platform/database/index.ts';
import { type Answer, at, codesOf, dataOf, mutationText, sendForId, textAt } from '../client.ts';
import { service, world } from '../world.ts';
import { EUR_10, idOf, newProduct, orderOf } from './shop.ts';

/** Many clients at one thing at the same time. */

const CLIENTS = 32;
const ours = await world();
const productId = await newProduct(ours, {}, false);

function all<Result>(work: (client: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client)));
}

/** Nothing but success and the refusals of the contract: no client sees a deadlock. */
function outcomes(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const code = codesOf(answer)[0] ?? 'OK';
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}

test('32 clients check out one cart: one order', async () => {
  const id = await sendForId(ours, 'createShoppingCart', 'shoppingCart', {
    lines: [{ productId, quantity: 1 }],
  });
  const answers = await all(() =>
    ours.send(mutationText('checkoutCart', 'order { id }'), { input: { id } }),
  );
  assert.deepEqual(outcomes(answers), { OK: 1, CONFLICT: CLIENTS - 1 });
  const orders = await query<{ count: number }>(
    service.db,
    'select count(*)::int as count from orders where organization_id = $1 and environment = $2',
    [ours.scope.organizationId, ours.scope.environment],
  );
  assert.deepEqual(orders, [{ count: 1 }]);
});

test('32 clients check out one cart with one idempotency key: one order, the same answer', async () => {
  const id = await sendForId(ours, 'createShoppingCart', 'shoppingCart', {
    lines: [{ productId, quantity: 1 }],
  });
  const headers = { 'Idempotency-Key': 'once' };
  const answers = await all(() =>
    ours.send(mutationText('checkoutCart', 'order { id }'), { input: { id } }, headers),
  );
  const ids = new Set(answers.map((answer) => textAt(answer, 'checkoutCart', 'order', 'id')));
  assert.equal(ids.size, 1);
});

test('32 clients refund one capture: what they get back adds up to what was captured', async () => {
  const lines = [{ productId, quantity: 20, unitPrice: EUR_10 }];
  const orderId = idOf(await orderOf(ours, 'createOrder', { lines }));
  const record = mutationText('recordTransaction', 'transaction { id } order { version }');
  const sale = await ours.send(record, { input: { orderId, type: 'CAPTURE' } });
  const parentId = textAt(sale, 'recordTransaction', 'transaction', 'id');
  const amount = { amount: '7.00', currencyCode: 'EUR' };
  const answers = await all(() =>
    ours.send(record, { input: { orderId, type: 'REFUND', parentId, amount } }),
  );
  // 200 / 7 = 28 whole refunds and 4 left over.
  assert.deepEqual(outcomes(answers), { OK: 28, CONFLICT: CLIENTS - 28 });
  const read = await ours.send(
    `query ($id: ID) { order(id: $id) { paymentState version amountRefunded { amount }
       transactions(first: 100) { totalCount } } }`,
    { id: orderId },
  );
  const order = at(dataOf(read), 'order');
  assert.equal(at(order, 'paymentState'), 'PARTIALLY_REFUNDED');
  assert.equal(at(order, 'amountRefunded', 'amount'), '196.00');
  assert.equal(at(order, 'transactions', 'totalCount'), 29);
  const versions = answers
    .filter(({ errors }) => errors.length === 0)
    .map((answer) => Number(at(answer.data ?? null, 'recordTransaction', 'order', 'version')))
    .sort((a, b) => a - b);
  assert.deepEqual(
    versions,
    Array.from({ length: 28 }, (_, at) => at + 3),
  );
});

test('32 clients settle, refund and capture one order at once: its sums stay true', async () => {
  const lines = [{ productId, quantity: 10, unitPrice: EUR_10 }];
  const orderId = idOf(await orderOf(ours, 'createOrder', { lines }));
  const record = mutationText('recordTransaction', 'transaction { id }');
  const pending = { orderId, type: 'CAPTURE', state: 'PENDING', amount: EUR_10 };
  const made = await ours.send(record, { input: pending });
  const id = textAt(made, 'recordTransaction', 'transaction', 'id');
  const settle = mutationText('settleTransaction', 'transaction { id }');
  const answers = await all((client) =>
    client % 2 === 0
      ? ours.send(settle, { input: { id, state: 'SUCCEEDED' } })
      : ours.send(record, { input: { orderId, type: 'CAPTURE', amount: EUR_10 } }),
  );
  assert.deepEqual(outcomes(answers), { OK: 10, CONFLICT: CLIENTS - 10 });
  const read = await ours.send(
    'query ($id: ID) { order(id: $id) { paymentState amountCaptured { amount } } }',
    { id: orderId },
  );
  assert.deepEqual(at(dataOf(read), 'order'), {
    paymentState: 'PAID',
    amountCaptured: { amount: '100.00' },
  });
});

test('32 clients change one product: its versions follow each other', async () => {
  const update = mutationText('updateProduct', 'product { version }');
  const answers = await all((client) =>
    ours.send(update, { input: { id: productId, name: `Towel ${client}` } }),
  );
  const versions = answers
    .map((answer) => Number(at(dataOf(answer), 'updateProduct', 'product', 'version')))
    .sort((a, b) => a - b);
  assert.deepEqual(
    versions,
    Array.from({ length: CLIENTS }, (_, at) => at + 2),
  );
  const version = CLIENTS + 1;
  const guarded = await all((client) =>
    ours.send(update, {
      input: { id: productId, name: `Sheet ${client}`, expectedVersion: version },
    }),
  );
  assert.deepEqual(outcomes(guarded), { OK: 1, CONFLICT: CLIENTS - 1 });
});

test('32 clients order, confirm and cancel for one customer: the totals come out even', async () => {
  const customer = mutationText('createCustomer', 'customer { id }');
  dataOf(await ours.send(customer, { input: { externalId: 'busy' } }));
  const sold = await newProduct(ours);
  const ids = await all(async () =>
    idOf(
      await orderOf(ours, 'createOrder', {
        customer: { externalId: 'busy' },
        lines: [{ productId: sold, quantity: 3 }],
      }),
    ),
  );
  await Promise.all(ids.map((id) => orderOf(ours, 'confirmOrder', { id })));
  await Promise.all(ids.slice(1).map((id) => orderOf(ours, 'cancelOrder', { id })));
  const read = await ours.send(
    '{ customer(externalId: "busy") { totals { orderCount totalCo2eKg } orders { totalCount } } orders(filter: { state: [CONFIRMED] }) { edges { node { co2eKg } } } }',
  );
  const data = dataOf(read);
  assert.equal(at(data, 'customer', 'orders', 'totalCount'), CLIENTS);
  assert.equal(at(data, 'customer', 'totals', 'orderCount'), 1);
  const kept = Number(at(data, 'orders', 'edges', 0, 'node', 'co2eKg'));
  assert.ok(Math.abs(Number(at(data, 'customer', 'totals', 'totalCo2eKg')) - kept) < 1e-6);
});

test('products are ordered, put into carts and deleted at once: each is sold or gone', async () => {
  const answers = await all(async () => {
    const sold = await newProduct(ours, {}, false);
    const lines = [{ productId: sold, quantity: 1 }];
    return Promise.all([
      ours.send(mutationText('createOrder', 'order { id }'), { input: { lines } }),
      ours.send(mutationText('createShoppingCart', 'shoppingCart { id }'), { input: { lines } }),
      ours.send(mutationText('deleteProduct', 'deletedProductId'), { input: { id: sold } }),
    ]);
  });
  for (const [order, cart, deletion] of answers) {
    const isGone = codesOf(deletion).length === 0;
    const sale = isGone ? ['BAD_USER_INPUT'] : [];
    assert.deepEqual([codesOf(order), codesOf(cart)], [sale, sale], JSON.stringify(order));
    if (!isGone) assert.deepEqual(codesOf(deletion), ['CONFLICT']);
  }
});
