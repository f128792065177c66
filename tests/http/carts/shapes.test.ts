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
import { idOf, newCustomer, newProduct } from '../orders/shop.ts';
import { service, world } from '../world.ts';

const ours = await world();
const { send } = ours;
const productId = await newProduct(ours, {}, false);
const CART =
  'shoppingCart { id externalId version state metadata expiresAt customer { id } total { amount currencyCode } }';

async function cartOf(field: string, input: JsonObject): Promise<Json> {
  return (
    at(dataOf(await send(mutationText(field, CART), { input })), field, 'shoppingCart') ?? null
  );
}

test('an open cart gets its customer, currency and metadata later', async () => {
  const customer = await newCustomer(ours, { externalId: 'buyer' });
  const id = idOf(await cartOf('createShoppingCart', { externalId: 'basket', metadata: { a: 1 } }));
  const changed = await cartOf('updateShoppingCart', {
    externalId: 'basket',
    customer: { externalId: 'buyer' },
    currencyCode: 'USD',
    expectedVersion: 1,
  });
  assert.deepEqual(
    [
      idOf(changed),
      at(changed, 'version'),
      at(changed, 'customer', 'id'),
      at(changed, 'metadata'),
      at(changed, 'total'),
    ],
    [id, 2, customer, { a: 1 }, { amount: '0.00', currencyCode: 'USD' }],
  );
  const same = await cartOf('updateShoppingCart', { id, currencyCode: 'USD' });
  assert.equal(at(same, 'version'), 2);
  const cleared = await cartOf('updateShoppingCart', {
    id,
    customerId: null,
    metadata: null,
    externalId: 'other',
  });
  assert.deepEqual(
    [at(cleared, 'customer'), at(cleared, 'metadata'), at(cleared, 'externalId')],
    [null, {}, 'other'],
  );
});

test('refuses a currency in which a line has no price, an unknown customer and a past expiry, at once', async () => {
  const id = idOf(await cartOf('createShoppingCart', { lines: [{ productId, quantity: 1 }] }));
  const input = {
    id,
    currencyCode: 'USD',
    customer: { externalId: 'nobody' },
    expiresAt: '2020-01-01T00:00:00Z',
  };
  const refused = await send(mutationText('updateShoppingCart', CART), { input });
  assert.deepEqual(problemsOf(refused).toSorted(), [
    ['input.currencyCode', 'WRONG_CURRENCY'],
    ['input.customer', 'NOT_FOUND'],
    ['input.expiresAt', 'OUT_OF_RANGE'],
  ]);
  await cartOf('abandonCart', { id });
  const closed = await send(mutationText('updateShoppingCart', CART), {
    input: { id, metadata: { a: 1 } },
  });
  assert.deepEqual(
    [codesOf(closed), closed.errors[0]?.extensions['state']],
    [['CONFLICT'], 'ABANDONED'],
  );
});

const CHECKOUT = mutationText(
  'checkoutCart',
  `${CART} order { metadata customer { id } total { amount } tips { amount } }`,
);

test('a guest cart is checked out for a customer, with charges, and keeps its metadata', async () => {
  const customerId = await newCustomer(ours, { externalId: 'guest' });
  const id = idOf(
    await cartOf('createShoppingCart', {
      lines: [{ productId, quantity: 2 }],
      metadata: { campaign: 'x' },
    }),
  );
  const tips = { amount: '1.00', currencyCode: 'EUR' };
  const taxes = [{ label: 'VAT', rate: '0.2' }];
  const answer = dataOf(await send(CHECKOUT, { input: { id, customerId, tips, taxes } }));
  assert.deepEqual(at(answer, 'checkoutCart', 'order'), {
    metadata: { campaign: 'x' },
    customer: { id: customerId },
    total: { amount: '25.00' },
    tips: { amount: '1.00' },
  });
  assert.equal(at(answer, 'checkoutCart', 'shoppingCart', 'customer', 'id'), customerId);
  const events = await query<{ readonly data: Json }>(
    service.db,
    `select data from events where organization_id = $1 and environment = $2 and type = 'cart.checked_out'`,
    [ours.scope.organizationId, ours.scope.environment],
  );
  assert.deepEqual(at(events[0]?.data, 'total'), { amount: '25.00', currencyCode: 'EUR' });
});

