import { sql } from 'kysely';
import {
  anyOf,
  type ColumnsOfScope,
  type ColumnValuesOf,
  conditionsOn,
  type Db,
  inScope,
  scopedList,
  selectionsOf,
  type TenantDb,
  type TenantTx,
  type ValuesOf,
} from '../../platform/database/index.ts';
import type { Environment } from '../../platform/scope.ts';
import { hidden, RECORD } from '../../rules/properties/property.ts';
import type { Partner } from './partner-store.ts';

export type RequestKind = 'REQUEST' | 'ANSWER' | 'UPDATE' | 'ANNOUNCEMENT' | 'CHECK';
export type RequestState = 'QUEUED' | 'WAITING' | 'COMPLETED' | 'REJECTED' | 'FAILED';

/** Criteria of a request, as `data` of its event; of an update or an announcement the ids of footprints. */
export type Criteria = Readonly<Record<string, unknown>>;

export const REQUEST = {
  id: RECORD.id,
  createdAt: RECORD.createdAt,
  partnerId: hidden<string, 'partner_id'>('partner_id', 'uuid'),
  kind: hidden<RequestKind, 'kind'>('kind', 'text'),
  state: hidden<RequestState, 'state'>('state', 'text'),
  eventId: hidden<string, 'event_id'>('event_id', 'text'),
  criteria: hidden<Criteria, 'criteria'>('criteria', 'jsonb'),
  productId: hidden<string | null, 'product_id'>('product_id', 'uuid', null),
  component: hidden<string | null, 'component'>('component', 'text', null),
  document: hidden<Criteria | null, 'document'>('document', 'jsonb', null),
  documentSha256: hidden<string | null, 'document_sha256'>('document_sha256', 'text', null),
  error: hidden<string | null, 'error'>('error', 'text', null),
  attemptCount: hidden<number, 'attempt_count'>('attempt_count', 'int', 0),
  dueAt: hidden<Date | null, 'due_at'>('due_at', 'timestamptz', null),
  finishedAt: hidden<Date | null, 'finished_at'>('finished_at', 'timestamptz', null),
};

declare module '../../platform/database/schema.ts' {
  interface Database {
    footprint_requests: ColumnsOfScope & ColumnValuesOf<typeof REQUEST>;
  }
}

export type FootprintRequest = ValuesOf<typeof REQUEST>;

const SELECTIONS = selectionsOf('footprint_requests', REQUEST);
const COLUMNS = Object.values(SELECTIONS);
const { equals } = conditionsOn('footprint_requests');

export const requests = scopedList({
  table: 'footprint_requests',
  rows: (db: Db) => db.selectFrom('footprint_requests').select(COLUMNS),
  orders: { CREATED_AT: [] },
  conditions: { partnerId: equals('partner_id') },
});

type NewRequest = Pick<
  FootprintRequest,
  'id' | 'partnerId' | 'kind' | 'eventId' | 'criteria' | 'productId' | 'component'
>;

/** Queues a request; an event that the partner repeats is queued once. */
export async function queueRequest({ db, scope }: TenantTx, request: NewRequest): Promise<void> {
  await sql`insert into footprint_requests (organization_id, environment, id, partner_id, kind, state, event_id,
      criteria, product_id, component, due_at)
    values (${scope.organizationId}, ${scope.environment}, ${request.id}, ${request.partnerId}, ${request.kind},
      'QUEUED', ${request.eventId}, ${JSON.stringify(request.criteria)}::jsonb, ${request.productId},
      ${request.component}, now())
    on conflict (organization_id, environment, partner_id, kind, event_id) do nothing`.execute(db);
}

/** The last checks of the credentials of partners. */
export async function lastChecks(
  { db, scope }: TenantDb,
  partnerIds: readonly string[],
): Promise<FootprintRequest[]> {
  return db
    .selectFrom('footprint_requests')
    .select(COLUMNS)
    .distinctOn('partner_id')
    .where(inScope('footprint_requests', scope))
    .where('partner_id', '=', anyOf(partnerIds))
    .where('kind', '=', 'CHECK')
    .orderBy('partner_id')
    .orderBy('footprint_requests.id', 'desc')
    .execute();
}

