import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { cpuMsOf } from '../../cpu-time.ts';
import { type Answer, at, codesOf, dataOf, type Json, textAt } from '../client.ts';
import { service, world } from '../world.ts';

const { send, post, key } = await world({ tier: 'ENTERPRISE' });

const CREATE =
  'mutation ($new: CreateProductInput!) { createProduct(input: $new) { product { id name externalId } } }';
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';

async function countOfProducts(): Promise<Json | undefined> {
  return at(dataOf(await send('{ products { totalCount } }')), 'products', 'totalCount');
}

function body(query: string, variables: string): string {
  return `{"query":${JSON.stringify(query)},"variables":${variables}}`;
}

function listOf(count: number, item: string): string {
  return `[${Array.from({ length: count }, () => item).join(',')}]`;
}

const manyKeys = Array.from({ length: 60_000 }, (_, i) => `"k${i}":1`).join(',');

/** Bodies that attack the parser or coercion, with the refusal that each must get. */
const HOSTILE_BODIES: Readonly<Record<string, readonly [string, string]>> = {
  'lists nested twenty thousand deep': [
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    'BAD_REQUEST',
  ],
  'objects nested twenty thousand deep': [
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    'BAD_REQUEST',
  ],
  'variables nested too deep': [
    body(NODES, `{"ids":${'['.repeat(33)}${']'.repeat(33)}}`),
    'BAD_REQUEST',
  ],
  'a key twice': ['{"query":"{ me { id } }","query":"{ me { name } }"}', 'BAD_REQUEST'],
  'a key twice, once escaped': [
    '{"query":"{ me { id } }","qu\\u0065ry":"{ me { name } }"}',
    'BAD_REQUEST',
  ],
  'a variable twice': [body(NODES, '{"ids":[],"ids":["x"]}'), 'BAD_REQUEST'],
  'tens of thousands of keys': [`{${manyKeys}}`, 'BAD_REQUEST'],
  'an input with tens of thousands of keys': [body(CREATE, `{"new":{${manyKeys}}}`), 'BAD_REQUEST'],
  'a batch': [listOf(1_000, '{"query":"{ me { id } }"}'), 'BAD_REQUEST'],
  'a string of backslashes that never ends': [`"${'\\"'.repeat(400_000)}`, 'BAD_REQUEST'],
  'tens of thousands of list items': [
    body(CREATE, `{"new":{"name":"x","tags":${listOf(90_000, '"a"')}}}`),
    'BAD_USER_INPUT',
  ],
  'tens of thousands of wrong list items': [
    body(CREATE, `{"new":{"name":"x","components":${listOf(20_000, '{"massKg":"x"}')}}}`),
    'BAD_USER_INPUT',
  ],
  'a list beyond the maximum': [
    body(CREATE, `{"new":{"name":"x","tags":${listOf(251, '"a"')}}}`),
    'BAD_USER_INPUT',
  ],
  'tens of thousands of ids': [
    body(NODES, `{"ids":${listOf(60_000, '"x"')}}`),
    'QUERY_TOO_COMPLEX',
  ],
  'an infinite number': [body(CREATE, '{"new":{"name":"x","netMassKg":1e400}}'), 'BAD_USER_INPUT'],
  'an integer past 2^31': [
    body('query ($n: Int) { products(first: $n) { totalCount } }', '{"n":2147483648}'),
    'BAD_USER_INPUT',
  ],
  'a negative mass': [body(CREATE, '{"new":{"name":"x","netMassKg":-0.1}}'), 'BAD_USER_INPUT'],
  'a negative price': [
    body(CREATE, '{"new":{"name":"x","price":{"amount":"-1","currencyCode":"EUR"}}}'),
    'BAD_USER_INPUT',
  ],
  'an amount of a megabyte': [
    body(
      CREATE,
      `{"new":{"name":"x","price":{"amount":"${'1'.repeat(900_000)}","currencyCode":"EUR"}}}`,
    ),
    'BAD_USER_INPUT',
  ],
  'a name of a megabyte': [
    body(CREATE, `{"new":{"name":"${'x'.repeat(900_000)}"}}`),
    'BAD_USER_INPUT',
  ],
  'a cursor of a megabyte': [
    body(
      'query ($c: String) { products(after: $c) { totalCount } }',
      `{"c":"${'A'.repeat(900_000)}"}`,
    ),
    'BAD_USER_INPUT',
  ],
  'an id of a megabyte': [
    body('query ($c: ID) { product(id: $c) { id } }', `{"c":"prod_${'0'.repeat(900_000)}"}`),
    'BAD_USER_INPUT',
  ],
  'a null byte': [body(CREATE, '{"new":{"name":"a\\u0000b"}}'), 'BAD_USER_INPUT'],
  'a null byte in an id': [
    body('query ($c: ID) { product(externalId: "x", id: $c) { id } }', '{"c":"a\\u0000"}'),
    'BAD_USER_INPUT',
  ],
  'half of a surrogate pair': [body(CREATE, '{"new":{"name":"a\\ud800b"}}'), 'BAD_USER_INPUT'],
  'the key __proto__': [
    body(CREATE, '{"new":{"name":"x","__proto__":{"status":"DRAFT"}}}'),
    'BAD_USER_INPUT',
  ],
  'the key constructor': [
    body(CREATE, '{"new":{"name":"x","constructor":{"prototype":{}}}}'),
    'BAD_USER_INPUT',
  ],
  'the variable __proto__': [body(CREATE, '{"__proto__":{"new":{"name":"x"}}}'), 'BAD_USER_INPUT'],
  'an object for a text': [body(CREATE, '{"new":{"name":{"toString":"x"}}}'), 'BAD_USER_INPUT'],
};

