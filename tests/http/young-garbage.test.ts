import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { world } from './world.ts';

const PAGE = 50;

setFlagsFromString('--expose-gc');
const collect: (options?: { readonly type: 'minor' }) => void = runInNewContext('gc');

const { endpoint, key, send } = await world({ tier: 'ENTERPRISE' });
const creations = Array.from(
  { length: PAGE },
  (_, at) =>
    `p${at}: createProduct(input: { externalId: "p${at}", name: "Shirt ${at}" }) { product { id } }`,
);
await send(`mutation { ${creations.join(' ')} }`);

// A list by creation would wait for transactions that may be under way.
const page = `{ products(first: ${PAGE}, sortBy: { field: NAME }) { edges { node { id name } } pageInfo { endCursor } totalCount } }`;
const update =
  'mutation { updateProduct(input: { externalId: "p1", name: "Shirt" }) { product { id } } }';

for (const { name, query, requests, mostBytes } of [
  { name: 'me', query: '{ me { id name } }', requests: 300, mostBytes: 2_000 },
  { name: 'a page', query: page, requests: 300, mostBytes: 2_000 },
  // graphql-js would keep 11 kB of it (docs/decisions/0163-requests-die-young.md).
  { name: 'a mutation', query: update, requests: 100, mostBytes: 4_000 },
]) {
  test(`a collection of young objects removes all of a request that was answered: ${name}`, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
    const ask = async (): Promise<string> => {
      const asked = request(endpoint, { method: 'POST', agent, headers });
      asked.end(JSON.stringify({ query }));
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      asked.on('response', (response) => text(response).then(resolve, reject)).on('error', reject);
      return promise;
    };
    assert.ok(!(await ask()).includes('"errors"'));
    const rounds: number[] = [];
    for (const _ of ['to warm up', 'second', 'third', 'fourth']) {
      collect();
      const before = oldBytes();
      for (let count = 0; count < requests; count += 1) await ask();
      rounds.push((oldBytes() - before) / requests);
    }
    agent.destroy();
    const [, median = Number.NaN] = rounds.slice(1).toSorted((a, b) => a - b);
    assert.ok(median < mostBytes, `bytes of a request that became old, by round: ${rounds}`);
  });
}

/** Size of the old objects once all that survives is among them. */
function oldBytes(): number {
  for (const _ of ['moved', 'made old']) collect({ type: 'minor' });
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? Number.NaN;
}
