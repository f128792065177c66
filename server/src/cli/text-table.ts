const WIDTH = 80;
const GAP = '  ';

type Row = Readonly<Record<string, string>>;

/**
 * Rows as aligned columns of at most 80 characters, for people. Long texts go over several lines; if single words
 * are too long for that, each row becomes a block with a line per column.
 */
export function table(rows: readonly Row[]): string {
  const [first] = rows;
  if (first === undefined) return '(none)';
  const columns = Object.keys(first);
  const widths = fittingWidths(columns, rows);
  if (widths === undefined) return rows.map((row) => blockOf(columns, row)).join('\n\n');
  const header = Object.fromEntries(columns.map((column) => [column, column]));
  return [header, ...rows].flatMap((row) => linesOf(columns, widths, row)).join('\n');
}

/** A text in lines of at most so many characters, broken between words. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else lines.push(word);
  }
  return lines;
}

/** Widths that fit, the widest columns narrowed first; undefined if the longest words do not fit. */
function fittingWidths(columns: readonly string[], rows: readonly Row[]): number[] | undefined {
  const texts = columns.map((column) => [column, ...rows.map((row) => row[column] ?? '')]);
  const least = texts.map((cells) => longest(cells.flatMap((cell) => cell.split(' '))));
  const widths = texts.map(longest);
  const available = WIDTH - GAP.length * (columns.length - 1);
  while (sum(widths) > available) {
    const slack = widths.map((width, at) => (width > (least[at] ?? 0) ? width : 0));
    const widest = slack.indexOf(Math.max(...slack));
    if (slack[widest] === 0) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function linesOf(columns: readonly string[], widths: readonly number[], row: Row): string[] {
  const cells = columns.map((column, at) => wrapped(row[column] ?? '', widths[at] ?? WIDTH));
  const height = Math.max(...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, at) => (lines[line] ?? '').padEnd(widths[at] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

function blockOf(columns: readonly string[], row: Row): string {
  const labels = longest(columns);
  return columns
    .flatMap((column) => {
      const [start = '', ...others] = wrapped(row[column] ?? '', WIDTH - labels - GAP.length);
      return [
        `${column.padEnd(labels)}${GAP}${start}`,
        ...others.map((line) => `${' '.repeat(labels)}${GAP}${line}`),
      ];
    })
    .map((line) => line.trimEnd())
    .join('\n');
}

function longest(texts: readonly string[]): number {
  return Math.max(...texts.map((text) => text.length));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