const ORDINARY_REQUESTS = 20;
const ordinaryMs =
  (await cpuMsOf(async () => {
    for (let sent = 0; sent < ORDINARY_REQUESTS; sent += 1) await send('{ me { tier } }');
  })) / ORDINARY_REQUESTS;

for (const [name, [text, code]] of Object.entries(HOSTILE_BODIES)) {
  test(`refuses ${name}`, async () => {
    const before = await countOfProducts();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const tookMs = await cpuMsOf(() => post(text).then(resolve));
    assert.ok(tookMs < 1_000 * ordinaryMs, `${tookMs} ms; ordinary: ${ordinaryMs} ms`);
    const answer = await promise;
    assert.deepEqual([...new Set(codesOf(answer))], [code]);
    assert.ok(JSON.stringify(answer.errors).length < 300_000, 'repeats what was sent at length');
    assert.equal(await countOfProducts(), before);
  });
}

async function create(fields: Record<string, Json>): Promise<Answer> {
  return send(CREATE, { new: fields });
}

test('keeps text as it came: emoji, zero-width and bidirectional characters', async () => {
  const name = 'a\u200bb \u202egnol\u202c \u{1f9f5} e\u0301';
  assert.equal(textAt(await create({ name }), 'createProduct', 'product', 'name'), name);
});

test('distinguishes externalIds by their bytes, even if they look the same', async () => {
  const composed = 'caf\u00e9';
  const pair = [composed.normalize('NFC'), composed.normalize('NFD')];
  for (const externalId of pair)
    assert.deepEqual(codesOf(await create({ name: 'Café', externalId })), []);
  const query = 'query ($e: String) { product(externalId: $e) { externalId } }';
  for (const e of pair) {
    assert.equal(textAt(await send(query, { e }), 'product', 'externalId'), e);
    assert.deepEqual(codesOf(await create({ name: 'Café', externalId: e })), ['CONFLICT']);
  }
});

/** Sends bytes as they are and gives what came back until the other side closed. */
async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    answer += part;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

/** Time that a connection stays open while the rest of a request never arrives. */
async function stallsFor(text: string): Promise<number> {
  const startedAt = performance.now();
  await raw(text);
  return performance.now() - startedAt;
}

const BEGUN = 'HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{';
const STALLED = [
  '',
  'POST /graphql HTTP/1.1\r\nHost: x\r\n',
  ...['/graphql', '/app/auth/sign-in/email', '/verify', '/auth/token'].map(
    (path) => `POST ${path} ${BEGUN}`,
  ),
];
// Begun here, because it takes its time while the tests below go on.
const stalled = Promise.all(STALLED.map(stallsFor));

const HEAD = `POST /graphql HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nX-API-Key: ${key}\r\n`;

test('refuses headers that are too large', async () => {
  const answer = await raw(`${HEAD}X-Large: ${'x'.repeat(40_000)}\r\n\r\n`);
  assert.match(answer, /^HTTP\/1\.1 431 /);
});

test('refuses a body whose length is said twice in different ways', async () => {
  const answer = await raw(
    `${HEAD}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  );
  assert.match(answer, /^HTTP\/1\.1 400 /);
});

test('counts the bytes of a body sent in chunks', async () => {
  const chunk = 'x'.repeat(0x40000);
  const chunks = Array.from({ length: 5 }, () => `40000\r\n${chunk}\r\n`).join('');
  const answer = await raw(`${HEAD}Transfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`);
  assert.match(answer, /^HTTP\/1\.1 413 [\s\S]*PAYLOAD_TOO_LARGE/);
});

test('answers other requests while a body arrives slowly', async () => {
  const slow = connect(Number(new URL(service.url).port), '127.0.0.1');
  await once(slow, 'connect');
  slow.write(`${HEAD}Content-Length: 1000\r\n\r\n{`);
  assert.deepEqual(codesOf(await send('{ me { id } }')), []);
  slow.destroy();
  assert.deepEqual(codesOf(await send('{ me { id } }')), []);
});

test('cuts off who never sends a header, or all headers, or the body of a refused request', async () => {
  for (const tookMs of await stalled) assert.ok(tookMs > 10_000 && tookMs < 60_000, `${tookMs} ms`);
});
