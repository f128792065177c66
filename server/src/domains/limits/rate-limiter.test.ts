import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Redis } from 'ioredis';
import { hasRedis, startRedis } from '../../../../tests/redis-process.ts';
import { until } from '../../platform/testing.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';

const NEEDS_REDIS = { skip: !hasRedis() && 'redis-server is not installed' };

async function takeMany(limiter: RateLimiter, key: string, times: number, limit: number) {
  const taken = [];
  for (let time = 0; time < times; time += 1) taken.push(await limiter.take(key, limit));
  return taken;
}

test('reports one end of a window, even if counting takes long', async () => {
  const limiter = createRateLimiter(undefined, assert.fail);
  const taken = await takeMany(limiter, 'key', 20_000, 10);
  assert.equal(new Set(taken.map(({ resetAt }) => resetAt.getTime())).size, 1);
  await limiter.close();
});

test('lets a key make as many requests as its limit, then no more in this window', async () => {
  const limiter = createRateLimiter(undefined, assert.fail);
  const taken = await takeMany(limiter, 'key', 5, 3);
  assert.deepEqual(
    taken.map(({ isExceeded }) => isExceeded),
    [false, false, false, true, true],
  );
  assert.deepEqual(
    taken.map(({ remaining }) => remaining),
    [2, 1, 0, 0, 0],
  );
  const waitMs = (taken[4]?.resetAt.getTime() ?? 0) - Date.now();
  assert.ok(waitMs > 55_000 && waitMs <= 60_000, `${waitMs} ms`);
  assert.equal((await limiter.take('other', 3)).remaining, 2, 'another key has its own window');
  await limiter.close();
});

test('shares the window between processes through Redis', NEEDS_REDIS, async () => {
  const redis = await startRedis();
  const [one, two] = [
    createRateLimiter(redis.url, () => {}),
    createRateLimiter(redis.url, () => {}),
  ];
  after(() => Promise.all([one.close(), two.close(), redis.stop()]));
  await untilShared(one, redis.url);
  await untilShared(two, redis.url);
  await takeMany(one, 'key', 2, 5);
  assert.equal((await two.take('key', 5)).remaining, 2);
  const concurrent = await Promise.all([one, two, one, two].map((each) => each.take('key', 5)));
  assert.equal(concurrent.filter(({ isExceeded }) => isExceeded).length, 2);
});

test(
  'counts alone while Redis is gone, and shares again when it is back',
  NEEDS_REDIS,
  async () => {
    const redis = await startRedis();
    const errors: Error[] = [];
    const limiter = createRateLimiter(redis.url, (error) => errors.push(error));
    after(() => Promise.all([limiter.close(), redis.stop()]));
    await untilShared(limiter, redis.url);
    await redis.stop();
    const startedAt = performance.now();
    const alone = await takeMany(limiter, 'key', 4, 3);
    assert.deepEqual(
      alone.map(({ isExceeded }) => isExceeded),
      [false, false, false, true],
    );
    assert.ok(performance.now() - startedAt < 2000, 'nobody waits for a store that is gone');
    // The operator hears of it.
    await until(() => errors.length > 0);
    await redis.restart();
    await untilShared(limiter, redis.url);
  },
);

/** Waits until the connection is open and the limiter counts in Redis. */
async function untilShared(limiter: RateLimiter, url: string): Promise<void> {
  const client = new Redis(url);
  try {
    let tries = 0;
    await until(async () => {
      tries += 1;
      await limiter.take(`probe ${tries}`, 10);
      return (await client.keys(`*probe ${tries}`)).length > 0;
    });
  } finally {
    client.disconnect();
  }
}

test('a shared store that hangs costs one request its timeout, not each', NEEDS_REDIS, async () => {
  const redis = await startRedis();
  after(redis.stop);
  const limiter = createRateLimiter(redis.url, () => {});
  after(() => limiter.close());
  // Until the client has connected, the process counts by itself.
  const observer = new Redis(redis.url);
  await until(async () => {
    await limiter.take('first', 100);
    return (await observer.dbsize()) > 0;
  });
  observer.disconnect();
  redis.freeze();
  const frozenAt = performance.now();
  await limiter.take('key', 100);
  const firstMs = performance.now() - frozenAt;
  assert.ok(firstMs >= 200, 'the store hangs');
  const startedAt = performance.now();
  await takeMany(limiter, 'key', 20, 100);
  assert.ok(performance.now() - startedAt < 5 * firstMs);
});
