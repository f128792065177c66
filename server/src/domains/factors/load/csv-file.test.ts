import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { linesOf } from './csv-file.ts';

const TABLES: Readonly<Record<string, string>> = {
  'plain cells, some of them empty': 'id,name,unit\na,,kg\n,b,\n',
  'lines that end as on Windows': 'id,name\r\na,"one\r\ntwo"\r\n',
  'a last line without an end': 'id,name\na,b',
  'a last cell that is empty, without an end': 'id,name\na,',
  'quoted cells with quotes, commas and lines': 'id,"the name"\n"a ""b"", c","one\ntwo"\n"",""""\n',
  'letters beyond ASCII after a byte order mark': '\ufeffid,name\né,"日本語 🏭"\n',
  'no lines': 'id,name\n',
  nothing: '',
};

for (const [what, text] of Object.entries(TABLES)) {
  test(`reads ${what} as csv-parse does`, () => {
    const bytes = Buffer.from(text);
    assert.deepEqual(linesOf(bytes), parse(bytes, { columns: true, bom: true }));
  });
}

test('refuses a table that is cut off or has a row of another length', () => {
  assert.throws(() => linesOf(Buffer.from('id,name\na,"b\n')), /A quoted cell .* does not end/);
  assert.throws(() => linesOf(Buffer.from('id,name\na,"b"c\n')), /Row 2 .* after a quoted cell/);
  assert.throws(() => linesOf(Buffer.from('id,name\na\n')), /Row 2 .* has 1 cells, not 2/);
});
