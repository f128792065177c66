import type { SourcedFactor } from '@trackway/engine';
import { type Generated, type RawBuilder, type SqlBool, sql } from 'kysely';
import {
  countRows,
  type Db,
  type KeysetOrder,
  onPage,
  type Page,
  type Tx,
} from '../../platform/database/index.ts';
import { ROW_COLUMNS, ROW_FIELDS, ROWS_PER_INSERT, recordsOf } from './factor-records.ts';
import type { FactorSetRow } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    factor_sets: FactorSetTable;
    factors: FactorTable;
  }
}

type FactorSetTable = SetDescriptionTable & {
  is_optional: boolean;
  loaded_at: Generated<Date>;
};

/** Stored properties of every set, of the library or an organization's own. */
export type SetDescriptionTable = {
  id: string;
  slug: string;
  name: string;
  version: string;
  title: string;
  publisher: string;
  licence: string;
  licence_url: string | null;
  attribution: string;
  attribution_urls: string[];
  source_url: string | null;
  released_on: string;
  gwp_sets: string[];
  indicator_set: string | null;
  content_hash: string;
  factor_count: number;
};

export type FactorTable = {
  id: string;
  set_id: string;
  source_id: string;
  name: string;
  category: string;
  subcategory: string;
  activity: string;
  unit: string;
  geography: string;
  year: number | null;
  co2e_kg_per_unit: number;
  fossil_co2_kg: number | null;
  ch4_co2e_kg: number | null;
  n2o_co2e_kg: number | null;
  biogenic_co2_kg: number | null;
  gwp_set: string;
  indicators: Record<string, number> | null;
  details: Record<string, string> | null;
  source: string;
  source_table: string;
  source_reference: string;
  source_note: string;
  activity_text: Generated<string>;
  search_text: Generated<string>;
};

export const SET_COLUMNS = [
  'id',
  'slug',
  'name',
  'version',
  'title',
  'publisher',
  'licence',
  'licence_url as licenceUrl',
  'attribution',
  'attribution_urls as attributionUrls',
  'source_url as sourceUrl',
  'released_on as releasedOn',
  'gwp_sets as gwpSets',
  'indicator_set as indicatorSet',
  'content_hash as contentHash',
  'factor_count as factorCount',
] as const;

export const FACTOR_COLUMNS = [
  'id',
  'set_id as setId',
  'source_id as sourceId',
  'name',
  'category',
  'subcategory',
  'activity',
  'unit',
  'geography',
  'year',
  'co2e_kg_per_unit as co2eKgPerUnit',
  'fossil_co2_kg as fossilCo2Kg',
  'ch4_co2e_kg as ch4Co2eKg',
  'n2o_co2e_kg as n2oCo2eKg',
  'biogenic_co2_kg as biogenicCo2Kg',
  'gwp_set as gwpSet',
  'indicators',
  'details',
  'source',
  'source_table as sourceTable',
  'source_reference as sourceReference',
  'source_note as sourceNote',
] as const;

/** Newest sets first, in no meaningful order within a set. */
export const NEWEST_FIRST: KeysetOrder = {
  columns: [{ ref: 'id', type: 'uuid' }],
  isDescending: true,
};

/** All words of `text` and of `activity` must occur; everything else must be equal. */
export type FactorFilter = {
  readonly text?: string | undefined;
  readonly activity?: string | undefined;
  readonly geography?: string | undefined;
  readonly year?: number | undefined;
  readonly unit?: string | undefined;
};

/** Every set and pack of the library, newest first. */
export function listFactorSets(db: Db): Promise<FactorSetRow[]> {
  return db
    .selectFrom('factor_sets')
    .select([...SET_COLUMNS, 'is_optional as isOptional'])
    .orderBy('released_on', 'desc')
    .orderBy('slug')
    .execute();
}

/** One page of the factors of the given sets, newest sets first. */
export function listFactors(
  db: Db,
  setIds: readonly string[],
  filter: FactorFilter,
  page: Page,
): Promise<SourcedFactor[]> {
  const matching = db.selectFrom('factors').select(FACTOR_COLUMNS).where(matches(setIds, filter));
  return onPage(matching, NEWEST_FIRST, page).execute();
}

/** The number of factors that match, counted no further than `limit`. */
export function countFactors(
  db: Db,
  setIds: readonly string[],
  filter: FactorFilter,
  limit: number,
): Promise<number> {
  return countRows(db, db.selectFrom('factors').where(matches(setIds, filter)), limit);
}

/** Every factor there is, for the library in memory. */
export function allFactors(db: Db): Promise<SourcedFactor[]> {
  return db.selectFrom('factors').select(FACTOR_COLUMNS).orderBy('id').execute();
}

