import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../server/src/platform/database/index.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import {
  at,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  numberAt,
  textAt,
} from '../client.ts';
import { calculate, EUR_10, idOf, newProduct, ROAD } from '../orders/shop.ts';
import { holdsForEveryone, strangersTo } from '../orders/strangers.ts';
import { service, world } from '../world.ts';

const ours = await world();
const productId = await newProduct(ours);
const other = await newProduct(ours, { externalId: 'soap', price: EUR_10 }, false);

const CART = `shoppingCart { id externalId state version estimatedCo2eKg linesWithoutFootprint expiresAt
  total { amount currencyCode } order { id }
  lines { quantity estimatedCo2eKg unitPrice { amount } total { amount } product { id } } }`;
const CHECKOUT = mutationText(
  'checkoutCart',
  `${CART} order { id state total { amount }
  shippingCo2eKg externalId customer { id } lines { number quantity product { id } } }`,
);

function text(field: string): string {
  return field === 'checkoutCart' ? CHECKOUT : mutationText(field, CART);
}

function send(field: string, input: JsonObject) {
  return ours.send(text(field), { input });
}

async function cartOf(field: string, input: JsonObject): Promise<Json> {
  return at(dataOf(await send(field, input)), field, 'shoppingCart') ?? null;
}

async function newCart(input: JsonObject = {}): Promise<string> {
  return idOf(
    await cartOf('createShoppingCart', { lines: [{ productId, quantity: 2 }], ...input }),
  );
}

async function abandoned(): Promise<string> {
  return idOf(await cartOf('abandonCart', { id: await newCart() }));
}

async function checkedOut(): Promise<string> {
  return idOf(await cartOf('checkoutCart', { id: await newCart() }));
}

/** Sets the expiry of a cart to now. */
async function expire(cartId: string): Promise<void> {
  await query(
    service.db,
    `update shopping_carts set expires_at = now()
     where organization_id = $1 and environment = $2 and id = $3`,
    [ours.scope.organizationId, ours.scope.environment, decodeId('shoppingCart', cartId)],
  );
}

const OPERATIONS: readonly (readonly [string, (cartId: string) => JsonObject])[] = [
  ['setCartLine', (cartId) => ({ cartId, productId: other, quantity: 1 })],
  ['removeCartLine', (cartId) => ({ cartId, productId })],
  ['abandonCart', (id) => ({ id })],
  ['checkoutCart', (id) => ({ id })],
];

holdsForEveryone(ours, {
  field: 'createShoppingCart',
  text: text('createShoppingCart'),
  input: async () => ({ lines: [{ productId, quantity: 1 }] }),
  otherInput: async () => ({ lines: [] }),
  namesOwn: false,
});

for (const [field, inputOf] of OPERATIONS) {
  const input = async () => inputOf(await newCart());
  holdsForEveryone(ours, { field, text: text(field), input, otherInput: input, namesOwn: true });

  test(`${field} refuses a version that is no longer current`, async () => {
    const wanted = await input();
    const stale = await send(field, { ...wanted, expectedVersion: 7 });
    assert.deepEqual(codesOf(stale), ['CONFLICT']);
    assert.equal(at(stale.errors[0]?.extensions, 'currentVersion'), 1);
    const cart = await cartOf(field, { ...wanted, expectedVersion: 1 });
    assert.equal(at(cart, 'version'), 2);
  });

  test(`${field} is refused of a cart that is checked out`, async () => {
    const { errors } = await send(field, inputOf(await checkedOut()));
    assert.deepEqual(codesOf({ errors }), ['CONFLICT']);
    assert.equal(at(errors[0]?.extensions, 'state'), 'CHECKED_OUT');
    assert.deepEqual(at(errors[0]?.extensions, 'allowed'), []);
  });

  test(`${field} says which argument is wrong`, async () => {
    const { id: _id, cartId: _cartId, ...rest } = inputOf('');
    assert.deepEqual(codesOf(await send(field, rest)), ['BAD_USER_INPUT']);
    assert.deepEqual(codesOf(await send(field, inputOf('cart_nothing'))), ['NOT_FOUND']);
  });
}

