import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { hasRedis, startRedis } from '../../../../tests/redis-process.ts';
import { freePort } from '../../../../tests/server-process.ts';
import { redisAddressOf } from '../../platform/redis/redis-address.ts';
import { portOf, until } from '../../platform/testing.ts';
import { createRateLimiter, type RateLimiter, WINDOW_SECONDS } from './rate-limiter.ts';
import { type OnSharing, SharedWindows } from './shared-windows.ts';

const NEEDS_REDIS = { skip: !hasRedis() && 'redis-server is not installed' };

async function takeMany(limiter: RateLimiter, key: string, times: number, limit: number) {
  const taken = [];
  for (let time = 0; time < times; time += 1) taken.push(await limiter.take(key, limit));
  return taken;
}

test('reports one end of a window, even if counting takes long', async () => {
  const limiter = createRateLimiter();
  const taken = await takeMany(limiter, 'key', 20_000, 10);
  assert.equal(new Set(taken.map(({ resetAt }) => resetAt.getTime())).size, 1);
  await limiter.close();
});

test('lets a key make as many requests as its limit, then no more in this window', async () => {
  const limiter = createRateLimiter();
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

test('a window ends in time, and says so, when the clock is set back meanwhile', async (t) => {
  const limiter = createRateLimiter();
  await limiter.take('key', 3);
  const hourAgo = Date.now() - 3_600_000;
  t.mock.method(Date, 'now', () => hourAgo);
  const waitMs = (await limiter.take('key', 3)).resetAt.getTime() - hourAgo;
  assert.ok(waitMs > 0 && waitMs <= 60_000, `${waitMs} ms`);
  await limiter.close();
});

test('a count that was given back is not counted', async () => {
  const limiter = createRateLimiter();
  await takeMany(limiter, 'key', 2, 5);
  limiter.giveBack('key');
  assert.equal((await limiter.take('key', 5)).remaining, 3);
  await limiter.close();
});

test('shares the window between processes through Redis', NEEDS_REDIS, async () => {
  const redis = await startRedis();
  const [one, two] = [limiterAt(redis.url), limiterAt(redis.url)];
  after(() => Promise.all([one.close(), two.close(), redis.stop()]));
  await until(() => one.isShared() === true && two.isShared() === true);
  await takeMany(one, 'key', 2, 5);
  assert.equal((await two.take('key', 5)).remaining, 2);
  two.giveBack('key');
  assert.equal((await two.take('key', 5)).remaining, 2);
  const concurrent = await Promise.all([one, two, one, two].map((each) => each.take('key', 5)));
  assert.equal(concurrent.filter(({ isExceeded }) => isExceeded).length, 2);
});

test(
  'counts alone while Redis is away, reports it once, and shares again',
  NEEDS_REDIS,
  async () => {
    const { redis, limiter, news } = await startSharing();
    await redis.stop();
    const startedAt = performance.now();
    const alone = await takeMany(limiter, 'key', 4, 3);
    assert.deepEqual(
      alone.map(({ isExceeded }) => isExceeded),
      [false, false, false, true],
    );
    assert.ok(performance.now() - startedAt < 2000, 'nobody waits for a store that is gone');
    await until(() => news.length > 0);
    await redis.restart();
    await until(() => limiter.isShared() === true);
    assert.equal(news.length, 2, news.join());
    assert.equal(news[1], 'shared');
  },
);

test(
  'a store that hangs costs one request its timeout, and no later one',
  NEEDS_REDIS,
  async () => {
    const { redis, limiter } = await startSharing();
    redis.freeze();
    const frozenAt = performance.now();
    await limiter.take('key', 100);
    assert.ok(performance.now() - frozenAt >= 200, 'the store hangs');
    // Longer than the pause between two tries to share again: requests do not make them.
    while (performance.now() - frozenAt < 1_600) {
      assert.ok(!(limiter.take('key', 100_000) instanceof Promise), 'a later request waits');
      await sleep(10);
    }
  },
);

test(
  'a process that was busy reads the answer before it gives the store up',
  NEEDS_REDIS,
  async () => {
    const { limiter, news } = await startSharing();
    await limiter.take('key', 10);
    const taking = limiter.take('key', 10);
    const busyUntil = performance.now() + 600;
    while (performance.now() < busyUntil);
    assert.equal((await taking).remaining, 8);
    assert.deepEqual([limiter.isShared(), news], [true, []]);
  },
);

test(
  'a server that was demoted does not share: that is reported, until it is promoted',
  NEEDS_REDIS,
  async () => {
    const [redis, other] = [await startRedis(), await startRedis()];
    const operator = new Redis(redis.url);
    const news: string[] = [];
    const limiter = limiterAt(redis.url, news);
    after(() => {
      operator.disconnect();
      return Promise.all([limiter.close(), redis.stop(), other.stop()]);
    });
    await until(() => limiter.isShared() === true);
    await operator.replicaof('127.0.0.1', other.port);
    await until(
      async () => (await takeMany(limiter, 'key', 1, 10)) && limiter.isShared() === false,
    );
    assert.match(news.join(), /^READONLY/);
    await operator.replicaof('NO', 'ONE');
    await until(() => limiter.isShared() === true);
    assert.deepEqual(news.slice(1), ['shared']);
  },
);

test('follows a failover of Sentinel', NEEDS_REDIS, async () => {
  const primary = await startRedis();
  const replica = await startRedis('--replicaof', '127.0.0.1', String(primary.port));
  const folder = await mkdtemp(join(tmpdir(), 'trackway-sentinel-'));
  const settings = join(folder, 'sentinel.conf');
  // Each step of a failover has 15 s: on a busy machine an aborted one is begun anew again and again.
  await writeFile(
    settings,
    `sentinel monitor limits 127.0.0.1 ${primary.port} 1\nsentinel down-after-milliseconds limits 1000\nsentinel failover-timeout limits 15000\n`,
  );
  const sentinel = await startRedis(settings, '--sentinel');
  const limiter = limiterAt(`redis+sentinel://127.0.0.1:${sentinel.port}/limits`);
  const operator = new Redis(sentinel.url);
  after(async () => {
    operator.disconnect();
    await Promise.all([limiter.close(), primary.stop(), replica.stop(), sentinel.stop()]);
    await rm(folder, { recursive: true, force: true });
  });
  await until(() => limiter.isShared() === true);
  await until(async () => {
    const replicas = await operator.call('sentinel', 'replicas', 'limits');
    return Array.isArray(replicas) && replicas.length > 0;
  });
  primary.freeze();
  const now = new Redis(replica.url);
  after(() => now.disconnect());
  await until(async () => {
    await limiter.take('after the failover', 10);
    return (await now.keys('*after the failover')).length > 0;
  });
});

test(
  'a failover that is announced while the primary is looked for ends no sharing',
  NEEDS_REDIS,
  async () => {
    const redis = await startRedis();
    const sentinel = await startAnnouncingSentinel(redis.port);
    const limiter = limiterAt(`redis+sentinel://127.0.0.1:${sentinel.port}/limits`);
    after(() => Promise.all([limiter.close(), redis.stop(), sentinel.stop()]));
    await until(() => limiter.isShared() === true && sentinel.hasListener());
    sentinel.announceAtNextQuestion();
    await redis.stop();
    await until(() => limiter.isShared() === false);
    await redis.restart();
    await until(() => limiter.isShared() === true);
  },
);

/** Answers as a sentinel whose primary is at the port. */
async function startAnnouncingSentinel(primaryPort: number) {
  const bulk = (...words: readonly string[]) =>
    words.map((word) => `$${word.length}\r\n${word}\r\n`).join('');
  const channel = '+switch-master';
  const listeners = new Set<Socket>();
  let announces = false;
  const answer = async (socket: Socket, command: string) => {
    if (command.includes('get-master-addr-by-name')) {
      if (announces) {
        announces = false;
        for (const each of listeners) each.write(`>3\r\n${bulk('message', channel, 'moved')}`);
        await sleep(50);
      }
      socket.write(`*2\r\n${bulk('127.0.0.1', String(primaryPort))}`);
    } else if (command.includes('subscribe')) {
      listeners.add(socket);
      socket.write(`>3\r\n${bulk('subscribe', channel)}:1\r\n`);
    } else socket.write(command.includes('sentinels') ? '*0\r\n' : '+OK\r\n');
  };
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('close', () => listeners.delete(socket));
    socket.on('data', async (data) => {
      for (const command of data.toString().split(/(?=\*\d+\r\n)/)) await answer(socket, command);
    });
  });
  return {
    port: await portOf(server),
    hasListener: () => listeners.size > 0,
    announceAtNextQuestion: () => {
      announces = true;
    },
    stop: async () => void server.close(),
  };
}

