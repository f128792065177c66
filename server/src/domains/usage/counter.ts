import type { Db } from '../../platform/database/index.ts';
import { pendingCounts } from '../../platform/pending-counts.ts';
import type { Scope } from '../../platform/scope.ts';
import { addMinutes } from './minute-store.ts';
import {
  boundOf,
  MINUTE_MS,
  type ScopedDeprecatedUsage,
  type ScopedMinute,
  type ScopedUsage,
} from './model.ts';
import { addDeprecatedUsage, addUsage } from './store.ts';

export const WRITE_EVERY_MS = 5_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Counted up in place: it is touched by every request. */
type UsageCount = ScopedUsage & { requests: number; cost: number };
type DeprecatedCount = ScopedDeprecatedUsage & { requests: number };
type MinuteCount = ScopedMinute & { requests: number };

export type UsageCounter = {
  /** Counts one request; never waits. */
  readonly count: (scope: Scope, apiKeyId: string, operation: string, cost: number) => void;
  /** Counts one request for each deprecated part of the schema that it uses; never waits. */
  readonly countDeprecated: (
    scope: Scope,
    apiKeyId: string,
    coordinates: readonly string[],
  ) => void;
  /** Counts one answered request in its minute; never waits. */
  readonly countAnswer: (scope: Scope, outcome: string, durationMs: number) => void;
  /** Writes the pending counts and stops. */
  readonly close: () => Promise<void>;
};

/** Counts requests in memory and writes them in batches, off the path of any request. */
export function createUsageCounter(db: Db, onError: (error: unknown) => void): UsageCounter {
  let today = dayAt(Date.now());
  const requests = pendingCounts<UsageCount>({
    nameOf: ({ apiKeyId, day, operation }) => `${apiKeyId} ${day} ${operation}`,
    addTo: (known, count) => {
      known.requests += count.requests;
      known.cost += count.cost;
    },
    save: (batch) => addUsage(db, batch),
    onError,
  });
  const deprecated = pendingCounts<DeprecatedCount>({
    nameOf: ({ apiKeyId, day, coordinate }) => `${apiKeyId} ${day} ${coordinate}`,
    addTo: (known, count) => {
      known.requests += count.requests;
    },
    save: (batch) => addDeprecatedUsage(db, batch),
    onError,
  });
  const minutes = pendingCounts<MinuteCount>({
    nameOf: ({ scope, minute, outcome, underMs }) =>
      `${scope.organizationId} ${scope.environment} ${minute.getTime()} ${outcome} ${underMs}`,
    addTo: (known, count) => {
      known.requests += count.requests;
    },
    save: (batch) => addMinutes(db, batch),
    onError,
  });
  let minute = new Date(0);
  const minuteNow = (): Date => {
    const nowMs = Date.now();
    if (!isWithin(nowMs, minute.getTime(), MINUTE_MS))
      minute = new Date(nowMs - (nowMs % MINUTE_MS));
    return minute;
  };
  const write = async (): Promise<void> => {
    await minutes.write();
    await requests.write();
    await deprecated.write();
  };
  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref();
  const dayNow = (): string => {
    const nowMs = Date.now();
    if (!isWithin(nowMs, today.beginsAtMs, DAY_MS)) today = dayAt(nowMs);
    return today.day;
  };

  return {
    count: (scope, apiKeyId, operation, cost) =>
      requests.add({ scope, apiKeyId, operation, day: dayNow(), requests: 1, cost }),
    countDeprecated: (scope, apiKeyId, coordinates) => {
      for (const coordinate of coordinates)
        deprecated.add({ scope, apiKeyId, coordinate, day: dayNow(), requests: 1 });
    },
    countAnswer: (scope, outcome, durationMs) => {
      const underMs = outcome === 'OK' ? boundOf(durationMs) : 0;
      minutes.add({ scope, minute: minuteNow(), outcome, underMs, requests: 1 });
    },
    close: async () => {
      clearInterval(timer);
      await write();
    },
  };
}

/** The day (UTC) of a moment, and when it begins. */
function dayAt(nowMs: number): { readonly day: string; readonly beginsAtMs: number } {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  return { day, beginsAtMs: Date.parse(day) };
}

/** False before the beginning too: a clock that was ahead is set back. */
function isWithin(nowMs: number, beginsAtMs: number, lengthMs: number): boolean {
  return nowMs >= beginsAtMs && nowMs < beginsAtMs + lengthMs;
}
