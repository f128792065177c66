import { readCsv } from './csv.ts';
import type { ReadRow } from './draft.ts';
import { readEcoSpold } from './ecospold.ts';
import { readJson } from './json.ts';
import { isObject } from './json-value.ts';
import { readOpenLca } from './openlca.ts';
import { addEntity, newPackage } from './openlca-package.ts';
import { linesOf } from './text-lines.ts';
import { isZip, zipEntries } from './zip.ts';

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
      return readOpenLcaFile(source);
    case 'ECOSPOLD2':
      return readEcoSpoldFile(source);
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
  for (const { name, read } of zipEntries(bytes)) {
    if (!/\.(spold|xml)$/i.test(name) || /(^|\/)MasterData\//.test(name)) continue;
    file += 1;
    yield* readEcoSpold(new TextDecoder().decode(read()), file, name);
  }
}

function* jsonFilesOf(archive: Uint8Array): Generator<string> {
  for (const { name, read } of zipEntries(archive)) {
    if (name.endsWith('.json')) yield new TextDecoder().decode(read());
  }
}

/** Archives have their directory at the end, so they are held whole. */
async function wholeOf(source: Source): Promise<Uint8Array> {
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
