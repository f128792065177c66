import { setImmediate as nextTurn } from 'node:timers/promises';
import { isObject } from '../../../platform/json/index.ts';
import { readCsv } from './csv.ts';
import type { ImportOptions, ReadRow } from './draft.ts';
import { readEcoSpold2 } from './ecospold.ts';
import { readEcoSpold1 } from './ecospold1.ts';
import { readIlcd } from './ilcd.ts';
import { addDataSet, ILCD_DATA_SETS, newIlcdPackage } from './ilcd-package.ts';
import { readJson } from './json.ts';
import { linkByPlace } from './link-by-place.ts';
import { readOpenLca } from './openlca.ts';
import { addEntity, newPackage } from './openlca-package.ts';
import { readPcfs } from './pcf.ts';
import { readSimaPro } from './simapro.ts';
import { factorsOfProcesses } from './solve-processes.ts';
import { readTable } from './table-rows.ts';
import { textBudget, textOf, wholeOf } from './text.ts';
import { linesOf } from './text-lines.ts';
import type { UnitProcess } from './unit-process.ts';
import { sheetRows } from './xlsx.ts';
import { xmlRecords } from './xml.ts';
import { isZip, ZipError, zippedFiles } from './zip.ts';

export type { FactorDraft, ImportOptions, ReadRow, RowProblem } from './draft.ts';

/** The forms in which an organization can bring factors of its own. */
export const FACTOR_FORMATS = [
  'CSV',
  'XLSX',
  'JSON',
  'OPENLCA_JSON_LD',
  'ECOSPOLD1',
  'ECOSPOLD2',
  'ILCD',
  'SIMAPRO_CSV',
  'PCF',
] as const;
export type FactorFormat = (typeof FACTOR_FORMATS)[number];

type Source = AsyncIterable<Uint8Array>;
type Reader = (source: Source, options: ImportOptions) => AsyncIterable<ReadRow>;

const READERS: Readonly<Record<FactorFormat, Reader>> = {
  CSV: readCsv,
  XLSX: readWorkbook,
  JSON: (source) => readJson(source),
  OPENLCA_JSON_LD: readOpenLcaFile,
  ECOSPOLD1: readEcoSpold1File,
  ECOSPOLD2: readEcoSpold2File,
  ILCD: readIlcdFile,
  SIMAPRO_CSV: readSimaProFile,
  PCF: readPcfFile,
};

/**
 * Factors of a file, row by row; each is a factor, or the reason why it is none. A file that is not of
 * the format at all is one such reason.
 */
export async function* readFactorFile(
  format: FactorFormat,
  source: Source,
  options: ImportOptions,
): AsyncGenerator<ReadRow> {
  try {
    for await (const row of READERS[format](source, options)) yield withoutSink(row);
  } catch (error) {
    if (!(error instanceof Error) || 'code' in error) throw error;
    const message =
      error instanceof ZipError
        ? error.message
        : `The file cannot be read as ${format}: ${error.message}`;
    yield { problem: { line: 0, message } };
  }
}

/** Refuses a factor of 0 or less, which would make a product better than nothing, unless it is a removal. */
function withoutSink(row: ReadRow): ReadRow {
  if ('problem' in row || row.factor.co2eKgPerUnit > 0) return row;
  const { activity, co2eKgPerUnit, sourceId } = row.factor;
  if (activity === 'removal') return row;
  const message = `A factor of ${co2eKgPerUnit} kg CO2e is refused unless its activity (column lifecycle_phase) is "removal".`;
  return { problem: { line: row.line, row: sourceId, message } };
}

/** A ZIP archive as openLCA exports it, or the same entities as JSON Lines. */
async function* readOpenLcaFile(source: Source, options: ImportOptions): AsyncGenerator<ReadRow> {
  const bytes = await wholeOf(source);
  const olca = newPackage();
  const counted = textBudget();
  let line = 0;
  for await (const { name, text } of isZip(bytes) ? jsonFilesOf(bytes) : namelessLines(bytes)) {
    line += 1;
    if (text.trim() === '') continue;
    let entity: unknown;
    try {
      entity = JSON.parse(counted(text));
    } catch (error) {
      yield { problem: { line, row: name, message: `Not JSON: ${reasonOf(error)}` } };
      return;
    }
    if (isObject(entity)) addEntity(olca, entity);
    if (line % 100 === 0) await nextTurn();
  }
  yield* readOpenLca(olca, options);
}