test('a second checkout names the order of the first', async () => {
  const id = await newCart();
  const orderId = textAt(await send('checkoutCart', { id }), 'checkoutCart', 'order', 'id');
  const { errors } = await send('checkoutCart', { id });
  assert.equal(errors[0]?.extensions['orderId'], orderId);
  assert.ok(errors[0]?.message.includes(orderId));
});

test('a cart adds up prices and footprints of its lines', async () => {
  const unit = await calculate(ours, productId);
  const cart = await cartOf('createShoppingCart', {
    lines: [
      { productId, quantity: 3 },
      {
        product: { externalId: 'soap' },
        quantity: 1,
        unitPrice: { amount: '0.5', currencyCode: 'EUR' },
      },
    ],
  });
  assert.deepEqual(at(cart, 'total'), { amount: '30.50', currencyCode: 'EUR' });
  assert.equal(numberAt(cart, 'estimatedCo2eKg'), 3 * unit);
  assert.equal(at(cart, 'linesWithoutFootprint'), 1);
  assert.equal(at(cart, 'lines', 0, 'total', 'amount'), '30.00');
  assert.equal(at(cart, 'lines', 1, 'estimatedCo2eKg'), null);
});

test('a line is written in place of the one with the same product, and taken out', async () => {
  const cartId = await newCart();
  const more = await cartOf('setCartLine', { cartId, productId, quantity: 9 });
  assert.equal(at(more, 'lines', 0, 'quantity'), 9);
  assert.equal(at(more, 'lines', 1), undefined);
  const empty = await cartOf('removeCartLine', { cartId, productId });
  assert.deepEqual(at(empty, 'lines'), []);
  assert.equal(at(empty, 'total', 'amount'), '0.00');
  assert.deepEqual(codesOf(await send('removeCartLine', { cartId, productId })), ['NOT_FOUND']);
  const nothing = await send('checkoutCart', { id: cartId });
  assert.deepEqual(codesOf(nothing), ['CONFLICT']);
});

test('reports all problems of a cart in one response', async () => {
  const { errors } = await send('createShoppingCart', {
    externalId: '',
    currencyCode: 'USD',
    expiresAt: '2020-01-01T00:00:00Z',
    lines: [
      { productId: 'prod_nothing', quantity: 1 },
      { productId, quantity: 0, unitPrice: EUR_10 },
      { productId, quantity: 1 },
    ],
  });
  const problems = at(errors[0]?.extensions, 'problems');
  assert.ok(Array.isArray(problems));
  assert.deepEqual(
    problems.map((problem: Json) => at(problem, 'path')),
    [
      ['input', 'externalId'],
      ['input', 'expiresAt'],
      ['input', 'lines', 0, 'productId'],
      ['input', 'lines', 1, 'quantity'],
      ['input', 'lines', 1, 'unitPrice', 'currencyCode'],
      ['input', 'lines', 2, 'unitPrice'],
      ['input', 'lines', 2],
    ],
  );
  const nameless = await send('createShoppingCart', {
    lines: [
      { productId, quantity: 0 },
      { quantity: 1 },
      { product: { externalId: 'none' }, quantity: 1 },
    ],
  });
  assert.deepEqual(
    [1, 2].map((number) => at(nameless.errors[0]?.extensions, 'problems', number, 'path')),
    [
      ['input', 'lines', 1, 'product'],
      ['input', 'lines', 2, 'product'],
    ],
  );
  await newCart({ externalId: 'mine' });
  assert.deepEqual(codesOf(await send('createShoppingCart', { externalId: 'mine' })), ['CONFLICT']);
});

test('lines keep the order of their input, those of one product are added up', async () => {
  const cart = await cartOf('createShoppingCart', {
    lines: [
      { productId: other, quantity: 1 },
      { productId, quantity: 2 },
      { product: { externalId: 'soap' }, quantity: 4 },
    ],
  });
  assert.equal(at(cart, 'lines', 0, 'product', 'id'), other);
  assert.equal(at(cart, 'lines', 0, 'quantity'), 5);
  assert.equal(at(cart, 'lines', 1, 'product', 'id'), productId);
  assert.equal(at(cart, 'lines', 2), undefined);
});

