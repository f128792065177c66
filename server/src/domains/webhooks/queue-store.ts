import { sql } from 'kysely';
import { type Db, noteWritten } from '../../platform/database/index.ts';
import type { Environment } from '../../platform/scope.ts';
import type { SentEvent } from './body.ts';
import {
  type AttemptReport,
  type DeliveryState,
  ENOUGH_FAILURES,
  MAX_FAILING_DAYS,
  type WebhookEndpoint,
} from './model.ts';

/** An endpoint whose queue this worker holds, with what it needs to deliver. */
export type HeldEndpoint = Pick<
  WebhookEndpoint,
  | 'id'
  | 'url'
  | 'secret'
  | 'previousSecret'
  | 'previousSecretUntil'
  | 'headers'
  | 'maxPerSecond'
  | 'apiVersion'
> & {
  readonly organizationId: string;
  readonly environment: Environment;
  readonly lease: number;
  readonly failingSince: Date | null;
  /** By the clock of the database: that of a process may be ahead for a while. */
  readonly isHopeless: boolean;
};

export type DueDelivery = SentEvent & {
  readonly organizationId: string;
  readonly environment: Environment;
  readonly endpointId: string;
  readonly id: string;
  readonly attemptCount: number;
};

/**
 * The statement does not wait for the disk. A crash of the database then loses leases and outcomes of the last
 * moments, and their deliveries are sent again: at least once.
 */
const RELAXED = sql`(select set_config('synchronous_commit', 'off', true)) as relaxed`;

/**
 * Moves endpoints with new deliveries to the head of the queue; returns their number. A queue that is held, or pauses after
 * failures, is due just before that ends: it is not in the way of claims until then.
 */
