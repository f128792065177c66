import { sql } from 'kysely';
import { type Db, inScope } from '../../platform/database/index.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Outcome, RegistrationState } from './model.ts';

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

/** A published version that the registry does not know, or that it has not decided on. */
export type OpenRegistration = {
  readonly dppId: string;
  readonly number: number;
  readonly hash: string;
  readonly registrationId: string | null;
  readonly isSubmitted: boolean;
  /** A registered item that ended: the registry is to deactivate it. */
  readonly isEnded: boolean;
};

/** A page of what is open, after one of the passports. */
export async function openRegistrations(
  db: Db,
  scope: Scope,
  after: string | undefined,
  limit: number,
): Promise<OpenRegistration[]> {
  const { rows } = await sql<OpenRegistration>`
    select dpps.id as "dppId", versions.number, versions.hash, known.registration_id as "registrationId",
      coalesce(known.submitted_at is not null, false) as "isSubmitted",
      coalesce(known.state = 'REGISTERED', false) as "isEnded"
    from dpps
    join dpp_versions versions on versions.organization_id = dpps.organization_id
      and versions.environment = dpps.environment and versions.dpp_id = dpps.id
      and versions.number = dpps.published_version
    left join dpp_registrations known on known.organization_id = dpps.organization_id
      and known.environment = dpps.environment and known.dpp_id = dpps.id
      and known.number = versions.number
    where ${inScope('dpps', scope)} and dpps.id > ${after ?? NIL_UUID}
      and (known.state = 'PENDING'
        or (known.state is null and dpps.status in ('PUBLISHED', 'SUSPENDED'))
        or (known.state = 'REGISTERED' and dpps.granularity = 'ITEM'
          and dpps.status in ('REVOKED', 'END_OF_LIFE', 'ARCHIVED')))
    order by dpps.id limit ${limit}`.execute(db);
  return rows;
}

/** Writes the outcome of an attempt. */
export async function writeOutcome(
  db: Db,
  { organizationId, environment }: Scope,
  { dppId, number, hash }: Pick<OpenRegistration, 'dppId' | 'number' | 'hash'>,
  { state, registrationId, errors, isSubmitted }: Outcome & { readonly isSubmitted: boolean },
): Promise<void> {
  await sql`insert into dpp_registrations as known (organization_id, environment, dpp_id, number, hash, state,
      registration_id, errors, attempt_count, submitted_at)
    values (${organizationId}, ${environment}, ${dppId}, ${number}, ${hash}, ${state}, ${registrationId},
      ${JSON.stringify(errors)}::jsonb, 1, ${isSubmitted ? sql`statement_timestamp()` : null})
    on conflict (organization_id, environment, dpp_id, number) do update set state = excluded.state,
      registration_id = coalesce(excluded.registration_id, known.registration_id),
      errors = excluded.errors, attempt_count = known.attempt_count + 1,
      submitted_at = coalesce(known.submitted_at, excluded.submitted_at),
      changed_at = statement_timestamp()`.execute(db);
}

/** Registrations of a tenant by their states. */
export async function countRegistrations(
  db: Db,
  scope: Scope,
): Promise<Readonly<Partial<Record<RegistrationState, number>>>> {
  const { rows } = await sql<{ state: RegistrationState; count: number }>`
    select state, count(*)::int as count from dpp_registrations
    where ${inScope('dpp_registrations', scope)} group by state order by state`.execute(db);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}
