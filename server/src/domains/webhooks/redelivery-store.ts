import { sql } from 'kysely';
import type { TenantTx } from '../../platform/database/index.ts';
import { lowestUuidAt, NIL_UUID } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { RedeliveryPeriod } from './redelivery.ts';

/** Ids carry their time: the lowest and the highest UUIDv7 of a period bound the deliveries that it has. */
function idsOf({ since, until }: RedeliveryPeriod): readonly [string, string] {
  return [lowestUuidAt(since.getTime()), lowestUuidAt(until.getTime())];
}

/** Deliveries whose last attempt failed; all of them if `isAll`. */
const wantedState = ({ include }: RedeliveryPeriod) =>
  include === 'ALL' ? sql`true` : sql`state <> 'SUCCEEDED' and attempt_count > 0`;

/** Events that the endpoint asks for and has no delivery of. */
const missed = ({ organizationId, environment }: Scope, { endpointId }: RedeliveryPeriod) => sql`
  exists (select from webhook_endpoints endpoints
    where endpoints.organization_id = ${organizationId} and endpoints.environment = ${environment}
      and endpoints.id = ${endpointId}
      and (endpoints.event_types is null or events.type = any(endpoints.event_types)))
  and not exists (select from webhook_deliveries deliveries
    where deliveries.organization_id = ${organizationId} and deliveries.environment = ${environment}
      and deliveries.event_id = events.id and deliveries.endpoint_id = ${endpointId})`;

/** Rows that were read, those of them that are due now, and the place of the last one. */
type Batch = { readonly read: number; readonly made: number; readonly last: string | null };

const NOTHING: Batch = { read: 0, made: 0, last: null };

/** Reads the next deliveries after an id, and makes those that are wanted due now. */
export async function restartDeliveries(
  { db, scope }: TenantTx,
  period: RedeliveryPeriod,
  after: string | undefined,
  limit: number,
): Promise<Batch> {
  const { organizationId, environment } = scope;
  const [since, until] = idsOf(period);
  const { rows } = await sql<Batch>`with page as (
      select id from webhook_deliveries where organization_id = ${organizationId}
        and environment = ${environment} and endpoint_id = ${period.endpointId}
        and id >= ${since} and id < ${until} and id > ${after ?? NIL_UUID}
      order by id limit ${limit}
    ), restarted as (
      update webhook_deliveries set state = 'PENDING', due_at = now(), finished_at = null
      from page where webhook_deliveries.organization_id = ${organizationId}
        and webhook_deliveries.environment = ${environment} and webhook_deliveries.id = page.id
        and ${wantedState(period)}
      returning page.id
    )
    select (select max(id::text) from page) as last, (select count(*) from page)::int as read,
      (select count(*) from restarted)::int as made`.execute(db);
  return rows[0] ?? NOTHING;
}

/** Reads the next events after a position, and adds deliveries of those that the endpoint got none of. */
export async function addMissedDeliveries(
  work: TenantTx,
  period: RedeliveryPeriod,
  after: string | undefined,
  limit: number,
): Promise<Batch> {
  const { organizationId, environment } = work.scope;
  const { rows } = await sql<Batch>`with page as (
      select id, type, position from events where organization_id = ${organizationId}
        and environment = ${environment} and created_at < ${period.until}
        and position > ${after ?? (await positionBefore(work, period.since))}::bigint
      order by position limit ${limit}
    ), made as (
      insert into webhook_deliveries (organization_id, environment, id, endpoint_id, event_id, event_type)
      select ${organizationId}, ${environment}, uuid_v7(), ${period.endpointId}, events.id, events.type
      from page as events where ${missed(work.scope, period)}
      returning organization_id, environment, id
    )
    select (select max(position)::text from page) as last, (select count(*) from page)::int as read,
      (select count(*) from made)::int as made`.execute(work.db);
  return rows[0] ?? NOTHING;
}

/** The position before the first event of a period. */
async function positionBefore({ db, scope }: TenantTx, since: Date): Promise<string> {
  const { organizationId, environment } = scope;
  const { rows } = await sql<{ position: string }>`select (position - 1)::text as position
    from events where organization_id = ${organizationId} and environment = ${environment}
      and created_at >= ${since} order by created_at, position limit 1`.execute(db);
  return rows[0]?.position ?? String(Number.MAX_SAFE_INTEGER);
}
