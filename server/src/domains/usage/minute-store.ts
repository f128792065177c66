import { sql } from 'kysely';
import { type Db, inScope, type TenantDb } from '../../platform/database/index.ts';
import { MINUTE_MS, type ScopedMinute } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    usage_minutes: {
      organization_id: string;
      environment: string;
      minute: Date;
      outcome: string;
      under_ms: number;
      requests: number;
    };
  }
}

/** Adds many counts, in a fixed order, so that processes never deadlock. */
export async function addMinutes(db: Db, counts: readonly ScopedMinute[]): Promise<void> {
  await sql`insert into usage_minutes as counted
      (organization_id, environment, minute, outcome, under_ms, requests)
    select * from unnest(
      ${counts.map((count) => count.scope.organizationId)}::uuid[],
      ${counts.map((count) => count.scope.environment)}::text[],
      ${counts.map((count) => count.minute)}::timestamptz[],
      ${counts.map((count) => count.outcome)}::text[],
      ${counts.map((count) => count.underMs)}::int[],
      ${counts.map((count) => count.requests)}::bigint[]
    ) order by 1, 2, 3, 4, 5
    on conflict (organization_id, environment, minute, outcome, under_ms)
    do update set requests = counted.requests + excluded.requests`.execute(db);
}

/** A sum of a minute, or of an outcome and a bound of times. */
export type RateSum = {
  /** Minutes since the beginning of the period; null in a sum of an outcome. */
  readonly at: number | null;
  readonly outcome: string | null;
  readonly underMs: number | null;
  readonly requests: number;
  /** Those with an error. */
  readonly failed: number;
};

/** Sums of a period by minute, and by outcome and bound, in one pass; the most requests first. */
export async function sumMinutes(
  { db, scope }: TenantDb,
  { from, until }: { readonly from: Date; readonly until: Date },
): Promise<RateSum[]> {
  const { rows } = await sql<RateSum>`
    select (extract(epoch from minute - ${from}::timestamptz) * 1000 / ${MINUTE_MS})::int as at, outcome, under_ms as "underMs",
      sum(requests)::float8 as requests, coalesce(sum(requests) filter (where outcome <> 'OK'), 0)::float8 as failed
    from usage_minutes
    where ${inScope('usage_minutes', scope)} and minute >= ${from} and minute < ${until}
    group by grouping sets ((minute), (outcome, under_ms))
    order by requests desc`.execute(db);
  return rows;
}
