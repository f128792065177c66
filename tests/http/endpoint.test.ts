import assert from 'node:assert/strict';
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { PERMISSIONS } from '../../server/src/rules/access/permissions.ts';
import { type Answer, at, codesOf, dataOf, exchange } from './client.ts';
import { COLD, startTestService } from './service.ts';
import { service, world } from './world.ts';

const { send, post, endpoint, key } = await world();
const ME = '{ me { id } }';
const ME_BODY = JSON.stringify({ query: ME });

function request(init: RequestInit): Promise<Answer> {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', ...init.headers };
  return exchange(endpoint, { method: 'POST', body: ME_BODY, ...init, headers });
}

function assertRefused(answer: Answer, status: number, code: string): void {
  assert.deepEqual([answer.status, codesOf(answer), answer.data], [status, [code], undefined]);
}

test('answers a query with its data, its cost and what is left of the allowance', async () => {
  const { send: fresh } = await world({ requestsPerMinute: null });
  const answer = await fresh(ME);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
  assert.match(String(at(answer.data ?? undefined, 'me', 'id')), /^key_[0-9a-z]{26}$/);
  assert.equal(answer.extensions.cost, 1);
  assert.equal(answer.extensions.rateLimit.remaining, 59);
  assert.equal(answer.headers.get('ratelimit-policy'), '"default";q=60;w=60');
  assert.match(answer.headers.get('ratelimit') ?? '', /^"default";r=59;t=\d+$/);
});

test('returns the request id, the cost and the allowance with every response, also with errors', async () => {
  const requests: RequestInit[] = [
    {},
    { body: JSON.stringify({ query: '{ product(id: "no") { id } }' }) },
    { body: JSON.stringify({ query: '{ nothing }' }) },
    { body: '{' },
    { body: 'x'.repeat(1024 * 1024 + 1) },
    { method: 'PUT' },
    { headers: { 'Content-Type': 'text/plain' } },
    { headers: { Accept: 'text/html' } },
    { headers: { 'X-API-Key': '' } },
    { headers: { 'X-API-Key': 'wrong' } },
  ];
  for (const { extensions, headers } of await Promise.all(requests.map(request))) {
    assert.match(extensions.requestId, /^req_[0-9a-z]{26}$/);
    assert.equal(headers.get('x-request-id'), extensions.requestId);
    assert.equal(typeof extensions.cost, 'number');
    assert.equal(typeof extensions.rateLimit.remaining, 'number');
    assert.equal(
      new Date(extensions.rateLimit.resetAt).toISOString(),
      extensions.rateLimit.resetAt,
    );
  }
});

test('gives every request an id of its own', async () => {
  const answers = await Promise.all([send(ME), send(ME), send(ME)]);
  assert.equal(new Set(answers.map(({ extensions }) => extensions.requestId)).size, 3);
});

test('accepts POST only and names it', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE']) {
    const answer = await request({ method });
    assertRefused(answer, 405, 'METHOD_NOT_ALLOWED');
    assert.equal(answer.headers.get('allow'), 'POST');
  }
  const mutation = encodeURIComponent(
    'mutation { createProduct(input: { name: "x" }) { product { id } } }',
  );
  const answer = await exchange(`${endpoint}?query=${mutation}`, { headers: { 'X-API-Key': key } });
  assertRefused(answer, 405, 'METHOD_NOT_ALLOWED');
  assert.ok(answer.headers.has('ratelimit'));
  const nameless = await exchange(endpoint, {});
  assertRefused(nameless, 405, 'METHOD_NOT_ALLOWED');
  assert.equal(nameless.headers.has('ratelimit'), false);
  const head = await fetch(endpoint, { method: 'HEAD' });
  assert.equal(head.status, 405);
});

test('takes JSON in UTF-8 only', async () => {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
    'application/jsonp',
    'text/json',
    'application/json, text/plain',
  ];
  for (const type of types) {
    assertRefused(
      await request({ headers: { 'Content-Type': type } }),
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    );
  }
  const untyped = await exchange(endpoint, {
    method: 'POST',
    headers: { 'X-API-Key': key },
    body: new Uint8Array(Buffer.from(ME_BODY)),
  });
  assertRefused(untyped, 415, 'UNSUPPORTED_MEDIA_TYPE');
  for (const type of [
    'application/json',
    'Application/JSON; charset=UTF-8',
    'application/json;charset="utf-8"',
  ]) {
    assert.deepEqual(codesOf(await request({ headers: { 'Content-Type': type } })), []);
  }
});

