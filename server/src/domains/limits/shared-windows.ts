import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { answerInTime, openRedis, type RedisClient } from '../../platform/redis/redis.ts';
import type { RedisAddress } from '../../platform/redis/redis-address.ts';

/** Called when sharing stops, with the error that stopped it, and when it starts again. */
export type OnSharing = (isShared: boolean, error?: Error) => void;

/** Windows that several processes share. */
export type SharedCounts = {
  readonly isShared: boolean;
  /** Ends when it is known whether the windows can be used. */
  readonly untilKnown: () => Promise<void>;
  /** Counts one more, or one less that was counted; undefined if that was not possible. */
  readonly count: (
    name: string,
    more: 1 | -1,
  ) => Promise<{ readonly count: number; readonly endsInMs: number } | undefined>;
  readonly close: () => void;
};

const KEY_PREFIX = 'trackway:rate';
const TRY_AGAIN_MS = 1_000;
const LONGEST_START_MS = 3_000;

/**
 * Counts per name in fixed windows that all processes share through Redis or Valkey. A circuit breaker:
 * after one failure no request waits for the store any more, until a write of this class's own got
 * through. A server that answers reads only, because it was demoted, counts as away.
 */
export class SharedWindows implements SharedCounts {
  readonly #redis: RedisClient;
  readonly #store: RateLimiterRedis;
  readonly #onSharing: OnSharing;
  readonly #closing = new AbortController();
  readonly #started = Promise.withResolvers<void>();
  #state: 'STARTING' | 'SHARED' | 'ALONE' = 'STARTING';
  #isTrying = false;
  #failedKey = KEY_PREFIX;

  constructor(address: RedisAddress, windowSeconds: number, onSharing: OnSharing) {
    this.#onSharing = onSharing;
    this.#redis = openRedis(address);
    // Limits differ by organization, so the store only counts and the comparison is the caller's.
    const counting = { points: Number.MAX_SAFE_INTEGER, duration: windowSeconds };
    this.#store = new RateLimiterRedis({
      ...counting,
      storeClient: this.#redis,
      keyPrefix: KEY_PREFIX,
    });
    this.#redis.on('ready', () => void this.#tryAgain());
    this.#redis.on('error', (error: Error) => this.#stopSharing(error));
  }

  get isShared(): boolean {
    return this.#state === 'SHARED';
  }

  /** Ends when it is known whether the store can be used, after three seconds at the latest. */
  async untilKnown(): Promise<void> {
    await Promise.race([this.#started.promise, sleep(LONGEST_START_MS, undefined, { ref: false })]);
  }

  /** Counts one more or less; undefined if the store did not. */
  async count(
    name: string,
    more: 1 | -1,
  ): Promise<{ count: number; endsInMs: number } | undefined> {
    try {
      const { consumedPoints, msBeforeNext } = await answerInTime(this.#store.consume(name, more));
      return { count: consumedPoints, endsInMs: msBeforeNext };
    } catch (error) {
      // The limiter rejects with the count once its own limit is exceeded.
      if (error instanceof RateLimiterRes)
        return { count: error.consumedPoints, endsInMs: error.msBeforeNext };
      this.#failedKey = `${KEY_PREFIX}:${name}`;
      this.#stopSharing(error instanceof Error ? error : new Error(String(error)));
      return undefined;
    }
  }

  close(): void {
    this.#closing.abort();
    this.#redis.disconnect();
  }

  #stopSharing(error: Error): void {
    if (this.#closing.signal.aborted) return;
    const isNews = this.#state !== 'ALONE';
    this.#state = 'ALONE';
    this.#started.resolve();
    if (isNews) this.#onSharing(false, error);
    void this.#tryAgain();
  }

  /** Writes until one write gets through, in a cluster at the node of the key that failed. */
  async #tryAgain(): Promise<void> {
    if (this.#isTrying || this.#state === 'SHARED') return;
    this.#isTrying = true;
    while (!this.#closing.signal.aborted) {
      // It gives up for good if a failover is announced while it asks a sentinel for the primary.
      if (this.#redis.status === 'end') this.#redis.connect().catch(() => {});
      const probe = this.#redis.set(`probe:{${this.#failedKey}}`, '1', 'EX', 60);
      const isWritten = await answerInTime(probe).then(
        () => true,
        () => false,
      );
      if (isWritten) {
        const isNews = this.#state === 'ALONE';
        this.#state = 'SHARED';
        this.#started.resolve();
        if (isNews) this.#onSharing(true);
        break;
      }
      await sleep(TRY_AGAIN_MS, undefined, { signal: this.#closing.signal, ref: false }).catch(
        () => {},
      );
    }
    this.#isTrying = false;
  }
}
