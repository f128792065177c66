import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { deleteExpiredFiles } from '../../../server/src/domains/bulk/index.ts';
import { query } from '../../../server/src/platform/database/index.ts';
import { folderFiles } from '../../../server/src/platform/files/index.ts';
import { exported, imported, jsonl } from '../bulk/files.ts';
import {
  at,
  codesOf,
  dataOf,
  exchange,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
  textAt,
} from '../client.ts';
import { EUR_10, newProduct } from '../orders/shop.ts';
import { service, type World, world } from '../world.ts';
import { tracesOf } from './traces.ts';

const FIELDS = `id externalId name email country language tags metadata erasedAt version
  createdAt updatedAt totals { orderCount totalCo2eKg totalSpent { amount currencyCode } }`;
const CREATE = `mutation ($input: CreateCustomerInput!) {
  createCustomer(input: $input) { customer { ${FIELDS} } }
}`;
const UPDATE = `mutation ($input: UpdateCustomerInput!) {
  updateCustomer(input: $input) { customer { ${FIELDS} } }
}`;
const DELETE = `mutation ($input: DeleteCustomerInput!) {
  deleteCustomer(input: $input) { deletedCustomerId customer { ${FIELDS} } }
}`;
const READ = `query ($id: ID, $externalId: String) {
  customer(id: $id, externalId: $externalId) { ${FIELDS} }
}`;
const LIST = `query ($filter: CustomerFilter, $sortBy: CustomerSort, $first: Int, $after: String) {
  customers(filter: $filter, sortBy: $sortBy, first: $first, after: $after) {
    totalCount totalCountIsExact pageInfo { hasNextPage endCursor } edges { node { name } }
  }
}`;

const ADA = {
  externalId: 'shop-1',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  country: 'GB',
  language: 'en-GB',
  tags: ['vip'],
  metadata: { shoeSize: 38 },
};

async function created({ send }: World, input: JsonObject = ADA): Promise<string> {
  return textAt(await send(CREATE, { input }), 'createCustomer', 'customer', 'id');
}

function namesIn(list: Json | undefined): (Json | undefined)[] {
  const edges = at(list, 'customers', 'edges');
  return Array.isArray(edges) ? edges.map((edge: Json) => at(edge, 'node', 'name')) : [];
}

test('creates a customer and reads it by id, by externalId and as a node', async () => {
  const ours = await world();
  const answer = await ours.send(CREATE, { input: ADA });
  const customer = at(dataOf(answer), 'createCustomer', 'customer');
  for (const [name, value] of Object.entries(ADA)) assert.deepEqual(at(customer, name), value);
  assert.equal(at(customer, 'version'), 1);
  assert.deepEqual(at(customer, 'totals'), { orderCount: 0, totalCo2eKg: 0, totalSpent: [] });
  const id = textAt(answer, 'createCustomer', 'customer', 'id');
  assert.match(id, /^cus_/);
  const read = await ours.send(READ, { externalId: 'shop-1' });
  assert.deepEqual(at(dataOf(read), 'customer'), customer);
  const node = await ours.send('query ($id: ID!) { node(id: $id) { __typename id } }', { id });
  assert.deepEqual(at(dataOf(node), 'node'), { __typename: 'Customer', id });
});

test('needs nothing of a customer', async () => {
  const ours = await world();
  const answer = await ours.send(CREATE, { input: {} });
  assert.equal(at(dataOf(answer), 'createCustomer', 'customer', 'email'), null);
});

test('tells everything that is wrong with an input at once', async () => {
  const ours = await world();
  const input = { name: ' ', email: 'ada', language: '??', tags: ['a', ''], metadata: [1] };
  const { errors, data } = await ours.send(CREATE, { input });
  assert.deepEqual(data, { createCustomer: null });
  assert.equal(errors[0]?.extensions.code, 'BAD_USER_INPUT');
  assert.deepEqual(
    [0, 1, 2, 3, 4].map((index) => at(errors[0]?.extensions, 'problems', index, 'path')),
    [
      ['input', 'name'],
      ['input', 'email'],
      ['input', 'language'],
      ['input', 'tags', 1],
      ['input', 'metadata'],
    ],
  );
});

