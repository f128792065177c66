import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, codesOf, dataOf } from '../client.ts';
import { world } from '../world.ts';

const { send, post } = await world();

/** Names that every JavaScript object has already, and what might come of believing them. */
const INHERITED = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'prototype', 'then'];
const CREATE =
  'mutation ($new: CreateCustomerInput!) { createCustomer(input: $new) { customer { metadata } } }';

test('answers under any alias, also once the document is compiled', async () => {
  for (const alias of INHERITED) {
    for (let run = 0; run < 3; run++) {
      const answer = await send(`{ ${alias}: me { ${alias}: tier } }`);
      assert.deepEqual(answer.data, { [alias]: { [alias]: 'FREE' } });
    }
  }
});

test('answers under an alias with two underscores, which relay-compiler writes, but not __proto__', async () => {
  for (let run = 0; run < 3; run++) {
    const answer = await send('{ me { __isNode: __typename __typename: id ... { __id: tier } } }');
    assert.deepEqual(Object.keys(at(dataOf(answer), 'me') ?? {}), [
      '__isNode',
      '__typename',
      '__id',
    ]);
    assert.equal(at(answer.data ?? null, 'me', '__isNode'), 'Me');
    assert.match(String(at(answer.data ?? null, 'me', '__typename')), /^key_/);
    const refused = await send('{ me { __proto__: __typename } }');
    assert.deepEqual(codesOf(refused), ['GRAPHQL_VALIDATION_FAILED']);
  }
});

test('takes variables and operations of any name', async () => {
  for (const name of INHERITED) {
    const query = `query ${name}($${name}: Int) { products(first: $${name}) { totalCount } }`;
    for (let run = 0; run < 3; run++) {
      const body = JSON.stringify({ query, variables: { [name]: 1 }, operationName: name });
      assert.deepEqual((await post(body)).data, { products: { totalCount: 0 } });
    }
    const unset = await send(`query ($${name}: Int!) { products(first: $${name}) { totalCount } }`);
    assert.deepEqual(codesOf(unset), ['BAD_USER_INPUT']);
  }
});

test('finds no type, field or argument by an inherited name', async () => {
  for (const name of INHERITED) {
    for (const document of [
      `{ ${name} }`,
      `{ me { ${name} } }`,
      `{ product(${name}: "x") { id } }`,
      `{ node(id: "x") { ... on ${name} { id } } }`,
      `{ ...${name} }`,
    ])
      assert.deepEqual(codesOf(await send(document)), ['GRAPHQL_VALIDATION_FAILED'], document);
  }
  const byVariable = await send(CREATE, { new: { name: 'x', constructor: 1, toString: 'x' } });
  assert.deepEqual(codesOf(byVariable), ['BAD_USER_INPUT']);
});

test('keeps a JSON value with inherited names as data, and refuses __proto__ in one', async () => {
  const metadata = Object.fromEntries(INHERITED.map((name) => [name, { name }]));
  const kept = await send(CREATE, { new: { name: 'x', metadata } });
  assert.deepEqual(at(dataOf(kept), 'createCustomer', 'customer', 'metadata'), metadata);
  const body = `{"query":${JSON.stringify(CREATE)},"variables":{"new":{"name":"x","metadata":{"a":{"__proto__":{"b":1}}}}}}`;
  assert.deepEqual(codesOf(await post(body)), ['BAD_USER_INPUT']);
  const literal = await send(
    'mutation { createCustomer(input: { name: "x", metadata: { a: { __proto__: { b: 1 } } } }) { customer { metadata } } }',
  );
  assert.deepEqual(codesOf(literal), ['BAD_USER_INPUT']);
  assert.equal(Object.hasOwn(Object.prototype, 'b'), false);
});
