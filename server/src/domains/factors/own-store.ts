import type { SourcedFactor } from '@trackway/engine';
import { type Generated, sql } from 'kysely';
import {
  anyOf,
  countRows,
  inScope,
  onPage,
  type Page,
  query,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import type { Environment } from '../../platform/scope.ts';
import { ROW_COLUMNS, ROW_FIELDS, recordsOf } from './factor-records.ts';
import type { FactorSetRow } from './model.ts';
import {
  FACTOR_COLUMNS,
  type FactorFilter,
  type FactorTable,
  matches,
  NEWEST_FIRST,
  SET_COLUMNS,
  type SetDescriptionTable,
} from './store.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    organization_factor_sets: Owned & SetDescriptionTable & { created_at: Generated<Date> };
    organization_factors: Owned & FactorTable;
    organization_factor_packs: Owned & { set_id: string; created_at: Generated<Date> };
  }
}

type Owned = { organization_id: string; environment: Environment };

/** The sets that an organization brought itself, newest first. */
export async function listOwnSets({ db, scope }: TenantDb): Promise<FactorSetRow[]> {
  const rows = await db
    .selectFrom('organization_factor_sets')
    .select(SET_COLUMNS)
    .where(inScope('organization_factor_sets', scope))
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, isOptional: false }));
}

export async function lockOwnSet(
  { db, scope }: TenantTx,
  id: string,
): Promise<FactorSetRow | undefined> {
  const set = await db
    .selectFrom('organization_factor_sets')
    .select(SET_COLUMNS)
    .where(inScope('organization_factor_sets', scope))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return set && { ...set, isOptional: false };
}

export async function deleteOwnSet({ db, scope }: TenantTx, id: string): Promise<void> {
  await db
    .deleteFrom('organization_factors')
    .where(inScope('organization_factors', scope))
    .where('set_id', '=', id)
    .execute();
  await db
    .deleteFrom('organization_factor_sets')
    .where(inScope('organization_factor_sets', scope))
    .where('id', '=', id)
    .execute();
}

/** Ids of the packs that are switched on. */
export async function listEnabledPacks({ db, scope }: TenantDb): Promise<string[]> {
  const rows = await db
    .selectFrom('organization_factor_packs')
    .select('set_id')
    .where(inScope('organization_factor_packs', scope))
    .orderBy('set_id')
    .execute();
  return rows.map((row) => row.set_id);
}

/** Own sets and packs of a library. */
export type LibraryParts = {
  readonly setIds: readonly string[];
  readonly packIds: readonly string[];
};

/** The own sets and packs of today, in one statement: each calculation begins with it. */
export async function libraryParts({
  db,
  scope: { organizationId, environment },
}: TenantDb): Promise<LibraryParts> {
  const [parts] = await query<LibraryParts>(
    db,
    `select
      array(select id from organization_factor_sets
        where organization_id = $1 and environment = $2 order by id desc) as "setIds",
      array(select set_id from organization_factor_packs
        where organization_id = $1 and environment = $2 order by set_id) as "packIds"`,
    [organizationId, environment],
  );
  return parts ?? { setIds: [], packIds: [] };
}

export async function enablePack({ db, scope }: TenantTx, setId: string): Promise<void> {
  await sql`insert into organization_factor_packs (organization_id, environment, set_id)
    values (${scope.organizationId}, ${scope.environment}, ${setId})
    on conflict do nothing`.execute(db);
}

/** Writes the description of a set; its rows follow, and `completeOwnSet` when all are there. */
export async function insertOwnSet({ db, scope }: TenantTx, set: FactorSetRow): Promise<void> {
  await sql`
    insert into organization_factor_sets (organization_id, environment, id, slug, name, version,
      title, publisher, licence, licence_url, attribution, attribution_urls, source_url,
      released_on, gwp_sets, indicator_set, content_hash, factor_count)
    values (${scope.organizationId}, ${scope.environment}, ${set.id}, ${set.slug}, ${set.name},
      ${set.version}, ${set.title}, ${set.publisher}, ${set.licence}, ${set.licenceUrl},
      ${set.attribution}, ${set.attributionUrls}, ${set.sourceUrl}, ${set.releasedOn},
      ${set.gwpSets}, ${set.indicatorSet}, ${set.contentHash}, ${set.factorCount})`.execute(db);
}

/** Facts about a set that are known only after its last row. */
export async function completeOwnSet({ db, scope }: TenantTx, set: FactorSetRow): Promise<void> {
  await db
    .updateTable('organization_factor_sets')
    .set({
      gwp_sets: [...set.gwpSets],
      indicator_set: set.indicatorSet,
      content_hash: set.contentHash,
      factor_count: set.factorCount,
    })
    .where(inScope('organization_factor_sets', scope))
    .where('id', '=', set.id)
    .execute();
}

export async function insertOwnFactors(
  { db, scope }: TenantTx,
  factors: readonly SourcedFactor[],
): Promise<void> {
  await sql`
    insert into organization_factors (organization_id, environment, ${ROW_COLUMNS})
    select ${scope.organizationId}::uuid, ${scope.environment}::text, ${ROW_FIELDS}
    from ${recordsOf(factors)}`.execute(db);
}

/** One page of the organization's own factors, newest sets first. */
export function listOwnFactors(
  { db, scope }: TenantDb,
  setIds: readonly string[],
  filter: FactorFilter,
  page: Page,
): Promise<SourcedFactor[]> {
  const matching = db
    .selectFrom('organization_factors')
    .select(FACTOR_COLUMNS)
    .where(inScope('organization_factors', scope))
    .where(matches(setIds, filter));
  return onPage(matching, NEWEST_FIRST, page).execute();
}

/** The number of own factors that match, counted no further than `limit`. */
export function countOwnFactors(
  { db, scope }: TenantDb,
  setIds: readonly string[],
  filter: FactorFilter,
  limit: number,
): Promise<number> {
  const own = db.selectFrom('organization_factors').where(inScope('organization_factors', scope));
  return countRows(db, own.where(matches(setIds, filter)), limit);
}

/** Factors by id: of the library, packs included, or the organization's own. */
export function findFactors(
  { db, scope }: TenantDb,
  ids: readonly string[],
): Promise<SourcedFactor[]> {
  const own = db
    .selectFrom('organization_factors')
    .select(FACTOR_COLUMNS)
    .where(inScope('organization_factors', scope))
    .where('id', '=', anyOf(ids));
  const shared = db.selectFrom('factors').select(FACTOR_COLUMNS).where('id', '=', anyOf(ids));
  return shared.unionAll(own).execute();
}

/** Own factors of all sets by id, after one of them. */
export function ownFactorsAfter(
  { db, scope }: TenantDb,
  after: string | null,
  limit: number,
): Promise<SourcedFactor[]> {
  return db
    .selectFrom('organization_factors')
    .select(FACTOR_COLUMNS)
    .where(inScope('organization_factors', scope))
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Every factor of the organization's own sets, for its library. */
export function allOwnFactors({ db, scope }: TenantDb): Promise<SourcedFactor[]> {
  return db
    .selectFrom('organization_factors')
    .select(FACTOR_COLUMNS)
    .where(inScope('organization_factors', scope))
    .orderBy('id')
    .execute();
}