test('refuses an externalId that another customer has', async () => {
  const ours = await world();
  await created(ours);
  const again = await ours.send(CREATE, { input: { externalId: 'shop-1' } });
  assert.deepEqual(codesOf(again), ['CONFLICT']);
  const other = await created(ours, { externalId: 'shop-2' });
  const taken = await ours.send(UPDATE, { input: { id: other, externalId: 'shop-1' } });
  assert.deepEqual(codesOf(taken), ['CONFLICT']);
});

test('changes what is given, empties what is null, keeps the rest', async () => {
  const ours = await world();
  const id = await created(ours);
  const input = { id, email: 'ada@new.example', tags: null, country: null, expectedVersion: 1 };
  const answer = await ours.send(UPDATE, { input });
  const customer = at(dataOf(answer), 'updateCustomer', 'customer');
  assert.equal(at(customer, 'email'), 'ada@new.example');
  assert.deepEqual(at(customer, 'tags'), []);
  assert.equal(at(customer, 'country'), null);
  assert.equal(at(customer, 'name'), 'Ada Lovelace');
  assert.equal(at(customer, 'version'), 2);
});

test('refuses to write over a version that was not read', async () => {
  const ours = await world();
  const id = await created(ours);
  await ours.send(UPDATE, { input: { id, name: 'Ada King' } });
  for (const mutation of [UPDATE, DELETE]) {
    const stale = await ours.send(mutation, { input: { id, expectedVersion: 1 } });
    assert.deepEqual(codesOf(stale), ['CONFLICT']);
    assert.equal(stale.errors[0]?.extensions['currentVersion'], 2);
  }
});

test('lists by text, e-mail, country, tag and time, in every order', async () => {
  const ours = await world();
  await created(ours);
  await created(ours, { name: 'Grace Hopper', email: 'Grace@Navy.example', country: 'US' });
  await created(ours, { name: 'alan turing', country: 'GB', externalId: '100%' });
  const names = async (filter: JsonObject, sortBy?: JsonObject) =>
    namesIn(dataOf(await ours.send(LIST, { filter, ...(sortBy && { sortBy }) })));
  assert.deepEqual(await names({ text: 'LOVE' }), ['Ada Lovelace']);
  assert.deepEqual(await names({ text: 'navy' }), ['Grace Hopper']);
  assert.deepEqual(await names({ text: '0%' }), ['alan turing']);
  assert.deepEqual(await names({ email: 'grace@navy.example' }), ['Grace Hopper']);
  assert.deepEqual(await names({ country: 'GB' }), ['Ada Lovelace', 'alan turing']);
  assert.deepEqual(await names({ tag: 'vip' }), ['Ada Lovelace']);
  assert.deepEqual(await names({ createdUntil: '2020-01-01T00:00:00Z' }), []);
  assert.equal((await names({ updatedSince: '2020-01-01T00:00:00Z' })).length, 3);
  assert.deepEqual(await names({}, { field: 'NAME', direction: 'DESC' }), [
    'Grace Hopper',
    'alan turing',
    'Ada Lovelace',
  ]);
  for (const field of ['CREATED_AT', 'UPDATED_AT', 'NAME', 'ORDER_COUNT', 'TOTAL_CO2E_KG']) {
    const first = dataOf(await ours.send(LIST, { sortBy: { field }, first: 2 }));
    const after = at(first, 'customers', 'pageInfo', 'endCursor') ?? null;
    const second = dataOf(await ours.send(LIST, { sortBy: { field }, first: 2, after }));
    assert.equal(new Set([...namesIn(first), ...namesIn(second)]).size, 3, field);
    assert.equal(at(second, 'customers', 'totalCount'), 3);
    assert.equal(at(second, 'customers', 'pageInfo', 'hasNextPage'), false);
  }
  await created(ours, { name: 'ΟΔΥΣΣΕΑΣ', email: 'İnci@example.com' });
  for (const text of ['ΟΔΥΣΣΕΑΣ', 'İnci']) assert.deepEqual(await names({ text }), ['ΟΔΥΣΣΕΑΣ']);
  assert.deepEqual(await names({ email: 'İnci@example.com' }), ['ΟΔΥΣΣΕΑΣ']);
});

