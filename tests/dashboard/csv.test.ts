import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  isWorkbook,
  mapColumns,
  readTable,
  writeCsv,
} from '../../dashboard/src/pages/imports/csv.ts';

const tableOf = (text: string) => readTable(Uint8Array.from(Buffer.from(text)).buffer);

/** Header and rows, those without content too. */
function rowsOf(text: string): readonly (readonly string[])[] {
  const { header, body } = tableOf(text);
  return [header, ...body];
}

test('quotes, line breaks in cells, byte order marks and both line ends are read', () => {
  assert.deepEqual(rowsOf('\uFEFFa,b\r\n"x ""y""","1\n2"\r\n\r\nz,\n'), [
    ['a', 'b'],
    ['x "y"', '1\n2'],
    [''],
    ['z', ''],
  ]);
});

test('carriage returns alone end lines, as spreadsheets of earlier Macs write them', () => {
  assert.deepEqual(rowsOf('name;mass\rBag;0,2\rHat;0,1\r'), [
    ['name', 'mass'],
    ['Bag', '0,2'],
    ['Hat', '0,1'],
  ]);
});

test('a workbook is recognised by its first bytes, and a CSV file that begins alike is none', () => {
  assert.ok(isWorkbook(Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x14]).buffer));
  assert.ok(!isWorkbook(Uint8Array.from(Buffer.from('PKW;Gewicht\nKombi;1')).buffer));
});

test('a column with one value for all rows is added, and cells may be written anew', () => {
  const table = tableOf('Artikel;Land\nTasche;Portugal\n;\nHut;PT');
  const write = (name: string, cell: string) => (name === 'originCountry' ? 'PT' : cell);
  assert.equal(
    mapColumns(table, ['name', 'originCountry'], write, [['priceCurrency', 'EUR']]),
    'name;originCountry;priceCurrency\nTasche;PT;EUR\n\nHut;PT;EUR\n',
  );
});

test('semicolons and tabs separate cells too', () => {
  assert.deepEqual(rowsOf('name;mass\nBag;0,2'), [
    ['name', 'mass'],
    ['Bag', '0,2'],
  ]);
  assert.deepEqual(rowsOf('name\tmass\nBag\t1'), [
    ['name', 'mass'],
    ['Bag', '1'],
  ]);
});

test('UTF-16 and Windows-1252 are read as what they are', () => {
  const texts = [Buffer.from('\uFEFFMütze;1\n', 'utf16le'), Buffer.from('Mütze;1\n', 'latin1')];
  for (const bytes of texts) {
    assert.deepEqual(readTable(Uint8Array.from(bytes).buffer).header, ['Mütze', '1']);
  }
});

test('whatever is written is read again', () => {
  const cell = fc.string().map((text) => text.replaceAll('\uFEFF', ''));
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }),
    );
  fc.assert(
    fc.property(table, (rows) => {
      const header = rows.map((row) => row.map((_, index) => `c${index}`)).slice(0, 1);
      assert.deepEqual(rowsOf(writeCsv([...header, ...rows])), [...header, ...rows]);
    }),
  );
});

test('columns get the names of the API, and those without one are left out', () => {
  const table = tableOf('Artikel;Farbe;Gewicht\nTasche;rot;0.2\nHut;;0,1\nHut, groß;;1.250,5');
  assert.equal(
    mapColumns(table, ['name', undefined, 'netMassKg']),
    'name;netMassKg\nTasche;0.2\nHut;"0,1"\n"Hut, groß";"1.250,5"\n',
  );
  const english = tableOf('Article,Mass\nBag,"1,250"');
  assert.equal(mapColumns(english, ['name', 'netMassKg']), 'name,netMassKg\nBag,"1,250"\n');
});

test('below a title and merged headings the header is found, and every row keeps its line', () => {
  const table = tableOf('Collection;;\n;Article;\nName;Colour;Mass\nBag;red;0,2\n;;\nHat;;0,1\n');
  assert.equal(table.rowsAbove, 2);
  assert.equal(
    mapColumns(table, ['name', undefined, 'netMassKg']),
    '\n\nname;netMassKg\nBag;"0,2"\n\nHat;"0,1"\n',
  );
});