test('takes no compressed body, so that nothing small can be huge', async () => {
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(50_000_000)));
  const answer = await post(bomb, { 'Content-Encoding': 'gzip' });
  assertRefused(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
});

test('takes a body of 1 MB and no more', async () => {
  const pad = (bytes: number) => ME_BODY.padEnd(bytes, ' ');
  assert.deepEqual(codesOf(await post(pad(1024 * 1024))), []);
  assertRefused(await post(pad(1024 * 1024 + 1)), 413, 'PAYLOAD_TOO_LARGE');
});

test('answers in the media type that was asked for, and refuses another', async () => {
  const response = 'application/graphql-response+json';
  const types = [
    [response, response],
    [`text/html, ${response};q=0.5, application/json;q=0.4`, response],
    ['application/*', 'application/json'],
    ['*/*', 'application/json'],
  ] as const;
  for (const [accept, expected] of types) {
    const answer = await request({ headers: { Accept: accept } });
    assert.equal(answer.headers.get('content-type'), `${expected}; charset=utf-8`);
  }
  assertRefused(await request({ headers: { Accept: 'text/html' } }), 406, 'NOT_ACCEPTABLE');
  assertRefused(
    await request({ headers: { Accept: 'application/json;q=0' } }),
    406,
    'NOT_ACCEPTABLE',
  );
});

test('refuses a body that is not one GraphQL request in JSON', async () => {
  const bodies: RequestInit['body'][] = [
    '',
    '{',
    '"{ me { id } }"',
    'null',
    `[${ME_BODY}]`,
    '{}',
    '{"query": 1}',
    '{"query": ""}',
    `{"query": "${ME}", "variables": []}`,
    `{"query": "${ME}", "variables": "{}"}`,
    `{"query": "${ME}", "operationName": 1}`,
    `{"query": "${ME}", "extensions": 1}`,
    `{"query": "${ME}", "operationName": "Other"}`,
    '{"query": "query A { me { id } } query B { me { name } }"}',
    new Uint8Array([0x7b, 0xff, 0x7d]),
  ];
  for (const body of bodies) assertRefused(await post(body), 400, 'BAD_REQUEST');
});

test('runs the operation that is named, of several', async () => {
  const query = 'query A { me { tier } } query B { me { environment } }';
  const answer = await post(JSON.stringify({ query, operationName: 'B' }));
  assert.deepEqual(answer.data, { me: { environment: 'LIVE' } });
});

const REFUSED_DOCUMENTS = [
  ['{ me { ', {}, 'GRAPHQL_PARSE_FAILED'],
  ['{ nothing }', {}, 'GRAPHQL_VALIDATION_FAILED'],
  ['subscription { me }', {}, 'GRAPHQL_VALIDATION_FAILED'],
  [
    'query ($first: Int) { products(first: $first) { totalCount } }',
    { first: 'x' },
    'BAD_USER_INPUT',
  ],
  [
    '{ products(first: 100) { edges { node { components { material } } } } }',
    {},
    'QUERY_TOO_COMPLEX',
  ],
] as const;

test('refuses a document with 200 in plain JSON and with 400 in the GraphQL media type', async () => {
  for (const [query, variables, code] of REFUSED_DOCUMENTS) {
    assertRefused(await send(query, variables), 200, code);
    const modern = await send(query, variables, { Accept: 'application/graphql-response+json' });
    assertRefused(modern, 400, code);
  }
  const subscribed = await send('subscription { me }');
  assert.match(subscribed.errors[0]?.message ?? '', /`events\(after:\)`/);
});

test('an empty document and a product without a name are refused with the next step', async () => {
  const messageOf = async (query: string) => (await send(query)).errors[0]?.message ?? '';
  assert.match(await messageOf(''), /^"query" is empty: send a GraphQL document/);
  const none = await messageOf('{ product { id } }');
  assert.equal(none, 'Say which product by exactly one of id, externalId, gtin and sku.');
});

test('says where a document is wrong', async () => {
  const [error] = (await send('{\n  me { nothing }\n}')).errors;
  assert.deepEqual(error && at({ ...error }, 'locations'), [{ line: 2, column: 8 }]);
});

