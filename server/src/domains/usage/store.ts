import { sql } from 'kysely';
import {
  anyOf,
  type Db,
  inScope,
  onPage,
  type Page,
  type TenantDb,
} from '../../platform/database/index.ts';
import {
  type DeprecatedUsage,
  MINUTES_KEPT_HOURS,
  MOST_DAILY_ROWS,
  OTHER_OPERATIONS,
  type ScopedDeprecatedUsage,
  type ScopedUsage,
  USAGE_KEPT_DAYS,
  type Usage,
  type UsageSum,
} from './model.ts';

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
    deprecated_usage: {
      organization_id: string;
      environment: string;
      day: string;
      api_key_id: string;
      coordinate: string;
      requests: number;
    };
  }
}

/**
 * Adds many counts. New names beyond those that a day of a tenant may have are counted as one, so that its rows are
 * bounded and its sums are exact: a key can name a new set of root fields with every request. Rows are written in a
 * fixed order, so that processes never deadlock.
 */
export async function addUsage(db: Db, counts: readonly ScopedUsage[]): Promise<void> {
  await sql`with given as (
      select given.*, counted.operation is not null as is_known
      from unnest(
        ${counts.map((count) => count.scope.organizationId)}::uuid[],
        ${counts.map((count) => count.scope.environment)}::text[],
        ${counts.map((count) => count.day)}::date[],
        ${counts.map((count) => count.apiKeyId)}::uuid[],
        ${counts.map((count) => count.operation)}::text[],
        ${counts.map((count) => count.requests)}::bigint[],
        ${counts.map((count) => count.cost)}::bigint[]
      ) as given (organization_id, environment, day, api_key_id, operation, requests, cost)
      left join usage_counts counted using (organization_id, environment, day, api_key_id, operation)
    ), days as (
      select organization_id, environment, day, (
        select count(*) from usage_counts counted where counted.organization_id = given.organization_id
          and counted.environment = given.environment and counted.day = given.day) as row_count
      from given where not is_known group by organization_id, environment, day
    ), placed as (
      select given.*, row_count + row_number() over (
        partition by organization_id, environment, day, is_known order by api_key_id, operation) as place
      from given left join days using (organization_id, environment, day)
    )
    insert into usage_counts as counted
      (organization_id, environment, day, api_key_id, operation, requests, cost)
    select organization_id, environment, day, api_key_id,
      case when is_known or place <= ${MOST_DAILY_ROWS} then operation else ${OTHER_OPERATIONS} end as name,
      sum(requests), sum(cost)
    from placed group by organization_id, environment, day, api_key_id, name
    order by organization_id, environment, day, api_key_id, name
    on conflict (organization_id, environment, day, api_key_id, operation)
    do update set requests = counted.requests + excluded.requests, cost = counted.cost + excluded.cost`.execute(
    db,
  );
}

/** As `addUsage`, for deprecated parts of the schema. */
export async function addDeprecatedUsage(
  db: Db,
  counts: readonly ScopedDeprecatedUsage[],
): Promise<void> {
  await sql`insert into deprecated_usage as counted
      (organization_id, environment, day, api_key_id, coordinate, requests)
    select * from unnest(
      ${counts.map((count) => count.scope.organizationId)}::uuid[],
      ${counts.map((count) => count.scope.environment)}::text[],
      ${counts.map((count) => count.day)}::date[],
      ${counts.map((count) => count.apiKeyId)}::uuid[],
      ${counts.map((count) => count.coordinate)}::text[],
      ${counts.map((count) => count.requests)}::bigint[]
    ) order by 1, 2, 3, 4, 5
    on conflict (organization_id, environment, day, api_key_id, coordinate)
    do update set requests = counted.requests + excluded.requests`.execute(db);
}

/** Deletes the usage of all tenants whose time is over. Rows that another worker deletes are left to it. */
export async function deleteOldUsage(db: Db, stopping?: AbortSignal, batch = 5_000): Promise<void> {
  const isOldDay = sql`day < current_date - ${USAGE_KEPT_DAYS}::int order by day`;
  const isOldMinute = sql`minute < now() - make_interval(hours => ${MINUTES_KEPT_HOURS}) order by minute`;
  for (const [table, names, oldest] of [
    ['usage_counts', 'day, api_key_id, operation', isOldDay],
    ['deprecated_usage', 'day, api_key_id, coordinate', isOldDay],
    ['usage_minutes', 'minute, outcome, under_ms', isOldMinute],
  ] as const) {
    const key = sql.raw(`organization_id, environment, ${names}`);
    for (let deleted = batch; deleted === batch && !stopping?.aborted; ) {
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where (${key}) in (
        select ${key} from ${sql.table(table)} where ${oldest} limit ${batch} for update skip locked)`.execute(
        db,
      );
      deleted = Number(numAffectedRows ?? 0);
    }
  }
}

export async function listUsage(
  { db, scope }: TenantDb,
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

export async function countUsage(
  { db, scope }: TenantDb,
  from: string,
  to: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('usage_counts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(inScope('usage_counts', scope))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Sums of a period by day, by key and by operation, in one pass: of each the most requests first, so many at most.
 */
export async function sumUsage(
  { db, scope }: TenantDb,
  { from, to }: { readonly from: string; readonly to: string },
  limit: number,
): Promise<UsageSum[]> {
  const { rows } = await sql<UsageSum>`
    select day, "apiKeyId", operation, requests, cost from (
      select day, api_key_id as "apiKeyId", operation, sum(requests)::float8 as requests,
        sum(cost)::float8 as cost, row_number() over (
          partition by grouping(day, api_key_id) order by sum(requests) desc, day, api_key_id, operation) as place
      from usage_counts
      where ${inScope('usage_counts', scope)} and day >= ${from} and day <= ${to}
      group by grouping sets ((day), (api_key_id), (operation))
    ) as sums
    where place <= ${limit} order by place`.execute(db);
  return rows;
}

/** Uses of deprecated parts of the schema by key in a period, the most requests first. */
export async function sumDeprecatedUsage(
  { db, scope }: TenantDb,
  { from, to }: { readonly from: string; readonly to: string },
  limit: number,
): Promise<DeprecatedUsage[]> {
  return db
    .selectFrom('deprecated_usage')
    .select([
      'coordinate',
      'api_key_id as apiKeyId',
      sql<number>`sum(requests)::float8`.as('requests'),
      sql<string>`max(day)`.as('lastDay'),
    ])
    .where(inScope('deprecated_usage', scope))
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy(['coordinate', 'api_key_id'])
    .orderBy('requests', 'desc')
    .orderBy('coordinate')
    .orderBy('api_key_id')
    .limit(limit)
    .execute();
}

type KeyDay = { readonly apiKeyId: string; readonly day: string; readonly requests: number };

/** Requests of keys by day since a day. */
export async function listKeyDays(
  { db, scope }: TenantDb,
  apiKeyIds: readonly string[],
  since: string,
): Promise<KeyDay[]> {
  return db
    .selectFrom('usage_counts')
    .select(['api_key_id as apiKeyId', 'day', sql<number>`sum(requests)::float8`.as('requests')])
    .where(inScope('usage_counts', scope))
    .where('day', '>=', since)
    .where('api_key_id', '=', anyOf(apiKeyIds))
    .groupBy(['api_key_id', 'day'])
    .execute();
}
