import type { RedisAddress } from '../../platform/redis/redis-address.ts';
import { CountedWindows } from './counted-windows.ts';
import type { OnSharing, SharedCounts } from './shared-windows.ts';

export const WINDOW_SECONDS = 60;

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
  /** Takes back the count of a request that another limit refused. */
  readonly giveBack: (keyId: string) => void;
  /** Are the windows shared with other processes now? Undefined without a shared store. */
  readonly isShared: () => boolean | undefined;
  /** Waits until the shared store answers, or is known to be away: requests before that would count alone. */
  readonly untilKnown: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Windows that all processes share by a Redis or Valkey. Its client is loaded by services that have one only. */
export async function openSharedWindows(
  address: RedisAddress,
  onSharing: OnSharing,
): Promise<SharedCounts> {
  const { SharedWindows } = await import('./shared-windows.ts');
  return new SharedWindows(address, WINDOW_SECONDS, onSharing);
}

/** Fixed windows of 60 s per key. While the shared ones are away, this process counts in memory and the service stays up. */
export function createRateLimiter(shared?: SharedCounts): RateLimiter {
  const memory = new CountedWindows(WINDOW_SECONDS * 1000);
  const ends = new WindowEnds();

  const countAlone = (keyId: string, limit: number): RateLimit => {
    const { count, endsInMs } = memory.count(keyId);
    return limitOf(limit, count, ends.of(keyId, Date.now() + endsInMs));
  };
  const countShared = async (
    windows: SharedCounts,
    keyId: string,
    limit: number,
  ): Promise<RateLimit> => {
    const counted = await windows.count(keyId, 1);
    if (counted === undefined) return countAlone(keyId, limit);
    return limitOf(limit, counted.count, ends.of(keyId, Date.now() + counted.endsInMs));
  };

  return {
    take: (keyId, limit) =>
      shared?.isShared === true ? countShared(shared, keyId, limit) : countAlone(keyId, limit),
    giveBack: (keyId) => {
      if (shared?.isShared === true) void shared.count(keyId, -1);
      else memory.count(keyId, -1);
    },
    isShared: () => shared?.isShared,
    untilKnown: async () => shared?.untilKnown(),
    close: async () => shared?.close(),
  };
}

function limitOf(limit: number, count: number, resetAt: Date): RateLimit {
  return { limit, remaining: Math.max(0, limit - count), resetAt, isExceeded: count > limit };
}

/**
 * Window ends as first reported: recomputed for every request, they would vary by a millisecond.
 */
class WindowEnds {
  readonly #ends = new Map<string, Date>();

  of(keyId: string, endMs: number): Date {
    const known = this.#ends.get(keyId);
    if (known !== undefined && Math.abs(endMs - known.getTime()) < SAME_WINDOW_MS) return known;
    if (this.#ends.size >= MOST_ENDS) this.#ends.clear();
    const end = new Date(endMs);
    this.#ends.set(keyId, end);
    return end;
  }
}
