import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { SourcedFactor } from '@trackway/engine';
import { rawFactorOf, type TableLine } from '../import/csv-columns.ts';
import { readDraft } from '../import/draft.ts';
import { type FactorSetRow, factorId, factorSetId } from '../model.ts';
import { linesOf } from './csv-file.ts';

/** Folder of the data of this repository. */
export const DATA_FOLDER = new URL('../../../../../data/', import.meta.url);

type SetFile = { readonly file: string; readonly rows: number; readonly sha256: string };

/** A stored factor set whose rows are not read yet. */
export type StoredSet = {
  readonly set: FactorSetRow;
  readonly folder: URL;
  readonly files: readonly SetFile[];
};

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
export async function readFactors(stored: StoredSet): Promise<SourcedFactor[]> {
  const [indicators, stages] = await Promise.all([
    readSidecar(stored, 'indicators.csv'),
    readSidecar(stored, 'climate-by-stage.csv'),
  ]);
  const factors: SourcedFactor[] = [];
  for (const line of await readLines(stored, 'factors.csv')) {
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

/** `set.json`: description of the set and list of its files. */
type StoredDescription = Omit<FactorSetRow, 'id' | 'slug' | 'factorCount' | 'contentHash'> & {
  readonly checks: string;
  readonly files: readonly SetFile[];
};

async function readSidecar(stored: StoredSet, file: string): Promise<Map<string, TableLine>> {
  const lines = new Map<string, TableLine>();
  if (!stored.files.some((listed) => listed.file === file)) return lines;
  for (const line of await readLines(stored, file)) lines.set(line['id'] ?? '', line);
  return lines;
}

/** All lines of a file whose hash is the expected one. The largest has 2.2 MB. */
async function readLines(stored: StoredSet, file: string): Promise<TableLine[]> {
  const bytes = await readFile(new URL(file, stored.folder));
  const expected = stored.files.find((listed) => listed.file === file)?.sha256;
  if (createHash('sha256').update(bytes).digest('hex') !== expected) {
    throw new Error(
      `${stored.set.slug}/${file} was edited. A factor set never changes: add a new version next to it.`,
    );
  }
  return linesOf(bytes);
}

function factorOf(set: FactorSetRow, line: TableLine): SourcedFactor {
  const row = readDraft(rawFactorOf(line), 0);
  if ('problem' in row) throw new Error(`${set.slug}, ${line['id']}: ${row.problem.message}`);
  const { factor } = row;
  return { id: factorId(set.slug, set.releasedOn, factor.sourceId), setId: set.id, ...factor };
}
