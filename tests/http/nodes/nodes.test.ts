import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, codesOf, dataOf, textAt } from '../client.ts';
import { world } from '../world.ts';

const { send } = await world();
const ONE = 'query ($id: ID!) { node(id: $id) { __typename id } }';
const MANY = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';

async function newProduct(name: string): Promise<string> {
  const made = await send(
    'mutation ($name: String!) { createProduct(input: { name: $name }) { product { id } } }',
    { name },
  );
  return textAt(made, 'createProduct', 'product', 'id');
}

test('finds an object by its id alone', async () => {
  const id = await newProduct('One');
  assert.deepEqual(dataOf(await send(ONE, { id })), { node: { __typename: 'Product', id } });
  const factors = await send('{ emissionFactors(first: 1) { edges { node { id } } } }');
  const factorId = textAt(factors, 'emissionFactors', 'edges', 0, 'node', 'id');
  assert.equal(textAt(await send(ONE, { id: factorId }), 'node', '__typename'), 'EmissionFactor');
});

test('gives null for an id that nothing has, whatever it looks like', async () => {
  const id = await newProduct('One');
  const ids = [
    '',
    'x',
    'prod_',
    id.slice(0, -1),
    `${id}0`,
    id.toUpperCase(),
    id.replace('prod_', 'key_'),
    id.replace(/.{4}$/, '0000'),
    id.replace(/.{4}$/, 'ilou'),
    'prod_zzzzzzzzzzzzzzzzzzzzzzzzzz',
    "prod_' or '1'='1",
  ];
  for (const wrong of ids) assert.deepEqual(dataOf(await send(ONE, { id: wrong })), { node: null });
});

test('returns several objects in the requested order, null for an unknown one', async () => {
  const [one, two] = [await newProduct('One'), await newProduct('Two')];
  const ids = [two, 'prod_x', one, two];
  const { nodes } = dataOf(await send(MANY, { ids }));
  assert.deepEqual(
    ids.map((_, place) => at(nodes, place, 'id') ?? null),
    [two, null, one, two],
  );
});

test('gives at most a hundred objects at once, and none for none', async () => {
  assert.deepEqual(dataOf(await send(MANY, { ids: [] })), { nodes: [] });
  const hundred = Array.from({ length: 100 }, () => 'prod_x');
  assert.deepEqual(codesOf(await send(MANY, { ids: hundred })), []);
  assert.deepEqual(codesOf(await send(MANY, { ids: [...hundred, 'prod_x'] })), ['BAD_USER_INPUT']);
});

test('looks all of them up at once', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, (_, at) => newProduct(`P${at}`)));
  const { nodes } = dataOf(
    await send(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Product { name components { material } } } }',
      { ids },
    ),
  );
  assert.deepEqual(at(nodes, 19, 'name'), 'P19');
});