export async function moveWakeups(db: Db, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with woken as (
      delete from webhook_wakeups using (
        select organization_id, environment, id from webhook_wakeups
        order by organization_id, environment, id limit ${limit} for update skip locked
      ) as taken
      where webhook_wakeups.organization_id = taken.organization_id
        and webhook_wakeups.environment = taken.environment and webhook_wakeups.id = taken.id
      returning webhook_wakeups.organization_id, webhook_wakeups.environment, endpoint_id
    ), queues as (
      select organization_id, environment, endpoint_id from webhook_queues
      where (organization_id, environment, endpoint_id) in (
        select organization_id, environment, endpoint_id from woken
      ) and due_at > now() and due_at >= leased_until
      order by organization_id, environment, endpoint_id for update
    ), moved as (
      update webhook_queues
      set due_at = greatest(now(), webhook_queues.leased_until - interval '1 microsecond') from queues
      where webhook_queues.organization_id = queues.organization_id
        and webhook_queues.environment = queues.environment
        and webhook_queues.endpoint_id = queues.endpoint_id
    )
    select count(woken.*)::int as count from ${RELAXED} left join woken on true`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * Takes the queues that are due longest and that no worker holds. Those of disabled endpoints are put off for an hour, so that
 * they are not in the way of later claims.
 */
export async function claimQueues(db: Db, limit: number, leaseMs: number): Promise<HeldEndpoint[]> {
  const { rows } = await sql<HeldEndpoint & { readonly isEnabled: boolean }>`
    update webhook_queues set lease = webhook_queues.lease + 1,
      leased_until = case when due.is_enabled then now() + ${leaseMs} * interval '1 millisecond'
        else '-infinity' end,
      due_at = case when due.is_enabled then now() + ${leaseMs} * interval '1 millisecond'
        else now() + interval '1 hour' end
    from (
      select endpoints.* from webhook_queues queues
      join webhook_endpoints endpoints on endpoints.organization_id = queues.organization_id
        and endpoints.environment = queues.environment and endpoints.id = queues.endpoint_id
      where queues.due_at <= now() and queues.leased_until <= now()
      order by queues.due_at limit ${limit} for update of queues skip locked
    ) as due, ${RELAXED}
    where webhook_queues.organization_id = due.organization_id
      and webhook_queues.environment = due.environment
      and webhook_queues.endpoint_id = due.id
    returning webhook_queues.organization_id as "organizationId", webhook_queues.environment,
      due.is_enabled as "isEnabled", due.id, due.url, due.secret, due.previous_secret as "previousSecret",
      due.previous_secret_until as "previousSecretUntil", due.headers,
      due.max_per_second as "maxPerSecond", due.api_version as "apiVersion",
      webhook_queues.lease, webhook_queues.failing_since as "failingSince",
      webhook_queues.failing_since < now() - make_interval(days => ${MAX_FAILING_DAYS}::int) is true as "isHopeless"`.execute(
    db,
  );
  return rows.filter(({ isEnabled }) => isEnabled);
}

/** Deliveries of one endpoint in a turn; of one that fails, only as many as end its turn. */
const TURN_DELIVERIES = 100;
/** Size of the payloads of one turn, so that long orders do not fill the memory. */
const TURN_BYTES = 200_000;
/** Payloads that PostgreSQL compressed are so many times as long: orders of 250 lines 5 (all products differ) to 22 times. */
const COMPRESSED = 8;

/** The oldest due deliveries of each of the held endpoints. */
export async function dueDeliveries(
  db: Db,
  endpoints: readonly HeldEndpoint[],
): Promise<DueDelivery[]> {
  const limits = endpoints.map((each) => (each.failingSince ? ENOUGH_FAILURES : TURN_DELIVERIES));
  const { rows } = await sql<DueDelivery>`
    select held.organization_id as "organizationId", held.environment, held.id as "endpointId",
      due.id, due.attempt_count as "attemptCount", due.event_id as "eventId",
      due.event_type as "eventType", due.recorded_at as "recordedAt", due.data::text
    from unnest(${endpoints.map((each) => each.organizationId)}::uuid[],
      ${endpoints.map((each) => each.environment)}::text[], ${endpoints.map((each) => each.id)}::uuid[],
      ${limits}::int[]) as held (organization_id, environment, id, most)
    cross join lateral (
      select due.*, coalesce(events.created_at, due.created_at) as recorded_at,
        coalesce(due.test_data, events.data) as data,
        sum(stored.bytes) over (order by due.due_at, due.id) - stored.bytes as bytes_before
      from (
        select * from webhook_deliveries deliveries
        where deliveries.organization_id = held.organization_id
          and deliveries.environment = held.environment and deliveries.endpoint_id = held.id
          and deliveries.state = 'PENDING' and deliveries.due_at <= now()
        order by deliveries.due_at limit held.most
      ) as due
      left join events on events.organization_id = held.organization_id
        and events.environment = held.environment and events.id = due.event_id
      cross join lateral (select pg_column_size(events.data)
        * case when pg_column_compression(events.data) is null then 1 else ${COMPRESSED} end as bytes) as stored
      where due.test_data is not null or events.id is not null
    ) as due
    where coalesce(due.bytes_before, 0) < ${TURN_BYTES}
    order by due.due_at`.execute(db);
  return rows;
}

export type Outcome = {
  readonly delivery: DueDelivery;
  readonly startedAt: Date;
  readonly report: AttemptReport;
  readonly state: DeliveryState;
  /** Seconds to the next attempt while PENDING. */
  readonly retryAfterSeconds: number;
};

/** Writes what attempts came to. An attempt that another worker wrote already is left out. */
export async function writeOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ delivery, startedAt, report, state, retryAfterSeconds }) =>
    JSON.stringify({
      organization_id: delivery.organizationId,
      environment: delivery.environment,
      id: delivery.id,
      number: delivery.attemptCount + 1,
      started_at: startedAt,
      state,
      retry_after: retryAfterSeconds,
      report,
    }),
  );
  await sql`with outcomes as (
      select * from json_to_recordset(${`[${rows.join()}]`}::json) as rows (organization_id uuid,
        environment text, id uuid, number int, started_at timestamptz, state text,
        retry_after float8, report jsonb)
    ), written as (
      update webhook_deliveries set state = outcomes.state, attempt_count = outcomes.number,
        due_at = now() + outcomes.retry_after * interval '1 second',
        finished_at = case when outcomes.state = 'PENDING' then null else now() end
      from outcomes, ${RELAXED}
      where webhook_deliveries.organization_id = outcomes.organization_id
        and webhook_deliveries.environment = outcomes.environment
        and webhook_deliveries.id = outcomes.id
        and webhook_deliveries.attempt_count = outcomes.number - 1
    )
    insert into webhook_attempts (organization_id, environment, delivery_id, number, started_at, report)
    select organization_id, environment, id, number, started_at, report from outcomes
    on conflict do nothing`.execute(db);
  outcomes.forEach(({ delivery }, at) => {
    noteWritten({ db, scope: delivery }, rows[at]?.length ?? 0);
  });
}

export type Release = {
  readonly endpoint: HeldEndpoint;
  readonly failingSince: Date | null;
  /** The queue is not due before this time has passed. */
  readonly pauseMs: number;
};

/**
 * Gives queues back, due when their next delivery is; returns true if one of them is due now. A pause counts as a lease of
 * nobody, so that new events do not end it. A queue that another worker took over is left.
 */
export async function releaseQueues(db: Db, releases: readonly Release[]): Promise<boolean> {
  const rows = releases.map(({ endpoint, failingSince, pauseMs }) => ({
    organization_id: endpoint.organizationId,
    environment: endpoint.environment,
    endpoint_id: endpoint.id,
    lease: endpoint.lease,
    failing_since: failingSince,
    pause_ms: pauseMs,
  }));
  const { rows: queues } = await sql<{ isDue: boolean }>`update webhook_queues set
      failing_since = released.failing_since,
      leased_until = now() + released.pause_ms * interval '1 millisecond',
      due_at = greatest(now() + released.pause_ms * interval '1 millisecond', case
        when webhook_queues.due_at < webhook_queues.leased_until then now()
        else coalesce((
          select min(deliveries.due_at) from webhook_deliveries deliveries
          where deliveries.organization_id = released.organization_id
            and deliveries.environment = released.environment
            and deliveries.endpoint_id = released.endpoint_id and deliveries.state = 'PENDING'
        ), 'infinity') end)
    from json_to_recordset(${JSON.stringify(rows)}::json) as released (organization_id uuid,
      environment text, endpoint_id uuid, lease int, failing_since timestamptz, pause_ms float8),
      ${RELAXED}
    where webhook_queues.organization_id = released.organization_id
      and webhook_queues.environment = released.environment
      and webhook_queues.endpoint_id = released.endpoint_id
      and webhook_queues.lease = released.lease
    returning webhook_queues.due_at <= now() as "isDue"`.execute(db);
  return queues.some(({ isDue }) => isDue);
}

/**
 * Removes the dead rows of both tables, which autovacuum does once a minute: until then every commit with an event, every
 * move of wake-ups and every claim passes all of them. Another worker that does it is not waited for.
 */
export async function cleanQueues(db: Db): Promise<void> {
  await sql`vacuum (skip_locked, truncate off) webhook_wakeups, webhook_queues`.execute(db);
}
