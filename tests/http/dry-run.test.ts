import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STARTERS } from '../../dashboard/src/pages/explorer/starters.ts';
import { codesOf } from './client.ts';
import { world } from './world.ts';

const { send, post } = await world();
const dryRun = (query: string, variables = {}) =>
  post(JSON.stringify({ query, variables, extensions: { dryRun: true } }));

const CREATE = `mutation ($name: String!) {
  createProduct(input: { name: $name, netMassKg: 1 }) { product { id } }
}`;

test('a dry run gives the cost of a document and runs nothing of it', async () => {
  const dry = await dryRun(CREATE, { name: 'Never made' });
  assert.deepEqual([dry.status, dry.data, dry.errors], [200, {}, []]);
  const { data } = await send('{ products(first: 1) { totalCount } }');
  assert.deepEqual(data, { products: { totalCount: 0 } });
  const made = await send(CREATE, { name: 'Made' });
  assert.deepEqual(made.errors, []);
  assert.equal(dry.extensions.cost, made.extensions.cost);
  assert.equal(dry.extensions.rateLimit.remaining - 2, made.extensions.rateLimit.remaining);
});

test('a dry run is refused like the document itself', async () => {
  const faults = [
    [CREATE, { name: 1 }],
    ['{ nothing }', {}],
    ['{ products(first: 100) { nodes { components { material } id } } ', {}],
  ] as const;
  for (const [query, variables] of faults) {
    const dry = await dryRun(query, variables);
    const sent = await send(query, variables);
    assert.deepEqual(codesOf(dry), codesOf(sent));
    assert.ok(dry.errors.length > 0);
  }
});

test('extensions.dryRun must be a boolean', async () => {
  const answer = await post(JSON.stringify({ query: '{ me { id } }', extensions: { dryRun: 1 } }));
  assert.deepEqual(codesOf(answer), ['BAD_REQUEST']);
});

for (const { name, query, variables } of STARTERS)
  test(`the Explorer's starter query "${name}" is answered on FREE`, async () => {
    const answer = await send(query, variables === '' ? {} : JSON.parse(variables));
    assert.deepEqual(answer.errors, []);
  });
