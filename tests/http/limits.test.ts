import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { encodeId } from '../../server/src/platform/ids.ts';
import { until } from '../../server/src/platform/testing.ts';
import { hasRedis, startRedis } from '../redis-process.ts';
import { type Client, clientOf, codesOf, textAt } from './client.ts';
import { COLD, startTestService } from './service.ts';
import { service, world } from './world.ts';

const ME = '{ me { id } }';

async function revoke(keyId: string): Promise<void> {
  await service.db
    .updateTable('api_keys')
    .set({ revoked_at: new Date() })
    .where('id', '=', keyId)
    .execute();
}

async function spend({ send }: Pick<Client, 'send'>, requests: number): Promise<void> {
  for (let done = 0; done < requests; done++) {
    const { status } = await send(ME);
    assert.equal(status, 200, `request ${done + 1} of ${requests}`);
  }
}

test('grants a key its requests of a minute, then refuses it with the time to wait', async () => {
  const free = await world({ requestsPerMinute: null });
  await spend(free, 60);
  const refused = await free.send(ME);
  assert.deepEqual(
    [refused.status, codesOf(refused), refused.data],
    [429, ['RATE_LIMITED'], undefined],
  );
  const wait = refused.errors[0]?.extensions['retryAfterSeconds'];
  assert.ok(typeof wait === 'number' && wait > 0 && wait <= 60);
  assert.equal(refused.headers.get('retry-after'), String(wait));
  assert.equal(refused.headers.get('ratelimit-policy'), '"default";q=60;w=60');
  assert.equal(refused.headers.get('ratelimit'), `"default";r=0;t=${wait}`);
  assert.deepEqual([refused.extensions.cost, refused.extensions.rateLimit.remaining], [0, 0]);
});

test('opens the window with the first request and does not move it', async () => {
  const { send } = await world({ requestsPerMinute: null });
  const [first, second] = [await send(ME), await send(ME)];
  assert.equal(first.extensions.rateLimit.resetAt, second.extensions.rateLimit.resetAt);
});

test('counts a request as one whatever it costs or comes to, and not before it has a valid key', async () => {
  const { send, post, key } = await world({ requestsPerMinute: null });
  await send('{ products(first: 100) { edges { node { id } } } }');
  await send('{ nothing }');
  await post('{');
  await post('x', { 'Content-Type': 'text/plain' });
  await send(ME, {}, { 'X-API-Key': `${key}x` });
  assert.equal((await send(ME)).extensions.rateLimit.remaining, 55);
});

const ROTATE_KEY = 'mutation ($input: RotateApiKeyInput!) { rotateApiKey(input: $input) { key } }';

test('a rotated key counts in the window of the one before it', async () => {
  const owner = await world({ requestsPerMinute: null });
  await spend(owner, 3);
  const rotated = await owner.send(ROTATE_KEY, { input: { id: encodeId('apiKey', owner.keyId) } });
  const next = clientOf(owner.endpoint, textAt(rotated, 'rotateApiKey', 'key'));
  assert.equal((await next.send(ME)).extensions.rateLimit.remaining, 55);
  assert.equal((await owner.send(ME)).extensions.rateLimit.remaining, 54);
});

test('an organization has no more requests than its active keys, however many it creates', async () => {
  const { organization } = await world({ requestsPerMinute: 3 });
  let answered = 0;
  for (let made = 0; made < 7; made += 1) {
    const { send, keyId } = await world({ organization });
    for (let sent = 0; sent < 3; sent += 1) if ((await send(ME)).status === 200) answered += 1;
    await revoke(keyId);
  }
  // FREE has five active keys, here of three requests each.
  assert.equal(answered, 15);
});

test('a request over the limit of all keys together says so and does not count for its key', async () => {
  const first = await world({ requestsPerMinute: 3 });
  const { organization } = first;
  await spend(first, 3);
  await revoke(first.keyId);
  const others = await Promise.all(Array.from({ length: 5 }, () => world({ organization })));
  for (const other of others.slice(1)) await spend(other, 3);
  const [last, used] = others;
  assert.ok(last !== undefined && used !== undefined);
  // More than it may make itself: none of them counts for the key.
  for (let sent = 0; sent < 5; sent += 1) {
    const { errors } = await last.send(ME);
    assert.match(
      errors[0]?.message ?? '',
      /^The 15 requests per minute that the FREE keys of the organization have together in this environment are used up; try again in \d+ s\. `usage` shows which key made how many\.$/,
    );
  }
  const own = await used.send(ME);
  assert.match(
    own.errors[0]?.message ?? '',
    /^The 3 requests per minute of this API key are used up; try again in \d+ s\.$/,
  );
});

