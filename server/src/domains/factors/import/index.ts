import { readCsv } from './csv.ts';
import type { ReadRow } from './draft.ts';
import { readEcoSpold } from './ecospold.ts';
import { readJson } from './json.ts';
import { isObject } from './json-value.ts';
import { readOpenLca } from './openlca.ts';
import { addEntity, newPackage } from './openlca-package.ts';
import { linesOf } from './text-lines.ts';
import { isZip, ZipError, zippedFiles } from './zip.ts';

export type { FactorDraft, ReadRow, RowProblem } from './draft.ts';

/** The forms in which an organization can bring factors of its own. */
export const FACTOR_FORMATS = ['CSV', 'JSON', 'OPENLCA_JSON_LD', 'ECOSPOLD2'] as const;
export type FactorFormat = (typeof FACTOR_FORMATS)[number];

type Source = AsyncIterable<Uint8Array>;

/** Factors of a file, row by row; each is a factor, or the reason why it is none. */
export function readFactorFile(format: FactorFormat, source: Source): AsyncIterable<ReadRow> {
  switch (format) {
    case 'CSV':
      return readCsv(source);
    case 'JSON':
      return readJson(source);
    case 'OPENLCA_JSON_LD':
      return withZipProblem(readOpenLcaFile(source));
    case 'ECOSPOLD2':
      return withZipProblem(readEcoSpoldFile(source));
  }
}

/** A ZIP archive as openLCA exports it, or the same entities as JSON Lines. */
async function* readOpenLcaFile(source: Source): AsyncGenerator<ReadRow> {
  const bytes = await wholeOf(source);
  const olca = newPackage();
  let line = 0;
  for await (const text of isZip(bytes) ? jsonFilesOf(bytes) : linesOf(once(bytes))) {
    line += 1;
    if (text.trim() === '') continue;
    let entity: unknown;
    try {
      entity = JSON.parse(text);
    } catch (error) {
      yield { problem: { line, message: `Not JSON: ${reasonOf(error)}` } };
      return;
    }
    if (isObject(entity)) addEntity(olca, entity);
  }
  yield* readOpenLca(olca);
}

/** A ZIP archive of `.spold` files as they are sold, or one of them. */
async function* readEcoSpoldFile(source: Source): AsyncGenerator<ReadRow> {
  const bytes = await wholeOf(source);
  if (!isZip(bytes)) {
    yield* readEcoSpold(new TextDecoder().decode(bytes), 1, 'file');
    return;
  }
  let file = 0;
  const isDataset = (name: string) =>
    /\.(spold|xml)$/i.test(name) && !/(^|\/)MasterData\//.test(name);
  for await (const { name, bytes: dataset } of zippedFiles(bytes, isDataset)) {
    file += 1;
    yield* readEcoSpold(new TextDecoder().decode(dataset), file, name);
  }
}

async function* jsonFilesOf(archive: Buffer): AsyncGenerator<string> {
  for await (const { bytes } of zippedFiles(archive, (name) => name.endsWith('.json')))
    yield new TextDecoder().decode(bytes);
}

/** Reports an archive that cannot be read as a problem of the file, after the rows read so far. */
async function* withZipProblem(rows: AsyncIterable<ReadRow>): AsyncGenerator<ReadRow> {
  try {
    yield* rows;
  } catch (error) {
    if (!(error instanceof ZipError)) throw error;
    yield { problem: { line: 1, message: error.message } };
  }
}

/** Archives have their directory at the end, so they are held whole. */
async function wholeOf(source: Source): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