/** Requests of a partner that have not ended. */
export async function countOpenRequests(
  { db, scope }: TenantDb,
  partnerId: string,
): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from footprint_requests
    where ${inScope('footprint_requests', scope)} and partner_id = ${partnerId} and due_at is not null`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** A request with its partner, held by this worker until its lease ends. */
export type DueRequest = FootprintRequest & {
  readonly organizationId: string;
  readonly environment: Environment;
  readonly organizationName: string;
  /** Age by the clock of the database, at the begin of the attempt. */
  readonly ageMs: number;
  readonly partner: Pick<Partner, 'name' | 'url' | 'clientId' | 'clientSecret'>;
};

type DueRow = FootprintRequest &
  Pick<DueRequest, 'organizationId' | 'environment' | 'organizationName' | 'ageMs'> & {
    readonly partnerName: string;
    readonly url: string;
    readonly clientId: string;
    readonly clientSecret: Buffer;
  };

/** Requests looked at to find those of different partners. */
const LOOKED_AT = 1_000;

type Claim = {
  readonly limit: number;
  /** Attempts of one organization at the same time, in all processes. */
  readonly ofOrganization: number;
  readonly leaseSeconds: number;
};

/**
 * Takes due requests, one of each partner and of the organizations in turns: a silent partner holds one attempt, and an
 * organization with many of them leaves room for others. The lease of a held request is its due time too, by which the index
 * finds it; both are rounded to a millisecond, so a second more is looked at.
 */
export async function claimDue(
  db: Db,
  { limit, ofOrganization, leaseSeconds }: Claim,
): Promise<DueRequest[]> {
  const { rows } = await sql<DueRow>`
    with held as materialized (
      select organization_id, environment, partner_id from footprint_requests
      where due_at > now() and due_at <= now() + ${leaseSeconds + 1} * interval '1 second' and leased_until > now()
    ), waiting as (
      select organization_id, environment, id, partner_id, due_at from footprint_requests
      where due_at <= now() and (organization_id, environment, partner_id) not in (select * from held)
        and organization_id not in (
          select organization_id from held group by organization_id having count(*) >= ${ofOrganization})
      order by due_at limit ${LOOKED_AT}
    ), queues as (
      select distinct on (organization_id, environment, partner_id) * from waiting
      order by organization_id, environment, partner_id, due_at
    ), turns as (
      select *, row_number() over (partition by organization_id order by due_at)
        + (select count(*) from held where held.organization_id = queues.organization_id) as turn
      from queues
    ), chosen as (
      select * from turns where turn <= ${ofOrganization} order by turn, due_at limit ${limit}
    )
    update footprint_requests set attempt_count = attempt_count + 1,
      leased_until = now() + ${leaseSeconds} * interval '1 second',
      due_at = now() + ${leaseSeconds} * interval '1 second'
    from chosen
      join footprint_partners partners on partners.organization_id = chosen.organization_id
        and partners.environment = chosen.environment and partners.id = chosen.partner_id
      join organizations on organizations.id = chosen.organization_id
    where footprint_requests.organization_id = chosen.organization_id
      and footprint_requests.environment = chosen.environment and footprint_requests.id = chosen.id
      and footprint_requests.due_at <= now()
    returning footprint_requests.organization_id as "organizationId", footprint_requests.environment,
      organizations.name as "organizationName", partners.name as "partnerName", partners.url,
      extract(epoch from now() - footprint_requests.created_at)::float8 * 1000 as "ageMs",
      partners.client_id as "clientId", partners.client_secret as "clientSecret",
      ${sql.join(COLUMNS)}`.execute(db);
  return rows.map(({ partnerName, url, clientId, clientSecret, ...request }) => ({
    ...request,
    partner: { name: partnerName, url, clientId, clientSecret },
  }));
}

/** Prolongs the lease of an attempt; false if this worker does not hold it any more. */
export async function renewLease(
  { db, scope }: TenantDb,
  { id, attemptCount }: Pick<DueRequest, 'id' | 'attemptCount'>,
  leaseSeconds: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update footprint_requests
    set leased_until = now() + ${leaseSeconds} * interval '1 second',
      due_at = now() + ${leaseSeconds} * interval '1 second'
    where ${inScope('footprint_requests', scope)} and id = ${id} and finished_at is null
      and attempt_count = ${attemptCount}`.execute(db);
  return numAffectedRows === 1n;
}

type Outcome = {
  readonly state: RequestState;
  readonly error?: string | null;
  /** Seconds until the next attempt; without it the request has ended. */
  readonly againInSeconds?: number;
};

/** Ends an attempt; a request that has ended in the meantime stays as it is. */
export async function endAttempt(
  { db, scope }: TenantDb,
  id: string,
  { state, error = null, againInSeconds }: Outcome,
): Promise<void> {
  const isOver = againInSeconds === undefined;
  await sql`update footprint_requests set state = ${state}, error = ${error}, leased_until = null,
      due_at = ${isOver ? null : sql`now() + ${againInSeconds} * interval '1 second'`},
      finished_at = ${isOver ? sql`now()` : null}
    where ${inScope('footprint_requests', scope)} and id = ${id} and finished_at is null`.execute(
    db,
  );
}

/** Completes a request with the document that was received. */
export async function storeDocument(
  { db, scope }: TenantTx,
  id: string,
  document: unknown,
  sha256: string,
): Promise<void> {
  await sql`update footprint_requests set state = 'COMPLETED', error = null, leased_until = null, due_at = null,
      finished_at = now(), document = ${JSON.stringify(document)}::jsonb, document_sha256 = ${sha256}
    where ${inScope('footprint_requests', scope)} and id = ${id}`.execute(db);
}

/** The request that an event of the partner answers, locked. */
export function lockRequestOfEvent(
  { db, scope }: TenantTx,
  partnerId: string,
  eventId: string,
): Promise<FootprintRequest | undefined> {
  return db
    .selectFrom('footprint_requests')
    .select(COLUMNS)
    .where(inScope('footprint_requests', scope))
    .where('partner_id', '=', partnerId)
    .where('kind', '=', 'REQUEST')
    .where('event_id', '=', eventId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Components that take footprints of a partner, each with what tells a later document of the same product: whole ones are too
 * large to be held together.
 */
export async function suppliedComponents(
  { db, scope }: TenantDb,
  partnerId: string,
): Promise<FootprintRequest[]> {
  const document = sql<Criteria>`jsonb_build_object('id', document -> 'id', 'created', document -> 'created',
    'productIds', document -> 'productIds')`;
  return db
    .selectFrom('footprint_requests')
    .select([...Object.values({ ...SELECTIONS, document: document.as('document') })])
    .where(inScope('footprint_requests', scope))
    .where('partner_id', '=', partnerId)
    .where('kind', '=', 'REQUEST')
    .where('state', '=', 'COMPLETED')
    .orderBy('footprint_requests.id', 'desc')
    .limit(LOOKED_AT)
    .execute();
}
