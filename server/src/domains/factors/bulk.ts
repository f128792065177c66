import type { SourcedFactor } from '@trackway/engine';
import type { Db } from '../../platform/database/index.ts';
import {
  type CsvForm,
  type ExportAsked,
  exportOfObjects,
  type OpenedFile,
  type ResultLines,
  registerBulkType,
} from '../../rules/bulk/bulk-type.ts';
import { readUpload } from './file-reading.ts';
import { FIELDS } from './import/csv-columns.ts';
import type { ReadRow } from './import/index.ts';
import { readSettings } from './import-settings.ts';
import { factorCountOf } from './own-library.ts';
import { listOwnSets, ownFactorsAfter } from './own-store.ts';
import { importFactorSet } from './service.ts';

const MOST_BYTES = 128 * 1024 * 1024;

/** The columns in which factors are imported as a table. */
const CSV: CsvForm = {
  columns: { ...Object.fromEntries(Object.keys(FIELDS).map((column) => [column, 'TEXT'])) },
  gather: (cells) => cells,
  spread: (row) =>
    Object.fromEntries(Object.entries(FIELDS).map(([column, field]) => [column, row[field]])),
};

registerBulkType({
  name: 'FACTORS',
  description: 'Factors of your own sets. An import makes one set; it needs `factorSet`.',
  idKind: 'factor',
  permissions: { read: 'FACTORS_READ', write: 'FACTORS_WRITE' },
  csv: CSV,
  filters: [],
  total: async (tenant) => factorCountOf(await listOwnSets(tenant)),
  export: exportOfObjects(exportFactors),
  importFile: {
    mostBytes: MOST_BYTES,
    open: openFile,
  },
});

async function openFile(
  json: Readonly<Record<string, unknown>>,
  file: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<OpenedFile> {
  const settings = readSettings(json);
  const { description, options } = settings;
  const rows = readUpload({ settings, file, signal });
  const first = await rows.next();
  return {
    write: async (work, result) => {
      const { report } = await importFactorSet(work, description, rowsFrom(first, rows, result), {
        path: ['file'],
        isPartial: options.isPartial,
        onRow: result.add,
      });
      const created = report.takenCount + report.changedCount;
      return { total: created + report.refusedCount, created, failed: report.refusedCount };
    },
    close: () => rows.return(undefined),
  };
}

async function* rowsFrom(
  first: IteratorResult<ReadRow>,
  others: AsyncIterable<ReadRow>,
  result: ResultLines,
): AsyncGenerator<ReadRow> {
  if (first.done === true) return;
  yield first.value;
  for await (const row of others) {
    yield row;
    await result.flushIfLarge();
  }
}

/** A page of own factors by id, in the JSON form of an import. */
async function exportFactors(db: Db, { scope, after, limit }: ExportAsked) {
  const factors = await ownFactorsAfter({ db, scope }, after, limit);
  return factors.map((factor) => ({ id: factor.id, row: rowOf(factor) }));
}

function rowOf(factor: SourcedFactor): Readonly<Record<string, unknown>> {
  const { id: _id, setId: _setId, sourceId, fossilCo2Kg, ch4Co2eKg, n2oCo2eKg, ...same } = factor;
  const { biogenicCo2Kg, ...fields } = same;
  return {
    ...fields,
    id: sourceId,
    fossilCo2KgPerUnit: fossilCo2Kg,
    ch4Co2eKgPerUnit: ch4Co2eKg,
    n2oCo2eKgPerUnit: n2oCo2eKg,
    biogenicCo2KgPerUnit: biogenicCo2Kg,
  };
}
