import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '../../../server/src/platform/ids.ts';
import { at, clientOf, codesOf, dataOf } from '../client.ts';
import { startTestService } from '../service.ts';
import { service, type World, world } from '../world.ts';

const USAGE =
  'query ($from: Date!, $to: Date!) { usage(from: $from, to: $to) { totalCount edges { node { day apiKey { id name } operation requests cost } } } }';
const EVER = { from: '2020-01-01', to: '2099-12-31' };

/** Sends queries to a service of their own, whose stop writes down what they were. */
async function use({ key }: World, queries: readonly string[]): Promise<void> {
  const other = await startTestService({ DATABASE_URL: service.databaseUrl });
  const client = clientOf(`${other.url}/graphql`, key);
  for (const query of queries) await client.send(query);
  await other.stop();
}

test('reports the operations of each key and their cost', async () => {
  const owner = await world();
  const colleague = await world({ organization: owner.organization, permissions: [] });
  await use(owner, [
    '{ me { id } }',
    '{ me { id } }',
    '{ products(first: 5) { edges { node { id } } } rateLimit { cost } }',
    '{ nothing }',
  ]);
  const hidden = await colleague.send(USAGE, EVER);
  assert.deepEqual(new Set(codesOf(hidden)), new Set(['FORBIDDEN']));
  assert.equal(hidden.data && at(hidden.data, 'usage', 'edges', 0, 'node', 'apiKey'), null);
  const { usage } = dataOf(await owner.send(USAGE, EVER));
  const rows = at(usage, 'edges');
  assert.ok(Array.isArray(rows));
  const told = rows
    .filter((row) => at(row, 'node', 'apiKey', 'id') === encodeId('apiKey', owner.keyId))
    .map((row) => [
      at(row, 'node', 'operation'),
      at(row, 'node', 'requests'),
      at(row, 'node', 'cost'),
    ]);
  assert.deepEqual(told, [
    ['me', 2, 2],
    ['products,rateLimit', 1, 5],
    ['refused', 1, 0],
  ]);
});

test('reports only its own organization and environment', async () => {
  const owner = await world();
  await use(owner, ['{ me { id } }']);
  const others = [
    await world(),
    await world({ organization: owner.organization, environment: 'SANDBOX' }),
  ];
  for (const { send } of others)
    assert.equal(at(dataOf(await send(USAGE, EVER)), 'usage', 'totalCount'), 0);
});

test('refuses days that run backward', async () => {
  const { send } = await world();
  const answer = await send(USAGE, { from: '2026-02-01', to: '2026-01-31' });
  assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
  assert.equal(
    at(dataOf(await send(USAGE, { from: '2026-01-01', to: '2026-01-01' })), 'usage', 'totalCount'),
    0,
  );
});
