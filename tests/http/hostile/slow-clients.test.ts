import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { codesOf, dataOf, textAt } from '../client.ts';
import { service, type World, world } from '../world.ts';

const MB = 1024 ** 2;
/** More than the 16 kB that never wait. */
const LARGE = JSON.stringify({ query: '{ me { id } }', extensions: { x: 'x'.repeat(20_000) } });
const WAIT_MS = 500;

const open: ClientRequest[] = [];
after(() => {
  for (const each of open) each.destroy();
});

/** A request that sends the first byte of its body. */
async function begin(method: string, path: string, headers: Record<string, string | number>) {
  const sent = request(`${service.url}${path}`, { method, headers, agent: false });
  open.push(sent);
  sent.on('error', () => {});
  sent.write('{');
  await once(sent, 'socket');
  return sent;
}

function beginLarge({ key }: World, path = '/graphql') {
  const headers = { 'x-api-key': key, 'content-type': 'application/json', 'content-length': MB };
  return begin('POST', path, headers);
}

test('organizations that send their bodies slowly keep others waiting for a few seconds at most', async () => {
  const slow = await Promise.all([1, 2, 3, 4].map(() => world()));
  const { post } = await world();
  dataOf(await post(LARGE));
  const slowest = [...slow, ...slow].map((each) => beginLarge(each));
  const cutOff = await Promise.all(slowest);
  await sleep(WAIT_MS);
  const answered = cutOff.map((each) => once(each, 'response'));
  const startedAt = performance.now();
  dataOf(await post(LARGE));
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs < 8_000, `${tookMs} ms`);
  for (const [answer] of await Promise.all(answered)) {
    assert.equal(answer.headers.connection, 'close');
    const chunks: Buffer[] = await answer.toArray();
    assert.match(Buffer.concat(chunks).toString(), /"code":"TIMEOUT"/);
  }
});

test('large bodies of all paths with a key count together', async () => {
  const mine = await world({ tier: 'ENTERPRISE' });
  const slow = [await beginLarge(mine, '/v1/dpps'), await beginLarge(mine, '/v1/registerDPP')];
  await sleep(WAIT_MS);
  let isAnswered = false;
  const waiting = mine.post(LARGE).then((answer) => {
    isAnswered = true;
    return answer;
  });
  await sleep(WAIT_MS);
  assert.equal(isAnswered, false);
  slow[0]?.destroy();
  dataOf(await waiting);
});

test('an organization has a few uploads and downloads under way at a time', async () => {
  const mine = await world({ tier: 'ENTERPRISE' });
  const made = await mine.send('mutation { bulkImport(input: { type: PRODUCTS }) { job { id } } }');
  const jobId = textAt(made, 'bulkImport', 'job', 'id');
  const upload = ({ key }: World) =>
    begin('PUT', `/bulk/${jobId}`, { 'x-api-key': key, 'content-length': 100 });
  await Promise.all(Array.from({ length: 16 }, () => upload(mine)));
  await sleep(WAIT_MS);
  const refused = await upload(mine);
  const [answer] = await once(refused, 'response');
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '5']);
  const [theirs] = await once(await upload(await world()), 'response');
  assert.equal(theirs.statusCode, 404);
});

test('bodies without a key count against the minute of their address', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.77' };
  const body = Buffer.alloc(MB, ' ');
  const statuses: number[] = [];
  for (let sent = 0; sent < 60; sent += 1) {
    const answer = await fetch(`${service.url}/verify`, { method: 'POST', headers, body });
    statuses.push(answer.status);
    await answer.arrayBuffer();
  }
  assert.ok(statuses.includes(429));
  const searched = await fetch(`${service.url}/docs/search?q=cursor`, { headers });
  assert.equal(searched.status, 429);
  const session = await fetch(`${service.url}/app/session`, { headers });
  assert.equal(session.status, 429);
});

test('an answer of thousands of errors is refused', async () => {
  const owner = await world({ tier: 'ENTERPRISE' });
  const product = { name: 'Thing', price: { amount: '1.00', currencyCode: 'EUR' } };
  const made = await owner.send(
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
    { input: product },
  );
  const productId = textAt(made, 'createProduct', 'product', 'id');
  const lines = Array.from({ length: 250 }, () => ({ productId, quantity: 1 }));
  const ordered = await owner.send(
    'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { order { id } } }',
    { input: { lines } },
  );
  const id = textAt(ordered, 'createOrder', 'order', 'id');
  const reader = await world({
    organization: owner.organization,
    tier: 'ENTERPRISE',
    permissions: ['ORDERS_READ'],
  });
  const ask = (times: number) =>
    reader.send(
      `{ ${Array.from({ length: times }, (_each, at) => `a${at}: order(id: "${id}") { lines { product { id } } }`).join(' ')} }`,
    );
  const few = await ask(10);
  assert.deepEqual([...new Set(codesOf(few))], ['FORBIDDEN']);
  const many = await ask(40);
  assert.deepEqual(codesOf(many), ['QUERY_TOO_COMPLEX']);
  assert.equal(many.errors[0]?.extensions['maxErrors'], 5_000);
});
