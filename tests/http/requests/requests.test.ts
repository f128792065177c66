import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { encodeId } from '../../../server/src/platform/ids.ts';
import { untilFound } from '../../../server/src/platform/testing.ts';
import { type Answer, at, codesOf, dataOf, type Json, type JsonObject } from '../client.ts';
import { personIn } from '../people/browser.ts';
import { type World, world } from '../world.ts';

const FIELDS = `id createdAt operation operationName documentHash outcome status cost durationMs
  requestBytes responseBytes actor { kind id name email }`;
const ONE = `query ($id: ID!) { request(id: $id) { ${FIELDS} } }`;
const LIST = `query ($filter: RequestFilter) { requests(filter: $filter, first: 100) { totalCount nodes { id operation outcome } } }`;

function idOf({ extensions }: Answer): string {
  return String(at({ ...extensions }, 'requestId'));
}

/** The logged request, which is written a moment after the response. */
function loggedBy({ send }: Pick<World, 'send'>, answer: Answer): Promise<Json> {
  return untilFound(async () => {
    const { data } = await send(ONE, { id: idOf(answer) });
    return at(data ?? undefined, 'request') ?? undefined;
  });
}

async function listed({ send }: World, filter: JsonObject): Promise<readonly Json[]> {
  const nodes = at(dataOf(await send(LIST, { filter })), 'requests', 'nodes');
  assert.ok(Array.isArray(nodes));
  return nodes;
}

test('a request is logged with its facts, without variables and texts', async () => {
  const here = await world();
  const query = 'query Named($text: String!) { products(filter: { text: $text }) { totalCount } }';
  const answer = await here.send(query, { text: 'a private word' });
  const logged = await loggedBy(here, answer);
  const { createdAt, durationMs, requestBytes, responseBytes, ...facts } = Object(logged);
  assert.deepEqual(facts, {
    id: idOf(answer),
    operation: 'products',
    operationName: 'Named',
    documentHash: createHash('sha256').update(query).digest('hex'),
    outcome: 'OK',
    status: 200,
    cost: answer.extensions.cost,
    actor: { kind: 'API_KEY', id: encodeId('apiKey', here.keyId), name: 'Test key', email: null },
  });
  assert.ok(Math.abs(Date.now() - Date.parse(createdAt)) < 60_000);
  assert.ok(durationMs > 0 && requestBytes > query.length && responseBytes > 50);
  assert.ok(!JSON.stringify(logged).includes('private'));
});

test('of a name of 500,000 characters the log keeps the beginning: it would fill the disk', async () => {
  const here = await world();
  const answer = await here.send(`query ${'n'.repeat(500_000)} { me { id } }`);
  const logged = await loggedBy(here, answer);
  assert.equal(at(logged, 'operationName'), 'n'.repeat(100));
});

test('refused requests and failed fields are logged with their first code', async () => {
  const here = await world();
  const answers = [
    [await here.send('{ nonsense }'), 'GRAPHQL_VALIDATION_FAILED', 'refused'],
    [await here.send('{ product(id: "prod_nothing") { id } }'), 'NOT_FOUND', 'product'],
    [await here.post('{'), 'BAD_REQUEST', 'refused'],
  ] as const;
  for (const [answer, outcome, operation] of answers) {
    const logged = await loggedBy(here, answer);
    assert.deepEqual([at(logged, 'outcome'), at(logged, 'operation')], [outcome, operation]);
    assert.equal(at(logged, 'status'), answer.status);
  }
  const failed = await listed(here, { hasFailed: true, outcome: 'NOT_FOUND' });
  assert.ok(failed.some((request) => at(request, 'id') === idOf(answers[1][0])));
  await loggedBy(here, await here.send('{ me { id } }'));
  const good = await listed(here, { hasFailed: false });
  assert.ok(good.length > 0 && good.every((request) => at(request, 'outcome') === 'OK'));
});

test('filters by caller, operation and time, newest first', async () => {
  const here = await world();
  const second = await world({ organization: here.organization });
  const [first, last] = [await here.send('{ me { id } }'), await second.send('{ me { id } }')];
  await loggedBy(here, last);
  await loggedBy(here, first);
  const mine = await listed(here, {
    actorId: encodeId('apiKey', here.keyId),
    operation: 'me',
  });
  assert.deepEqual(
    mine.map((request) => at(request, 'id')),
    [idOf(first)],
  );
  const both = await listed(here, { operation: 'me' });
  assert.deepEqual(
    both.map((request) => at(request, 'id')),
    [idOf(last), idOf(first)],
  );
  const future = new Date(Date.now() + 60_000).toISOString();
  assert.deepEqual(await listed(here, { operation: 'me', createdSince: future }), []);
  assert.equal((await listed(here, { operation: 'me', createdUntil: future })).length, 2);
});

test('needs REQUESTS_READ, and shows no request of another environment or organization', async () => {
  const here = await world();
  const elsewhere = [
    await world(),
    await world({ organization: here.organization, environment: 'SANDBOX' }),
  ];
  const answer = await here.send('{ me { id } }');
  await loggedBy(here, answer);
  for (const other of elsewhere)
    assert.deepEqual(codesOf(await other.send(ONE, { id: idOf(answer) })), ['NOT_FOUND']);
  const blind = await world({ organization: here.organization, permissions: ['PRODUCTS_READ'] });
  assert.deepEqual(codesOf(await blind.send(ONE, { id: idOf(answer) })), ['FORBIDDEN']);
  assert.deepEqual(codesOf(await blind.send(LIST)), ['FORBIDDEN']);
});

test('requests of a person in the dashboard are logged with the person', async () => {
  const here = await world();
  const { browser } = await personIn(here.organization, 'OWNER');
  const answer = await browser.query(here.organization, 'LIVE', '{ me { id name } }');
  const logged = await loggedBy(here, answer);
  assert.deepEqual(at(logged, 'actor'), {
    kind: 'PERSON',
    id: at(dataOf(answer), 'me', 'id'),
    name: at(dataOf(answer), 'me', 'name'),
    email: null,
  });
});
