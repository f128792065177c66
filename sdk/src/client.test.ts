import assert from 'node:assert/strict';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { type ClientOptions, createClient } from './client.ts';
import { TrackwayError } from './error.ts';

type Received = {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
type Reply = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
};

const received: Received[] = [];
let replies: Reply[] = [];

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks).toString();
  received.push({ path: request.url ?? '', headers: request.headers, body });
  const reply = replies.shift();
  if (reply === undefined) {
    request.socket.destroy();
    return;
  }
  response.writeHead(reply.status ?? 200, reply.headers);
  response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());
const address = server.address();
const port = isAddress(address) ? address.port : 0;

function isAddress(value: AddressInfo | string | null): value is AddressInfo {
  return typeof value === 'object' && value !== null;
}

function clientFor(options: Partial<ClientOptions> = {}) {
  received.length = 0;
  return createClient({ key: 'sk_sandbox_tw_x', url: `http://127.0.0.1:${port}`, ...options });
}

function refusal(code: string, extensions: object = {}) {
  return {
    data: null,
    errors: [{ message: `It is ${code}.`, extensions: { code, ...extensions } }],
    extensions: { requestId: 'req_1' },
  };
}

async function errorOf(attempt: Promise<unknown>): Promise<TrackwayError> {
  const error = await attempt.then(
    () => assert.fail('the request succeeded'),
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof TrackwayError, String(error));
  return error;
}

const SOON = { 'Retry-After': '0' };

test('sends the key and the variables to the endpoint of the environment of the key', async () => {
  replies = [{ body: { data: { me: { id: '1' } } } }];
  const data = await clientFor().request('query ($a: Int) { me { id } }', { a: 1 });
  assert.deepEqual(data, { me: { id: '1' } });
  const [sent] = received;
  assert.equal(sent?.path, '/sandbox/graphql');
  assert.equal(sent?.headers['x-api-key'], 'sk_sandbox_tw_x');
  assert.deepEqual(JSON.parse(sent?.body ?? ''), {
    query: 'query ($a: Int) { me { id } }',
    variables: { a: 1 },
  });
  replies = [{ body: { data: {} } }];
  await clientFor({ key: 'sk_live_tw_x', url: `http://127.0.0.1:${port}/` }).request(
    '{ me { id } }',
  );
  assert.equal(received[0]?.path, '/graphql');
});

test('every mutation has an idempotency key, and its retries have the same', async () => {
  replies = [
    { status: 503, headers: SOON, body: refusal('UNAVAILABLE') },
    { body: refusal('OUTCOME_UNKNOWN'), headers: SOON },
    { body: { data: { createProduct: { product: { id: 'prod_1' } } } } },
  ];
  const client = clientFor();
  await client.request(
    '# query\nmutation { createProduct(input: { name: "}" }) { product { id } } }',
  );
  const keys = received.map(({ headers }) => headers['idempotency-key']);
  assert.equal(keys.length, 3);
  assert.match(String(keys[0]), /^[0-9a-f-]{36}$/);
  assert.equal(new Set(keys).size, 1);
});

test('a query has no idempotency key, also if a text in it mentions a mutation', async () => {
  const queries = [
    '{ search(query: "mutation") { totalCount } }',
    'query mutation { me { id } }'.replace('query mutation', 'query Me'),
    '{ mutation: me { id } }',
    '"""mutation""" query A { me { id } }',
  ];
  const client = clientFor();
  for (const query of queries) {
    replies = [{ body: { data: {} } }];
    await client.request(query);
  }
  for (const { headers, body } of received)
    assert.equal(headers['idempotency-key'], undefined, body);
});

test('the operation name selects which of several operations decides', async () => {
  const document = 'query A { me { id } } mutation B { resetSandbox { isReset } }';
  const client = clientFor();
  for (const operationName of ['A', 'B']) {
    replies = [{ body: { data: {} } }];
    await client.request(document, {}, { operationName });
  }
  assert.deepEqual(
    received.map(({ headers }) => headers['idempotency-key'] !== undefined),
    [false, true],
  );
});

test('waits as Retry-After says, and gives up when that is longer than allowed', async () => {
  replies = [{ status: 429, headers: { 'Retry-After': '61' }, body: refusal('RATE_LIMITED') }];
  const error = await errorOf(clientFor({ maxDelayMs: 1_000 }).request('{ me { id } }'));
  assert.equal(error.code, 'RATE_LIMITED');
  assert.equal(received.length, 1);
});