test('the checkout of an empty cart says what is missing', async () => {
  const id = idOf(await cartOf('createShoppingCart', {}));
  const refused = await send(CHECKOUT, {
    input: { id, tips: { amount: '-1', currencyCode: 'EUR' } },
  });
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.match(refused.errors[0]?.message ?? '', /no lines.*setCartLine/);
  assert.deepEqual(problemsOf(refused), [
    ['lines', 'EMPTY'],
    ['input.tips.amount', 'OUT_OF_RANGE'],
  ]);
});

test('the checkout of a cart names its lines, which the input does not have', async () => {
  const archived = await newProduct(ours, {}, false);
  const id = idOf(
    await cartOf('createShoppingCart', { lines: [{ productId: archived, quantity: 1 }] }),
  );
  const update = { input: { id: archived, status: 'ARCHIVED' } };
  dataOf(await send(mutationText('updateProduct', 'product { id }'), update));
  const tips = { amount: '-1', currencyCode: 'EUR' };
  assert.deepEqual(problemsOf(await send(CHECKOUT, { input: { id, tips } })), [
    ['input.tips.amount', 'OUT_OF_RANGE'],
    ['lines.0.productId', 'NOT_ALLOWED'],
  ]);
});

test('a product that carts and orders have is not deleted, and they are named', async () => {
  const wanted = await newProduct(ours, {}, false);
  const lines = [{ productId: wanted, quantity: 1 }];
  const carts = [
    idOf(await cartOf('createShoppingCart', { lines })),
    idOf(await cartOf('createShoppingCart', { lines })),
  ];
  const ordered = dataOf(
    await send(mutationText('createOrder', 'order { id }'), { input: { lines } }),
  );
  const { errors } = await send(mutationText('deleteProduct', 'deletedProductId'), {
    input: { id: wanted },
  });
  assert.deepEqual(codesOf({ errors }), ['CONFLICT']);
  assert.deepEqual(
    errors[0]?.extensions['usedBy'],
    [at(ordered, 'createOrder', 'order', 'id'), ...carts].map((id) => ({ id, name: null })),
  );

  const whole = await newProduct(
    ours,
    { name: 'Set', components: [{ productId: wanted, quantity: 1 }] },
    false,
  );
  const permissions = ['PRODUCTS_READ', 'PRODUCTS_WRITE'] as const;
  const clerk = await world({ organization: ours.organization, permissions });
  const unseen = await clerk.send(mutationText('deleteProduct', 'deletedProductId'), {
    input: { id: wanted },
  });
  assert.deepEqual(unseen.errors[0]?.extensions['usedBy'], [{ id: whole, name: 'Set' }]);
  assert.equal(
    unseen.errors[0]?.message,
    `The product is in use in "Set" (${whole}), objects that you may not read: archive it instead with status ARCHIVED.`,
  );
});

test('the event of an abandoned cart carries its total', async () => {
  const price = { amount: '3.00', currencyCode: 'EUR' };
  const lines = [{ productId, quantity: 2 }];
  const id = idOf(await cartOf('createShoppingCart', { lines }));
  const other = await newProduct(ours, { price: null }, false);
  await cartOf('setCartLine', { cartId: id, productId: other, quantity: 1, unitPrice: price });
  await cartOf('abandonCart', { id });
  const events = await query<{ readonly data: Json }>(
    service.db,
    `select data from events where organization_id = $1 and environment = $2 and type = 'cart.abandoned'
       and data ->> 'cartId' = $3`,
    [ours.scope.organizationId, ours.scope.environment, id],
  );
  assert.deepEqual(
    events.map(({ data }) => at(data, 'total')),
    [{ amount: '23.00', currencyCode: 'EUR' }],
  );
});