test('erases a customer for good: from the row, the events and the stored answers', async () => {
  const ours = await world();
  const headers = { 'Idempotency-Key': 'first' };
  // Long enough that no random key or id contains a name by chance, as "Ada" once did.
  const augusta = { ...ADA, name: 'Augusta Lovelace', email: 'augusta@lovelace.example' };
  const first = await ours.send(CREATE, { input: augusta }, headers);
  const id = textAt(first, 'createCustomer', 'customer', 'id');
  await ours.send(UPDATE, { input: { id, name: 'Augusta King' } }, { 'Idempotency-Key': 'second' });
  await buyAs(ours, id, 'augusta-lovelace');
  const row = jsonl([
    { externalId: 'x-1', name: 'Augusta Byron', tags: ['Lovelace'] },
    { name: 7 },
  ]);
  const { rows: results } = await imported(ours, row, { type: 'CUSTOMERS' });
  const twin = String(results[0]?.['id']);
  const exportedText = await exported(ours, { type: 'CUSTOMERS' });
  assert.match(exportedText, /Augusta/);
  await ours.send(DELETE, { input: { id: twin } });
  const answer = await ours.send(DELETE, { input: { id } });
  assert.equal(textAt(answer, 'deleteCustomer', 'deletedCustomerId'), id);
  const left = at(dataOf(answer), 'deleteCustomer', 'customer');
  for (const name of ['externalId', 'name', 'email', 'country', 'language']) {
    assert.equal(at(left, name), null, name);
  }
  assert.deepEqual([at(left, 'tags'), at(left, 'metadata')], [[], {}]);
  assert.equal(typeof at(left, 'erasedAt'), 'string');

  const traces = ['Augusta', 'Lovelace', 'shop-1', 'shoeSize'];
  assert.deepEqual(await tracesOf(ours.scope, traces), []);
  const jobs = await ours.send('{ bulkJobs { nodes { resultUrl downloadUrl } } }');
  assert.doesNotMatch(JSON.stringify(jobs.data), /http/, 'no file can be fetched');
  await deleteExpiredFiles(service.db, folderFiles(join(service.dataFolder, 'files')));
  const { organizationId, environment } = ours.scope;
  const folder = join(service.dataFolder, 'files', organizationId, environment);
  assert.deepEqual(await readdir(folder), [], 'no file is left');
  const found = await ours.send('{ search(query: "augusta-lovelace") { totalCount } }');
  assert.equal(at(dataOf(found), 'search', 'totalCount'), 0);
  const repeated = await ours.send(CREATE, { input: augusta }, headers);
  assert.equal(textAt(repeated, 'createCustomer', 'customer', 'id'), id);
  assert.equal(at(dataOf(repeated), 'createCustomer', 'customer', 'name'), null);
});

test('an erased customer is in no list but its own, and can neither be changed nor erased again', async () => {
  const ours = await world();
  const id = await created(ours);
  dataOf(await ours.send(DELETE, { input: { id } }));
  const list = dataOf(await ours.send(LIST));
  assert.equal(at(list, 'customers', 'totalCount'), 0);
  const erased = dataOf(await ours.send(LIST, { filter: { isErased: true } }));
  assert.equal(at(erased, 'customers', 'totalCount'), 1);
  assert.notEqual(at(dataOf(await ours.send(READ, { id })), 'customer', 'erasedAt'), null);
  for (const mutation of [UPDATE, DELETE]) {
    const refused = await ours.send(mutation, { input: { id } });
    assert.deepEqual(codesOf(refused), ['CONFLICT']);
    assert.equal(refused.errors[0]?.extensions['state'], 'ERASED');
  }
  assert.equal(at(dataOf(await ours.send(READ, { id })), 'customer', 'version'), 2);
  assert.match(await created(ours), /^cus_/, 'its externalId is free again');
});

test('drafts and carts of an erased customer take no new data about the person, but go on without', async () => {
  const ours = await world();
  const customerId = await created(ours);
  const lines = [{ productId: await newProduct(ours, {}, false), quantity: 2 }];
  const made = async (field: string, object: string) => {
    const input = { customerId, lines };
    return textAt(
      await ours.send(mutationText(field, `${object} { id }`), { input }),
      field,
      object,
      'id',
    );
  };
  const orderId = await made('createOrder', 'order');
  const cartId = await made('createShoppingCart', 'shoppingCart');
  dataOf(await ours.send(DELETE, { input: { id: customerId } }));
  const shippingAddress = { name: 'Ada Lovelace', country: 'GB' };
  for (const [field, input] of [
    ['updateOrder', { id: orderId, shippingAddress }],
    ['updateShoppingCart', { id: cartId, externalId: 'ada@example.com' }],
  ] as const) {
    const text = mutationText(field, '__typename');
    const refused = await ours.send(text, { input });
    assert.deepEqual(codesOf(refused), ['CONFLICT'], field);
    assert.equal(refused.errors[0]?.extensions['state'], 'ERASED');
    dataOf(await ours.send(text, { input: { ...input, customerId: null } }));
  }
});