test('a key of a high tier in a sandbox takes nothing from one of a lower tier', async () => {
  const growing = await world({
    tier: 'GROWTH',
    environment: 'SANDBOX',
    requestsPerMinute: null,
  });
  const { organization } = growing;
  const free = await world({ tier: 'FREE', environment: 'SANDBOX', organization });
  // More than five keys of FREE may have together.
  await spend(growing, 301);
  assert.equal((await free.send(ME)).status, 200);
});

test('counts each key for itself', async () => {
  const one = await world({ requestsPerMinute: null });
  const other = await world({ requestsPerMinute: null, organization: one.organization });
  await spend(one, 3);
  assert.equal((await other.send(ME)).extensions.rateLimit.remaining, 59);
});

test('grants each tier its own number of requests, or what the operator set', async () => {
  const wishes = [
    [{ tier: 'FREE', requestsPerMinute: null }, 60],
    [{ tier: 'GROWTH', requestsPerMinute: null }, 600],
    [{ tier: 'ENTERPRISE', requestsPerMinute: null }, 6000],
    [{ tier: 'ENTERPRISE', requestsPerMinute: 9000 }, 9000],
  ] as const;
  for (const [wish, limit] of wishes) {
    const { send } = await world(wish);
    const { headers } = await send(ME);
    assert.equal(headers.get('ratelimit-policy'), `"default";q=${limit};w=60`);
  }
});

test('grants each tier its own cost per request', async () => {
  const query =
    'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Product { components { material } } } }';
  const ids = (count: number) => ({ ids: Array.from({ length: count }, () => 'prod_x') });
  for (const [tier, maxCost] of [
    ['FREE', 1000],
    ['GROWTH', 5000],
    ['ENTERPRISE', 20_000],
  ] as const) {
    const { send } = await world({ tier });
    const cost = 11 * 100;
    const answer = await send(query, ids(100));
    if (cost > maxCost) {
      assert.deepEqual([codesOf(answer), answer.data], [['QUERY_TOO_COMPLEX'], undefined]);
      assert.deepEqual(answer.errors[0]?.extensions, { code: 'QUERY_TOO_COMPLEX', cost, maxCost });
    } else {
      assert.equal(answer.extensions.cost, cost);
    }
    const shown = await send('{ rateLimit { maxCost } }');
    assert.deepEqual(shown.data, { rateLimit: { maxCost } });
  }
});

const withoutRedis = hasRedis() ? false : 'needs the Debian package redis-server';

test('shares the limits between processes through Redis', { skip: withoutRedis }, async () => {
  const { url, stop } = await startRedis();
  after(stop);
  const { key } = await world({ requestsPerMinute: null });
  const [one, other] = await twoServices(url, key);
  await spend(one, 2);
  assert.equal((await other.send(ME)).extensions.rateLimit.remaining, 57);
  await spend(other, 57);
  assert.equal((await one.send(ME)).status, 429);
  assert.equal((await other.send(ME)).status, 429);
});

test('counts alone while Redis is gone, and together again when it is back', {
  skip: withoutRedis,
}, async () => {
  const redis = await startRedis();
  after(redis.stop);
  const { key } = await world({ requestsPerMinute: null });
  const [one, other] = await twoServices(redis.url, key);
  await spend(one, 5);
  await redis.stop();
  const alone = await one.send(ME);
  assert.deepEqual([alone.status, alone.extensions.rateLimit.remaining], [200, 59]);
  await spend(one, 59);
  assert.equal((await one.send(ME)).status, 429);
  assert.equal((await other.send(ME)).status, 200);

  await redis.restart();
  await until(async () => {
    const { remaining } = (await one.send(ME)).extensions.rateLimit;
    return (await other.send(ME)).extensions.rateLimit.remaining === remaining - 1;
  });
});

/** The same key at two services on one database that share one Redis. */
async function twoServices(redisUrl: string, key: string): Promise<[Client, Client]> {
  const env = { DATABASE_URL: service.databaseUrl, REDIS_URL: redisUrl, LOG_LEVEL: 'fatal' };
  const [one, other] = await Promise.all([
    startTestService(env, COLD),
    startTestService(env, COLD),
  ]);
  return [clientOf(`${one.url}/graphql`, key), clientOf(`${other.url}/graphql`, key)];
}
