import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesOf, dataOf, mutationText, textAt } from '../client.ts';
import { world } from '../world.ts';

const COPIES = 20;
const ALIASES = 45;
const LARGE = { name: 'Large', metadata: { text: 'x'.repeat(9_900) } };

const client = await world({ tier: 'ENTERPRISE' });
for (let copy = 0; copy < COPIES; copy += 1)
  dataOf(await client.send(mutationText('createProduct', 'product { id }'), { input: LARGE }));

function repeated(times: number, field: (alias: number) => string): string {
  return Array.from({ length: times }, (_each, alias) => field(alias)).join(' ');
}

function listsOf(times: number): string {
  return `{ ${repeated(times, (alias) => `a${alias}: products { nodes { id metadata } }`)} }`;
}

test('refuses lists that read more than 8 MB in one request', async () => {
  assert.deepEqual(codesOf(await client.send(listsOf(10))), []);
  const refused = await client.send(listsOf(ALIASES));
  assert.deepEqual([...new Set(codesOf(refused))], ['QUERY_TOO_COMPLEX']);
  assert.equal(refused.errors[0]?.extensions['maxBytes'], 8 * 1024 ** 2);
});

test('refuses an answer of more than 8 MB although little is read for it', async () => {
  const list = await client.send('{ products(first: 1) { nodes { id } } }');
  const id = textAt(list, 'products', 'nodes', 0, 'id');
  const metadata = repeated(ALIASES, (alias) => `m${alias}: metadata`);
  const query = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Product { ${metadata} } } }`;
  const answer = (times: number) =>
    client.send(query, { ids: Array.from({ length: times }, () => id) });
  assert.deepEqual(codesOf(await answer(1)), []);
  const refused = await answer(100);
  assert.deepEqual(codesOf(refused), ['QUERY_TOO_COMPLEX']);
});