test('counts in a cluster', NEEDS_REDIS, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trackway-cluster-'));
  const words = `--cluster-enabled yes --cluster-announce-ip 127.0.0.1 --cluster-port ${await freePort()}`;
  const node = await startRedis(...words.split(' '), '--dir', folder);
  const operator = new Redis(node.url);
  await operator.call('cluster', 'addslotsrange', '0', '16383');
  const limiter = limiterAt(`redis+cluster://127.0.0.1:${node.port}`);
  after(async () => {
    operator.disconnect();
    await Promise.all([limiter.close(), node.stop()]);
    await rm(folder, { recursive: true, force: true });
  });
  await until(() => limiter.isShared() === true);
  await takeMany(limiter, 'key', 3, 5);
  assert.equal((await operator.keys('*key')).length, 1);
});

/** A limiter that shares its windows through a Redis of its own. */
async function startSharing() {
  const redis = await startRedis();
  const news: string[] = [];
  const limiter = limiterAt(redis.url, news);
  after(() => Promise.all([limiter.close(), redis.stop()]));
  await until(() => limiter.isShared() === true);
  return { redis, limiter, news };
}

/** A limiter; `news` gets the message of each error that stopped sharing, and "shared" when it starts again. */
function limiterAt(url: string, news: string[] = []): RateLimiter {
  const address = redisAddressOf(url);
  assert.ok(address !== undefined, url);
  const onSharing: OnSharing = (isShared, error) =>
    news.push(isShared ? 'shared' : String(error?.message));
  return createRateLimiter(new SharedWindows(address, WINDOW_SECONDS, onSharing));
}