test('has one entry of errors for each fault of a document, with its place', async () => {
  const answer = await send('{\n  me { nothing nme }\n  product(id: "x", ix: 1) { id }\n}');
  assert.deepEqual(
    answer.errors.map(({ extensions, ...error }) => [at(error, 'locations', 0), extensions.code]),
    [
      [{ line: 2, column: 8 }, 'GRAPHQL_VALIDATION_FAILED'],
      [{ line: 2, column: 16 }, 'GRAPHQL_VALIDATION_FAILED'],
      [{ line: 3, column: 20 }, 'GRAPHQL_VALIDATION_FAILED'],
    ],
  );
  assert.match(answer.errors[1]?.message ?? '', /Did you mean "name"\?$/);
  assert.doesNotMatch(answer.errors[0]?.message ?? '', /Did you mean/);
});

const WRONG_INPUT = {
  name: 'x',
  netMassKg: 'heavy',
  nam: 'y',
  sectorTags: ['TRUCK', 'TEXTILE'],
  components: [{ massKg: 1 }, { material: 5 }],
};

test('a wrong literal has the code, the paths and the codes of problems of a wrong variable', async () => {
  const literal = await send(
    'mutation { createProduct(input: { name: "x", netMassKg: "heavy", nam: "y", sectorTags: [TRUCK, TEXTILE], components: [{ massKg: 1 }, { material: 5 }] }) { product { id } } }',
  );
  const variable = await send(
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
    { input: WRONG_INPUT },
  );
  const [ofLiteral, ofVariable] = [literal, variable].map((answer) => {
    assertRefused(answer, 200, 'BAD_USER_INPUT');
    const problems = at(answer.errors[0]?.extensions, 'problems');
    assert.ok(Array.isArray(problems));
    return problems.map((problem) => [at(problem, 'path'), at(problem, 'code')]);
  });
  assert.deepEqual(ofLiteral, ofVariable);
  assert.ok(ofLiteral && ofLiteral.length >= 5);
});

test('suggests only what looks like the given word', async () => {
  const answer = await send(
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
    { input: WRONG_INPUT },
  );
  const problems = at(answer.errors[0]?.extensions, 'problems');
  assert.ok(Array.isArray(problems));
  const messages = problems.map((problem) => String(at(problem, 'message')));
  const [truck, textile] = ['TRUCK', 'TEXTILE'].map((word) =>
    messages.find((message) => message.includes(`"${word}"`)),
  );
  assert.doesNotMatch(truck ?? 'Did you mean', /Did you mean/);
  assert.match(textile ?? '', /Did you mean the enum value "TEXTILES"\?$/);
});

test('reports wrong forms and what the properties themselves refuse in one round', async () => {
  const answer = await send(
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
    { input: { name: ' ', gtin: '4006381333932', netMassKg: 'heavy', tags: [''] } },
  );
  const problems = at(answer.errors[0]?.extensions, 'problems');
  assert.ok(Array.isArray(problems));
  assert.deepEqual(
    problems.map((problem) => [at(problem, 'path'), at(problem, 'code')]),
    [
      [['input', 'netMassKg'], 'INVALID_VALUE'],
      [['input', 'name'], 'EMPTY'],
      [['input', 'gtin'], 'INVALID_GTIN'],
      [['input', 'tags', 0], 'EMPTY'],
    ],
  );
});

test('lists every problem of the variables at once, each with its path from the arguments down', async () => {
  const answer = await send(
    'mutation ($new: CreateProductInput!) { createProduct(input: $new) { product { id } } }',
    {
      new: {
        sectorTags: ['TEXTILES', 'NOTHING'],
        components: [
          { material: 'cotton', massKg: 1 },
          { material: 'wool', massKg: 'heavy' },
        ],
      },
    },
  );
  assertRefused(answer, 200, 'BAD_USER_INPUT');
  const problems = at(answer.errors[0]?.extensions, 'problems');
  assert.ok(Array.isArray(problems));
  const paths = problems.map((problem) => at(problem, 'path'));
  assert.deepEqual(paths.toSorted(), [
    ['input', 'components', 1, 'massKg'],
    ['input', 'name'],
    ['input', 'sectorTags', 1],
  ]);
});

