import { type Line, LineSplitter } from './lines.ts';

export const BULK_FORMATS = ['JSONL', 'CSV'] as const;
export type BulkFormat = (typeof BULK_FORMATS)[number];

/** One row of a file, cut out but not yet understood. */
export type FileRow = {
  /** From 1; the header of a CSV file is 0. */
  readonly number: number;
  /** The line it begins on, from 1. */
  readonly line: number;
  /** The byte after it, where reading can go on. */
  readonly endByte: number;
  /** The last line it takes. */
  readonly endLine: number;
  readonly text: string;
  /** The cells of a CSV row. */
  readonly cells: readonly string[];
  /** Reason why it cannot be read. */
  readonly problem: string | null;
};

/** Position in a file after a row, to resume from. */
type Place = { readonly row: number; readonly line: number; readonly byte: number };

const START: Place = { row: 0, line: 0, byte: 0 };

/** Cuts a file into rows as it comes; empty lines and rows without any content are none. */
type RowSplitter = {
  readonly push: (chunk: Buffer) => FileRow[];
  readonly end: () => FileRow[];
};

/** The rows of each piece of a file, and those that its end completes. */
export async function* rowsOf(
  pieces: AsyncIterable<Buffer>,
  { push, end }: RowSplitter,
): AsyncGenerator<readonly FileRow[]> {
  for await (const piece of pieces) yield push(piece);
  yield end();
}

/** Separators of cells: European spreadsheets, whose numbers have commas, write semicolons. */
const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The delimiter of a file is the first one in its header: no name of a column has one. */
export function delimiterOf(header: string): Delimiter {
  const first = /[,;\t]/.exec(header)?.[0];
  return DELIMITERS.find((delimiter) => delimiter === first) ?? ',';
}

const NAMES: Readonly<Record<Delimiter, string>> = { ',': 'comma', ';': 'semicolon', '\t': 'tab' };

type Header = { readonly columns: number; readonly delimiter: Delimiter };

/** `header` is that of a CSV file, when reading resumes after it. */
export function rowSplitter(
  format: BulkFormat,
  after: Place = START,
  header?: Header,
): RowSplitter {
  const lines = new LineSplitter(after);
  const rows = format === 'CSV' ? new CsvRows(after.row, header) : new JsonlRows(after.row);
  return {
    push: (chunk) => rows.of(lines.push(chunk)),
    end: () => [...rows.of(lines.end()), ...rows.end()],
  };
}

class JsonlRows {
  #number: number;

  constructor(number: number) {
    this.#number = number;
  }

  of(lines: readonly Line[]): FileRow[] {
    return lines
      .filter(({ text, problem }) => problem !== null || text.trim() !== '')
      .map((line) => {
        this.#number += 1;
        return rowOf(this.#number, [line], [], line.problem);
      });
  }

  end(): FileRow[] {
    return [];
  }
}

/** A quoted cell may hold line ends, but one that is never closed must not swallow the file. */
const MOST_LINES = 200;
/** Of the lines of one row together, as of one line. */
const MOST_CHARACTERS = 1024 * 1024;

/**
 * Rows of CSV (RFC 4180). A broken row costs its first line only: reading resumes with the next
 * line, so that an extra quote does not swallow the rows after it.
 */
class CsvRows {
  #next: number;
  #header: Header | undefined;
  #open: Line[] = [];
  /** Of the row that is open. */
  #delimiter: Delimiter = ',';

  constructor(number: number, header: Header | undefined) {
    this.#next = header === undefined ? 0 : number + 1;
    this.#header = header;
  }

  of(lines: readonly Line[]): FileRow[] {
    const rows: FileRow[] = [];
    for (const line of lines) this.#take(line, rows);
    return rows;
  }

