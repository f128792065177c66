import { type RawBuilder, sql } from 'kysely';
import { inScope, type TenantDb, type TenantTx, type Tx } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Outcome, RegistrationError, RegistrationState } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    dpp_registrations: {
      organization_id: string;
      environment: string;
      dpp_id: string;
      number: number;
      state: RegistrationState;
    };
  }
}

/** A version that an attempt holds until its lease ends. */
export type HeldRegistration = Scope & {
  readonly dppId: string;
  readonly number: number;
  readonly hash: string;
  readonly state: RegistrationState;
  readonly registrationId: string | null;
  /** DEACTIVATE for an item that was revoked or ended. */
  readonly purpose: 'REGISTER' | 'DEACTIVATE';
  readonly revision: number;
  /** Number of this attempt; a worker whose lease ended finds another one. */
  readonly attemptCount: number;
  /** The record for the purpose was submitted, and the registry has not decided. */
  readonly isSubmitted: boolean;
  /** Number of the submission, which rises when a refused version is submitted again. */
  readonly submission: number;
};

/** Longer than an attempt: the longest answer and the statements around it. */
const LEASE_SECONDS = 60;
/** An earlier version goes first for this number of attempts. */
const ATTEMPTS_AHEAD = 3;

/** Registrations that are due, for turns of their tenants. */
export const REGISTRATIONS = { table: 'dpp_registrations', turn: 'due_at' } as const;

/** Takes versions of a tenant that are due. */
export function claimDue(tenant: TenantDb, limit: number): Promise<HeldRegistration[]> {
  return claim(tenant, sql`due_at <= now()`, limit);
}

/** Takes versions of a tenant that were not attempted since a time, due or not. */
export function claimOpen(
  tenant: TenantDb,
  since: Date,
  limit: number,
): Promise<HeldRegistration[]> {
  const isOpen = sql`due_at is not null and (attempted_at is null or attempted_at < ${since})`;
  return claim(tenant, isOpen, limit);
}

