import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type BulkFormat, type FileRow, rowSplitter } from './file-rows.ts';

function split(
  text: string | Buffer,
  format: BulkFormat = 'CSV',
  pieceBytes = 1_000_000,
): FileRow[] {
  const splitter = rowSplitter(format);
  const bytes = Buffer.from(text);
  const rows: FileRow[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    rows.push(...splitter.push(bytes.subarray(at, at + pieceBytes)));
  }
  return [...rows, ...splitter.end()];
}

const cellsIn = (text: string) => split(text).map(({ cells }) => cells);

test('reads CSV with a byte order mark, CRLF, quotes, line ends in cells and empty lines', () => {
  const text = '\u{feff}a,b\r\n1,"x, ""y"""\r\n\r\n2,"two\r\nlines"\r\n   \r\n3,';
  const rows = split(text);
  assert.deepEqual(
    rows.map(({ number, line, cells }) => [number, line, cells]),
    [
      [0, 1, ['a', 'b']],
      [1, 2, ['1', 'x, "y"']],
      [2, 4, ['2', 'two\nlines']],
      [3, 7, ['3', '']],
    ],
  );
  assert.equal(rows.at(-1)?.endByte, Buffer.byteLength(text));
});

test('rows of commas alone, as spreadsheets write empty ones, are none', () => {
  const text = ',\na,b\n1,x\n,\n , \n"",""\n,,,,\n2,y\n,';
  assert.deepEqual(
    split(text).map(({ number, line, cells }) => [number, line, cells]),
    [
      [0, 2, ['a', 'b']],
      [1, 3, ['1', 'x']],
      [2, 8, ['2', 'y']],
    ],
  );
});

test('the lines of a row have at most a megabyte together, so that no more is held', () => {
  const splitter = rowSplitter('CSV');
  const line = `${'a'.repeat(100_000)}\n`;
  const rows = splitter.push(Buffer.from(`name\n"${line.repeat(12)}`));
  assert.deepEqual(
    rows.slice(0, 3).map(({ line: at, problem }) => [at, problem]),
    [
      [1, null],
      [2, 'A quoted cell is never closed.'],
      [3, null],
    ],
  );
  const long = rowSplitter('CSV').push(Buffer.from(`name\n"${line.repeat(10)}"\n`));
  assert.equal(long.at(-1)?.cells[0]?.length, 1_000_010);
});

test('a quote that is never closed costs one row, not the rest of the file', () => {
  const rows = split('a,b\n1,x\n2,"open\n3,y\n4,z\n');
  assert.deepEqual(
    rows.map(({ number, line, cells, problem }) => [number, line, cells, problem !== null]),
    [
      [0, 1, ['a', 'b'], false],
      [1, 2, ['1', 'x'], false],
      [2, 3, [], true],
      [3, 4, ['3', 'y'], false],
      [4, 5, ['4', 'z'], false],
    ],
  );
});

test('reports a cell too many, a cell too few and text after a quote, and reads the rows after them', () => {
  const rows = split('a,b\n1\n1,2,3\n"1"x,2\n1,2\n');
  assert.deepEqual(
    rows.map(({ problem }) => problem),
    [
      null,
      'Cells of the row: 1, of the header: 2.',
      'Cells of the row: 3, of the header: 2. A cell with a comma needs quotes.',
      'A quoted cell must end with a quote right before the next comma.',
      null,
    ],
  );
});

test('a quote inside of an unquoted cell is a quote, also after a cell of several lines', () => {
  assert.deepEqual(cellsIn('a,b\n5" pipe,x\n"black,\nmatte",27"\ny,z\n'), [
    ['a', 'b'],
    ['5" pipe', 'x'],
    ['black,\nmatte', '27"'],
    ['y', 'z'],
  ]);
});

test('lines that keep a cell open are read once or twice, and not again with each line after them', () => {
  const cell = 'x'.repeat(5_000);
  const cpuMsOf = (lines: string, times: number): number => {
    const splitter = rowSplitter('CSV');
    splitter.push(Buffer.from('a,b\n'));
    const piece = Buffer.from(lines.repeat(12));
    const before = process.threadCpuUsage();
    for (let time = 0; time < times; time += 1) splitter.push(piece);
    return process.threadCpuUsage(before).user / 1_000;
  };
  const plainMs = cpuMsOf(`"${cell}",b\n`, 4_000);
  const openMs = cpuMsOf(`",a${cell}","\n`, 40);
  assert.ok(openMs < 10 * plainMs, `${openMs} ms, and ${plainMs} ms for plain rows`);
});

test('reports lines that are too long or not UTF-8 by their number', () => {
  const long = `{"name":"${'x'.repeat(1024 * 1024)}"}`;
  const text = Buffer.concat([
    Buffer.from('{"a":1}\n'),
    Buffer.from([0xff, 0x0a]),
    Buffer.from(`${long}\n{"b":2}`),
  ]);
  for (const pieceBytes of [700, 1_000_000]) {
    const rows = split(text, 'JSONL', pieceBytes);
    assert.deepEqual(
      rows.map(({ line, problem }) => [line, problem]),
      [
        [1, null],
        [2, 'The line is not UTF-8. Spreadsheets save it as "CSV UTF-8".'],
        [3, 'The line is longer than 1 MB.'],
        [4, null],
      ],
    );
    assert.ok((rows[2]?.text.length ?? 0) <= 1000, 'only its beginning is kept');
  }
});

const pieces = fc.array(fc.constantFrom('a', ',', '"', '""', '\n', '\r\n', 'é', '1,2\n'));

test('rows do not depend on how the file arrives, and no line is lost', () => {
  for (const format of ['CSV', 'JSONL'] as const) {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 1, max: 7 }), (parts, pieceBytes) => {
        const text = `a,b\n${parts.join('')}`;
        const whole = split(text, format);
        assert.deepEqual(split(text, format, pieceBytes), whole);
        // Commas and quotes alone may be a row of empty cells, which is none.
        const blank = format === 'CSV' ? /[\s,"]/g : /\s/g;
        const filledIn = (lines: string) =>
          lines.split('\n').filter((line) => line.replace(blank, '') !== '').length;
        const taken = whole.reduce((count, { text: own }) => count + filledIn(own), 0);
        assert.equal(taken, filledIn(text));
      }),
    );
  }
});

test('going on after any row gives the rows after it', () => {
  fc.assert(
    fc.property(pieces, fc.nat(20), (parts, at) => {
      const text = `a,b\n${parts.join('')}`;
      const rows = split(text);
      const last = rows[Math.min(at, rows.length - 1)];
      if (last === undefined) return;
      const splitter = rowSplitter(
        'CSV',
        { row: last.number, line: last.endLine, byte: last.endByte },
        { columns: 2, delimiter: ',' },
      );
      const rest = Buffer.from(text).subarray(last.endByte);
      const after = [...splitter.push(rest), ...splitter.end()];
      assert.deepEqual(after, rows.slice(rows.indexOf(last) + 1));
    }),
  );
});
