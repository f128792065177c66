import { sql } from 'kysely';
import type { Db, TenantDb } from '../../platform/database/index.ts';
import type { Environment } from '../../platform/scope.ts';
import { webhookDeliveries } from './delivery-store.ts';
import type { WebhookDelivery } from './model.ts';
import type { Outcome } from './queue-store.ts';

/** Each bucket of answer times is so much longer than the one before: the error of a quantile is 10 % at most. */
const BUCKET_RATIO = 1.1;
const NO_ANSWER = -1;

/** One attempt, as the health of an endpoint counts it. */
export type Sample = {
  readonly organizationId: string;
  readonly environment: Environment;
  readonly endpointId: string;
  readonly bucket: number;
  readonly isGood: boolean;
};

export function sampleOf({ delivery, report }: Outcome): Sample {
  const { organizationId, environment, endpointId } = delivery;
  const isGood = report.failure === null;
  const isAnswered = isGood || report.failure === 'STATUS' || report.failure === 'REDIRECTED';
  const bucket = isAnswered ? bucketOf(report.totalMs) : NO_ANSWER;
  return { organizationId, environment, endpointId, bucket, isGood };
}

function bucketOf(ms: number): number {
  return Math.max(0, Math.ceil(Math.log(ms) / Math.log(BUCKET_RATIO)));
}

/** Counts attempts by hour and answer time. */
export async function addSamples(db: Db, samples: readonly Sample[]): Promise<void> {
  await sql`with samples as (
      select organization_id, environment, endpoint_id, bucket,
        count(*) filter (where is_good) as succeeded, count(*) filter (where not is_good) as failed
      from unnest(${samples.map((each) => each.organizationId)}::uuid[],
        ${samples.map((each) => each.environment)}::text[], ${samples.map((each) => each.endpointId)}::uuid[],
        ${samples.map((each) => each.bucket)}::smallint[], ${samples.map((each) => each.isGood)}::boolean[])
        as samples (organization_id, environment, endpoint_id, bucket, is_good)
      group by organization_id, environment, endpoint_id, bucket
    )
    insert into webhook_health as kept
      (organization_id, environment, endpoint_id, hour, bucket, succeeded, failed)
    select organization_id, environment, endpoint_id, date_trunc('hour', now()), bucket, succeeded, failed
    from samples order by organization_id, environment, endpoint_id, bucket
    on conflict (organization_id, environment, endpoint_id, hour, bucket) do update
    set succeeded = kept.succeeded + excluded.succeeded, failed = kept.failed + excluded.failed`.execute(
    db,
  );
}

export async function deleteOldHealth(db: Db): Promise<void> {
  await sql`delete from webhook_health where hour < now() - interval '25 hours'`.execute(db);
}

/** The attempts of the last 24 hours, since when all fail and the delivery that waits longest. */
export type EndpointHealth = {
  readonly endpointId: string;
  readonly attemptCount: number;
  readonly successShare: number | null;
  readonly p95AnswerMs: number | null;
  readonly failingSince: Date | null;
  readonly oldestUndelivered: WebhookDelivery | undefined;
};

type Counts = {
  readonly endpointId: string;
  readonly bucket: number;
  readonly succeeded: number;
  readonly failed: number;
};

type Queue = {
  readonly endpointId: string;
  readonly failingSince: Date | null;
  readonly oldestId: string | null;
};

export async function healthOf(
  tenant: TenantDb,
  endpointIds: readonly string[],
): Promise<EndpointHealth[]> {
  const { organizationId, environment } = tenant.scope;
  const [counts, queues] = await Promise.all([
    sql<Counts>`select endpoint_id as "endpointId", bucket, sum(succeeded)::int as succeeded,
        sum(failed)::int as failed
      from webhook_health where organization_id = ${organizationId} and environment = ${environment}
        and endpoint_id = any(${endpointIds}::uuid[]) and hour > now() - interval '24 hours'
      group by endpoint_id, bucket order by bucket`.execute(tenant.db),
    sql<Queue>`select endpoint_id as "endpointId", failing_since as "failingSince", (
        select id from webhook_deliveries where organization_id = ${organizationId}
          and environment = ${environment} and endpoint_id = webhook_queues.endpoint_id and state = 'PENDING'
        order by id limit 1
      ) as "oldestId"
      from webhook_queues where organization_id = ${organizationId} and environment = ${environment}
        and endpoint_id = any(${endpointIds}::uuid[])`.execute(tenant.db),
  ]);
  const ids = queues.rows.flatMap(({ oldestId }) => oldestId ?? []);
  const oldest = ids.length === 0 ? [] : await webhookDeliveries.find(tenant, ids);
  const byEndpoint = Map.groupBy(counts.rows, ({ endpointId }) => endpointId);
  const queueOf = new Map(queues.rows.map((queue) => [queue.endpointId, queue]));
  return endpointIds.map((endpointId) => ({
    endpointId,
    ...summaryOf(byEndpoint.get(endpointId) ?? []),
    failingSince: queueOf.get(endpointId)?.failingSince ?? null,
    oldestUndelivered: oldest.find((delivery) => delivery.endpointId === endpointId),
  }));
}

/** The counts are in the order of their buckets. */
function summaryOf(
  counts: readonly Omit<Counts, 'endpointId'>[],
): Pick<EndpointHealth, 'attemptCount' | 'successShare' | 'p95AnswerMs'> {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const succeeded = sum(counts.map((each) => each.succeeded));
  const attemptCount = succeeded + sum(counts.map((each) => each.failed));
  const answered = counts
    .filter(({ bucket }) => bucket !== NO_ANSWER)
    .map((each) => ({ bucket: each.bucket, count: each.succeeded + each.failed }));
  let above = 0.95 * sum(answered.map(({ count }) => count));
  const p95 = answered.find(({ count }) => {
    above -= count;
    return above <= 0;
  });
  return {
    attemptCount,
    successShare: attemptCount === 0 ? null : succeeded / attemptCount,
    p95AnswerMs: p95 === undefined ? null : BUCKET_RATIO ** p95.bucket,
  };
}