test('an empty cart takes the currency of the first price, unless one was chosen', async () => {
  const dollars = { amount: '3', currencyCode: 'USD' };
  const free = await cartOf('createShoppingCart', {});
  assert.deepEqual(at(free, 'total'), { amount: '0.00', currencyCode: 'EUR' });
  const line = { productId, quantity: 2, unitPrice: dollars };
  const filled = await cartOf('setCartLine', { cartId: idOf(free), ...line });
  assert.deepEqual(at(filled, 'total'), { amount: '6.00', currencyCode: 'USD' });
  const euros = await send('setCartLine', { cartId: idOf(free), productId: other, quantity: 1 });
  assert.deepEqual(codesOf(euros), ['BAD_USER_INPUT']);
  const chosen = await cartOf('createShoppingCart', { currencyCode: 'EUR' });
  const refused = await send('setCartLine', { cartId: idOf(chosen), ...line });
  assert.equal(at(refused.errors[0]?.extensions, 'problems', 0, 'code'), 'WRONG_CURRENCY');
});

test('a line whose total is not an exact number is refused', async () => {
  const unitPrice = { amount: '90000000000000.00', currencyCode: 'EUR' };
  const lines = [{ productId, quantity: 1_000_000, unitPrice }];
  const { errors } = await send('createShoppingCart', { lines });
  assert.equal(at(errors[0]?.extensions, 'problems', 0, 'code'), 'OUT_OF_RANGE');
});

test('a cart of many dear lines is abandoned, also when a product has become dearer', async () => {
  const most = { amount: '90071992547409.91', currencyCode: 'EUR' };
  const dear = await newProduct(ours, { price: EUR_10 }, false);
  const lines = [
    { productId, quantity: 1, unitPrice: most },
    { productId: dear, quantity: 1_000_000 },
  ];
  const id = idOf(await cartOf('createShoppingCart', { lines }));
  const input = { id: dear, price: most };
  dataOf(await ours.send(mutationText('updateProduct', 'product { id }'), { input }));
  assert.equal(at(await cartOf('abandonCart', { id }), 'state'), 'ABANDONED');
});

test('an abandoned cart is not checked out, and opens again when a line is written', async () => {
  const id = await abandoned();
  const refused = await send('checkoutCart', { id });
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.equal(at(refused.errors[0]?.extensions, 'state'), 'ABANDONED');
  assert.deepEqual(at(refused.errors[0]?.extensions, 'allowed'), ['OPEN']);
  assert.deepEqual(codesOf(await send('abandonCart', { id })), ['CONFLICT']);
  const open = await cartOf('setCartLine', { cartId: id, productId, quantity: 1 });
  assert.equal(at(open, 'state'), 'OPEN');
  assert.equal(at(await cartOf('checkoutCart', { id }), 'state'), 'CHECKED_OUT');
});

test('a cart past its time counts as abandoned', async () => {
  const id = await newCart();
  await expire(id);
  const read = await ours.send('query ($id: ID) { shoppingCart(id: $id) { state } }', { id });
  assert.equal(at(dataOf(read), 'shoppingCart', 'state'), 'ABANDONED');
  const refused = await send('checkoutCart', { id });
  assert.equal(at(refused.errors[0]?.extensions, 'state'), 'ABANDONED');
  const open = await cartOf('setCartLine', { cartId: id, productId, quantity: 1 });
  assert.equal(at(open, 'state'), 'OPEN');
  const days = (Date.parse(String(at(open, 'expiresAt'))) - Date.now()) / 86_400_000;
  assert.ok(days > 29 && days <= 30, `${days} days`);
});

