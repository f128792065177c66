import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { test } from 'node:test';
import { newSecret } from '../../server/src/domains/keys/secret.ts';
import { type AnswerError, clientOf, codesOf, exchange, textAt } from './client.ts';
import { COLD, startTestService } from './service.ts';
import { endpointOf, service, world } from './world.ts';

const ME = '{ me { id } }';
const LIVE = endpointOf('LIVE');
const SANDBOX = endpointOf('SANDBOX');

async function refusalOf(
  endpoint: string,
  headers: Readonly<Record<string, string>>,
): Promise<AnswerError['extensions'] & { readonly message: string }> {
  const answer = await exchange(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ query: ME }),
  });
  const { status, data, errors, extensions, headers: got } = answer;
  assert.deepEqual([status, data], [401, undefined]);
  assert.match(got.get('www-authenticate') ?? '', /X-API-Key/);
  assert.equal(got.get('ratelimit'), null);
  assert.deepEqual([extensions.cost, extensions.rateLimit.remaining], [0, 0]);
  const [error] = errors;
  assert.ok(error);
  return { message: error.message, ...error.extensions };
}

test('asks for a key if the request has none', async () => {
  for (const headers of [{}, { 'X-API-Key': '' }, { Cookie: 'session=abc' }]) {
    const { code } = await refusalOf(LIVE, headers);
    assert.equal(code, 'UNAUTHENTICATED');
  }
});

test('takes the key from its header only', async () => {
  const { key } = await world();
  for (const headers of [{ Authorization: `Bearer ${key}` }, { Cookie: `X-API-Key=${key}` }]) {
    assert.equal((await refusalOf(LIVE, headers)).code, 'UNAUTHENTICATED');
  }
  const inAddress = await refusalOf(`${LIVE}?X-API-Key=${key}&api_key=${key}`, {});
  assert.equal(inAddress.code, 'UNAUTHENTICATED');
});

test('does not say why a key is unknown', async () => {
  const { key } = await world();
  const unknown = [
    'x',
    key.slice(0, -1),
    `${key}x`,
    key.toUpperCase(),
    newSecret('LIVE'),
    `${key}, ${key}`,
  ];
  for (const wrong of unknown) {
    assert.deepEqual(await refusalOf(LIVE, { 'X-API-Key': wrong }), {
      message:
        'The API key is not valid: copy it whole, as this service has shown it (sk_live_tw_… or sk_sandbox_tw_…).',
      code: 'INVALID_API_KEY',
    });
  }
});

test('refuses two keys in two headers', async () => {
  const { key } = await world();
  assert.equal(await statusAt(service.url, { 'X-API-Key': [key, key] }), 401);
  assert.equal(await statusAt(service.url, { 'X-API-Key': [key] }), 200);
});

test('refuses a key of the other environment and says where it belongs', async () => {
  const live = await world();
  const sandbox = await world({ environment: 'SANDBOX' });
  const atSandbox = await refusalOf(SANDBOX, { 'X-API-Key': live.key });
  assert.deepEqual(atSandbox, {
    message: 'This key is for the LIVE environment; send it to /graphql.',
    code: 'INVALID_API_KEY',
    reason: 'WRONG_ENVIRONMENT',
  });
  const atLive = await refusalOf(LIVE, { 'X-API-Key': sandbox.key });
  assert.equal(atLive['reason'], 'WRONG_ENVIRONMENT');
  assert.match(atLive.message, /\/sandbox\/graphql/);
});

test('serves the sandbox at its path and at its host, whatever the port', async () => {
  const { key } = await world({ environment: 'SANDBOX' });
  assert.deepEqual(codesOf(await clientOf(SANDBOX, key).send(ME)), []);
  const other = await startTestService(
    {
      DATABASE_URL: service.databaseUrl,
      TRACKWAY_SANDBOX_HOST: 'sandbox.test',
    },
    COLD,
  );
  assert.equal(await statusAt(other.url, { Host: 'sandbox.test', 'X-API-Key': key }), 200);
  assert.equal(await statusAt(other.url, { Host: 'Sandbox.TEST:4000', 'X-API-Key': key }), 200);
  assert.equal(await statusAt(other.url, { Host: 'api.test', 'X-API-Key': key }), 401);
  const live = await world();
  const refused = await refusalOf(`${other.url}/sandbox/graphql`, { 'X-API-Key': live.key });
  assert.match(refused.message, /send it to \/graphql at another host than sandbox\.test\.$/);
});

/** Sends what fetch does not let one send: another host than that of the address, a header twice. */
function statusAt(
  url: string,
  headers: Readonly<Record<string, string | string[]>>,
): Promise<number | undefined> {
  const sent = { 'Content-Type': 'application/json', ...headers };
  return new Promise((resolve, reject) => {
    httpRequest(`${url}/graphql`, { method: 'POST', headers: sent }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end(JSON.stringify({ query: ME }));
  });
}

test('refuses an expired key and says so', async () => {
  const { key, scope } = await world({ expiresAt: new Date(Date.now() + 60_000) });
  await service.db
    .updateTable('api_keys')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('organization_id', '=', scope.organizationId)
    .where('environment', '=', scope.environment)
    .execute();
  assert.equal((await refusalOf(LIVE, { 'X-API-Key': key }))['reason'], 'EXPIRED');
});

test('refuses a revoked key on every process within a second', async () => {
  const other = await startTestService({ DATABASE_URL: service.databaseUrl }, COLD);
  const manager = await world();
  const { key, keyId } = await world({ organization: manager.organization });
  const elsewhere = clientOf(`${other.url}/graphql`, key);
  const id = textAt(await elsewhere.send(ME), 'me', 'id');
  const askedAt = performance.now();
  for (let sent = 0; sent < 10; sent += 1) await elsewhere.send(ME);
  // A second, or the time of a hundred requests on a busy machine.
  const boundMs = Math.max(1_000, 10 * (performance.now() - askedAt));
  const revoked = await manager.send(
    'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { state } } }',
    { id },
  );
  assert.deepEqual(revoked.data, { revokeApiKey: { apiKey: { state: 'REVOKED' } } }, keyId);
  const revokedAt = performance.now();
  let sentAt = revokedAt;
  let answer = await elsewhere.send(ME);
  while (answer.status === 200) {
    // Sent, not answered: a busy machine may take its time to answer.
    assert.ok(sentAt - revokedAt < boundMs, `was taken more than ${boundMs} ms after`);
    sentAt = performance.now();
    answer = await elsewhere.send(ME);
  }
  assert.deepEqual(
    [codesOf(answer), answer.errors[0]?.extensions['reason']],
    [['INVALID_API_KEY'], 'REVOKED'],
  );
});

test('remembers when a key was last used', async () => {
  const other = await startTestService({ DATABASE_URL: service.databaseUrl }, COLD);
  const { key, send } = await world();
  await clientOf(`${other.url}/graphql`, key).send(ME);
  await other.stop();
  const answer = await send('{ apiKeys { edges { node { lastUsedAt } } } }');
  const lastUsedAt = new Date(textAt(answer, 'apiKeys', 'edges', 0, 'node', 'lastUsedAt'));
  assert.ok(Math.abs(Date.now() - lastUsedAt.getTime()) < 60_000);
});