test('does not repeat what would fail again', async () => {
  for (const code of ['FORBIDDEN', 'BAD_USER_INPUT', 'CONFLICT', 'INTERNAL_ERROR', 'TIMEOUT']) {
    replies = [{ body: refusal(code) }];
    assert.equal((await errorOf(clientFor().request('{ me { id } }'))).code, code);
    assert.equal(received.length, 1, code);
  }
});

test('an error has code, problems, request id and the data that could be answered', async () => {
  const problems = [{ path: ['input', 'name'], code: 'REQUIRED', message: 'A name is required.' }];
  replies = [{ body: { ...refusal('BAD_USER_INPUT', { problems }), data: { other: 1 } } }];
  const error = await errorOf(clientFor().request('{ me { id } }'));
  assert.equal(error.message, 'It is BAD_USER_INPUT.');
  assert.deepEqual(error.problems, problems);
  assert.equal(error.requestId, 'req_1');
  assert.equal(error.status, 200);
  assert.deepEqual(error.data, { other: 1 });
});

test('a connection that breaks is retried, and is a NETWORK_ERROR in the end', async () => {
  replies = [];
  const error = await errorOf(clientFor({ maxRetries: 1 }).request('{ me { id } }'));
  assert.equal(error.code, 'NETWORK_ERROR');
  assert.equal(received.length, 2);
});

test('an answer that is not of the API is an INVALID_RESPONSE with its status', async () => {
  replies = [{ status: 404, body: '<html>Not here</html>' }];
  const error = await errorOf(clientFor().request('{ me { id } }'));
  assert.deepEqual([error.code, error.status], ['INVALID_RESPONSE', 404]);
});

test('an aborted request ends with the reason of the signal, also while it waits', async () => {
  replies = [{ status: 429, headers: { 'Retry-After': '60' }, body: refusal('RATE_LIMITED') }];
  const controller = new AbortController();
  const attempt = clientFor().request('{ me { id } }', {}, { signal: controller.signal });
  const isAnswered = () => received.length === 1;
  while (!isAnswered()) await new Promise((resolve) => setImmediate(resolve));
  controller.abort(new Error('enough'));
  await assert.rejects(attempt, { message: 'enough' });
});

test('paginates over nodes or edges with the cursor of each page', async () => {
  const page = (ids: readonly number[], endCursor: string | null) => ({
    body: {
      data: {
        products: {
          nodes: ids.map((id) => ({ id })),
          pageInfo: { hasNextPage: endCursor !== null, endCursor },
        },
      },
    },
  });
  replies = [page([1, 2], 'a'), page([3], 'b'), page([], null)];
  type Data = {
    readonly products: {
      readonly nodes: readonly { readonly id: number }[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
    };
  };
  const ids: number[] = [];
  const document = 'query ($after: String) { products(after: $after) { nodes { id } } }';
  for await (const { id } of clientFor().paginate(document, {}, (data: Data) => data.products))
    ids.push(id);
  assert.deepEqual(ids, [1, 2, 3]);
  assert.deepEqual(
    received.map(({ body }) => JSON.parse(body).variables.after),
    [null, 'a', 'b'],
  );
});

test('a connection that promises a next page without a cursor is an error, not an endless loop', async () => {
  const pageInfo = { hasNextPage: true, endCursor: 'a' };
  replies = [1, 2, 3].map(() => ({ body: { data: { nodes: [1], pageInfo } } }));
  type Data = { readonly nodes: readonly number[]; readonly pageInfo: typeof pageInfo };
  const walk = clientFor().paginate('{ x }', {}, (data: Data) => data);
  await walk.next();
  await walk.next();
  await assert.rejects(walk.next(), TypeError);
});

test('refuses a live key in a web page unless an option allows it', () => {
  for (const name of ['document', 'window']) Reflect.set(globalThis, name, {});
  try {
    const live = { key: 'sk_live_tw_x', url: 'https://api.example' };
    assert.throws(() => createClient(live), /every visitor/);
    createClient({ ...live, dangerouslyAllowLiveKeyInBrowser: true });
    createClient({ ...live, key: 'sk_sandbox_tw_x' });
  } finally {
    for (const name of ['document', 'window']) Reflect.deleteProperty(globalThis, name);
  }
});