test('a checkout makes an order of the cart as it is', async () => {
  const input = { externalId: 'ada' };
  const customer = await ours.send(mutationText('createCustomer', 'customer { id }'), { input });
  const customerId = at(dataOf(customer), 'createCustomer', 'customer', 'id') ?? null;
  const id = await newCart({ customerId });
  const answer = dataOf(
    await send('checkoutCart', {
      id,
      orderExternalId: 'order-of-cart',
      shippingPrice: EUR_10,
      shippingLegs: [ROAD],
    }),
  );
  const { order, shoppingCart } = Object.fromEntries(
    ['order', 'shoppingCart'].map((name) => [name, at(answer, 'checkoutCart', name)]),
  );
  assert.equal(at(order, 'state'), 'DRAFT');
  assert.equal(at(order, 'externalId'), 'order-of-cart');
  assert.equal(at(order, 'total', 'amount'), '30.00');
  assert.equal(at(order, 'customer', 'id'), customerId);
  assert.deepEqual(at(order, 'lines', 0), { number: 1, quantity: 2, product: { id: productId } });
  assert.equal(at(shoppingCart, 'state'), 'CHECKED_OUT');
  assert.equal(at(shoppingCart, 'order', 'id'), at(order, 'id'));
  const events = await query<{ type: string }>(
    service.db,
    `select type from events where organization_id = $1 and environment = $2
       and data ->> 'orderId' = $3 order by id`,
    [ours.scope.organizationId, ours.scope.environment, at(order, 'id')],
  );
  assert.deepEqual(events, [{ type: 'order.created' }, { type: 'cart.checked_out' }]);
});

test('a checkout that is refused leaves the cart open', async () => {
  const id = await newCart();
  const refused = await send('checkoutCart', { id, shippingLegs: [{ method: 'ROAD' }] });
  assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT']);
  const read = await ours.send('query ($id: ID) { shoppingCart(id: $id) { state version } }', {
    id,
  });
  assert.deepEqual(at(dataOf(read), 'shoppingCart'), { state: 'OPEN', version: 1 });
});

test('carts are listed by state and customer, and seen by nobody else', async () => {
  const shop = await world();
  const pan = await newProduct(shop, {}, false);
  const customer = await shop.send(mutationText('createCustomer', 'customer { id }'), {
    input: {},
  });
  const customerId = at(dataOf(customer), 'createCustomer', 'customer', 'id') ?? null;
  const create = { lines: [{ productId: pan, quantity: 1 }], customerId };
  for (const field of ['', 'abandonCart', 'checkoutCart']) {
    const made = await shop.send(text('createShoppingCart'), { input: create });
    const id = at(dataOf(made), 'createShoppingCart', 'shoppingCart', 'id') ?? null;
    if (field !== '') dataOf(await shop.send(text(field), { input: { id } }));
  }
  const count = async (filter: JsonObject) => {
    const list = await shop.send(
      `query ($filter: ShoppingCartFilter) { shoppingCarts(filter: $filter,
         sortBy: { field: UPDATED_AT, direction: DESC }) { totalCount edges { node { state } } } }`,
      { filter },
    );
    return at(dataOf(list), 'shoppingCarts', 'totalCount');
  };
  assert.equal(await count({}), 3);
  for (const state of ['OPEN', 'ABANDONED', 'CHECKED_OUT']) assert.equal(await count({ state }), 1);
  assert.equal(await count({ customerId }), 3);
  assert.equal(await count({ customerId: 'cus_nothing' }), 0);
  const nested = await shop.send(
    '{ customers { edges { node { shoppingCarts(last: 1) { totalCount edges { node { state } } } } } } }',
  );
  const carts = at(dataOf(nested), 'customers', 'edges', 0, 'node', 'shoppingCarts');
  assert.deepEqual(carts, { totalCount: 3, edges: [{ node: { state: 'CHECKED_OUT' } }] });

  const id = await newCart({ externalId: 'unseen' });
  const { outside, reader } = await strangersTo(ours);
  for (const stranger of outside) {
    const seen = await stranger.send(
      'query ($id: ID!) { node(id: $id) { id } shoppingCart(externalId: "unseen") { id } }',
      { id },
    );
    assert.deepEqual(seen.data, { node: null, shoppingCart: null });
    assert.deepEqual(codesOf(seen), ['NOT_FOUND']);
  }
  const read = await reader.send('{ shoppingCart(externalId: "unseen") { id } }');
  assert.equal(at(dataOf(read), 'shoppingCart', 'id'), id);
});
