import type { Scope } from '../../platform/scope.ts';

/** Rows of a day of a tenant: ten operations of each of the 250 keys that it may have. */
export const MOST_DAILY_ROWS = 2_500;
/** Name of all operations of a key that come after them. */
export const OTHER_OPERATIONS = 'other';

/** As long as the audit log: the year before can be compared, and parts are deprecated for a year. */
export const USAGE_KEPT_DAYS = 730;
export const USAGE_KEPT = 'Kept for two years.';

/** Requests and their cost, of one key, on one day (UTC), for one operation. */
export type Usage = {
  readonly day: string;
  readonly apiKeyId: string;
  readonly operation: string;
  readonly requests: number;
  readonly cost: number;
};

/** Requests and their cost, summed; of a day, a key or an operation. */
export type UsageSum = {
  readonly day: string | null;
  readonly apiKeyId: string | null;
  readonly operation: string | null;
  readonly requests: number;
  readonly cost: number;
};

export type ScopedUsage = Usage & { readonly scope: Scope };

/** Requests with one key on one day (UTC) that used one deprecated part of the schema. */
export type ScopedDeprecatedUsage = {
  readonly scope: Scope;
  readonly day: string;
  readonly apiKeyId: string;
  /** As in GraphQL: `Type.field`, `Type.field(argument:)` or `Enum.VALUE`. */
  readonly coordinate: string;
  readonly requests: number;
};

/** Requests of a period with one key that used one deprecated part of the schema. */
export type DeprecatedUsage = {
  readonly apiKeyId: string;
  readonly coordinate: string;
  readonly requests: number;
  readonly lastDay: string;
};

/** Requests of a tenant that were answered in one minute with one outcome, of times below one bound. */
export type ScopedMinute = {
  readonly scope: Scope;
  /** Beginning of the minute. */
  readonly minute: Date;
  /** `OK`, or the code of the first error of the response. */
  readonly outcome: string;
  /** One of `BOUNDS_MS`, or 0 for requests with an error. */
  readonly underMs: number;
  readonly requests: number;
};

export const MINUTE_MS = 60_000;
export const MINUTES_OF_RATES = 24 * 60;
/** Twice what is shown, as a row is deleted within the hour. */
export const MINUTES_KEPT_HOURS = 48;

/** Longer than any request may last: only a machine that was halted exceeds them. */
const BOUNDS_MS = [5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000];
const WITHOUT_BOUND_MS = 2 ** 31 - 1;

/** The bound that a time is counted under. */
export function boundOf(durationMs: number): number {
  return BOUNDS_MS.find((bound) => durationMs < bound) ?? WITHOUT_BOUND_MS;
}

type Times = readonly { readonly underMs: number; readonly requests: number }[];

/** The least bound that this share of the requests stayed under; null if there are none, or if it has no bound. */
export function boundOfShare(times: Times, share: number): number | null {
  const total = times.reduce((sum, { requests }) => sum + requests, 0);
  let counted = 0;
  for (const { underMs, requests } of times.toSorted((a, b) => a.underMs - b.underMs)) {
    counted += requests;
    if (counted >= share * total) return underMs === WITHOUT_BOUND_MS ? null : underMs;
  }
  return null;
}