/** The factors of some categories, and others by the ids of their sources. */
export function factorsIn(
  db: Db,
  categories: readonly string[],
  sourceIds: readonly string[],
): Promise<SourcedFactor[]> {
  return db
    .selectFrom('factors')
    .select(FACTOR_COLUMNS)
    .where((is) => is.or([is('category', 'in', categories), is('source_id', 'in', sourceIds)]))
    .orderBy('id')
    .execute();
}

/** Adds a set with its rows, or brings the description and the words of one up to date and adds the rows that are new. */
export async function saveFactorSet(
  tx: Tx,
  set: FactorSetRow,
  factors: readonly SourcedFactor[],
): Promise<void> {
  await sql`
    insert into factor_sets (id, slug, name, version, title, publisher, licence, licence_url,
      attribution, attribution_urls, source_url, released_on, gwp_sets, indicator_set, is_optional,
      content_hash, factor_count)
    values (${set.id}, ${set.slug}, ${set.name}, ${set.version}, ${set.title}, ${set.publisher},
      ${set.licence}, ${set.licenceUrl}, ${set.attribution}, ${set.attributionUrls},
      ${set.sourceUrl}, ${set.releasedOn}, ${set.gwpSets}, ${set.indicatorSet}, ${set.isOptional},
      ${set.contentHash}, ${set.factorCount})
    on conflict (id) do update set title = excluded.title, publisher = excluded.publisher,
      licence_url = excluded.licence_url, attribution = excluded.attribution,
      attribution_urls = excluded.attribution_urls, source_url = excluded.source_url,
      gwp_sets = excluded.gwp_sets, content_hash = excluded.content_hash,
      factor_count = excluded.factor_count`.execute(tx);
  for (const rows of inserts(factors)) {
    await sql`insert into factors (${ROW_COLUMNS}) select ${ROW_FIELDS} from ${recordsOf(rows)}
      on conflict (id) do update set name = excluded.name, category = excluded.category,
        subcategory = excluded.subcategory, activity = excluded.activity, details = excluded.details,
        source = excluded.source, source_table = excluded.source_table,
        source_reference = excluded.source_reference, source_note = excluded.source_note`.execute(
      tx,
    );
  }
}

/** True if all factors of a set that are here are among the given ones, with the same numbers and details. */
export async function keepsFactors(
  tx: Tx,
  { id, factorCount }: FactorSetRow,
  factors: readonly SourcedFactor[],
): Promise<boolean> {
  let kept = 0;
  for (const rows of inserts(factors)) {
    const { rows: found } = await sql<{ count: number }>`
      select count(*)::int as count from factors held join ${recordsOf(rows)} on factor.id = held.id
      where held.set_id = ${id} and coalesce(factor.details, '{}') @> coalesce(held.details, '{}')
        and (held.source_id, held.unit, held.geography, held.year, held.co2e_kg_per_unit, held.fossil_co2_kg,
          held.ch4_co2e_kg, held.n2o_co2e_kg, held.biogenic_co2_kg, held.gwp_set, held.indicators)
        is not distinct from ("sourceId", factor."unit", factor."geography", factor."year", "co2eKgPerUnit",
          "fossilCo2Kg", "ch4Co2eKg", "n2oCo2eKg", "biogenicCo2Kg", "gwpSet", factor."indicators")`.execute(
      tx,
    );
    kept += found[0]?.count ?? 0;
  }
  return kept === factorCount;
}

function inserts(factors: readonly SourcedFactor[]): SourcedFactor[][] {
  const count = Math.ceil(factors.length / ROWS_PER_INSERT);
  return Array.from({ length: count }, (_, at) =>
    factors.slice(at * ROWS_PER_INSERT, (at + 1) * ROWS_PER_INSERT),
  );
}

/** The conditions of a filter, on the shared factors as on an organization's own. */
export function matches(setIds: readonly string[], filter: FactorFilter): RawBuilder<SqlBool> {
  const conditions = [
    sql`set_id = any(${[...setIds]}::uuid[])`,
    ...patternsOf(filter.text).map((pattern) => sql`search_text like ${pattern}`),
    // The indexed text contains every word of the activity too.
    ...patternsOf(filter.activity).map(
      (pattern) => sql`search_text like ${pattern} and activity_text like ${pattern}`,
    ),
  ];
  if (filter.geography !== undefined) conditions.push(sql`geography = ${filter.geography}`);
  if (filter.year !== undefined) conditions.push(sql`year = ${filter.year}`);
  if (filter.unit !== undefined) conditions.push(sql`unit = ${filter.unit}`);
  return sql.join(conditions, sql` and `);
}

function patternsOf(words: string | undefined): string[] {
  const given = (words ?? '')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return [...new Set(given)].map((word) => `%${word.replaceAll(/[\\%_]/g, '\\$&')}%`);
}
