import {
  FIELDS,
  type Header,
  INDICATOR_COLUMN,
  NUMBER_COLUMNS,
  REQUIRED_COLUMNS,
  rawFactorOf,
  readHeaders,
} from './csv-columns.ts';
import { type ImportOptions, type ReadRow, type RowProblem, readDraft } from './draft.ts';
import { decimalOf } from './text.ts';

export type TableRow = {
  readonly line: number;
  readonly cells: readonly string[];
  /** Places of cells that are numbers of a workbook, which have a decimal point in every language. */
  readonly numbers?: ReadonlySet<number>;
};

/** Workbooks of people have titles, dates and notes above their header. */
const MOST_ROWS_ABOVE_HEADER = 20;

/** Factors of a table with a header, as a CSV file or a sheet has them. */
export async function* readTable(
  rows: AsyncIterable<TableRow>,
  options: ImportOptions,
): AsyncGenerator<ReadRow> {
  let headers: readonly Header[] | undefined;
  /** Fault of the first row, which is the header unless a later row is one. */
  let fault: RowProblem | undefined;
  let above = 0;
  const notes: string[] = [];
  for await (const row of rows) {
    const { line, cells } = row;
    if (cells.every((cell) => cell.trim() === '')) continue;
    if (headers !== undefined) {
      yield readCells(headers, row, options, notes.splice(0));
      continue;
    }
    const found = readHeaders(cells, options.columns);
    const message = faultOf(found, options.columns);
    if (message === undefined) {
      headers = found;
      if (above > 0) notes.push(`The header is in line ${line}; the lines above it are left out.`);
    } else fault ??= { line, message };
    above += 1;
    if (above > MOST_ROWS_ABOVE_HEADER) break;
  }
  if (headers === undefined && fault !== undefined) yield { problem: fault };
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
  { line: lineNumber, cells, numbers }: TableRow,
  { decimalComma }: ImportOptions,
  notes: readonly string[],
): ReadRow {
  const line: Record<string, string> = {};
  const changes = [...notes];
  for (const [at, { column, given, unit }] of headers.entries()) {
    const cell = (cells[at] ?? '').trim();
    if (cell === '') continue;
    const isNumber = NUMBER_COLUMNS.has(column) || INDICATOR_COLUMN.test(column);
    if (column === 'year') line[column] = yearIn(cell, given, changes);
    else if (column === 'unit') line[column] = unitIn(cell, given, changes);
    else if (!isNumber) line[column] = cell;
    else {
      const isWithComma = numbers?.has(at) === true ? false : decimalComma;
      line[column] = numberOf(cell, given, isWithComma, changes);
    }
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

/** The year of a date: 2024-03-01, 01.03.2024, 3/1/2024, or days since 1899-12-30 as workbooks store it. */
function yearIn(cell: string, header: string, changes: string[]): string {
  const isSerial =
    /^\d{5}$/.test(cell) && Number(cell) >= FIRST_SERIAL && Number(cell) <= LAST_SERIAL;
  const date = isSerial
    ? new Date(Date.UTC(1899, 11, 30) + Number(cell) * MS_PER_DAY).toISOString().slice(0, 10)
    : cell;
  const year =
    /^(\d{4})-\d{2}-\d{2}/.exec(date)?.[1] ?? /^\d{1,2}[./]\d{1,2}[./](\d{4})$/.exec(date)?.[1];
  if (year === undefined) return cell;
  changes.push(`${header}: "${cell}" is read as the year ${year}${isSerial ? ` (${date})` : ''}.`);
  return year;
}

const MS_PER_DAY = 86_400_000;
/** 1950-01-01 and 2100-12-31. */
const FIRST_SERIAL = 18_264;
const LAST_SERIAL = 73_415;

/** Units as people write them, in small letters. `mg` and `ml` are missing: `Mg` and `Ml` are a billion times as much. */
const UNITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    t: 't tonnes tons tonnen tonneladas ton to',
    kg: 'kg kgs kilogramm kilogramme kilogrammes kilograms kilogramo kilogrammo',
    g: 'g gr gram grams gramm gramme grammes',
    lb: 'lb lbs pound pounds',
    m2: 'm2 m² qm sqm',
    m3: 'm3 m³ cbm',
    l: 'l liter litre liters litres litro litri ltr',
    kWh: 'kwh',
    MWh: 'mwh',
    MJ: 'mj',
    GJ: 'gj',
    km: 'km',
    tkm: 'tkm',
    pair: 'pair pairs paar paire paires',
    piece: 'piece pieces stk stück pcs pc st pièce pieza pezzo stuk unit',
  }).flatMap(([unit, spellings]) =>
    spellings.split(' ').map((spelling): [string, string] => [spelling, unit]),
  ),
);

function unitIn(cell: string, header: string, changes: string[]): string {
  const unit = UNITS.get(cell.toLowerCase().replace(/\.$/, ''));
  if (unit === undefined || unit === cell) return cell;
  changes.push(`${header}: "${cell}" is read as ${unit}.`);
  return unit;
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
