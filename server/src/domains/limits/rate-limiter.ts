import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { CountedWindows } from './counted-windows.ts';

export const WINDOW_SECONDS = 60;

/** Time without the shared store after it failed once. */
const BROKEN_MS = 1_000;

/** Counting takes a while, so ends that lie nearer to each other than this are of one window. */
const SAME_WINDOW_MS = 1_000;
/** Maximum number of window ends to remember. */
const MOST_ENDS = 10_000;

/** State of the window that a key's first request opened. */
export type RateLimit = {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: Date;
  readonly isExceeded: boolean;
};

export type RateLimiter = {
  /** Counts one request of a key against its limit, unless the limit is used up. */
  readonly take: (keyId: string, limit: number) => Promise<RateLimit> | RateLimit;
  readonly close: () => Promise<void>;
};

/**
 * Fixed windows of 60 s per key. With a Redis (or Valkey) URL all processes share them; when that
 * store is down, this process counts in memory and the service stays up.
 */
export function createRateLimiter(
  redisUrl: string | undefined,
  onError: (error: Error) => void,
): RateLimiter {
  // Limits differ by organization, so the store only counts and the comparison is made here.
  const counting = { points: Number.MAX_SAFE_INTEGER, duration: WINDOW_SECONDS };
  const memory = new CountedWindows(WINDOW_SECONDS * 1000);
  const redis =
    redisUrl === undefined
      ? undefined
      : new Redis(redisUrl, {
          enableOfflineQueue: false,
          maxRetriesPerRequest: 0,
          commandTimeout: 250,
        });
  redis?.on('error', onError);
  const shared =
    redis === undefined
      ? undefined
      : new RateLimiterRedis({ ...counting, storeClient: redis, keyPrefix: 'trackway:rate' });
  let brokenUntilMs = 0;
  const ends = new WindowEnds();

  const countAlone = (keyId: string, limit: number): RateLimit => {
    const { count, endsAt } = memory.count(keyId);
    return limitOf(limit, count, endsAt);
  };
  const countShared = async (
    store: RateLimiterRedis,
    keyId: string,
    limit: number,
  ): Promise<RateLimit> => {
    try {
      const { consumedPoints, msBeforeNext } = await countIn(store, keyId);
      return limitOf(limit, consumedPoints, ends.of(keyId, Date.now() + msBeforeNext));
    } catch {
      // A store that hangs would cost every request its timeout.
      brokenUntilMs = performance.now() + BROKEN_MS;
      return countAlone(keyId, limit);
    }
  };

  return {
    take: (keyId, limit) =>
      shared === undefined || performance.now() < brokenUntilMs
        ? countAlone(keyId, limit)
        : countShared(shared, keyId, limit),
    close: async () => {
      redis?.disconnect();
    },
  };
}

function limitOf(limit: number, count: number, resetAt: Date): RateLimit {
  return { limit, remaining: Math.max(0, limit - count), resetAt, isExceeded: count > limit };
}

/** Counts one request; the limiter rejects with the count when its own limit is exceeded. */
function countIn(limiter: RateLimiterRedis, keyId: string): Promise<RateLimiterRes> {
  return limiter.consume(keyId).catch((error: unknown) => {
    if (error instanceof RateLimiterRes) return error;
    throw error;
  });
}

/**
 * Window ends as first reported: recomputed for every request, they would vary by a millisecond.
 */
class WindowEnds {
  readonly #ends = new Map<string, Date>();

  of(keyId: string, endMs: number): Date {
    const told = this.#ends.get(keyId);
    if (told !== undefined && Math.abs(endMs - told.getTime()) < SAME_WINDOW_MS) return told;
    if (this.#ends.size >= MOST_ENDS) this.#ends.clear();
    const end = new Date(endMs);
    this.#ends.set(keyId, end);
    return end;
  }
}

/** Sends a ping to the shared store, without a fallback. */
export async function pingRedis(redisUrl: string): Promise<void> {
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null });
  // The rejection below reports the same error.
  redis.on('error', () => {});
  try {
    await redis.connect();
    await redis.ping();
  } finally {
    redis.disconnect();
  }
}
