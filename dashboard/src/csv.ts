/** CSV as in RFC 4180, with the delimiters of European spreadsheets. */

const DELIMITERS = [',', ';', '\t'] as const;

/** The delimiter that the first line has most often. */
function delimiterOf(text: string): string {
  const [line = ''] = text.split('\n', 1);
  const [best] = DELIMITERS.toSorted((a, b) => line.split(b).length - line.split(a).length);
  return best ?? ',';
}

/** Rows of cells. Lines without any cell are left out. */
export function readCsv(text: string): string[][] {
  const delimiter = delimiterOf(text);
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
    if (row.length > 1 || row[0] !== '') rows.push(row);
    row = [];
  };
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at];
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"' && cell === '') isQuoted = true;
    else if (letter === delimiter) endCell();
    else if (letter === '\n') endRow();
    else if (letter !== '\r') cell += letter;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

export function writeCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(quoted).join(',')}\n`).join('');
}

function quoted(cell: string): string {
  return /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** The file with the columns that were mapped, under their new names; the others are left out. */
export function mapColumns(
  [header = [], ...rows]: readonly (readonly string[])[],
  names: readonly (string | undefined)[],
): string {
  const kept = header.flatMap((_, index) => {
    const name = names[index];
    return name === undefined ? [] : [{ index, name }];
  });
  return writeCsv([
    kept.map(({ name }) => name),
    ...rows.map((row) => kept.map(({ index }) => row[index] ?? '')),
  ]);
}
