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
  problemsOf,
} from '../client.ts';
import { idOf, newProduct, orderIn, orderOf } from '../orders/shop.ts';
import { holdsForEveryone, strangersTo } from '../orders/strangers.ts';
import { service, world } from '../world.ts';

const ours = await world();
const productId = await newProduct(ours, {}, false);

const SHOWN = `transaction { id type state version externalId amount { amount currencyCode }
    amountLeft { amount } parent { id } settledAt }
  order { id paymentState version amountCaptured { amount } amountRefunded { amount } }`;
const RECORD = mutationText('recordTransaction', SHOWN);
const SETTLE = mutationText('settleTransaction', SHOWN);

/** An order of EUR 100.00. */
async function newOrder(): Promise<string> {
  return idOf(await orderOf(ours, 'createOrder', { lines: [{ productId, quantity: 10 }] }));
}

function euros(amount: string): JsonObject {
  return { amount, currencyCode: 'EUR' };
}

function record(input: JsonObject) {
  return ours.send(RECORD, { input });
}

async function recorded(input: JsonObject): Promise<Json> {
  return at(dataOf(await record(input)), 'recordTransaction') ?? null;
}

async function settled(id: string, state: string): Promise<Json> {
  const answer = await ours.send(SETTLE, { input: { id, state } });
  return at(dataOf(answer), 'settleTransaction') ?? null;
}

function transactionId(payment: Json): string {
  return String(at(payment, 'transaction', 'id'));
}

async function refusedFor(input: JsonObject): Promise<Json | undefined> {
  const { errors } = await record(input);
  assert.deepEqual(codesOf({ errors }), ['CONFLICT']);
  return at(errors[0]?.extensions, 'available', 'amount');
}

async function pendingSale(): Promise<string> {
  const sale = { orderId: await newOrder(), type: 'CAPTURE', state: 'PENDING' };
  return transactionId(await recorded(sale));
}

holdsForEveryone(ours, {
  field: 'recordTransaction',
  text: RECORD,
  input: async () => ({ orderId: await newOrder(), type: 'CAPTURE' }),
  otherInput: async () => ({ orderId: await newOrder(), type: 'AUTHORIZATION' }),
  namesOwn: true,
});
holdsForEveryone(ours, {
  field: 'settleTransaction',
  text: SETTLE,
  input: async () => ({ id: await pendingSale(), state: 'SUCCEEDED' }),
  otherInput: async () => ({ id: await pendingSale(), state: 'SUCCEEDED' }),
  namesOwn: true,
});

test('the payment state of an order follows from its transactions', async () => {
  const orderId = await newOrder();
  const stateAfter = async (input: JsonObject) => {
    const payment = await recorded({ orderId, ...input });
    return [at(payment, 'order', 'paymentState'), transactionId(payment)] as const;
  };
  const [authorized, first] = await stateAfter({ type: 'AUTHORIZATION', amount: euros('60') });
  assert.equal(authorized, 'AUTHORIZED');
  assert.equal((await stateAfter({ type: 'VOID', parentId: first }))[0], 'VOIDED');
  const [, second] = await stateAfter({ type: 'AUTHORIZATION' });
  const [partly, part] = await stateAfter({
    type: 'CAPTURE',
    parentId: second,
    amount: euros('40'),
  });
  assert.equal(partly, 'PARTIALLY_PAID');
  assert.equal((await stateAfter({ type: 'CAPTURE', parentId: second }))[0], 'PAID');
  const refund = { type: 'REFUND', parentId: part, amount: euros('0.01') };
  assert.equal((await stateAfter(refund))[0], 'PARTIALLY_REFUNDED');
});

test('a sale is a capture alone; refunded in full it is REFUNDED', async () => {
  const orderId = await newOrder();
  const sale = await recorded({ orderId, type: 'CAPTURE', externalId: 'sale-1', provider: 'Bank' });
  assert.equal(at(sale, 'order', 'paymentState'), 'PAID');
  assert.deepEqual(at(sale, 'transaction', 'amount'), { amount: '100.00', currencyCode: 'EUR' });
  const back = await recorded({ orderId, type: 'REFUND', parent: { externalId: 'sale-1' } });
  assert.equal(at(back, 'order', 'paymentState'), 'REFUNDED');
  assert.equal(at(back, 'order', 'amountRefunded', 'amount'), '100.00');
  const read = await ours.send(`{ transaction(externalId: "sale-1") {
    amountLeft { amount } provider order { id transactions { totalCount edges { node { type parent { externalId } } } } } } }`);
  const shown = at(dataOf(read), 'transaction');
  assert.equal(at(shown, 'amountLeft', 'amount'), '0.00');
  assert.equal(at(shown, 'order', 'transactions', 'totalCount'), 2);
  const refund = at(shown, 'order', 'transactions', 'edges', 1, 'node');
  assert.deepEqual(refund, { type: 'REFUND', parent: { externalId: 'sale-1' } });
});

