import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mapColumns, readCsv, writeCsv } from '../../dashboard/src/csv.ts';

test('quotes, line breaks in cells, byte order marks and both line ends are read', () => {
  assert.deepEqual(readCsv('\uFEFFa,b\r\n"x ""y""","1\n2"\r\n\r\nz,\n'), [
    ['a', 'b'],
    ['x "y"', '1\n2'],
    ['z', ''],
  ]);
});

test('semicolons and tabs separate cells too', () => {
  assert.deepEqual(readCsv('name;mass\nBag;0,2'), [
    ['name', 'mass'],
    ['Bag', '0,2'],
  ]);
  assert.deepEqual(readCsv('name\tmass\nBag\t1'), [
    ['name', 'mass'],
    ['Bag', '1'],
  ]);
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
      assert.deepEqual(readCsv(writeCsv([...header, ...rows])), [...header, ...rows]);
    }),
  );
});

test('columns get the names of the API, and those without one are left out', () => {
  const rows = readCsv('Artikel;Farbe;Gewicht\nTasche;rot;0.2\nHut;;0.1');
  assert.equal(
    mapColumns(rows, ['name', undefined, 'netMassKg']),
    'name,netMassKg\nTasche,0.2\nHut,0.1\n',
  );
});
