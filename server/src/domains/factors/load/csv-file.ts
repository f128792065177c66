import { readFile } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';

/** A line of a small table of the data folder, by its column names. */
export type TableLine = Readonly<Record<string, string>>;

/** Reads a reference table whole; sets of factors are streamed instead. */
export async function readTable(file: URL): Promise<TableLine[]> {
  return parse(await readFile(file), { columns: true, bom: true });
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
