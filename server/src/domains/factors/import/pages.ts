import type { ReadRow } from './draft.ts';

/** The event loop parses one page at a time. */
const ROWS_PER_PAGE = 250;

/** Rows as JSON texts of some rows each, which are cheap to receive from another thread or process. */
export async function* pagesOf(rows: AsyncIterable<ReadRow>): AsyncGenerator<string> {
  let page: ReadRow[] = [];
  for await (const row of rows) {
    if (page.push(row) < ROWS_PER_PAGE) continue;
    yield JSON.stringify(page);
    page = [];
  }
  if (page.length > 0) yield JSON.stringify(page);
}

/** The rows of such pages. */
export async function* rowsOfPages(
  pages: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<ReadRow> {
  for await (const text of pages) {
    const page: readonly ReadRow[] = JSON.parse(text);
    yield* page;
  }
}