/** Packages hold binary files below `bin`, and packed layouts of diagrams that are named `.json`. */
async function* jsonFilesOf(archive: Buffer): AsyncGenerator<NamedText> {
  const isEntity = (name: string) => name.endsWith('.json') && !/(^|\/)bin\//.test(name);
  for await (const { name, bytes } of zippedFiles(archive, isEntity)) {
    if (!isGzip(bytes)) yield { name, text: textOf(bytes) };
  }
}

async function* namelessLines(bytes: Buffer): AsyncGenerator<NamedText> {
  for await (const text of linesOf(once(bytes))) yield { text };
}

/** A file of a package, or a line. */
type NamedText = { readonly name?: string; readonly text: string };

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

async function* readEcoSpold1File(source: Source, options: ImportOptions): AsyncGenerator<ReadRow> {
  const processes: UnitProcess[] = [];
  const counted = textBudget();
  let line = 0;
  for await (const { xml } of xmlFiles(await wholeOf(source))) {
    for await (const dataset of xmlRecords(counted(xml), new Set(['dataset']))) {
      line += 1;
      const process = readEcoSpold1(dataset, line, options);
      if (typeof process !== 'string') processes.push(process);
      else yield { problem: { line, row: dataset.attributes['number'], message: process } };
    }
  }
  if (line === 0) yield { problem: { line: 1, message: 'Not ecoSpold 1: it has no dataset.' } };
  else yield* factorsOfProcesses({ processes: linkByPlace(processes) }, options);
}

/** A ZIP archive of `.spold` files as they are sold, or one of them. */
async function* readEcoSpold2File(source: Source, options: ImportOptions): AsyncGenerator<ReadRow> {
  const processes: UnitProcess[] = [];
  const names = new Set(['activityDataset', 'childActivityDataset']);
  const counted = textBudget();
  let line = 0;
  for await (const { name, xml } of xmlFiles(await wholeOf(source))) {
    for await (const dataset of xmlRecords(xml, names)) {
      line += 1;
      const read = readEcoSpold2(dataset, line, name);
      if (!('outputs' in read)) yield read;
      else processes.push(read);
    }
    if (processes.length > 0) counted(xml);
  }
  if (line === 0) {
    yield { problem: { line: 1, message: 'Not ecoSpold2: there is no activityDataset in it.' } };
  }
  if (processes.length > 0) yield* factorsOfProcesses({ processes }, options);
}

async function* readIlcdFile(source: Source, options: ImportOptions): AsyncGenerator<ReadRow> {
  const ilcd = newIlcdPackage();
  const counted = textBudget();
  for await (const { xml } of xmlFiles(await wholeOf(source))) {
    for await (const dataSet of xmlRecords(counted(xml), ILCD_DATA_SETS)) addDataSet(ilcd, dataSet);
  }
  if (ilcd.processes.length > 0) yield* readIlcd(ilcd, options);
  else yield { problem: { line: 1, message: 'Not ILCD: there is no processDataSet in it.' } };
}

/** The XML files of an archive, or the file itself; master data of ecoSpold2 is passed over. */
async function* xmlFiles(bytes: Buffer): AsyncGenerator<{ name: string; xml: string }> {
  if (!isZip(bytes)) {
    yield { name: 'file', xml: textOf(bytes) };
    return;
  }
  const isWanted = (name: string) =>
    /\.(spold|xml)$/i.test(name) && !/(^|\/)MasterData\//.test(name);
  for await (const { name, bytes: file } of zippedFiles(bytes, isWanted)) {
    yield { name, xml: textOf(file) };
  }
}

async function* readSimaProFile(source: Source, options: ImportOptions): AsyncGenerator<ReadRow> {
  const processes: UnitProcess[] = [];
  const read = readSimaPro(textBudget()(textOf(await wholeOf(source))));
  for (const each of read) {
    if ('outputs' in each) processes.push(each);
    else yield { problem: each };
  }
  if (read.length === 0)
    yield { problem: { line: 1, message: 'There is no process in the file.' } };
  if (processes.length > 0) yield* factorsOfProcesses({ processes }, options);
}

async function* readWorkbook(source: Source, options: ImportOptions): AsyncGenerator<ReadRow> {
  yield* readTable(sheetRows(await wholeOf(source), options.sheet), options);
}

/** Product footprints: a document, a list, or one document per line. */
async function* readPcfFile(source: Source): AsyncGenerator<ReadRow> {
  const text = textBudget()(textOf(await wholeOf(source)).trim());
  const documents = jsonOf(text) ?? text.split('\n').map((line) => jsonOf(line) ?? line);
  yield* readPcfs(documents);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
