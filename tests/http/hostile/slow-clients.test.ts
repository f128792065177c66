import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { connect } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { codesOf, dataOf, sendForId, textAt } from '../client.ts';
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
function begin({ key }: World, method: string, path: string, bytes: number): ClientRequest {
  const headers = {
    'x-api-key': key,
    'content-type': 'application/json',
    'content-length': bytes,
    expect: '100-continue',
  };
  const sent = request(`${service.url}${path}`, { method, headers, agent: false });
  open.push(sent);
  sent.on('error', () => {});
  sent.write('{');
  return sent;
}

/** A request of a megabyte that has its place. */
async function beginLarge(from: World, path = '/graphql'): Promise<ClientRequest> {
  const sent = begin(from, 'POST', path, MB);
  await untilAt(from, sent);
  return sent;
}

/** The service is at a request when it has answered a later one, whose key it looks up later. */
async function untilAt({ send }: World, sent: ClientRequest): Promise<void> {
  await once(sent, 'continue');
  dataOf(await send('{ me { id } }'));
}

test('organizations that send their bodies slowly keep others waiting for a few seconds at most', async () => {
  const slow = await Promise.all([1, 2, 3, 4].map(() => world()));
  const { post } = await world();
  const cutOff = await Promise.all([...slow, ...slow].map((each) => beginLarge(each)));
  const answered = cutOff.map((each) => once(each, 'response'));
  dataOf(await post(LARGE));
  for (const [answer] of await Promise.all(answered)) {
    assert.equal(answer.headers.connection, 'close');
    const chunks: Buffer[] = await answer.toArray();
    // Not at their own timeout, which is later.
    const reason = /arrived so slowly that others waited for it.*"code":"TIMEOUT"/;
    assert.match(Buffer.concat(chunks).toString(), reason);
  }
});

test('two megabytes of bodies of one organization are in work at a time, and others do not wait for them', async () => {
  const [mine, theirs] = [await world(), await world()];
  const slow = [await beginLarge(mine), await beginLarge(mine)];
  let isAnswered = false;
  const waiting = mine.post(LARGE).then((answer) => {
    isAnswered = true;
    return answer;
  });
  dataOf(await theirs.post(LARGE));
  dataOf(await mine.send('{ me { id } }'));
  await sleep(WAIT_MS);
  assert.equal(isAnswered, false);
  slow[0]?.destroy();
  dataOf(await waiting);
});

test('large bodies of all paths with a key count together', async () => {
  const mine = await world({ tier: 'ENTERPRISE' });
  const slow = [await beginLarge(mine, '/v1/dpps'), await beginLarge(mine, '/v1/registerDPP')];
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
  const upload = (from: World) => begin(from, 'PUT', `/bulk/${jobId}`, 100);
  await Promise.all(Array.from({ length: 16 }, () => untilAt(mine, upload(mine))));
  const [answer] = await once(upload(mine), 'response');
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '5']);
  const [theirs] = await once(upload(await world()), 'response');
  assert.equal(theirs.statusCode, 404);
});

test('a connection on which very many requests wait is closed', async () => {
  const { port, hostname } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  const isClosed = once(socket, 'close');
  let received = '';
  socket.on('error', () => {});
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1_000));
  await isClosed;
  assert.ok(received.split('"ok"').length < 100);
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
  const productId = await sendForId(owner, 'createProduct', 'product', product);
  const lines = Array.from({ length: 250 }, () => ({ productId, quantity: 1 }));
  const id = await sendForId(owner, 'createOrder', 'order', { lines });
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
