import { sql } from 'kysely';
import {
  type Db,
  inScope,
  type TenantDb,
  type TenantTx,
  type Tx,
} from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    dpp_replications: { organization_id: string; environment: string; dpp_id: string };
  }
}

/** A passport whose change is to be delivered, held until its lease ends. */
export type HeldReplication = Scope & {
  readonly name: string;
  readonly tier: string;
  readonly dppId: string;
  readonly revision: number;
  readonly lease: number;
  readonly failureCount: number;
  /** Time of the last delivery; null before the first. */
  readonly replicatedAt: Date | null;
};

/** Longer than a package of so many passports takes. */
const LEASE_SECONDS = 120;

/** Changed passports, for turns of their tenants. */
export const REPLICATIONS = { table: 'dpp_replications', turn: 'due_at' } as const;

/** Takes changed passports of a tenant: those that wait longest. */
export async function claimChanged(
  { db, scope: { organizationId, environment } }: TenantDb,
  limit: number,
): Promise<HeldReplication[]> {
  const { rows } = await sql<HeldReplication>`
    update dpp_replications held set lease = held.lease + 1,
      leased_until = now() + ${LEASE_SECONDS} * interval '1 second'
    from (
      select organization_id, environment, dpp_id from dpp_replications
      where organization_id = ${organizationId} and environment = ${environment}
        and due_at <= now() and (leased_until is null or leased_until < now())
      order by due_at limit ${limit} for update skip locked
    ) as chosen join organizations on organizations.id = chosen.organization_id
    where held.organization_id = chosen.organization_id and held.environment = chosen.environment
      and held.dpp_id = chosen.dpp_id
    returning held.organization_id as "organizationId", held.environment, held.dpp_id as "dppId", held.revision,
      held.lease, held.failure_count as "failureCount", held.replicated_at as "replicatedAt", organizations.name, organizations.tier`.execute(
    db,
  );
  return rows;
}

/**
 * Ends attempts after the delivery; what changed meanwhile is due again. A delivery that took longer than its lease counts as
 * well: otherwise two workers with large passports would take them from each other without end.
 */
export async function endDelivered(
  { db, scope }: TenantTx,
  held: readonly HeldReplication[],
): Promise<void> {
  await sql`update dpp_replications known set failure = null, failure_count = 0, replicated_at = now(),
      leased_until = case known.lease when given.lease then null else known.leased_until end,
      waiting_since = case known.revision when given.revision then null else known.waiting_since end,
      due_at = case known.revision when given.revision then null else known.due_at end
    from json_to_recordset(${JSON.stringify(held)}::json) as given ("dppId" uuid, revision int, lease int)
    where known.organization_id = ${scope.organizationId}
      and known.environment = ${scope.environment} and known.dpp_id = given."dppId"`.execute(db);
}

/** Ends attempts that failed; they are due again after a pause. */
export async function endFailed(
  { db, scope }: TenantTx,
  held: readonly HeldReplication[],
  failure: string,
  againInSeconds: number,
): Promise<void> {
  await sql`update dpp_replications known set leased_until = null, failure = ${failure},
      failure_count = known.failure_count + 1,
      due_at = now() + ${againInSeconds} * interval '1 second'
    from json_to_recordset(${JSON.stringify(held)}::json) as given ("dppId" uuid, lease int)
    where known.organization_id = ${scope.organizationId}
      and known.environment = ${scope.environment} and known.dpp_id = given."dppId" and known.lease = given.lease`.execute(
    db,
  );
}

/** State of the back-up of a passport. */
export type Replication = {
  readonly dppId: string;
  readonly replicatedAt: Date | null;
  readonly waitingSince: Date | null;
  readonly failure: string | null;
};

export async function findReplications(
  { db, scope }: TenantDb,
  dppIds: readonly string[],
): Promise<Replication[]> {
  const { rows } = await sql<Replication>`
    select dpp_id as "dppId", replicated_at as "replicatedAt", waiting_since as "waitingSince", failure
    from dpp_replications where ${inScope('dpp_replications', scope)}
      and dpp_id = any(${dppIds}::uuid[])`.execute(db);
  return rows;
}

/** Names of packages that were not taken yet. */
export async function namesNotReceived(db: Db, names: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select given.name from unnest(${names}::text[]) as given (name)
    where not exists (select from received_packages known where known.name = given.name)
    order by given.name`.execute(db);
  return rows.map(({ name }) => name);
}

/** The last package before a name that was taken. */
export async function lastReceivedBefore(db: Db, before: string): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select name from received_packages where name < ${before} order by name desc limit 1`.execute(
    db,
  );
  return rows[0]?.name;
}

export async function noteReceived(tx: Tx, name: string): Promise<void> {
  await sql`insert into received_packages (name) values (${name}) on conflict do nothing`.execute(
    tx,
  );
}
