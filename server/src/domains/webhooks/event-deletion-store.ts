import { query, type TenantDb, type TenantTx } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';

const EVENTS_BEFORE = `select from events where organization_id = $1 and environment = $2 and created_at < $3`;

/** Returns whether there are events that were recorded before a time. */
export async function hasEventsBefore({ db, scope }: TenantDb, time: Date): Promise<boolean> {
  const rows = await query(db, `${EVENTS_BEFORE} limit 1`, [...tenantOf(scope), time]);
  return rows.length > 0;
}

/** Leaves the events before a time to a worker; false if none are there, or if all of them are left to it already. */
export async function leaveDeletion({ db, scope }: TenantTx, createdUntil: Date): Promise<boolean> {
  // Waits for a worker that is at it: the next statement then sees which events it has left.
  await query(
    db,
    'select from event_deletions where organization_id = $1 and environment = $2 for update',
    tenantOf(scope),
  );
  const left = await query(
    db,
    `insert into event_deletions as known (organization_id, environment, created_until)
     select $1, $2, $3 where exists (${EVENTS_BEFORE})
     on conflict (organization_id, environment) do update set created_until = excluded.created_until
       where known.created_until < excluded.created_until
     returning true`,
    [...tenantOf(scope), createdUntil],
  );
  return left.length > 0;
}

/** Deletes the next events before a time, and notes how far they are gone. Returns their number. */
export async function deleteEventsBefore(
  { db, scope }: TenantTx,
  time: Date,
  limit: number,
): Promise<number> {
  const [deleted] = await query<{ count: number }>(
    db,
    `with gone as (
       delete from events where organization_id = $1 and environment = $2 and id = any(array(
         select id from events where organization_id = $1 and environment = $2 and created_at < $3
         order by created_at limit $4))
       returning type, position
     ), noted as (
       insert into deleted_events as known (organization_id, environment, type, position)
       select $1, $2, type, max(position) from gone group by type
       on conflict (organization_id, environment, type)
         do update set position = greatest(known.position, excluded.position)
     )
     select count(*)::int as count from gone`,
    [...tenantOf(scope), time, limit],
  );
  return deleted?.count ?? 0;
}

/** Returns whether an event of these types after a position was deleted. */
export async function isDeletedAfter(
  { db, scope }: TenantDb,
  types: readonly string[],
  position: number,
): Promise<boolean> {
  const rows = await query(
    db,
    `select from deleted_events
     where organization_id = $1 and environment = $2 and type = any($3) and position > $4 limit 1`,
    [...tenantOf(scope), types, position],
  );
  return rows.length > 0;
}

/** The next page is due behind those of other tenants. */
export async function postponeDeletion({ db, scope }: TenantTx): Promise<void> {
  await query(
    db,
    `update event_deletions set worked_at = clock_timestamp()
     where organization_id = $1 and environment = $2`,
    tenantOf(scope),
  );
}

export async function endDeletion({ db, scope }: TenantTx): Promise<void> {
  await query(
    db,
    'delete from event_deletions where organization_id = $1 and environment = $2',
    tenantOf(scope),
  );
}

function tenantOf({ organizationId, environment }: Scope): readonly [string, string] {
  return [organizationId, environment];
}