test('hands out all that is held about one person', async () => {
  const ours = await world();
  const id = await created(ours);
  const answer = await ours.send('query ($id: ID!) { customerData(id: $id) }', { id });
  const customer = at(dataOf(answer), 'customerData', 'customer');
  assert.equal(at(customer, 'id'), id);
  for (const [name, value] of Object.entries(ADA)) assert.deepEqual(at(customer, name), value);
});

test('orders, payments and carts of a person are part of the data', async () => {
  const ours = await world();
  const customerId = await created(ours);
  const productId = await newProduct(ours, {}, false);
  const lines = [{ productId, quantity: 2 }];
  const make = (field: string, input: JsonObject) =>
    ours.send(mutationText(field, '__typename'), { input });
  dataOf(await make('createOrder', { customerId, lines, externalId: 'bought' }));
  dataOf(await make('createShoppingCart', { customerId, lines, externalId: 'thought of' }));
  const paid = { order: { externalId: 'bought' }, type: 'CAPTURE', provider: 'Example Pay' };
  dataOf(await make('recordTransaction', paid));
  const text = 'query ($id: ID!) { customerData(id: $id) }';
  const data = at(dataOf(await ours.send(text, { id: customerId })), 'customerData');
  const [order, cart] = [at(data, 'orders', 0), at(data, 'shoppingCarts', 0)];
  assert.equal(at(order, 'lines', 0, 'productId'), productId);
  assert.deepEqual(at(order, 'lines', 0, 'unitPrice'), EUR_10);
  assert.equal(at(order, 'transactions', 0, 'provider'), 'Example Pay');
  assert.equal(at(order, 'transactions', 0, 'amount', 'amount'), '20.00');
  assert.equal(at(cart, 'externalId'), 'thought of');
  assert.equal(at(cart, 'lines', 0, 'quantity'), 2);
});

test('writes an event for each change, with ids only', async () => {
  const ours = await world();
  const id = await created(ours);
  await ours.send(UPDATE, { input: { id, name: 'Ada King' } });
  await ours.send(DELETE, { input: { id } });
  await ours.send(UPDATE, { input: { id, name: 'refused' } });
  const rows = await query(
    service.db,
    `select type, data from events where organization_id = $1 and environment = $2
     and type like 'customer.%' order by id`,
    [ours.scope.organizationId, ours.scope.environment],
  );
  assert.deepEqual(rows, [
    { type: 'customer.created', data: { customerId: id, version: 1 } },
    { type: 'customer.updated', data: { customerId: id, version: 2 } },
    { type: 'customer.deleted', data: { customerId: id, version: 3 } },
    { type: 'customer.erased', data: { customerId: id } },
  ]);
});

test('answers a repeated request as the first time, and refuses the key for another one', async () => {
  const ours = await world();
  const input = { ...ADA, idempotencyKey: 'once' };
  const first = await ours.send(CREATE, { input });
  const second = await ours.send(CREATE, { input });
  assert.deepEqual(dataOf(second), dataOf(first));
  const other = await ours.send(CREATE, { input: { ...input, name: 'Somebody' } });
  assert.deepEqual(codesOf(other), ['IDEMPOTENCY_KEY_REUSED']);
  const id = textAt(first, 'createCustomer', 'customer', 'id');
  const headers = { 'Idempotency-Key': 'gone' };
  const gone = await ours.send(DELETE, { input: { id } }, headers);
  const again = await ours.send(DELETE, { input: { id } }, headers);
  assert.deepEqual(dataOf(again), dataOf(gone));
  const another = await created(ours, { name: 'Grace' });
  const mixedUp = await ours.send(DELETE, { input: { id: another } }, headers);
  assert.deepEqual(codesOf(mixedUp), ['IDEMPOTENCY_KEY_REUSED']);
});