/** The registry learns of the versions of a passport in their order, so that the last one is the current one. */
async function claim(
  { db, scope: { organizationId, environment } }: TenantDb,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<HeldRegistration[]> {
  const { rows } = await sql<HeldRegistration>`
    update dpp_registrations held set attempt_count = held.attempt_count + 1, attempted_at = clock_timestamp(),
      leased_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    from (
      select organization_id, environment, dpp_id, number from dpp_registrations waiting
      where organization_id = ${organizationId} and environment = ${environment}
        and ${condition} and (leased_until is null or leased_until < now())
        and not exists (select from dpp_registrations earlier
          where earlier.organization_id = waiting.organization_id
            and earlier.environment = waiting.environment and earlier.dpp_id = waiting.dpp_id
            and earlier.number < waiting.number and earlier.submitted_at is null
            and earlier.due_at is not null
            and (earlier.attempt_count < ${ATTEMPTS_AHEAD} or earlier.leased_until > now()))
      order by due_at limit ${limit} for update skip locked
    ) as chosen
    where held.organization_id = chosen.organization_id and held.environment = chosen.environment
      and held.dpp_id = chosen.dpp_id and held.number = chosen.number
    returning held.organization_id as "organizationId", held.environment, held.dpp_id as "dppId",
      held.number, held.hash, held.state, held.registration_id as "registrationId", held.purpose, held.revision,
      held.attempt_count as "attemptCount", held.submission,
      case held.purpose when 'REGISTER' then held.submitted_at
        else held.deactivation_submitted_at end is not null as "isSubmitted"`.execute(db);
  return rows;
}

export type Ending = Outcome & {
  readonly failure: string | null;
  /** True if this attempt submitted the record. */
  readonly isSubmission: boolean;
  /** Seconds until the next attempt; null if the registry has decided. */
  readonly againInSeconds: number | null;
};

/**
 * Writes the outcome of an attempt that still holds its version. Returns the state before; undefined if another
 * attempt took the version over.
 */
export async function endAttempt(
  tx: Tx,
  { organizationId, environment, dppId, number, attemptCount, revision, purpose }: HeldRegistration,
  { state, registrationId, errors, failure, isSubmission, againInSeconds }: Ending,
): Promise<RegistrationState | undefined> {
  const submitted = sql.ref(purpose === 'REGISTER' ? 'submitted_at' : 'deactivation_submitted_at');
  const { rows } = await sql<{ before: RegistrationState }>`
    with held as (
      select state, revision from dpp_registrations
      where organization_id = ${organizationId} and environment = ${environment}
        and dpp_id = ${dppId} and number = ${number} and attempt_count = ${attemptCount}
      for update
    )
    update dpp_registrations known set state = ${state}, failure = ${failure}, leased_until = null,
      registration_id = coalesce(${registrationId}::text, known.registration_id),
      errors = ${JSON.stringify(errors)}::jsonb,
      ${submitted} = coalesce(known.${submitted}, ${isSubmission ? sql`now()` : null}),
      due_at = case when ${state} = 'REJECTED' then null when held.revision <> ${revision} then now()
        else now() + ${againInSeconds}::int * interval '1 second' end,
      changed_at = case held.state when ${state} then known.changed_at else now() end
    from held
    where known.organization_id = ${organizationId} and known.environment = ${environment}
      and known.dpp_id = ${dppId} and known.number = ${number}
    returning held.state as before`.execute(tx);
  return rows[0]?.before;
}

/** Ends the earlier versions that the registry did not take before a later one. */
export async function closeEarlier(
  tx: Tx,
  { organizationId, environment, dppId, number }: HeldRegistration,
): Promise<void> {
  const message = 'The registry took a later version first.';
  await sql`update dpp_registrations set state = 'REJECTED', due_at = null, leased_until = null,
      errors = ${JSON.stringify([{ field: 'version', message }])}::jsonb, changed_at = now()
    where organization_id = ${organizationId} and environment = ${environment} and dpp_id = ${dppId}
      and number < ${number} and submitted_at is null and due_at is not null`.execute(tx);
}

/** A registration as its owner sees it. */
export type Registration = Omit<Outcome, 'errors'> & {
  readonly dppId: string;
  readonly number: number;
  readonly hash: string;
  readonly errors: readonly RegistrationError[];
  readonly failure: string | null;
  readonly attemptCount: number;
  readonly attemptedAt: Date | null;
  readonly submittedAt: Date | null;
  readonly changedAt: Date;
  readonly dueAt: Date | null;
};

/** The registrations of the last versions of passports. */
export async function findRegistrations(
  { db, scope }: TenantDb,
  dppIds: readonly string[],
): Promise<Registration[]> {
  const { rows } = await sql<Registration>`
    select distinct on (dpp_id) dpp_id as "dppId", number, hash, state, registration_id as "registrationId",
      errors, failure, attempt_count as "attemptCount", attempted_at as "attemptedAt",
      submitted_at as "submittedAt", changed_at as "changedAt", due_at as "dueAt"
    from dpp_registrations
    where ${inScope('dpp_registrations', scope)} and dpp_id = any(${dppIds}::uuid[])
    order by dpp_id, number desc`.execute(db);
  return rows;
}

/**
 * Queues the registration of a version now: one that waits, and one that the registry refused, as a new submission.
 * Returns false if the registry has taken it already.
 */
export async function queueRegistration(
  { db, scope: { organizationId, environment } }: TenantTx,
  {
    dppId,
    number,
    hash,
  }: { readonly dppId: string; readonly number: number; readonly hash: string },
): Promise<boolean> {
  const { rows } = await sql`
    insert into dpp_registrations as known (organization_id, environment, dpp_id, number, hash, state, due_at)
    values (${organizationId}, ${environment}, ${dppId}, ${number}, ${hash}, 'PENDING', now())
    on conflict (organization_id, environment, dpp_id, number) do update set state = 'PENDING', due_at = now(),
      submission = known.submission + case known.state when 'REJECTED' then 1 else 0 end,
      submitted_at = case known.state when 'REJECTED' then null else known.submitted_at end,
      changed_at = case known.state when 'REJECTED' then now() else known.changed_at end
      where known.state in ('PENDING', 'REJECTED') and known.purpose = 'REGISTER'
    returning known.number`.execute(db);
  return rows.length > 0;
}

/** Registrations of a tenant by their states. */
export async function countRegistrations({
  db,
  scope,
}: TenantDb): Promise<Readonly<Partial<Record<RegistrationState, number>>>> {
  const { rows } = await sql<{ state: RegistrationState; count: number }>`
    select state, count(*)::int as count from dpp_registrations
    where ${inScope('dpp_registrations', scope)} group by state order by state`.execute(db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

/** Living passports whose current version was rejected. */
export async function findRejected(
  { db, scope: { organizationId, environment } }: TenantDb,
  limit: number,
): Promise<{ readonly id: string; readonly name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select dpps.id, dpps.name from dpp_registrations known join dpps
      on dpps.organization_id = known.organization_id and dpps.environment = known.environment
      and dpps.id = known.dpp_id and dpps.published_version = known.number
    where known.organization_id = ${organizationId} and known.environment = ${environment}
      and known.state = 'REJECTED' and dpps.status in ('PUBLISHED', 'SUSPENDED')
    order by dpps.id limit ${limit}`.execute(db);
  return rows;
}
