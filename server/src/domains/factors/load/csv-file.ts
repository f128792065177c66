import { readFile } from 'node:fs/promises';

/** A line of a table of the data folder, by its column names. */
export type TableLine = Readonly<Record<string, string>>;

const BYTE_ORDER_MARK = Buffer.from('\ufeff');
const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Reads a table of the data folder whole. */
export async function readTable(file: URL): Promise<TableLine[]> {
  return linesOf(await readFile(file));
}

/**
 * The lines of a table as RFC 4180 describes it. Each start of the service and each of its threads reads a megabyte of
 * our own tables: csv-parse, which reads the files of others, takes several times the CPU time.
 */
export function linesOf(bytes: Buffer): TableLine[] {
  const [columns = [], ...rows] = rowsOf(bytes);
  return rows.map((row, at) => {
    if (row.length !== columns.length)
      throw new Error(`Row ${at + 2} of a table has ${row.length} cells, not ${columns.length}.`);
    const line: Record<string, string> = {};
    columns.forEach((column, index) => {
      line[column] = row[index] ?? '';
    });
    return line;
  });
}

function rowsOf(bytes: Buffer): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  while (at < bytes.length) {
    const end = bytes[at] === QUOTE ? endOfQuoted(bytes, at) : endOfPlain(bytes, at);
    row.push(textOf(bytes, at, end));
    at = end;
    if (bytes[at] === COMMA) {
      at += 1;
      if (at < bytes.length) continue;
      row.push('');
    }
    if (bytes[at] === CARRIAGE_RETURN) at += 1;
    if (at < bytes.length && bytes[at] !== LINE_FEED)
      throw new Error(`Row ${rows.length + 1} of a table has text after a quoted cell.`);
    at += 1;
    rows.push(row);
    row = [];
  }
  return rows;
}

function endOfPlain(bytes: Buffer, from: number): number {
  let at = from;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === COMMA || byte === LINE_FEED || byte === CARRIAGE_RETURN) break;
  }
  return at;
}

/** After the closing quote, which is the first one that is not doubled. */
function endOfQuoted(bytes: Buffer, from: number): number {
  for (let at = from + 1; ; at += 2) {
    at = bytes.indexOf(QUOTE, at);
    if (at < 0) throw new Error('A quoted cell of a table does not end.');
    if (bytes[at + 1] !== QUOTE) return at + 1;
  }
}

function textOf(bytes: Buffer, from: number, to: number): string {
  return bytes[from] === QUOTE
    ? bytes.toString('utf8', from + 1, to - 1).replaceAll('""', '"')
    : bytes.toString('utf8', from, to);
}

export function cell(line: TableLine, column: string): string {
  const text = line[column];
  if (text === undefined) throw new Error(`The table has no column ${column}.`);
  return text;
}

export function numberCell(line: TableLine, column: string): number | undefined {
  const text = cell(line, column);
  return text === '' ? undefined : Number(text);
}
