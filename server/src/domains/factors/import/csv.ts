import { pipeline, Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import { type CsvLine, REQUIRED_COLUMNS, rawFactorOf } from './csv-columns.ts';
import { type ReadRow, type RowProblem, readDraft } from './draft.ts';

type ParsedLine = { readonly record: CsvLine; readonly info: { readonly lines: number } };

/** Factors of a file in our CSV form, row by row as it arrives; rows that are no rows come last. */
export async function* readCsv(source: AsyncIterable<Uint8Array>): AsyncGenerator<ReadRow> {
  const skipped: ReadRow[] = [];
  const lines: AsyncIterable<ParsedLine> = pipeline(
    Readable.from(source),
    parse({
      bom: true,
      columns: (header: string[]) => header.map((column) => column.trim()),
      info: true,
      max_record_size: 100_000,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: (error) => {
        if (error !== undefined) skipped.push({ problem: problemOf(error) });
        return undefined;
      },
    }),
    // A source that fails ends the lines with its error.
    () => {},
  );
  let hasHeader = false;
  for await (const { record, info } of lines) {
    if (!hasHeader) {
      const missing = REQUIRED_COLUMNS.filter((column) => !(column in record));
      if (missing.length > 0) {
        yield { problem: { line: 1, message: `The header lacks ${missing.join(', ')}.` } };
        return;
      }
      hasHeader = true;
    }
    yield readDraft(rawFactorOf(record), info.lines);
  }
  yield* skipped;
}

function problemOf(error: CsvError): RowProblem {
  const line = typeof error['lines'] === 'number' ? error['lines'] : 0;
  return { line, message: error.message };
}