test('no sum exceeds what the order, its authorizations and captures allow', async () => {
  const orderId = await newOrder();
  const over = { orderId, type: 'CAPTURE', amount: euros('100.01') };
  assert.equal(await refusedFor(over), '100.00');
  assert.equal(await refusedFor({ ...over, type: 'AUTHORIZATION' }), '100.00');
  const authorization = await recorded({ orderId, type: 'AUTHORIZATION', amount: euros('70') });
  const parentId = transactionId(authorization);
  assert.equal(
    await refusedFor({ orderId, type: 'AUTHORIZATION', amount: euros('30.01') }),
    '30.00',
  );
  assert.equal(
    await refusedFor({ orderId, type: 'CAPTURE', parentId, amount: euros('70.01') }),
    '70.00',
  );
  const capture = await recorded({ orderId, type: 'CAPTURE', parentId, amount: euros('50') });
  const refund = { orderId, type: 'REFUND', parentId: transactionId(capture) };
  await recorded({ ...refund, amount: euros('20') });
  assert.equal(await refusedFor({ ...refund, amount: euros('30.01') }), '30.00');
  await recorded({ orderId, type: 'VOID', parentId });
  assert.equal(await refusedFor({ orderId, type: 'CAPTURE', parentId }), '0.00');
  assert.equal(await refusedFor({ orderId, type: 'VOID', parentId }), '0.00');
});

test('a pending amount is reserved, and released when it fails', async () => {
  const orderId = await newOrder();
  const sale = await recorded({ orderId, type: 'CAPTURE' });
  const refund = { orderId, type: 'REFUND', parentId: transactionId(sale) };
  const pending = await recorded({ ...refund, state: 'PENDING', amount: euros('80') });
  assert.equal(at(pending, 'order', 'paymentState'), 'PAID');
  assert.equal(at(pending, 'transaction', 'settledAt'), null);
  assert.equal(await refusedFor({ ...refund, amount: euros('20.01') }), '20.00');
  const failed = await settled(transactionId(pending), 'FAILED');
  assert.equal(at(failed, 'transaction', 'state'), 'FAILED');
  assert.equal(at(failed, 'order', 'paymentState'), 'PAID');
  const other = await recorded({ ...refund, state: 'PENDING' });
  assert.equal(at(other, 'transaction', 'amount', 'amount'), '100.00');
  const done = await settled(transactionId(other), 'SUCCEEDED');
  assert.equal(at(done, 'order', 'paymentState'), 'REFUNDED');
});

test('a failed transaction is kept and moves nothing', async () => {
  const orderId = await newOrder();
  const failed = await recorded({ orderId, type: 'CAPTURE', state: 'FAILED' });
  assert.equal(at(failed, 'order', 'paymentState'), 'UNPAID');
  assert.equal(at(await recorded({ orderId, type: 'CAPTURE' }), 'order', 'paymentState'), 'PAID');
});

test('settled is settled', async () => {
  const id = await pendingSale();
  await settled(id, 'SUCCEEDED');
  for (const state of ['FAILED', 'SUCCEEDED', 'PENDING']) {
    const { errors } = await ours.send(SETTLE, { input: { id, state } });
    assert.deepEqual(codesOf({ errors }), ['CONFLICT']);
    assert.equal(at(errors[0]?.extensions, 'state'), 'SUCCEEDED');
    assert.deepEqual(at(errors[0]?.extensions, 'allowed'), []);
  }
  const pending = await pendingSale();
  const still = await ours.send(SETTLE, { input: { id: pending, state: 'PENDING' } });
  assert.deepEqual(at(still.errors[0]?.extensions, 'allowed'), ['SUCCEEDED', 'FAILED']);
  const stale = { id: pending, state: 'FAILED', expectedVersion: 2 };
  const answer = await ours.send(SETTLE, { input: stale });
  assert.equal(at(answer.errors[0]?.extensions, 'currentVersion'), 1);
});

