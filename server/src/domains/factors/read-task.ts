import type { Db } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { Task, type Tools } from '../../rules/compute.ts';
import {
  type FactorFormat,
  type ImportOptions,
  type ReadRow,
  readFactorFile,
} from './import/index.ts';

type FileInput = {
  readonly format: FactorFormat;
  /** Text, or a file as base64. */
  readonly content: string;
  readonly isBase64: boolean;
  readonly options: ImportOptions;
};

/** The event loop parses one page at a time. */
const ROWS_PER_PAGE = 250;

/** Reads a file of factors; gives pages of its rows as JSON text, which is cheap to receive. */
export const readFactorsTask = new Task(
  'read factors',
  async (
    _tools: Tools,
    _db: Db,
    _scope: Scope,
    { format, content, isBase64, options }: FileInput,
  ) => {
    const bytes = Buffer.from(content, isBase64 ? 'base64' : 'utf8');
    const pages: string[] = [];
    let page: ReadRow[] = [];
    for await (const row of readFactorFile(format, once(bytes), options)) {
      if (page.push(row) < ROWS_PER_PAGE) continue;
      pages.push(JSON.stringify(page));
      page = [];
    }
    return [...pages, JSON.stringify(page)];
  },
);

/** The rows of pages that `readFactorsTask` gave. */
export async function* rowsOfPages(pages: readonly string[]): AsyncGenerator<ReadRow> {
  for (const text of pages) {
    const page: readonly ReadRow[] = JSON.parse(text);
    yield* page;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
