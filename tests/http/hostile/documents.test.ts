import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuMsOf } from '../../cpu-time.ts';
import { type Answer, codesOf } from '../client.ts';
import { world } from '../world.ts';
import { HOSTILE_DOCUMENTS, PADDED_DOCUMENTS, times } from './documents.ts';

const { send } = await world({ tier: 'ENTERPRISE' });

const ORDINARY_REQUESTS = 20;
const ordinaryMs =
  (await cpuMsOf(async () => {
    for (let sent = 0; sent < ORDINARY_REQUESTS; sent += 1) await send('{ me { tier } }');
  })) / ORDINARY_REQUESTS;

/** A document may take as much CPU time as a thousand ordinary requests, which is about a second. */
const MOST_REQUESTS = 1_000;

async function sendAtBoundedCost(document: string): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const tookMs = await cpuMsOf(() => send(document).then(resolve));
  assert.ok(tookMs < MOST_REQUESTS * ordinaryMs, `${tookMs} ms; ordinary: ${ordinaryMs} ms`);
  return promise;
}

async function assertUnharmed(): Promise<void> {
  const answer = await send('{ products { totalCount } me { environment } }');
  assert.deepEqual(answer.data, { products: { totalCount: 0 }, me: { environment: 'LIVE' } });
}

for (const [name, [document, code]] of Object.entries(HOSTILE_DOCUMENTS)) {
  test(`refuses ${name}`, async () => {
    const answer = await sendAtBoundedCost(document);
    assert.deepEqual([...new Set(codesOf(answer))], [code]);
    assert.ok(Object.values(answer.data ?? {}).every((value) => value === null));
    assert.ok(JSON.stringify(answer.errors).length < 30_000, 'repeats what was sent at length');
    await assertUnharmed();
  });
}

for (const [name, document] of Object.entries(PADDED_DOCUMENTS)) {
  test(`reads through ${name}`, async () => {
    const answer = await sendAtBoundedCost(document);
    assert.deepEqual(answer.data, { me: { tier: 'ENTERPRISE' } });
    await assertUnharmed();
  });
}

test('reports the depth and the cost of a document beyond the limits', async () => {
  const { send: free } = await world();
  const [deep] = (
    await free(`{ ${'node(id: "x") { ... on Node { '.repeat(16)} id ${'} }'.repeat(16)} }`)
  ).errors;
  assert.deepEqual(deep?.extensions, { code: 'QUERY_TOO_DEEP', depth: 17, maxDepth: 15 });
  const [dear] = (
    await free(`{ ${times(11, (i) => `a${i}: products(first: 100) { edges { node { id } } }`)} }`)
  ).errors;
  assert.deepEqual(dear?.extensions, { code: 'QUERY_TOO_COMPLEX', cost: 1100, maxCost: 1000 });
});

test('reports the number and the limit of what was too many', async () => {
  const extensionsOf = async (document: string) => (await send(document)).errors[0]?.extensions;
  const code = 'QUERY_TOO_COMPLEX';
  assert.deepEqual(await extensionsOf(`{ ${times(51, (i) => `a${i}: me { id }`)} }`), {
    code,
    aliases: 51,
    maxAliases: 50,
  });
  assert.deepEqual(await extensionsOf(`{ me { id ${times(60, () => '@include(if: true)')} } }`), {
    code,
    directives: 60,
    maxDirectives: 50,
  });
  assert.deepEqual(
    await extensionsOf(`{ ...F0 } ${times(101, (i) => `fragment F${i} on Query { me { id } }`)}`),
    { code, fragments: 101, maxFragments: 100 },
  );
  assert.deepEqual(await extensionsOf(`{ ${times(6_000, () => 'me')} }`), {
    code,
    maxTokens: 5_000,
  });
});

test('weighs a page by the variable that sets its size', async () => {
  const query = 'query ($first: Int = 7) { products(first: $first) { edges { node { id } } } }';
  const costs = [{}, { first: 3 }, { first: 0 }].map(
    async (variables) => (await send(query, variables)).extensions.cost,
  );
  assert.deepEqual(await Promise.all(costs), [7, 3, 0]);
});

test('refuses long texts in queries, as literals and in variables', async () => {
  const { send } = await world();
  const long = 'x'.repeat(2_501);
  const literal = await send(`{ products(filter: { name: "${long}" }) { totalCount } }`);
  assert.deepEqual(codesOf(literal), ['BAD_USER_INPUT']);
  const text = 'query ($text: String!) { search(query: $text) { totalCount } }';
  const variable = await send(text, { text: long });
  assert.deepEqual(
    [codesOf(variable), variable.errors[0]?.extensions['problems']],
    [
      ['BAD_USER_INPUT'],
      [
        {
          path: ['query'],
          code: 'TOO_LONG',
          message: 'A text may have at most 2500 characters here; this one has 2501.',
        },
      ],
    ],
  );
});

test('searches have a cost of their own, whatever is selected', async () => {
  const { send } = await world();
  const answer = await send('{ search(query: "a") { totalCount } }');
  assert.equal(answer.extensions.cost, 20);
});
