import { sql } from 'kysely';
import { type Db, inScope, onPage, type Page } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { ScopedUsage, Usage } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    usage_counts: {
      organization_id: string;
      environment: string;
      day: string;
      api_key_id: string;
      operation: string;
      requests: number;
      cost: number;
    };
  }
}

/** Adds many counts. Rows are written in a fixed order, so that processes never deadlock. */
export async function addUsage(db: Db, counts: readonly ScopedUsage[]): Promise<void> {
  await sql`insert into usage_counts as counted
      (organization_id, environment, day, api_key_id, operation, requests, cost)
    select * from unnest(
      ${counts.map((count) => count.scope.organizationId)}::uuid[],
      ${counts.map((count) => count.scope.environment)}::text[],
      ${counts.map((count) => count.day)}::date[],
      ${counts.map((count) => count.apiKeyId)}::uuid[],
      ${counts.map((count) => count.operation)}::text[],
      ${counts.map((count) => count.requests)}::bigint[],
      ${counts.map((count) => count.cost)}::bigint[]
    ) order by 1, 2, 3, 4, 5
    on conflict (organization_id, environment, day, api_key_id, operation)
    do update set requests = counted.requests + excluded.requests, cost = counted.cost + excluded.cost`.execute(
    db,
  );
}

export async function listUsage(
  db: Db,
  scope: Scope,
  from: string,
  to: string,
  page: Page,
): Promise<Usage[]> {
  const counts = db
    .selectFrom('usage_counts')
    .select(['day', 'api_key_id as apiKeyId', 'operation', 'requests', 'cost'])
    .where(inScope('usage_counts', scope))
    .where('day', '>=', from)
    .where('day', '<=', to);
  const columns = [
    { ref: 'usage_counts.day', type: 'date' },
    { ref: 'usage_counts.api_key_id', type: 'uuid' },
    { ref: 'usage_counts.operation', type: 'text' },
  ] as const;
  return onPage(counts, { columns, isDescending: false }, page).execute();
}

export async function countUsage(db: Db, scope: Scope, from: string, to: string): Promise<number> {
  const { count } = await db
    .selectFrom('usage_counts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inScope('usage_counts', scope))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow();
  return count;
}
