import type { RawFactor } from './draft.ts';

/** A line of a CSV file by its column names. */
export type CsvLine = Readonly<Record<string, string>>;

type TextField = Exclude<keyof RawFactor, 'indicators' | 'details'>;

/** The columns of our CSV form and the fields they fill. */
const FIELDS: Readonly<Record<string, TextField>> = {
  id: 'id',
  name: 'name',
  category: 'category',
  subcategory: 'subcategory',
  lifecycle_phase: 'activity',
  unit: 'unit',
  geography: 'geography',
  year: 'year',
  kgco2e_per_unit: 'co2eKgPerUnit',
  co2_fossil_kgco2e: 'fossilCo2KgPerUnit',
  ch4_kgco2e: 'ch4Co2eKgPerUnit',
  n2o_kgco2e: 'n2oCo2eKgPerUnit',
  biogenic_co2_kg: 'biogenicCo2KgPerUnit',
  gwp_set: 'gwpSet',
  source: 'source',
  source_table: 'sourceTable',
  source_ref: 'sourceReference',
  source_note: 'sourceNote',
};
const FIELD_BY_COLUMN = new Map(Object.entries(FIELDS));

/** Columns without which a file is not of our form. */
export const REQUIRED_COLUMNS = ['id', 'name', 'unit', 'kgco2e_per_unit'] as const;

/** `CC [kg CO2 eq]` in packs, `CC` in AGRIBALYSE: the code of an EF 3.1 indicator. */
const INDICATOR_COLUMN =
  /^(CC|ODP|IR|POCP|PM|HTOX_nc|HTOX_c|AP|EPF|EPM|EPT|ETF|LU|WU|RUF|RUMM)( \[.*\])?$/;

/** Sorts the columns of a line: known fields, indicators, and `details` for what only this file has. */
export function rawFactorOf(line: CsvLine): RawFactor {
  const fields: { -readonly [Field in TextField]?: string } = {};
  const indicators: Record<string, string> = {};
  const details: Record<string, string> = {};
  for (const [column, value] of Object.entries(line)) {
    // The licence is the set's, not the row's.
    if (value === '' || column === 'licence') continue;
    const field = FIELD_BY_COLUMN.get(column);
    const indicator = INDICATOR_COLUMN.exec(column)?.[1];
    if (field !== undefined) fields[field] = value;
    else if (indicator !== undefined) indicators[indicator] = value;
    else details[column] = value;
  }
  return {
    ...fields,
    indicators,
    details: Object.keys(details).length === 0 ? undefined : details,
  };
}
