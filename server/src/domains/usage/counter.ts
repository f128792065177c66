import type { Db } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ScopedUsage } from './model.ts';
import { addUsage } from './store.ts';

const WRITE_EVERY_MS = 5_000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Counted up in place: it is touched by every request. */
type UsageCount = ScopedUsage & { requests: number; cost: number };

export type UsageCounter = {
  /** Counts one request; never waits. */
  readonly count: (scope: Scope, apiKeyId: string, operation: string, cost: number) => void;
  /** Writes the pending counts and stops. */
  readonly close: () => Promise<void>;
};

/** Counts requests in memory and writes them in batches, off the path of any request. */
export function createUsageCounter(db: Db, onError: (error: unknown) => void): UsageCounter {
  let counts = new Map<string, UsageCount>();
  let today = { day: '', endsAtMs: 0 };

  const write = async (): Promise<void> => {
    const batch = [...counts.values()];
    if (batch.length === 0) return;
    counts = new Map();
    try {
      await addUsage(db, batch);
    } catch (error) {
      // Kept for the next time: a database that was away for a moment costs no count.
      for (const count of batch) add(count);
      onError(error);
    }
  };
  const timer = setInterval(() => void write(), WRITE_EVERY_MS).unref();

  const add = (count: UsageCount): void => {
    const name = `${count.apiKeyId} ${count.day} ${count.operation}`;
    const known = counts.get(name);
    if (known === undefined) {
      counts.set(name, count);
    } else {
      known.requests += count.requests;
      known.cost += count.cost;
    }
  };

  return {
    count: (scope, apiKeyId, operation, cost) => {
      if (Date.now() >= today.endsAtMs) today = dayAt(Date.now());
      add({ scope, apiKeyId, operation, day: today.day, requests: 1, cost });
    },
    close: async () => {
      clearInterval(timer);
      await write();
    },
  };
}

/** The day (UTC) of a moment, and when it ends. */
function dayAt(nowMs: number): { readonly day: string; readonly endsAtMs: number } {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  return { day, endsAtMs: Date.parse(day) + DAY_MS };
}