test('answers what a key may not do with 200 in either media type', async () => {
  const { send: reader } = await world({ permissions: ['PRODUCTS_READ'] });
  for (const accept of ['application/json', 'application/graphql-response+json']) {
    const answer = await reader(
      'mutation { made: createProduct(input: { name: "x" }) { product { id } } }',
      {},
      { Accept: accept },
    );
    assert.deepEqual([answer.status, codesOf(answer)], [200, ['FORBIDDEN']]);
    assert.deepEqual(answer.data, { made: null });
  }
});

test('reports the path of a literal that cannot be stored', async () => {
  const answer = await send(
    'mutation { createProduct(input: { name: "x", components: [{ material: "steel", massKg: 1 }, { material: "ste\\u0000el", massKg: 1 }] }) { product { id } } }',
  );
  assertRefused(answer, 200, 'BAD_USER_INPUT');
  assert.deepEqual(at(answer.errors[0]?.extensions, 'problems', 0, 'path'), [
    'input',
    'components',
    1,
    'material',
  ]);
});

test('reports the path of a variable in a list, and of one in a fragment', async () => {
  const inList = await send(
    'mutation ($part: ComponentInput!) { createProduct(input: { name: "x", components: [{ material: "steel", massKg: 1 }, $part] }) { product { id } } }',
    { part: { material: 'steel', massKg: 'heavy' } },
  );
  const inFragment = await send(
    'query ($size: Int) { ...Page } fragment Page on Query { products(first: $size) { totalCount } }',
    { size: 'many' },
  );
  const problems = [inList, inFragment].map(({ errors }) => errors[0]?.extensions['problems']);
  assert.deepEqual(
    problems.map((found) => at(found, '0', 'path')),
    [['input', 'components', 1, 'massKg'], ['first']],
  );
});

test('lists every problem that a service finds at once, with their paths', async () => {
  const answer = await send(
    'mutation ($new: CreateProductInput!) { createProduct(input: $new) { product { id } } }',
    { new: { name: '', gtin: '4006381333932', netMassKg: -1 } },
  );
  assert.deepEqual([answer.status, codesOf(answer)], [200, ['BAD_USER_INPUT']]);
  const problems = at(answer.errors[0]?.extensions, 'problems');
  assert.ok(Array.isArray(problems));
  const paths = problems.map((problem) => at(problem, 'path'));
  assert.deepEqual(paths.toSorted(), [
    ['input', 'gtin'],
    ['input', 'name'],
    ['input', 'netMassKg'],
  ]);
});

test('makes only the forbidden field of a query null', async () => {
  const { send: poor } = await world({ permissions: ['FACTORS_READ'] });
  const answer = await poor('{ me { tier } products { totalCount } factorSets { name } }');
  assert.equal(answer.status, 200);
  assert.deepEqual(
    answer.errors.map(({ path, extensions }) => [path, extensions]),
    [[['products'], { code: 'FORBIDDEN', requiredPermission: 'PRODUCTS_READ' }]],
  );
  assert.deepEqual(at(answer.data ?? undefined, 'me'), { tier: 'FREE' });
  assert.equal(at(answer.data ?? undefined, 'products'), null);
  assert.ok(Array.isArray(at(answer.data ?? undefined, 'factorSets')));
});

test('refuses a mutation document whole when one of its fields is forbidden', async () => {
  const { send: writer } = await world({ permissions: ['PRODUCTS_READ', 'PRODUCTS_WRITE'] });
  const answer = await writer(`mutation {
    createProduct(input: { name: "Half" }) { product { id } }
    createApiKey(input: { name: "Half" }) { key }
  }`);
  assert.deepEqual([answer.status, codesOf(answer)], [200, ['FORBIDDEN']]);
  assert.deepEqual(answer.data, { createProduct: null, createApiKey: null });
  assert.deepEqual(answer.errors[0]?.path, ['createApiKey']);
  assert.equal(answer.errors[0]?.extensions['requiredPermission'], 'API_KEYS_MANAGE');
  const after = await writer('{ products { totalCount } }');
  assert.deepEqual(after.data, { products: { totalCount: 0 } });
});

