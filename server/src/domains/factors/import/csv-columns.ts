import type { RawFactor } from './draft.ts';

/** A row of a table by our column names. */
export type TableLine = Readonly<Record<string, string>>;

type TextField = Exclude<keyof RawFactor, 'indicators' | 'details'>;

/** The columns of our CSV form and the fields they fill. */
export const FIELDS: Readonly<Record<string, TextField>> = {
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

/** Sorts the columns of a row: known fields, indicators, and `details` for what only this file has. */
export function rawFactorOf(line: TableLine): RawFactor {
  const fields: { -readonly [Field in TextField]?: string } = {};
  const indicators: Record<string, string> = {};
  const details: Record<string, string> = {};
  for (const [column, value] of Object.entries(line)) {
    // The licence is the set's, not the row's.
    if (value === '' || column === 'licence') continue;
    const field = Object.hasOwn(FIELDS, column) ? FIELDS[column] : undefined;
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

/** Columns without which a file has no factors. */
export const REQUIRED_COLUMNS = ['id', 'name', 'unit', 'kgco2e_per_unit'] as const;

/** Columns that hold numbers. */
export const NUMBER_COLUMNS: ReadonlySet<string> = new Set([
  'kgco2e_per_unit',
  'co2_fossil_kgco2e',
  'ch4_kgco2e',
  'n2o_kgco2e',
  'biogenic_co2_kg',
  'year',
]);

/** `CC [kg CO2 eq]` in packs, `CC` in AGRIBALYSE: the code of an EF 3.1 indicator. */
export const INDICATOR_COLUMN =
  /^(CC|ODP|IR|POCP|PM|HTOX_nc|HTOX_c|AP|EPF|EPM|EPT|ETF|LU|WU|RUF|RUMM)( \[.*\])?$/;

/** Headers that people use for our columns, in letters and digits alone: en, de, fr, es, it, nl. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  id: [
    'code',
    'identifier',
    'key',
    'nr',
    'no',
    'number',
    'nummer',
    'kennung',
    'identifiant',
    'codice',
    'uuid',
  ],
  name: [
    'material',
    'product',
    'item',
    'factor',
    'description',
    'activity',
    'bezeichnung',
    'stoff',
    'produkt',
    'nom',
    'designation',
    'libelle',
    'nombre',
    'producto',
    'nome',
    'prodotto',
    'naam',
    'omschrijving',
  ],
  unit: [
    'uom',
    'units',
    'functionalunit',
    'declaredunit',
    'einheit',
    'unite',
    'unidad',
    'unita',
    'eenheid',
  ],
  geography: ['country', 'region', 'location', 'land', 'ort', 'pays', 'pais', 'paese', 'place'],
  year: ['jahr', 'annee', 'ano', 'anno', 'jaar', 'referenceyear'],
  category: ['group', 'kategorie', 'gruppe', 'categorie', 'categoria', 'type'],
  source: ['quelle', 'fuente', 'fonte', 'bron', 'reference', 'publication'],
  kgco2e_per_unit: [
    'co2e',
    'kgco2e',
    'kgco2eq',
    'kgco2',
    'co2eq',
    'co2equivalent',
    'emissionfactor',
    'factorvalue',
    'ef',
    'gwp',
    'gwp100',
    'value',
    'wert',
    'emissionsfaktor',
    'thg',
    'facteurdemission',
    'valeur',
    'factordeemision',
    'valor',
    'fattorediemissione',
    'valore',
    'emissiefactor',
    'waarde',
    'carbonfootprint',
    'pcf',
    'climatechange',
    'globalwarming',
  ],
};
const COLUMN_BY_SYNONYM = new Map(
  Object.entries(SYNONYMS).flatMap(([column, names]) =>
    names.map((name) => [name, column] as const),
  ),
);

/** "kg CO2e / kWh", "kgCO2-eq per m2", "kg CO2e pro kg": a header that states the unit too. */
const FACTOR_PER_UNIT = /kg ?co2 ?-? ?e?(?:q\.?)? ?(?:\/|per|pro|par|por) ?([\p{L}0-9.³²]+)/iu;

/** The meaning of one header: our column, or a column that only this file has. */
export type Header = {
  readonly given: string;
  readonly column: string;
  readonly unit: string | undefined;
};

/**
 * Our columns for the headers of a table, in any order: the caller's mapping first, then our own names,
 * then words that people use. Of two headers for one column the first serves, the other is kept as a
 * detail.
 */
export function readHeaders(
  given: readonly string[],
  mapping: ReadonlyMap<string, string> = new Map(),
): Header[] {
  const headers = given.map((text) => text.trim());
  const exact = headers.map(
    (header) => mapping.get(header) ?? (isOurs(header) ? header : undefined),
  );
  const taken = new Set(exact);
  return headers.map((header, at) => {
    const known = exact[at];
    if (known !== undefined) return { given: header, column: known, unit: undefined };
    const unit = FACTOR_PER_UNIT.exec(header.replaceAll(/\s+/g, ' '))?.[1];
    const plain = header
      .normalize('NFD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '');
    const similar = unit === undefined ? COLUMN_BY_SYNONYM.get(plain) : 'kgco2e_per_unit';
    const column = similar ?? (Object.hasOwn(FIELDS, plain) ? plain : undefined);
    if (column === undefined || taken.has(column)) {
      return { given: header, column: header, unit: undefined };
    }
    taken.add(column);
    return { given: header, column, unit };
  });
}

function isOurs(header: string): boolean {
  return Object.hasOwn(FIELDS, header) || INDICATOR_COLUMN.test(header);
}
