import { type SqlBool, sql } from 'kysely';
import {
  anyOf,
  type ColumnsOfScope,
  type ColumnValuesOf,
  conditionsOn,
  type Db,
  escapeLike,
  inScope,
  NEXT_VERSION,
  query,
  rowsBy,
  rowWriter,
  scopedList,
  selectionsOf,
  selectList,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import { NIL_UUID } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Dpp, DppStatus, Fate, FootprintState, StatusCause } from './model.ts';
import { DPP, WRITTEN } from './properties.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    dpps: ColumnsOfScope & ColumnValuesOf<typeof DPP>;
    dpp_footprints: ColumnsOfScope & { dpp_id: string; state: FootprintState };
  }
}

const DPP_COLUMNS = Object.values(selectionsOf('dpps', DPP));

const { equals, isOneOfWords, isAtLeast, isBelow } = conditionsOn('dpps');
const isInState = conditionsOn('dpp_footprints').isOneOfWords('state');

export const dpps = scopedList({
  table: 'dpps',
  rows: (db: Db) => db.selectFrom('dpps').select(DPP_COLUMNS),
  orders: {
    CREATED_AT: [{ column: 'created_at', property: 'createdAt', type: 'timestamptz' }],
    UPDATED_AT: [{ column: 'updated_at', property: 'updatedAt', type: 'timestamptz' }],
  },
  conditions: {
    status: isOneOfWords('status'),
    granularity: isOneOfWords('granularity'),
    productId: equals('product_id'),
    gtin: equals('gtin'),
    schemaId: equals('schema_id'),
    footprintState: hasFootprintIn,
    text: (part: string) => sql<SqlBool>`dpps.name ilike ${`%${escapeLike(part)}%`}`,
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
    updatedSince: isAtLeast('updated_at'),
  },
});

function hasFootprintIn(states: readonly FootprintState[], scope: Scope) {
  return sql<boolean>`dpps.id in (select dpp_id from dpp_footprints
    where ${inScope('dpp_footprints', scope)} and ${isInState(states)})`;
}

/** The footprints of passports, compared with those of their products; those that cannot be amended are left out. */
export const findFootprintStates = rowsBy('dpp_footprints', 'dpp_id', (db) =>
  db.selectFrom('dpp_footprints').select(['dpp_id as id', 'state']),
);

/** Passports whose product has another footprint by now. */
export function findOutdated({ db, scope }: TenantDb, limit: number) {
  return db
    .selectFrom('dpps')
    .select(['dpps.id', 'name'])
    .where(inScope('dpps', scope))
    .where(hasFootprintIn(['OUTDATED'], scope))
    .orderBy('dpps.id')
    .limit(limit)
    .execute();
}

export const dppWriter = rowWriter('dpps', WRITTEN, DPP);

/** Locks passports and returns them in the order of their ids; those of other tenants are left out. */
export function lockDpps({ db, scope }: TenantTx, ids: readonly string[]): Promise<Dpp[]> {
  return db
    .selectFrom('dpps')
    .select(DPP_COLUMNS)
    .where(inScope('dpps', scope))
    .where('dpps.id', '=', anyOf(ids))
    .orderBy('dpps.id')
    .forNoKeyUpdate()
    .execute();
}

/** The draft or public passports of some identities. */
export function findLivingByIdentity(
  { db, scope }: TenantDb,
  identities: readonly string[],
): Promise<Dpp[]> {
  return db
    .selectFrom('dpps')
    .select(DPP_COLUMNS)
    .where(inScope('dpps', scope))
    .where('identity', '=', sql<string>`any(${identities}::text[])`)
    .where(sql<boolean>`status in ('DRAFT', 'PUBLISHED', 'SUSPENDED')`)
    .execute();
}

type DraftRow = Pick<Dpp, 'externalId' | 'category' | 'name' | 'calculationId'>;

