import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import type { ImportOptions, ReadRow, RowProblem } from './draft.ts';
import { readTable, type TableRow } from './table-rows.ts';

type ParsedLine = { readonly record: string[]; readonly info: { readonly lines: number } };

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** So much of a file decides about its encoding and its delimiter. */
const HEAD_BYTES = 64 * 1024;

/**
 * Factors of a CSV file as people have them, row by row as it arrives: with commas, semicolons, tabs or
 * bars, in UTF-8, UTF-16 or Windows-1252, with any order of columns. Rows that are no rows come last.
 */
export async function* readCsv(
  source: AsyncIterable<Uint8Array>,
  options: ImportOptions,
): AsyncGenerator<ReadRow> {
  const skipped: ReadRow[] = [];
  const { head, rest } = await headOf(source);
  const decoder = new TextDecoder(encodingOf(head));
  const firstText = decoder.decode(head, { stream: true });
  const lines: AsyncIterable<ParsedLine> = pipeline(
    Readable.from(decoded(firstText, rest, decoder)),
    parse({
      bom: true,
      delimiter: delimiterOf(firstText),
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
  yield* readTable(tableRows(lines), options);
  yield* skipped;
}

async function* tableRows(lines: AsyncIterable<ParsedLine>): AsyncGenerator<TableRow> {
  for await (const { record, info } of lines) yield { line: info.lines, cells: record };
}

/** The beginning of a stream, and an iterator over what follows. */
async function headOf(source: AsyncIterable<Uint8Array>) {
  const rest = source[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < HEAD_BYTES) {
    const next = await rest.next();
    if (next.done === true) break;
    parts.push(next.value);
    bytes += next.value.length;
  }
  return { head: Buffer.concat(parts), rest };
}

async function* decoded(
  firstText: string,
  rest: AsyncIterator<Uint8Array>,
  decoder: TextDecoder,
): AsyncGenerator<string> {
  yield firstText;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) {
    yield decoder.decode(next.value, { stream: true });
  }
  yield decoder.decode();
}

function encodingOf(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  // A character may be cut at the end of the head: up to three bytes of it are left out.
  const isText = [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)));
  return isText ? 'utf-8' : 'windows-1252';
}

/** The delimiter that the header has most of, outside of quotes. */
function delimiterOf(text: string): string {
  const header = (/^[^\r\n]*/.exec(text.replace(/^\ufeff/, '').trimStart())?.[0] ?? '').replaceAll(
    /"[^"]*"/g,
    '',
  );
  const counts = DELIMITERS.map((delimiter) => header.split(delimiter).length);
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',';
}

function problemOf(error: CsvError): RowProblem {
  const line = typeof error['lines'] === 'number' ? error['lines'] : 0;
  return { line, message: error.message };
}
