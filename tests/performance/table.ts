/** Result of a benchmark: printed for people, written as JSON for machines. */
export type Table = {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly notes: readonly string[];
};

/** Prints a table in aligned columns: words to the left, numbers to the right. */
export function printTable({ title, columns, rows, notes }: Table): void {
  const cells = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, at) => Math.max(...cells.map((row) => (row[at] ?? '').length)));
  const lines = cells.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  '),
  );
  process.stdout.write(`\n${[title, '', ...lines, '', ...notes].join('\n')}\n`);
}
