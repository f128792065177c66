/** CSV as in RFC 4180, with the delimiters of European spreadsheets. */

const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** Rows in which the header is looked for, below a title and merged headings. */
const HEADER_ROWS = 10;

/** A file of a spreadsheet. `rowsAbove` are those above its header, and `body` has those without content too. */
export type Table = {
  readonly rowsAbove: number;
  readonly header: readonly string[];
  readonly body: readonly (readonly string[])[];
  readonly delimiter: Delimiter;
};

export function readTable(bytes: ArrayBuffer): Table {
  const text = textOf(bytes);
  const delimiter = delimiterOf(text);
  const rows = readCsv(text, delimiter);
  const filled = rows
    .slice(0, HEADER_ROWS)
    .map((row) => row.filter((cell) => cell.trim() !== '').length);
  const most = Math.max(...filled);
  const rowsAbove = Math.max(
    filled.findIndex((count) => count * 3 > most * 2),
    0,
  );
  const [header = [], ...body] = rows.slice(rowsAbove);
  return { rowsAbove, header, body, delimiter };
}

/** True for the ZIP archives that spreadsheets store their workbooks in. */
export function isWorkbook(bytes: ArrayBuffer): boolean {
  const [first, second, third] = new Uint8Array(bytes);
  return first === 0x50 && second === 0x4b && third === 0x03;
}

/** UTF-8 or UTF-16; otherwise what spreadsheets of western Europe write as "CSV". */
function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

export function hasContent(row: readonly string[]): boolean {
  return row.some((cell) => cell.trim() !== '');
}

/** The delimiter that the first line with any has most often. */
function delimiterOf(text: string): Delimiter {
  const isDelimited = (line: string) => DELIMITERS.some((delimiter) => line.includes(delimiter));
  const line = text.split(/\r\n?|\n/, HEADER_ROWS).find(isDelimited) ?? '';
  const [best] = DELIMITERS.toSorted((a, b) => line.split(b).length - line.split(a).length);
  return best ?? ',';
}

function readCsv(text: string, delimiter: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === delimiter) endCell();
    else if (letter === '\n' || (letter === '\r' && text[at + 1] !== '\n')) endRow();
    else if (letter !== '\r') cell += letter;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

export function writeCsv(rows: readonly (readonly string[])[], delimiter: Delimiter = ','): string {
  return rows.map((row) => `${row.map(quoted).join(delimiter)}\n`).join('');
}

function quoted(cell: string): string {
  return /[",;\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/**
 * The file with the columns that were mapped, under their new names, and those with one value for all rows; the others
 * are left out. Each row keeps its line, so that refusals name the line of the person's own file. The delimiter stays: the
 * import knows decimal commas by it.
 */
export function mapColumns(
  { rowsAbove, header, body, delimiter }: Table,
  names: readonly (string | undefined)[],
  write = (_name: string, cell: string) => cell,
  fixed: readonly (readonly [name: string, cell: string])[] = [],
): string {
  const kept = header.flatMap((_, index) => {
    const name = names[index];
    return name === undefined ? [] : [{ index, name }];
  });
  const rows = [
    ...Array.from({ length: rowsAbove }, () => []),
    [...kept.map(({ name }) => name), ...fixed.map(([name]) => name)],
    ...body.map((row) =>
      hasContent(row)
        ? [
            ...kept.map(({ index, name }) => write(name, row[index] ?? '')),
            ...fixed.map(([, cell]) => cell),
          ]
        : [],
    ),
  ];
  return writeCsv(rows, delimiter);
}
