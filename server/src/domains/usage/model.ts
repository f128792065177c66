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