test('refuses a mutation whose result its key may not read, before anything happens', async () => {
  const owner = await world();
  const { organization } = owner;
  const writer = await world({ organization, permissions: ['PRODUCTS_WRITE'] });
  const answer = await writer.send(
    `mutation ($all: Boolean!) {
      made: createProduct(input: { name: "Half" }) { ...Made }
      createProduct(input: { name: "Half" }) { product @include(if: $all) { id } }
    }
    fragment Made on CreateProductPayload { product { id name } }`,
    { all: false },
  );
  assert.deepEqual([answer.status, codesOf(answer)], [200, ['FORBIDDEN']]);
  assert.deepEqual(answer.data, { made: null, createProduct: null });
  assert.deepEqual(answer.errors[0]?.path, ['made', 'product']);
  assert.equal(answer.errors[0]?.extensions['requiredPermission'], 'PRODUCTS_READ');
  const products = '{ products { totalCount } }';
  assert.deepEqual((await owner.send(products)).data, { products: { totalCount: 0 } });
  const unread = await writer.send(
    'mutation ($all: Boolean = false) { createProduct(input: { name: "Whole" }) { product @include(if: $all) { id } } }',
  );
  assert.deepEqual([unread.errors, unread.data], [[], { createProduct: {} }]);
  assert.deepEqual((await owner.send(products)).data, { products: { totalCount: 1 } });
});

test('a field below the payload of a mutation that its key may not have is null by itself', async () => {
  const owner = await world();
  const { organization } = owner;
  const permissions = PERMISSIONS.filter((each) => each !== 'ASSETS_READ');
  const writer = await world({ organization, permissions });
  const answer = await writer.send(
    'mutation { createProduct(input: { name: "Cup" }) { product { name assets { totalCount } } } }',
  );
  assert.deepEqual(codesOf(answer), ['FORBIDDEN']);
  assert.deepEqual(answer.data, {
    createProduct: { product: { name: 'Cup', assets: null } },
  });
});

test('lets every valid key introspect, free of cost', async () => {
  const { send: nobody } = await world({ permissions: [] });
  const answer = await nobody(
    '{ __schema { types { name fields { name type { name ofType { name } } } } } }',
  );
  assert.deepEqual([answer.status, answer.errors, answer.extensions.cost], [200, [], 0]);
});

test('says in a field what the headers say', async () => {
  const { send: fresh } = await world({ tier: 'GROWTH', requestsPerMinute: null });
  const answer = await fresh('{ rateLimit { limit remaining resetAt cost maxCost } me { id } }');
  const { resetAt } = answer.extensions.rateLimit;
  const rateLimit = { limit: 600, remaining: 599, resetAt, cost: 1, maxCost: 5000 };
  assert.deepEqual(at(answer.data ?? undefined, 'rateLimit'), rateLimit);
});

test('answers 404 at other paths', async () => {
  const response = await fetch(`${service.url}/no-such-path`, { method: 'POST', body: ME_BODY });
  assert.equal(response.status, 404);
});

test('every answer has the headers that keep browsers from sniffing and framing it', async () => {
  const { post } = await world();
  const answers = [
    (await post('{"query":"{ me { id } }"}')).headers,
    (await fetch(`${service.url}/healthz`)).headers,
    (await fetch(`${service.url}/nothing`)).headers,
  ];
  for (const headers of answers) {
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('x-frame-options'), 'DENY');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
  }
});

/** A service that stops looks for idle connections more often than this. */
const CLOSES_IDLE_MS = 60;

test('a service that stops answers what arrives on open connections, and asks to close them', async () => {
  const stopping = await startTestService({}, COLD);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const sockets = new Set<unknown>();
  const ask = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const asked = httpRequest(`${stopping.url}/graphql`, { agent, method: 'POST' }, (answer) => {
        sockets.add(answer.socket);
        answer.resume().once('end', () => resolve(answer));
      });
      asked.once('error', reject).end('{}');
    });
  const before = await ask();
  assert.equal(before.headers.connection, 'keep-alive');
  const stopped = stopping.stop();
  await sleep(CLOSES_IDLE_MS);
  let last = before;
  // A reset connection, or a refused one, would reject.
  while (last.headers.connection !== 'close') last = await ask();
  assert.equal(last.statusCode, 401);
  assert.equal(sockets.size, 1, 'the open connection waits for its next request');
  await stopped;
});

test('a request listens once for the end of its connection, however many of its fields compute', async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => warnings.push(name);
  process.on('warning', note);
  const { send } = await world();
  const fields = Array.from(
    { length: 12 },
    (_, at) =>
      `a${at}: calculateMaterial(input: { material: "cotton fibre", massKg: ${at + 1} }) { calculation { co2eKg } }`,
  );
  dataOf(await send(`mutation { ${fields.join(' ')} }`));
  process.off('warning', note);
  assert.deepEqual(warnings, []);
});
