/** A block of a SimaPro file: `Process`, `Units`, `Airborne emissions` …, up to its `End`. */
export type SimaProBlock = {
  readonly name: string;
  /** Rows of a block without sections. */
  readonly rows: readonly (readonly string[])[];
  /** Rows by section: `Products`, `Materials/fuels`, `Process name` … */
  readonly sections: ReadonlyMap<string, readonly (readonly string[])[]>;
};

export type SimaProFile = {
  readonly decimalComma: boolean;
  readonly blocks: readonly SimaProBlock[];
};

const SEPARATORS: Readonly<Record<string, string>> = { semicolon: ';', comma: ',', tab: '\t' };

/** Cuts a SimaPro CSV file into blocks; a section of a process begins after an empty line. */
export function simaProBlocks(text: string): SimaProFile {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const header = (name: string) =>
    new RegExp(`^"?\\{${name}: *([^}]*)\\}`, 'im').exec(text.slice(0, 5000))?.[1]?.trim() ?? '';
  const separator = SEPARATORS[header('CSV separator').toLowerCase()] ?? ';';
  const decimalComma = header('Decimal separator') === ',';
  const blocks: SimaProBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const name = headOf(lines[at] ?? '', separator);
    // Lines of several cells between blocks are the header of a file that a spreadsheet has saved.
    if (name === '' || name.includes(separator) || /^"?\{/.test(name)) continue;
    let end = at + 1;
    while (end < lines.length && !isEnd(headOf(lines[end] ?? '', separator))) end += 1;
    blocks.push(blockOf(name, lines.slice(at + 1, end), separator));
    // A file that a spreadsheet has saved may have no `End` before the next process.
    at = headOf(lines[end] ?? '', separator) === 'Process' ? end - 1 : end;
  }
  return { decimalComma, blocks };
}

function isEnd(head: string): boolean {
  return head === 'End' || head === 'Process';
}

/** A line without the empty cells that a spreadsheet puts behind it. */
function headOf(line: string, separator: string): string {
  let end = line.length;
  while (end > 0 && (line[end - 1] === separator || line[end - 1]?.trim() === '')) end -= 1;
  return line.slice(0, end).trim();
}

function blockOf(name: string, lines: readonly string[], separator: string): SimaProBlock {
  const sections = new Map<string, string[][]>();
  const rows: string[][] = [];
  let section: string[][] | undefined;
  let isAfterEmpty = true;
  for (const line of lines) {
    const text = headOf(line, separator);
    if (text === '') {
      isAfterEmpty = true;
      continue;
    }
    const cells = cellsOf(line, separator);
    rows.push(cells);
    if (isAfterEmpty) {
      section = sections.getOrInsert(text, []);
    } else {
      section?.push(cells);
    }
    isAfterEmpty = false;
  }
  return { name, rows, sections };
}

/** Cells of one line; a quoted cell may hold the separator. */
function cellsOf(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((cell) => cell.trim());
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (const letter of line) {
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === separator && !isQuoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += letter;
  }
  return [...cells, cell.trim()];
}