  end(): FileRow[] {
    const rows: FileRow[] = [];
    while (this.#open.length > 0) this.#giveUp('A quoted cell is never closed.', rows);
    return rows;
  }

  #take(line: Line, rows: FileRow[]): void {
    if (this.#open.length === 0 && line.problem === null && line.text.trim() === '') return;
    this.#open.push(line);
    if (line.problem !== null) {
      this.#giveUp(this.#open.length === 1 ? line.problem : 'A quoted cell is never closed.', rows);
      return;
    }
    const isFirst = this.#open.length === 1;
    if (isFirst) this.#delimiter = this.#header?.delimiter ?? delimiterOf(line.text);
    const delimiter = this.#delimiter;
    // Of the lines before it matters only that they left a quoted cell open: to read all of them again with each line, and
    // with each that is given up, took 80 s of CPU time for 50 MB.
    const staysOpen = !isFirst && cellsOf(`"${line.text}`, delimiter) === 'OPEN';
    const cells = staysOpen ? 'OPEN' : cellsOf(textOf(this.#open), delimiter);
    if (cells === 'OPEN') {
      this.#goOn(rows);
      return;
    }
    if (cells === 'BROKEN') {
      this.#giveUp(
        `A quoted cell must end with a quote right before the next ${NAMES[delimiter]}.`,
        rows,
      );
      return;
    }
    // Spreadsheets write a row without content as delimiters alone.
    if (cells.every((cell) => cell.trim() === '')) {
      this.#open = [];
      return;
    }
    this.#header ??= { columns: cells.length, delimiter };
    const { columns } = this.#header;
    if (cells.length !== columns) {
      const counts = `Cells of the row: ${cells.length}, of the header: ${columns}.`;
      const hint = cells.length > columns ? ` A cell with a ${NAMES[delimiter]} needs quotes.` : '';
      this.#giveUp(`${counts}${hint}`, rows);
      return;
    }
    rows.push(rowOf(this.#next, this.#open, cells, null));
    this.#next += 1;
    this.#open = [];
  }

  /** The next line belongs to the same row, unless the row is too long already. */
  #goOn(rows: FileRow[]): void {
    const characters = this.#open.reduce((sum, { text }) => sum + text.length, 0);
    if (this.#open.length >= MOST_LINES || characters > MOST_CHARACTERS)
      this.#giveUp('A quoted cell is never closed.', rows);
  }

  /** The first line is broken by itself; those after it are read again without it. */
  #giveUp(problem: string, rows: FileRow[]): void {
    const [first, ...others] = this.#open;
    this.#open = [];
    if (first === undefined) return;
    rows.push(rowOf(this.#next, [first], [], problem));
    this.#next += 1;
    for (const line of others) this.#take(line, rows);
  }
}

function rowOf(
  number: number,
  lines: readonly Line[],
  cells: readonly string[],
  problem: string | null,
): FileRow {
  const [first, last] = [lines[0], lines.at(-1)];
  return {
    number,
    line: first?.number ?? 0,
    endByte: last?.end ?? 0,
    endLine: last?.number ?? 0,
    text: textOf(lines),
    cells,
    problem,
  };
}

function textOf(lines: readonly Line[]): string {
  return lines.map(({ text }) => text).join('\n');
}

/** Cells of one record; `OPEN` if a quoted cell continues, `BROKEN` if it ends wrongly. */
function cellsOf(text: string, delimiter: Delimiter): string[] | 'OPEN' | 'BROKEN' {
  if (!text.includes('"')) return text.split(delimiter);
  const cells: string[] = [];
  for (let at = 0; ; ) {
    const isQuoted = text[at] === '"';
    const end = isQuoted ? endOfQuoted(text, at) : endOfPlain(text, at, delimiter);
    if (end === -1) return 'OPEN';
    const cell = text.slice(at, end);
    cells.push(isQuoted ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === text.length) return cells;
    if (text[end] !== delimiter) return 'BROKEN';
    at = end + 1;
  }
}

function endOfPlain(text: string, start: number, delimiter: Delimiter): number {
  const end = text.indexOf(delimiter, start);
  return end < 0 ? text.length : end;
}

/** Position after the closing quote; -1 if it is missing. */
function endOfQuoted(text: string, start: number): number {
  for (let at = start + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return -1;
    if (text[at + 1] !== '"') return at + 1;
  }
}
