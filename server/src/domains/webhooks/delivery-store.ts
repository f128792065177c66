import { type Generated, sql } from 'kysely';
import {
  conditionsOn,
  type Db,
  inScope,
  query,
  rowsBy,
  scopedList,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import type { Environment } from '../../platform/scope.ts';
import type { SentEvent } from './body.ts';
import type { AttemptReport, DeliveryState, WebhookDelivery } from './model.ts';

type OfTenant = { organization_id: string; environment: Environment };

declare module '../../platform/database/schema.ts' {
  interface Database {
    webhook_deliveries: OfTenant & {
      id: string;
      endpoint_id: string;
      event_id: string;
      event_type: string;
      test_data: Readonly<Record<string, unknown>> | null;
      state: Generated<DeliveryState>;
      attempt_count: Generated<number>;
      due_at: Generated<Date>;
      finished_at: Generated<Date | null>;
      created_at: Generated<Date>;
    };
    webhook_attempts: OfTenant & {
      delivery_id: string;
      number: number;
      started_at: Date;
      report: AttemptReport;
    };
    webhook_queues: OfTenant & { endpoint_id: string };
  }
}

const COLUMNS = [
  'webhook_deliveries.id',
  'endpoint_id as endpointId',
  'event_id as eventId',
  'event_type as eventType',
  'state',
  'attempt_count as attemptCount',
  'due_at as dueAt',
  'finished_at as finishedAt',
  'created_at as createdAt',
] as const;

const { equals, isOneOfWords, isAtLeast, isBelow } = conditionsOn('webhook_deliveries');

export const webhookDeliveries = scopedList({
  table: 'webhook_deliveries',
  isUncounted: true,
  rows: (db: Db) => db.selectFrom('webhook_deliveries').select(COLUMNS),
  orders: { CREATED_AT: [] },
  conditions: {
    endpointId: equals('endpoint_id'),
    eventId: equals('event_id'),
    eventType: equals('event_type'),
    state: isOneOfWords('state'),
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
  },
});

export type StoredAttempt = {
  readonly deliveryId: string;
  readonly number: number;
  readonly startedAt: Date;
  readonly report: AttemptReport;
};

export const attemptsOf = rowsBy('webhook_attempts', 'delivery_id', (db) =>
  db
    .selectFrom('webhook_attempts')
    .select(['delivery_id as deliveryId', 'number', 'started_at as startedAt', 'report'])
    .orderBy('delivery_id')
    .orderBy('number'),
);

/** The event of each delivery, or the data of a test. */
export async function findSentEvents(
  { db, scope: { organizationId, environment } }: TenantDb,
  deliveryIds: readonly string[],
): Promise<(SentEvent & { readonly id: string })[]> {
  return query(
    db,
    `select deliveries.id, event_id as "eventId", event_type as "eventType",
       coalesce(events.created_at, deliveries.created_at) as "recordedAt",
       coalesce(test_data, events.data)::text as data
     from webhook_deliveries deliveries left join events
       on events.organization_id = $1 and events.environment = $2 and events.id = event_id
     where deliveries.organization_id = $1 and deliveries.environment = $2
       and deliveries.id = any($3) and (test_data is not null or events.id is not null)`,
    [organizationId, environment, deliveryIds],
  );
}

type NewDelivery = Pick<WebhookDelivery, 'endpointId' | 'eventId' | 'eventType'> & {
  readonly testData: Readonly<Record<string, unknown>> | null;
};

/** Adds a delivery that no event caused now, and wakes the dispatcher. */
export async function insertDelivery(
  work: TenantTx,
  { endpointId, eventId, eventType, testData }: NewDelivery,
): Promise<WebhookDelivery> {
  const { organizationId, environment } = work.scope;
  const data = testData === null ? null : JSON.stringify(testData);
  const { rows } = await sql<{ id: string }>`insert into webhook_deliveries
      (organization_id, environment, id, endpoint_id, event_id, event_type, test_data)
    values (${organizationId}, ${environment}, uuid_v7(), ${endpointId}, ${eventId}, ${eventType}, ${data}::jsonb)
    returning id`.execute(work.db);
  await wakeEndpoint(work, endpointId);
  const [delivery] = await webhookDeliveries.find(work, [rows[0]?.id ?? '']);
  if (delivery === undefined) throw new Error('The delivery was just inserted.');
  return delivery;
}

/** Makes a delivery due now, with all of its attempts before it; returns it. */
export async function restartDelivery(
  work: TenantTx,
  { id, endpointId }: Pick<WebhookDelivery, 'id' | 'endpointId'>,
): Promise<WebhookDelivery | undefined> {
  await sql`update webhook_deliveries set state = 'PENDING', due_at = now(), finished_at = null
    where ${inScope('webhook_deliveries', work.scope)} and id = ${id}`.execute(work.db);
  await wakeEndpoint(work, endpointId);
  const [delivery] = await webhookDeliveries.find(work, [id]);
  return delivery;
}

/** The queue of the endpoint is looked at once the transaction is committed. */
export async function wakeEndpoint(
  { db, scope: { organizationId, environment } }: TenantTx,
  id: string,
): Promise<void> {
  await sql`insert into webhook_wakeups (organization_id, environment, endpoint_id)
    values (${organizationId}, ${environment}, ${id})`.execute(db);
}

const ORPHANS_AT_ONCE = 10_000;

/** Ends the deliveries that wait for an endpoint that was deleted. */
export async function failOrphans(db: Db): Promise<void> {
  for (let ended = ORPHANS_AT_ONCE; ended === ORPHANS_AT_ONCE; ) {
    const { numAffectedRows } = await sql`update webhook_deliveries
      set state = 'FAILED', finished_at = now()
      where state = 'PENDING' and (organization_id, environment, id) in (
        select organization_id, environment, id from webhook_deliveries orphans
        where state = 'PENDING' and not exists (
          select from webhook_endpoints where organization_id = orphans.organization_id
            and environment = orphans.environment and id = orphans.endpoint_id
        ) limit ${ORPHANS_AT_ONCE}
      )`.execute(db);
    ended = Number(numAffectedRows ?? 0);
  }
}
