import assert from 'node:assert/strict';
import { request } from 'node:http';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { getIntrospectionQuery, getNullableType, isObjectType, isScalarType } from 'graphql';
import { SECRET_FIELDS } from '../../server/src/http/document/plan.ts';
import { schema } from '../../server/src/schema.ts';
import { type Answer, dataOf, exchange } from './client.ts';
import { COLD, startTestService } from './service.ts';
import { world } from './world.ts';

const { key, endpoint } = await world({ tier: 'ENTERPRISE' });
const ORIGIN = 'https://tools.example';
const INTROSPECTION = getIntrospectionQuery();

/** By `fetch`, which unpacks answers. */
function sendAccepting(acceptEncoding: string, query: string): Promise<Answer> {
  const headers = {
    'X-API-Key': key,
    'Content-Type': 'application/json',
    'Accept-Encoding': acceptEncoding,
  };
  return exchange(endpoint, { method: 'POST', headers, body: JSON.stringify({ query }) });
}

async function encodingOf(query: string, acceptEncoding: string): Promise<string | null> {
  const answer = await sendAccepting(acceptEncoding, query);
  assert.equal(answer.status, 200);
  return answer.headers.get('content-encoding');
}

test('compresses a large answer as the client accepts it, and the answer is the same', async () => {
  assert.equal(await encodingOf(INTROSPECTION, 'gzip, br'), 'br');
  assert.equal(await encodingOf(INTROSPECTION, 'gzip'), 'gzip');
  assert.equal(await encodingOf(INTROSPECTION, 'identity'), null);
  const plain = dataOf(await sendAccepting('identity', INTROSPECTION));
  const packed = await sendAccepting('br', INTROSPECTION);
  assert.deepEqual(dataOf(packed), plain);
  assert.equal(packed.headers.get('vary'), 'Accept-Encoding');
});

test('an introspection has less than a fifth of its bytes on the wire', async () => {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const headers = {
    'X-API-Key': key,
    'Content-Type': 'application/json',
    'Accept-Encoding': 'gzip',
  };
  const sent = request(endpoint, { method: 'POST', headers }, (response) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => {
      const bytes = Buffer.concat(chunks);
      assert.equal(Number(response.headers['content-length']), bytes.length);
      resolve(bytes);
    });
  });
  sent.on('error', reject);
  sent.end(JSON.stringify({ query: INTROSPECTION }));
  const bytes = await promise;
  const text = gunzipSync(bytes);
  assert.ok(text.length > 400_000, `${text.length} bytes`);
  assert.ok(bytes.length < text.length / 5, `${bytes.length} of ${text.length} bytes`);
});

test('leaves small answers as they are, and large ones that show a secret', async () => {
  assert.equal(await encodingOf('{ me { id } }', 'br'), null);
  const withSecret = `${INTROSPECTION.replace(/query \w+ \{/, '{ webhookEndpoints { nodes { hidden: secret } }')}`;
  assert.equal(await encodingOf(withSecret, 'br'), null);
});

test('every field of the schema that shows a secret is known to the compression', () => {
  const found = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
    .filter(({ field }) => isScalarType(getNullableType(field.type)))
    .filter(({ field }) => /secret/i.test(`${field.name} ${field.description}`))
    .map(({ type, field }) => `${type.name}.${field.name}`);
  assert.deepEqual(found.toSorted(), [
    'CreateApiKeyPayload.key',
    'RotateApiKeyPayload.key',
    'WebhookEndpoint.previousSecretExpiresAt', // A time.
    'WebhookEndpoint.secret',
  ]);
  assert.deepEqual([...SECRET_FIELDS], ['secret', 'createApiKey', 'rotateApiKey']);
});

function preflight(url: string, origin: string): Promise<Response> {
  const headers = {
    Origin: origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,x-api-key,idempotency-key',
  };
  return fetch(`${url}/sandbox/graphql`, { method: 'OPTIONS', headers });
}

test('lets no page of another origin in unless its origin is configured', async () => {
  const answer = await preflight(endpoint.replace('/graphql', ''), ORIGIN);
  assert.equal(answer.status, 405);
  assert.equal(answer.headers.get('access-control-allow-origin'), null);
  assert.equal(answer.headers.get('vary'), null);
});

test('lets pages of configured origins call the API, and no others', async () => {
  const { url } = await startTestService(
    {
      TRACKWAY_CORS_ORIGINS: `https://shop.example:8443, ${ORIGIN}`,
    },
    COLD,
  );
  const allowed = await preflight(url, ORIGIN);
  assert.equal(allowed.status, 204);
  assert.equal(await allowed.text(), '');
  assert.equal(allowed.headers.get('access-control-allow-origin'), ORIGIN);
  assert.equal(allowed.headers.get('access-control-allow-methods'), 'POST, GET, PUT');
  const allowedHeaders = allowed.headers.get('access-control-allow-headers')?.toLowerCase() ?? '';
  for (const name of ['content-type', 'x-api-key', 'idempotency-key'])
    assert.ok(allowedHeaders.includes(name), name);
  assert.equal(allowed.headers.get('access-control-allow-credentials'), null);

  for (const origin of [
    'https://evil.example',
    'null',
    `${ORIGIN}.evil.example`,
    'http://tools.example',
  ]) {
    const refused = await preflight(url, origin);
    assert.equal(refused.status, 405, origin);
    assert.equal(refused.headers.get('access-control-allow-origin'), null, origin);
    assert.equal(refused.headers.get('vary'), 'Origin');
  }

  // A refusal, too, must be readable: the page shows why.
  const post = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { Origin: ORIGIN, 'Content-Type': 'application/json' },
    body: '{}',
  });
  assert.equal(post.status, 401);
  assert.equal(post.headers.get('access-control-allow-origin'), ORIGIN);
  const exposed = post.headers.get('access-control-expose-headers') ?? '';
  for (const name of ['X-Request-Id', 'RateLimit', 'Retry-After'])
    assert.ok(exposed.includes(name));
});