export function updateDraftRow(
  { db, scope }: TenantTx,
  id: string,
  { externalId, category, name, calculationId }: DraftRow,
): Promise<Dpp> {
  return db
    .updateTable('dpps')
    .set({
      external_id: externalId,
      category,
      name,
      calculation_id: calculationId,
      ...NEXT_VERSION,
    })
    .where(inScope('dpps', scope))
    .where('dpps.id', '=', id)
    .returning(DPP_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Makes versions that are written the public ones, of drafts and of published passports alike. */
export async function markPublished(
  { db, scope }: TenantTx,
  published: readonly {
    readonly id: string;
    readonly number: number;
    readonly name: string;
    readonly calculationId: string | null;
    readonly publishedAt: Date;
    readonly retentionUntil: Date;
    readonly reason: string | null;
    readonly cause: StatusCause | null;
    readonly operatorGln: string | null;
    readonly facilityGln: string | null;
    readonly partyGlns: readonly string[] | null;
  }[],
): Promise<Dpp[]> {
  return query<Dpp>(
    db,
    `update dpps set published_version = given.number, name = given.name,
       calculation_id = given."calculationId",
       operator_gln = given."operatorGln", facility_gln = given."facilityGln", party_glns = given."partyGlns",
       status = 'PUBLISHED', status_reason = given.reason, status_cause = given.cause,
       status_changed_at = case dpps.status when 'DRAFT' then given."publishedAt" else dpps.status_changed_at end,
       published_at = coalesce(dpps.published_at, given."publishedAt"),
       retention_until = given."retentionUntil", version = dpps.version + 1,
       updated_at = greatest(statement_timestamp(), dpps.updated_at + interval '1 millisecond')
     from json_to_recordset($3::json) as given (id uuid, number int, name text, "calculationId" uuid,
       "publishedAt" timestamptz,
       "retentionUntil" timestamptz, reason text, cause jsonb, "operatorGln" text, "facilityGln" text,
       "partyGlns" text[])
     where dpps.organization_id = $1 and dpps.environment = $2 and dpps.id = given.id
     returning ${selectList('dpps', DPP)}`,
    [scope.organizationId, scope.environment, JSON.stringify(published)],
  );
}

export type StatusChange = {
  readonly status: DppStatus;
  readonly reason: string | null;
  readonly fate?: Fate;
  readonly successorId?: string | null;
};

export function updateStatus(
  { db, scope }: TenantTx,
  id: string,
  { status, reason, fate, successorId }: StatusChange,
): Promise<Dpp> {
  return db
    .updateTable('dpps')
    .set({
      status,
      status_reason: reason,
      status_cause: null,
      status_changed_at: sql`statement_timestamp()`,
      ...(fate === undefined ? {} : { fate }),
      ...(successorId == null ? {} : { successor_id: successorId }),
      ...NEXT_VERSION,
    })
    .where(inScope('dpps', scope))
    .where('dpps.id', '=', id)
    .returning(DPP_COLUMNS)
    .executeTakeFirstOrThrow();
}

type DraftFilter = { readonly productId: string | null; readonly schemaId: string | null };

/** Ids of drafts that a filter names, in their order, after one of them. */
export async function findDraftIds(
  tenant: TenantDb,
  filter: DraftFilter,
  after: string | undefined,
  limit: number,
): Promise<string[]> {
  const rows = await draftsOf(tenant, filter)
    .select('dpps.id')
    .where('dpps.id', '>', after ?? NIL_UUID)
    .orderBy('dpps.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function countDrafts(tenant: TenantDb, filter: DraftFilter): Promise<number> {
  const { count } = await draftsOf(tenant, filter)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function draftsOf({ db, scope }: TenantDb, { productId, schemaId }: DraftFilter) {
  let drafts = db
    .selectFrom('dpps')
    .where(inScope('dpps', scope))
    .where(sql<boolean>`status = 'DRAFT'`);
  if (productId !== null) drafts = drafts.where('product_id', '=', productId);
  if (schemaId !== null) drafts = drafts.where('schema_id', '=', schemaId);
  return drafts;
}
