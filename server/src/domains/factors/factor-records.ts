import type { SourcedFactor } from '@trackway/engine';
import { type RawBuilder, sql } from 'kysely';

/** The columns of a factor, shared or an organization's own, in the order of `ROW_FIELDS`. */
export const ROW_COLUMNS = sql.raw(`id, set_id, source_id, name, category, subcategory, activity,
  unit, geography, year, co2e_kg_per_unit, fossil_co2_kg, ch4_co2e_kg, n2o_co2e_kg,
  biogenic_co2_kg, gwp_set, indicators, details, source, source_table, source_reference,
  source_note`);

/** The fields of `recordsOf`, in the order of `ROW_COLUMNS`. */
export const ROW_FIELDS = sql.raw(`"id", "setId", "sourceId", "name", "category", "subcategory",
  "activity", "unit", "geography", "year", "co2eKgPerUnit", "fossilCo2Kg", "ch4Co2eKg",
  "n2oCo2eKg", "biogenicCo2Kg", "gwpSet", "indicators", "details", "source", "sourceTable",
  "sourceReference", "sourceNote"`);

const FIELD_TYPES = sql.raw(`"id" uuid, "setId" uuid, "sourceId" text, "name" text,
  "category" text, "subcategory" text, "activity" text, "unit" text, "geography" text, "year" int,
  "co2eKgPerUnit" double precision, "fossilCo2Kg" double precision, "ch4Co2eKg" double precision,
  "n2oCo2eKg" double precision, "biogenicCo2Kg" double precision, "gwpSet" text,
  "indicators" jsonb, "details" jsonb, "source" text, "sourceTable" text, "sourceReference" text,
  "sourceNote" text`);

/** One JSON document carries a thousand rows: fewer bytes of protocol than as many parameters. */
export const ROWS_PER_INSERT = 1000;

/** Factors as a table to select from, for an insert of up to `ROWS_PER_INSERT` rows. */
export function recordsOf(factors: readonly SourcedFactor[]): RawBuilder<unknown> {
  return sql`json_to_recordset(${JSON.stringify(factors)}::json) as factor (${FIELD_TYPES})`;
}