test('shows nothing of another organization, nor of the other environment', async () => {
  const theirs = await world();
  const id = await created(theirs);
  const neighbours = [
    await world(),
    await world({ organization: theirs.organization, environment: 'SANDBOX' }),
  ];
  for (const { send } of neighbours) {
    assert.deepEqual(codesOf(await send(READ, { id })), ['NOT_FOUND']);
    assert.deepEqual(codesOf(await send(READ, { externalId: 'shop-1' })), ['NOT_FOUND']);
    const data = await send('query ($id: ID!) { customerData(id: $id) }', { id });
    assert.deepEqual(codesOf(data), ['NOT_FOUND']);
    const node = await send('query ($id: ID!) { node(id: $id) { id } }', { id });
    assert.deepEqual(dataOf(node), { node: null });
    for (const mutation of [UPDATE, DELETE]) {
      assert.deepEqual(codesOf(await send(mutation, { input: { id } })), ['NOT_FOUND']);
    }
    const list = await send(LIST, { filter: { text: 'lovelace' } });
    assert.equal(at(dataOf(list), 'customers', 'totalCount'), 0);
  }
  assert.equal(at(dataOf(await theirs.send(READ, { id })), 'customer', 'version'), 1);
});

test('asks for the permissions to read and to write', async () => {
  const ours = await world();
  const id = await created(ours);
  const { organization } = ours;
  const reader = await world({ organization, permissions: ['CUSTOMERS_READ'] });
  assert.equal(textAt(await reader.send(READ, { id }), 'customer', 'id'), id);
  for (const [mutation, input] of [
    [CREATE, {}],
    [UPDATE, { id }],
    [DELETE, { id }],
  ] as const) {
    const refused = await reader.send(mutation, { input });
    assert.deepEqual(codesOf(refused), ['FORBIDDEN']);
    assert.equal(refused.errors[0]?.extensions['requiredPermission'], 'CUSTOMERS_WRITE');
  }
  const stranger = await world({ organization, permissions: ['PRODUCTS_READ'] });
  for (const document of [READ, LIST, 'query ($id: ID) { customerData(id: $id) }']) {
    const refused = await stranger.send(document, { id });
    assert.equal(codesOf(refused)[0], 'FORBIDDEN');
    assert.equal(refused.errors[0]?.extensions['requiredPermission'], 'CUSTOMERS_READ');
  }
});

test('refuses a request without a key', async () => {
  const { endpoint } = await world();
  const answer = await exchange(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ customers { totalCount } }' }),
  });
  assert.deepEqual([answer.status, codesOf(answer)], [401, ['UNAUTHENTICATED']]);
});

test('asks for exactly one identifier', async () => {
  const ours = await world();
  for (const variables of [{}, { id: 'cus_1', externalId: 'shop-1' }]) {
    assert.deepEqual(codesOf(await ours.send(READ, variables)), ['BAD_USER_INPUT']);
  }
  assert.deepEqual(codesOf(await ours.send(READ, { id: 'prod_1' })), ['NOT_FOUND']);
});

/** A cart that becomes an order, and a payment of it, all with external ids and metadata made of a name. */
async function buyAs({ send }: World, customerId: string, name: string): Promise<void> {
  const product = await send(
    'mutation { createProduct(input: { name: "Hat", price: { amount: "5.00", currencyCode: "EUR" } }) { product { id } } }',
  );
  const productId = textAt(product, 'createProduct', 'product', 'id');
  const headers = (step: string) => ({ 'Idempotency-Key': `${step}-of-the-purchase` });
  const lines = [{ productId, quantity: 1 }];
  const cart = await send(
    mutationText('createShoppingCart', 'shoppingCart { id externalId }'),
    { input: { customerId, lines, externalId: `${name}-cart`, metadata: { for: name } } },
    headers('cart'),
  );
  const cartId = textAt(cart, 'createShoppingCart', 'shoppingCart', 'id');
  const order = await send(
    mutationText('checkoutCart', 'order { id externalId }'),
    { input: { id: cartId, orderExternalId: `${name}-order` } },
    headers('checkout'),
  );
  const orderId = textAt(order, 'checkoutCart', 'order', 'id');
  await sendForId({ send }, 'confirmOrder', 'order', { id: orderId });
  const payment = await send(
    mutationText('recordTransaction', 'transaction { id externalId }'),
    { input: { orderId, type: 'CAPTURE', externalId: `${name}-payment`, metadata: { by: name } } },
    headers('payment'),
  );
  dataOf(payment);
}
