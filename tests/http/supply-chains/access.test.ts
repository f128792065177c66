import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, codesOf, dataOf, exchange, textAt } from '../client.ts';
import { world } from '../world.ts';
import { CREATE, created, DELETE, LIST, productOf, READ, SHIRT, UPDATE } from './chains.ts';

test('shows nothing of another organization, nor of the other environment', async () => {
  const theirs = await world();
  const id = await created(theirs);
  const productId = await productOf(theirs);
  const neighbours = [
    await world(),
    await world({ organization: theirs.organization, environment: 'SANDBOX' }),
  ];
  for (const ours of neighbours) {
    assert.deepEqual(codesOf(await ours.send(READ, { id })), ['NOT_FOUND']);
    assert.deepEqual(codesOf(await ours.send(READ, { externalId: 'shirt' })), ['NOT_FOUND']);
    const node = await ours.send('query ($id: ID!) { node(id: $id) { id } }', { id });
    assert.deepEqual(dataOf(node), { node: null });
    for (const mutation of [UPDATE, DELETE]) {
      assert.deepEqual(codesOf(await ours.send(mutation, { input: { id } })), ['NOT_FOUND']);
    }
    const list = await ours.send(LIST, { filter: { text: 'shirt' } });
    assert.equal(at(dataOf(list), 'supplyChains', 'totalCount'), 0);
    const attached = await ours.send(CREATE, { input: { ...SHIRT, productId } });
    assert.deepEqual(codesOf(attached), ['BAD_USER_INPUT']);
  }
});

test('asks for the permissions to read and to write', async () => {
  const ours = await world();
  const { organization } = ours;
  const productId = await productOf(ours);
  const id = await created(ours, { ...SHIRT, productId });
  const reader = await world({ organization, permissions: ['SUPPLY_CHAINS_READ'] });
  const name = await reader.send('query ($id: ID!) { supplyChain(id: $id) { name } }', { id });
  assert.equal(textAt(name, 'supplyChain', 'name'), 'Cotton T-shirt');
  const product = await reader.send(READ, { id });
  assert.equal(product.errors[0]?.extensions['requiredPermission'], 'PRODUCTS_READ');
  for (const [mutation, input] of [
    [CREATE, SHIRT],
    [UPDATE, { id }],
    [DELETE, { id }],
  ] as const) {
    const refused = await reader.send(mutation, { input });
    assert.deepEqual(codesOf(refused), ['FORBIDDEN']);
    assert.equal(refused.errors[0]?.extensions['requiredPermission'], 'SUPPLY_CHAINS_WRITE');
  }
  const shop = await world({ organization, permissions: ['PRODUCTS_READ'] });
  const hidden = await shop.send(
    'query ($id: ID!) { product(id: $id) { name supplyChain { name } } }',
    { id: productId },
  );
  assert.deepEqual(codesOf(hidden), ['FORBIDDEN']);
  assert.deepEqual(hidden.data, { product: { name: 'T-shirt', supplyChain: null } });
  assert.deepEqual(codesOf(await shop.send(LIST)), ['FORBIDDEN']);
});

test('refuses a request without a key', async () => {
  const { endpoint } = await world();
  const answer = await exchange(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ supplyChains { totalCount } }' }),
  });
  assert.deepEqual([answer.status, codesOf(answer)], [401, ['UNAUTHENTICATED']]);
});