test('parents are of the right type, order and state', async () => {
  const orderId = await newOrder();
  const sale = transactionId(await recorded({ orderId, type: 'CAPTURE' }));
  const wrong: readonly (readonly [JsonObject, string])[] = [
    [{ orderId, type: 'REFUND' }, 'BAD_USER_INPUT'],
    [{ orderId, type: 'VOID' }, 'BAD_USER_INPUT'],
    [{ orderId, type: 'VOID', parentId: sale }, 'BAD_USER_INPUT'],
    [{ orderId, type: 'AUTHORIZATION', parentId: sale }, 'BAD_USER_INPUT'],
    [{ orderId, type: 'REFUND', parentId: sale, amount: euros('0') }, 'BAD_USER_INPUT'],
    [{ orderId, type: 'REFUND', parentId: sale, amount: euros('-1') }, 'BAD_USER_INPUT'],
    [{ orderId, type: 'REFUND', parentId: sale, amount: euros('0.001') }, 'BAD_USER_INPUT'],
    [
      { orderId, type: 'REFUND', parentId: sale, amount: { amount: '1', currencyCode: 'USD' } },
      'BAD_USER_INPUT',
    ],
    [{ type: 'CAPTURE' }, 'BAD_USER_INPUT'],
  ];
  for (const [input, code] of wrong) {
    assert.deepEqual(codesOf(await record(input)), [code], JSON.stringify(input));
  }
  assert.deepEqual(problemsOf(await record({ orderId, type: 'VOID', parent: { id: sale } })), [
    ['input.parent', 'WRONG_TYPE'],
  ]);
  const usd = { amount: '1', currencyCode: 'USD' };
  const refund = { orderId, type: 'REFUND', amount: usd, externalId: '' };
  assert.deepEqual(problemsOf(await record(refund)), [
    ['input.externalId', 'EMPTY'],
    ['input.amount.currencyCode', 'WRONG_CURRENCY'],
    ['input.parent', 'REQUIRED'],
  ]);
  const elsewhere = await record({ orderId: await newOrder(), type: 'REFUND', parentId: sale });
  const unknown = await record({ orderId, type: 'REFUND', parent: { externalId: 'nowhere' } });
  for (const [answer, path] of [
    [elsewhere, 'input.parentId'],
    [unknown, 'input.parent'],
  ] as const) {
    assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
    assert.deepEqual(problemsOf(answer), [[path, 'NOT_FOUND']]);
  }
  const pending = await recorded({
    orderId: await newOrder(),
    type: 'AUTHORIZATION',
    state: 'PENDING',
  });
  const early = await record({
    orderId: String(at(pending, 'order', 'id')),
    type: 'CAPTURE',
    parentId: transactionId(pending),
  });
  assert.deepEqual(codesOf(early), ['CONFLICT']);
  assert.equal(at(early.errors[0]?.extensions, 'state'), 'PENDING');
});

test('money of a cancelled order is only refunded or voided', async () => {
  const order = await orderIn(ours, 'DRAFT', { lines: [{ productId, quantity: 1 }] });
  const orderId = idOf(order);
  const sale = await recorded({ orderId, type: 'CAPTURE', amount: euros('5') });
  await orderOf(ours, 'cancelOrder', { id: orderId });
  const more = await record({ orderId, type: 'CAPTURE' });
  assert.deepEqual(codesOf(more), ['CONFLICT']);
  assert.equal(at(more.errors[0]?.extensions, 'state'), 'CANCELLED');
  const refund = { orderId, type: 'REFUND', parentId: transactionId(sale) };
  assert.equal(at(await recorded(refund), 'order', 'paymentState'), 'REFUNDED');
});

test('settled transactions have their event, pending ones none yet', async () => {
  const id = await pendingSale();
  const events = () =>
    query<{ type: string }>(
      service.db,
      `select type from events where organization_id = $1 and environment = $2
         and data ->> 'transactionId' = $3 order by id`,
      [ours.scope.organizationId, ours.scope.environment, id],
    );
  assert.deepEqual(await events(), []);
  await settled(id, 'FAILED');
  assert.deepEqual(await events(), [{ type: 'transaction.failed' }]);
});

test('transactions are listed, filtered and counted', async () => {
  const shop = await world();
  const pan = await newProduct(shop, {}, false);
  const lines = [{ productId: pan, quantity: 1 }];
  const order = await orderOf(shop, 'createOrder', { lines, externalId: 'order-1' });
  const orderId = idOf(order);
  const other = idOf(await orderOf(shop, 'createOrder', { lines, externalId: 'order-2' }));
  for (const input of [
    { type: 'AUTHORIZATION', state: 'FAILED' },
    { type: 'CAPTURE', externalId: 'x' },
  ]) {
    dataOf(await shop.send(RECORD, { input: { orderId, ...input } }));
  }
  const list = async (filter: JsonObject) => {
    const answer = await shop.send(
      `query ($filter: TransactionFilter) { transactions(filter: $filter, first: 1,
         sortBy: { field: UPDATED_AT, direction: DESC }) { totalCount edges { node { type } } } }`,
      { filter },
    );
    return at(dataOf(answer), 'transactions', 'totalCount');
  };
  assert.equal(await list({}), 2);
  assert.equal(await list({ state: 'FAILED' }), 1);
  assert.equal(await list({ type: 'REFUND' }), 0);
  assert.equal(await list({ orderId }), 2);
  assert.equal(await list({ orderId: 'ord_nothing' }), 0);
  assert.equal(await list({ order: { id: orderId } }), 2);
  assert.equal(await list({ order: { externalId: 'order-1' }, type: 'CAPTURE' }), 1);
  assert.equal(await list({ order: { externalId: 'order-2' } }), 0);
  assert.equal(await list({ order: { externalId: 'nobody has it' } }), 0);
  assert.equal(await list({ orderId: other, order: { externalId: 'order-1' } }), 0);
  const again = await shop.send(RECORD, {
    input: { orderId, type: 'CAPTURE', state: 'FAILED', externalId: 'x' },
  });
  assert.deepEqual(codesOf(again), ['CONFLICT']);
  const { outside } = await strangersTo(ours);
  for (const stranger of outside) {
    const seen = await stranger.send('{ transaction(externalId: "x") { id } }');
    assert.deepEqual(codesOf(seen), ['NOT_FOUND']);
  }
});
