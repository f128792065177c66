import {
  FIELDS,
  type Header,
  INDICATOR_COLUMN,
  NUMBER_COLUMNS,
  REQUIRED_COLUMNS,
  rawFactorOf,
  readHeaders,
} from './csv-columns.ts';
import { type ImportOptions, type ReadRow, readDraft } from './draft.ts';
import { decimalOf } from './text.ts';

export type TableRow = { readonly line: number; readonly cells: readonly string[] };

/** Factors of a table with a header, as a CSV file or a sheet has them. */
export async function* readTable(
  rows: AsyncIterable<TableRow>,
  options: ImportOptions,
): AsyncGenerator<ReadRow> {
  let headers: readonly Header[] | undefined;
  for await (const { line, cells } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (headers === undefined) {
      headers = readHeaders(cells, options.columns);
      const fault = faultOf(headers, options.columns);
      if (fault === undefined) continue;
      yield { problem: { line, message: fault } };
      return;
    }
    yield readCells(headers, cells, line, options);
  }
}

/** An id may be absent, because people's lists have none; so may a unit that the header states. */
function faultOf(
  headers: readonly Header[],
  mapping: ReadonlyMap<string, string> | undefined,
): string | undefined {
  const columns = new Set(headers.map(({ column }) => column));
  const unknown = [...(mapping?.values() ?? [])].filter((column) => !Object.hasOwn(FIELDS, column));
  if (unknown.length > 0) {
    return `The mapping names ${unknown.join(', ')}; the columns are ${Object.keys(FIELDS).join(', ')}.`;
  }
  const hasUnit = headers.some(({ unit }) => unit !== undefined);
  const missing = REQUIRED_COLUMNS.filter(
    (column) => !columns.has(column) && column !== 'id' && !(column === 'unit' && hasUnit),
  );
  if (missing.length === 0) return undefined;
  const found = headers.map(({ given }) => given).join(', ');
  return `The header lacks ${missing.join(', ')}. It has ${found.slice(0, 500)}: name the columns in a mapping.`;
}

function readCells(
  headers: readonly Header[],
  cells: readonly string[],
  lineNumber: number,
  { decimalComma }: ImportOptions,
): ReadRow {
  const line: Record<string, string> = {};
  const changes: string[] = [];
  for (const [at, { column, given, unit }] of headers.entries()) {
    const cell = (cells[at] ?? '').trim();
    if (cell === '') continue;
    const isNumber = NUMBER_COLUMNS.has(column) || INDICATOR_COLUMN.test(column);
    line[column] = isNumber ? numberOf(cell, given, decimalComma, changes) : cell;
    if (unit !== undefined) line['unit'] ??= unit;
  }
  if (line['id'] === undefined && line['name'] !== undefined) {
    line['id'] = [line['name'], line['geography'], line['unit'], line['year']]
      .filter((part) => part !== undefined)
      .join(' | ');
    changes.push('The row has no id: it is made of name, place, unit and year.');
  }
  return readDraft(rawFactorOf(line), lineNumber, changes);
}

/** The number as JavaScript writes it; what is no clear number stays, and is refused as such. */
function numberOf(
  cell: string,
  header: string,
  decimalComma: boolean | undefined,
  changes: string[],
): string {
  const number = decimalOf(cell, decimalComma);
  if (number === undefined) return cell;
  if (!Object.is(Number(cell), number)) changes.push(`${header}: "${cell}" is read as ${number}.`);
  return String(number);
}
