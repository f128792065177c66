import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeId } from '../../../server/src/platform/ids.ts';
import { type Answer, at, clientOf, codesOf, dataOf, type JsonObject, textAt } from '../client.ts';
import { endpointOf, type World, world } from '../world.ts';

const CREATE = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { key apiKey { id name prefix last4 tier state permissions expiresAt lastUsedAt } }
}`;
const ROTATE = `mutation ($input: RotateApiKeyInput!) {
  rotateApiKey(input: $input) { key apiKey { id name tier permissions state } }
}`;
const REVOKE =
  'mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { state revokedAt } } }';
const KEY = 'query ($id: ID!) { node(id: $id) { ... on ApiKey { state expiresAt revokedAt } } }';
const LIST = '{ apiKeys(first: 100) { totalCount edges { node { id name state last4 } } } }';
const ME = '{ me { id tier apiKey { permissions } } }';
const DAY_MS = 86_400_000;

function create({ send }: Pick<World, 'send'>, input: JsonObject = {}): Promise<Answer> {
  return send(CREATE, { input: { name: 'Made', ...input } });
}

function clientWith(answer: Answer, mutation: 'createApiKey' | 'rotateApiKey') {
  return clientOf(endpointOf('LIVE'), textAt(answer, mutation, 'key'));
}

test('makes a key of its own environment that works and is shown once', async () => {
  const owner = await world({ tier: 'GROWTH' });
  const made = await create(owner);
  const key = textAt(made, 'createApiKey', 'key');
  assert.match(key, /^sk_live_tw_[0-9A-Za-z]{38}$/);
  assert.deepEqual(at(dataOf(made), 'createApiKey', 'apiKey', 'last4'), key.slice(-4));
  const me = dataOf(await clientWith(made, 'createApiKey').send(ME));
  assert.equal(at(me, 'me', 'tier'), 'GROWTH');
  const permissions = at(me, 'me', 'apiKey', 'permissions');
  assert.ok(Array.isArray(permissions) && permissions.length === 20);
  assert.ok(!permissions.includes('API_KEYS_MANAGE'));
  assert.ok(!JSON.stringify(dataOf(await owner.send(LIST))).includes(key));
});

test('makes sandbox keys in the sandbox', async () => {
  const owner = await world({ environment: 'SANDBOX' });
  assert.match(textAt(await create(owner), 'createApiKey', 'key'), /^sk_sandbox_tw_/);
});

test('gives a key no more than its maker has', async () => {
  const permissions = ['API_KEYS_MANAGE', 'PRODUCTS_READ'] as const;
  const owner = await world({ tier: 'GROWTH', permissions });
  const higher = await create(owner, { tier: 'ENTERPRISE' });
  assert.deepEqual(codesOf(higher), ['FORBIDDEN']);
  assert.equal(higher.errors[0]?.extensions['requiredTier'], 'ENTERPRISE');
  const wider = await create(owner, { permissions: ['PRODUCTS_READ', 'ORDERS_READ'] });
  assert.deepEqual(codesOf(wider), ['FORBIDDEN']);
  assert.equal(wider.errors[0]?.extensions['requiredPermission'], 'ORDERS_READ');

  const lower = await create(owner, { tier: 'FREE', permissions: ['PRODUCTS_READ'] });
  assert.deepEqual(at(dataOf(lower), 'createApiKey', 'apiKey', 'permissions'), ['PRODUCTS_READ']);
  const byDefault = await create(owner);
  assert.deepEqual(at(dataOf(byDefault), 'createApiKey', 'apiKey', 'permissions'), [
    'PRODUCTS_READ',
  ]);
});

test('never lets a maker of a lower tier make one of its organization’s', async () => {
  const { organization } = await world({ tier: 'ENTERPRISE' });
  const low = await world({ tier: 'FREE', organization });
  const made = await create(low);
  assert.equal(at(dataOf(made), 'createApiKey', 'apiKey', 'tier'), 'FREE');
  assert.deepEqual(codesOf(await create(low, { tier: 'GROWTH' })), ['FORBIDDEN']);
});

test('lets a sandbox key try any tier', async () => {
  const trier = await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' });
  const { organization } = await world({ tier: 'FREE' });
  const sandbox = await world({ tier: 'ENTERPRISE', environment: 'SANDBOX', organization });
  assert.deepEqual(dataOf(await sandbox.send('{ me { tier organization { tier } } }')), {
    me: { tier: 'ENTERPRISE', organization: { tier: 'FREE' } },
  });
  assert.notEqual(trier.organization.id, organization.id);
});

test('keeps to the number of active keys of the tier', async () => {
  const owner = await world({ tier: 'FREE' });
  for (let made = 1; made < 5; made++) dataOf(await create(owner));
  const refused = await create(owner);
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.equal(refused.errors[0]?.extensions['activeKeys'], 5);
  const list = dataOf(await owner.send(LIST));
  assert.equal(at(list, 'apiKeys', 'totalCount'), 5);
  const id = at(list, 'apiKeys', 'edges', 4, 'node', 'id');
  dataOf(await owner.send(REVOKE, { id: id ?? null }));
  dataOf(await create(owner));
});

test('never exceeds the number of active keys by making several at a time', async () => {
  const owner = await world({ tier: 'FREE' });
  const answers = await Promise.all(Array.from({ length: 8 }, () => create(owner)));
  const refused = answers.filter((answer) => codesOf(answer).includes('CONFLICT'));
  assert.equal(refused.length, 4);
});

test('rotates a key: both work until the grace ends', async () => {
  const owner = await world({ tier: 'GROWTH' });
  const old = await create(owner, { name: 'Till', permissions: ['ORDERS_READ'] });
  const id = textAt(old, 'createApiKey', 'apiKey', 'id');
  const rotated = await owner.send(ROTATE, { input: { id } });
  const { id: newId, ...shown } = Object(at(dataOf(rotated), 'rotateApiKey', 'apiKey'));
  assert.notEqual(newId, id);
  assert.deepEqual(shown, {
    name: 'Till',
    tier: 'GROWTH',
    permissions: ['ORDERS_READ'],
    state: 'ACTIVE',
  });
  for (const client of [clientWith(old, 'createApiKey'), clientWith(rotated, 'rotateApiKey')])
    dataOf(await client.send(ME));
  const { send } = owner;
  const node = await send(
    'query ($id: ID!) { node(id: $id) { ... on ApiKey { state expiresAt } } }',
    { id },
  );
  assert.equal(textAt(node, 'node', 'state'), 'EXPIRING');
  const left = Date.parse(textAt(node, 'node', 'expiresAt')) - Date.now();
  assert.ok(left > DAY_MS - 60_000 && left <= DAY_MS);
  const again = await owner.send(ROTATE, { input: { id } });
  assert.deepEqual(codesOf(again), ['CONFLICT']);
  assert.deepEqual(at(again.errors[0]?.extensions, 'state'), 'EXPIRING');
});

test('never hands out a key above the rotating one', async () => {
  const owner = await world({ tier: 'ENTERPRISE' });
  const { organization } = owner;
  const low = await world({ tier: 'FREE', organization });
  const narrow = await world({
    organization,
    tier: 'ENTERPRISE',
    permissions: ['API_KEYS_MANAGE'],
  });
  const id = textAt(
    await create(owner, { permissions: ['ORDERS_READ'] }),
    'createApiKey',
    'apiKey',
    'id',
  );
  const byLow = await low.send(ROTATE, { input: { id } });
  assert.equal(byLow.errors[0]?.extensions['requiredTier'], 'ENTERPRISE');
  const byNarrow = await narrow.send(ROTATE, { input: { id } });
  assert.equal(byNarrow.errors[0]?.extensions['requiredPermission'], 'ORDERS_READ');
  for (const refused of [byLow, byNarrow]) assert.deepEqual(codesOf(refused), ['FORBIDDEN']);
  dataOf(await low.send(ROTATE, { input: { id: encodeId('apiKey', low.keyId) } }));
});

test('ends the old key at once when there is no grace', async () => {
  const owner = await world();
  const old = await create(owner);
  const id = textAt(old, 'createApiKey', 'apiKey', 'id');
  dataOf(await owner.send(ROTATE, { input: { id, gracePeriodSeconds: 0 } }));
  const key = at(dataOf(await owner.send(KEY, { id })), 'node');
  assert.equal(at(key, 'state'), 'REVOKED');
  assert.equal(at(key, 'revokedAt'), at(key, 'expiresAt'));
  const refused = await clientWith(old, 'createApiKey').send(ME);
  assert.deepEqual([refused.status, refused.errors[0]?.extensions['reason']], [401, 'REVOKED']);
});

test('revokes a key for good', async () => {
  const owner = await world();
  const id = textAt(await create(owner), 'createApiKey', 'apiKey', 'id');
  const revoked = await owner.send(REVOKE, { id });
  assert.equal(textAt(revoked, 'revokeApiKey', 'apiKey', 'state'), 'REVOKED');
  for (const again of [
    await owner.send(REVOKE, { id }),
    await owner.send(ROTATE, { input: { id } }),
  ]) {
    assert.deepEqual(codesOf(again), ['CONFLICT']);
    assert.deepEqual(again.errors[0]?.extensions['allowed'], []);
  }
});

test('of several revocations at a time one succeeds', async () => {
  const owner = await world();
  const id = textAt(await create(owner), 'createApiKey', 'apiKey', 'id');
  const answers = await Promise.all(Array.from({ length: 8 }, () => owner.send(REVOKE, { id })));
  const refusals = answers.flatMap(codesOf);
  assert.deepEqual(
    refusals,
    Array.from({ length: 7 }, () => 'CONFLICT'),
  );
});

test('refuses a name, an expiry or a grace that make no sense', async () => {
  const owner = await world();
  const id = textAt(await create(owner), 'createApiKey', 'apiKey', 'id');
  const refusals = [
    await create(owner, { name: '' }),
    await create(owner, { name: '  ' }),
    await create(owner, { name: 'x'.repeat(201) }),
    await create(owner, { expiresAt: '2020-01-01T00:00:00Z' }),
    await create(owner, { permissions: ['EVERYTHING'] }),
    await owner.send(ROTATE, { input: { id, gracePeriodSeconds: -1 } }),
    await owner.send(ROTATE, { input: { id, gracePeriodSeconds: 2_592_001 } }),
  ];
  for (const refused of refusals) assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT']);
});

test('repeats the answer for an idempotency key, but not the secret', async () => {
  const owner = await world();
  const input = { name: 'Once', idempotencyKey: 'once' };
  const first = await create(owner, input);
  const second = await create(owner, input);
  assert.equal(at(dataOf(second), 'createApiKey', 'key'), null);
  assert.equal(
    textAt(second, 'createApiKey', 'apiKey', 'id'),
    textAt(first, 'createApiKey', 'apiKey', 'id'),
  );
  assert.equal(at(dataOf(await owner.send(LIST)), 'apiKeys', 'totalCount'), 2);
});

test('returns the organization and permissions of a key', async () => {
  const { send, organization, key } = await world({ permissions: ['PRODUCTS_READ'] });
  const { me } = dataOf(
    await send(`{ me { id name tier email environment organization { id name tier }
      apiKey { id prefix start last4 createdAt lastUsedAt expiresAt permissions } } }`),
  );
  assert.equal(at(me, 'email'), null);
  assert.equal(at(me, 'environment'), 'LIVE');
  assert.equal(at(me, 'organization', 'name'), organization.name);
  assert.equal(at(me, 'apiKey', 'prefix'), 'sk_live_');
  assert.equal(at(me, 'apiKey', 'last4'), key.slice(-4));
  assert.deepEqual(at(me, 'apiKey', 'permissions'), ['PRODUCTS_READ']);
  assert.equal(at(me, 'id'), at(me, 'apiKey', 'id'));
});
