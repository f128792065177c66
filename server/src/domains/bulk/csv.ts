import type { CellForm, CsvForm } from '../../rules/bulk/bulk-type.ts';
import { withDecimalPoint } from '../../rules/bulk/decimal-comma.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import type { Delimiter } from './file-rows.ts';

type Json = Readonly<Record<string, unknown>>;

const NUMBER = /^[-+]?\d+(\.\d+)?([eE][-+]?\d+)?$/;
/** A cell that begins so is a formula to a spreadsheet; the apostrophe in front makes it text. */
const FORMULA = /^['=+\-@\t\r]/;
const GUARDED = /^'['=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** The columns of a file, and the separator of its cells. */
export type CsvHeader = { readonly columns: readonly string[]; readonly delimiter: Delimiter };

/** Given fields of a row: an empty cell clears a field, a missing column keeps it. */
export function readCells(
  form: CsvForm,
  { columns, delimiter }: CsvHeader,
  cells: readonly string[],
): { readonly fields: Json; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const values: Record<string, unknown> = {};
  // Between commas, 1,250 may have been meant as 1250: it is left as it is, and refused.
  const withPoint = delimiter === ',' ? (number: string) => number : withDecimalPoint;
  columns.forEach((column, at) => {
    const cellForm = form.columns[column];
    if (cellForm === undefined) return;
    const text = cells[at] ?? '';
    const cell = GUARDED.test(text) ? text.slice(1) : text;
    const value = cellForm === 'NUMBER' || cellForm === 'DECIMAL' ? withPoint(cell) : cell;
    values[column] = value === '' ? null : cellValue(value, column, cellForm, problems);
  });
  return { fields: form.gather(values, problems, withPoint), problems };
}

function cellValue(cell: string, column: string, form: CellForm, problems: Problem[]): unknown {
  if (form === 'NUMBER') return NUMBER.test(cell.trim()) ? Number(cell) : cell;
  if (form === 'LIST' && !cell.startsWith('[')) {
    return cell
      .split(';')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  }
  if (form !== 'LIST' && form !== 'JSON') return cell;
  try {
    return JSON.parse(cell);
  } catch {
    problems.push({ path: [column], code: 'INVALID_JSON', message: 'The cell is not JSON.' });
    return null;
  }
}

export function csvHeader(form: CsvForm): string {
  return `${Object.keys(form.columns).join(',')}\r\n`;
}

/** A row as a line of CSV. */
export function csvLine(form: CsvForm, row: Json): string {
  const cells = form.spread(row);
  const texts = Object.entries(form.columns).map(([column, cellForm]) =>
    quoted(textOf(cells[column], cellForm)),
  );
  return `${texts.join(',')}\r\n`;
}

function textOf(value: unknown, form: CellForm): string {
  if (value === null || value === undefined) return '';
  if (form === 'NUMBER') return String(value);
  if (Array.isArray(value) && value.length === 0) return '';
  if (form === 'LIST' && Array.isArray(value) && value.every(isPlainItem)) return value.join(';');
  if (value instanceof Date) return value.toISOString();
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return FORMULA.test(text) ? `'${text}` : text;
}

function isPlainItem(item: unknown): boolean {
  return typeof item === 'string' && item.trim() === item && !/^['=+\-@[]|;/.test(item);
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
