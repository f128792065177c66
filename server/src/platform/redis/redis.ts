import { Cluster, Redis } from 'ioredis';
import type { RedisAddress } from './redis-address.ts';

export type RedisClient = Redis | Cluster;

/** Time for a command, which somebody waits for. */
const COMMAND_TIMEOUT_MS = 250;
/** A connection on which a command gets no answer for so long is replaced. */
const SILENCE_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
const LONGEST_PAUSE_MS = 1_000;

/**
 * A client that fails fast while the store is away and connects again by itself, also after the server
 * was demoted: it refuses writes then and keeps its connections.
 */
export function openRedis(address: RedisAddress, isLazy = false): RedisClient {
  const { kind, hosts, hasTls, username, password, db } = address;
  const retryStrategy = (times: number) => Math.min(50 * times, LONGEST_PAUSE_MS);
  const options = {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(hasTls ? { tls: {} } : {}),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    socketTimeout: SILENCE_MS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    keepAlive: SILENCE_MS,
    reconnectOnError: ({ message }: Error) => message.startsWith('READONLY'),
  };
  if (kind === 'cluster') {
    return new Cluster([...hosts], {
      enableOfflineQueue: false,
      lazyConnect: isLazy,
      clusterRetryStrategy: retryStrategy,
      maxRedirections: 2,
      slotsRefreshTimeout: CONNECT_TIMEOUT_MS,
      redisOptions: options,
    });
  }
  if (kind === 'server')
    return new Redis({ ...options, ...hosts[0], db, retryStrategy, lazyConnect: isLazy });
  return new Redis({
    ...options,
    db,
    retryStrategy,
    lazyConnect: isLazy,
    sentinels: [...hosts],
    name: address.name,
    enableTLSForSentinelMode: hasTls,
    sentinelCommandTimeout: SILENCE_MS,
    sentinelRetryStrategy: retryStrategy,
    failoverDetector: true,
  });
}

/**
 * Rejects if a command has no answer after 250 ms. An answer that arrived while this process was busy is an answer: after the
 * timer the event loop reads its sockets once more.
 */
export function answerInTime<T>(command: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(
    () => setImmediate(() => reject(new Error(`No answer within ${COMMAND_TIMEOUT_MS} ms`))),
    COMMAND_TIMEOUT_MS,
  );
  command.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}

/** Sends a ping, without a second try; throws the reason if the store cannot be used. */
export async function pingRedis(address: RedisAddress): Promise<void> {
  const redis = openRedis(address, true);
  let reason: Error | undefined;
  redis.on('error', (error: Error) => {
    reason ??= error;
  });
  try {
    await redis.connect();
    await answerInTime(redis.ping());
  } catch (error) {
    // The rejection says that the connection is closed, and the event why.
    throw reason ?? error;
  } finally {
    redis.disconnect();
  }
}
