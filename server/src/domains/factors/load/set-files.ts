import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { parse } from 'csv-parse';
import { type FactorRow, type FactorSetRow, factorId, factorSetId } from '../model.ts';

/** Where the data of this repository lies. */
export const DATA_FOLDER = new URL('../../../../../data/', import.meta.url);

type SetFile = { readonly file: string; readonly rows: number; readonly sha256: string };

/** A set as it lies on disk, its rows still unread. */
export type StoredSet = {
  readonly set: FactorSetRow;
  readonly folder: URL;
  readonly files: readonly SetFile[];
};

/** A line of a CSV file by its column names. */
type Line = Readonly<Record<string, string>>;

/** The sets of the data folder, packs included: their description only, which is quick. */
export async function listStoredSets(dataFolder = DATA_FOLDER): Promise<StoredSet[]> {
  const folders = await Promise.all(
    ['factor-sets/', 'packs/'].map(async (kind) => {
      const entries = await readdir(new URL(kind, dataFolder), { withFileTypes: true });
      return entries
        .filter((entry) => entry.isDirectory())
        .map((entry) => new URL(`${kind}${entry.name}/`, dataFolder))
        .sort((a, b) => a.href.localeCompare(b.href));
    }),
  );
  return Promise.all(folders.flat().map(readSet));
}

/** The rows of a set. Refuses files that are not the ones their hash was written down for. */
export async function readFactors(stored: StoredSet): Promise<FactorRow[]> {
  const [indicators, stages] = await Promise.all([
    readSidecar(stored, 'indicators.csv'),
    readSidecar(stored, 'climate-by-stage.csv'),
  ]);
  const factors: FactorRow[] = [];
  for await (const line of linesOf(stored, 'factors.csv')) {
    const id = line['id'] ?? '';
    factors.push(factorOf(stored.set, { ...stages.get(id), ...indicators.get(id), ...line }));
  }
  return factors;
}

async function readSet(folder: URL): Promise<StoredSet> {
  const { files, checks, ...description }: StoredDescription = JSON.parse(
    await readFile(new URL('set.json', folder), 'utf8'),
  );
  const slug = `${description.name}-${description.version}`;
  const factorCount = files.find(({ file }) => file === 'factors.csv')?.rows ?? 0;
  const contentHash = createHash('sha256')
    .update(files.map(({ file, sha256 }) => `${file} ${sha256}\n`).join(''))
    .digest('hex');
  const id = factorSetId(slug, description.releasedOn);
  return { set: { ...description, id, slug, factorCount, contentHash }, folder, files };
}

/** `set.json`: what the set says of itself, and which files it consists of. */
type StoredDescription = Omit<FactorSetRow, 'id' | 'slug' | 'factorCount' | 'contentHash'> & {
  readonly checks: string;
  readonly files: readonly SetFile[];
};

async function readSidecar(stored: StoredSet, file: string): Promise<Map<string, Line>> {
  const lines = new Map<string, Line>();
  if (!stored.files.some((listed) => listed.file === file)) return lines;
  for await (const line of linesOf(stored, file)) lines.set(line['id'] ?? '', line);
  return lines;
}

async function* linesOf(stored: StoredSet, file: string): AsyncGenerator<Line> {
  const hash = createHash('sha256');
  const bytes = createReadStream(new URL(file, stored.folder)).on('data', (part) =>
    hash.update(part),
  );
  const lines: AsyncIterable<Line> = bytes.pipe(parse({ columns: true, bom: true }));
  yield* lines;
  const expected = stored.files.find((listed) => listed.file === file)?.sha256;
  if (hash.digest('hex') !== expected) {
    throw new Error(
      `${stored.set.slug}/${file} was edited. A factor set never changes: add a new version beside it.`,
    );
  }
}

/** Columns every set has; whatever else a source has goes to `details` or the indicators. */
const COMMON_COLUMNS = new Set(
  `id name category subcategory lifecycle_phase unit kgco2e_per_unit co2_fossil_kgco2e ch4_kgco2e
   n2o_kgco2e biogenic_co2_kg gwp_set geography year source source_table source_ref licence
   source_note`.split(/\s+/),
);

/** `CC [kg CO2 eq]` in packs, `CC` in AGRIBALYSE: the code of an EF 3.1 indicator. */
const INDICATOR_COLUMN = /^(CC|ODP|IR|POCP|PM|HTOX_nc|HTOX_c|AP|EPF|EPM|EPT|ETF|LU|WU|RUF|RUMM)\b/;

function factorOf(set: FactorSetRow, line: Line): FactorRow {
  const text = (column: string) => line[column] ?? '';
  const indicators: Record<string, number> = {};
  const details: Record<string, string> = {};
  for (const [column, value] of Object.entries(line)) {
    if (value === '' || COMMON_COLUMNS.has(column)) continue;
    const code = INDICATOR_COLUMN.exec(column)?.[1];
    if (code === undefined) details[column] = value;
    else indicators[code] = Number(value);
  }
  return {
    id: factorId(set.slug, set.releasedOn, text('id')),
    setId: set.id,
    sourceId: text('id'),
    name: text('name'),
    category: text('category'),
    subcategory: text('subcategory'),
    activity: text('lifecycle_phase'),
    unit: text('unit'),
    geography: text('geography'),
    year: numberOrNull(text('year')),
    co2eKgPerUnit: Number(text('kgco2e_per_unit')),
    fossilCo2Kg: numberOrNull(text('co2_fossil_kgco2e')),
    ch4Co2eKg: numberOrNull(text('ch4_kgco2e')),
    n2oCo2eKg: numberOrNull(text('n2o_kgco2e')),
    biogenicCo2Kg: numberOrNull(text('biogenic_co2_kg')),
    gwpSet: text('gwp_set'),
    indicators: Object.keys(indicators).length === 0 ? null : indicators,
    details: Object.keys(details).length === 0 ? null : details,
    source: text('source'),
    sourceTable: text('source_table'),
    sourceReference: text('source_ref'),
    sourceNote: text('source_note'),
  };
}

function numberOrNull(text: string): number | null {
  return text === '' ? null : Number(text);
}
