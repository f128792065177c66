import { textOf } from './text.ts';
import { elementAt, elementsAt, textAt, type XmlElement, xmlRecords } from './xml.ts';
import { zippedFiles } from './zip.ts';

const MOST_ROWS = 1_000_000;
const MOST_COLUMNS = 1000;
const MOST_STRINGS = 2_000_000;

/** One row of a sheet: its number, from 1, its cells, and the places of those that are numbers. */
type SheetRow = {
  readonly line: number;
  readonly cells: readonly string[];
  readonly numbers: ReadonlySet<number>;
};

/**
 * The rows of a sheet of an Office Open XML workbook (ECMA-376): the named one, or else the first.
 * Formulas give the value that was saved with them; formats and dates are not interpreted.
 */
export async function* sheetRows(
  workbook: Buffer,
  sheetName: string | undefined,
): AsyncGenerator<SheetRow> {
  const parts = await partsOf(workbook, (name) => PARTS.has(name));
  const strings = await sharedStrings(parts.get(STRINGS));
  const path = await sheetPath(parts, sheetName);
  const sheet = (await partsOf(workbook, (name) => name === path)).get(path);
  if (sheet === undefined) throw new Error('The workbook lacks the file of its sheet.');
  let rows = 0;
  for await (const row of xmlRecords(sheet, new Set(['row']))) {
    rows += 1;
    if (rows > MOST_ROWS) throw new Error(`The sheet has more than ${MOST_ROWS} rows.`);
    const cells: string[] = [];
    const numbers = new Set<number>();
    for (const cell of row.children) {
      const column = columnOf(cell.attributes['r'] ?? '') ?? cells.length;
      if (column >= MOST_COLUMNS)
        throw new Error(`The sheet has more than ${MOST_COLUMNS} columns.`);
      while (cells.length < column) cells.push('');
      cells[column] = cellText(cell, strings);
      if ((cell.attributes['t'] ?? 'n') === 'n') numbers.add(column);
    }
    yield { line: Number(row.attributes['r'] ?? rows), cells, numbers };
  }
}

const STRINGS = 'xl/sharedStrings.xml';
const WORKBOOK = 'xl/workbook.xml';
const LINKS = 'xl/_rels/workbook.xml.rels';
const PARTS: ReadonlySet<string> = new Set([STRINGS, WORKBOOK, LINKS]);

async function partsOf(
  workbook: Buffer,
  isWanted: (name: string) => boolean,
): Promise<Map<string, string>> {
  const parts = new Map<string, string>();
  for await (const { name, bytes } of zippedFiles(workbook, isWanted))
    parts.set(name, textOf(bytes));
  return parts;
}

async function sheetPath(
  parts: ReadonlyMap<string, string>,
  sheetName: string | undefined,
): Promise<string> {
  const sheets = await recordsIn(parts.get(WORKBOOK), 'sheet');
  const chosen =
    sheetName === undefined
      ? sheets[0]
      : sheets.find(({ attributes }) => attributes['name'] === sheetName);
  if (chosen === undefined) {
    const names = sheets.map(({ attributes }) => attributes['name']).join(', ');
    throw new Error(`The workbook has no sheet ${sheetName ?? ''}; its sheets are ${names}.`);
  }
  const links = await recordsIn(parts.get(LINKS), 'Relationship');
  const target = links.find(({ attributes }) => attributes['Id'] === chosen.attributes['id']);
  return (target?.attributes['Target'] ?? '').replace(/^\/?(xl\/)?/, 'xl/');
}

async function recordsIn(xml: string | undefined, name: string): Promise<XmlElement[]> {
  if (xml === undefined) throw new Error('Not an Office Open XML workbook (.xlsx).');
  return Array.fromAsync(xmlRecords(xml, new Set([name])));
}

async function sharedStrings(xml: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (xml === undefined) return strings;
  for await (const item of xmlRecords(xml, new Set(['si']))) {
    if (strings.push(richText(item)) > MOST_STRINGS) {
      throw new Error(`The workbook has more than ${MOST_STRINGS} texts.`);
    }
  }
  return strings;
}

/** A text in one run, or in several with formats of their own. */
function richText(item: XmlElement): string {
  const runs = elementsAt(item, 'r').map((run) => textAt(run, 't'));
  return textAt(item, 't') + runs.join('');
}

function cellText(cell: XmlElement, strings: readonly string[]): string {
  const value = textAt(cell, 'v');
  switch (cell.attributes['t']) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr': {
      const inline = elementAt(cell, 'is');
      return inline === undefined ? '' : richText(inline);
    }
    default:
      return value;
  }
}

/** `C7` is column 2. */
function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
