import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRODUCTS_CSV } from '../products/csv.ts';
import { type CsvHeader, csvHeader, csvLine, readCells } from './csv.ts';

const of = (...columns: readonly string[]): CsvHeader => ({ columns, delimiter: ',' });

test('numbers have decimal commas only where cells are not separated by them', () => {
  const columns = ['netMassKg', 'declaredAmount', 'priceAmount', 'volumeM3', 'sku'];
  const cells = ['0,2', '1.249,50', '19,90', '1,2E-05', '0,2'];
  const read = (delimiter: CsvHeader['delimiter']) =>
    readCells(PRODUCTS_CSV, { columns, delimiter }, cells).fields;
  const numbers = {
    netMassKg: 0.2,
    declaredUnit: { amount: 1249.5 },
    price: { amount: '19.90' },
    volumeM3: 1.2e-5,
    sku: '0,2',
  };
  assert.deepEqual(read(';'), numbers);
  assert.deepEqual(read('\t'), numbers);
  assert.deepEqual(read(','), {
    netMassKg: '0,2',
    declaredUnit: { amount: '1.249,50' },
    price: { amount: '19,90' },
    volumeM3: '1,2E-05',
    sku: '0,2',
  });
});

test('masses of materials follow the numbers of their file, and a refused one says what to write', () => {
  const read = (delimiter: CsvHeader['delimiter'], cell: string) =>
    readCells(PRODUCTS_CSV, { columns: ['materials'], delimiter }, [cell]);
  const components = [
    { material: 'Glas', massKg: 0.4 },
    { material: 'Kork', massKg: 0.01 },
  ];
  for (const delimiter of [';', '\t'] as const)
    assert.deepEqual(read(delimiter, 'Glas:0,4; Kork:0.01'), {
      fields: { components },
      problems: [],
    });
  const message = (mass: string, example: string) =>
    `"${mass}" is not a mass in kg: write a number with a decimal point and without a unit, such as "${example}".`;
  const path = ['materials'];
  assert.deepEqual(read(',', 'Glas:0,4;Kork:10 g').problems, [
    { path, code: 'INVALID_VALUE', message: message('0,4', 'Glas:0.4') },
    { path, code: 'INVALID_VALUE', message: message('10 g', 'Kork:0.2') },
  ]);
});

test('materials, lists, money and JSON become fields; an empty cell empties', () => {
  const header = of(
    'name',
    'tags',
    'priceAmount',
    'priceCurrency',
    'materials',
    'endOfLife',
    'sku',
  );
  const cells = [
    'Shirt',
    'a; b;',
    '19.90',
    'EUR',
    'cotton fibre:0.15;elastane:0.01',
    '{"country":"FR"}',
    '',
  ];
  assert.deepEqual(readCells(PRODUCTS_CSV, header, cells), {
    fields: {
      name: 'Shirt',
      tags: ['a', 'b'],
      price: { amount: '19.90', currencyCode: 'EUR' },
      components: [
        { material: 'cotton fibre', massKg: 0.15 },
        { material: 'elastane', massKg: 0.01 },
      ],
      endOfLife: { country: 'FR' },
      sku: null,
    },
    problems: [],
  });
});

test('reports what it cannot read by its column', () => {
  const { problems } = readCells(PRODUCTS_CSV, of('packaging', 'materials', 'components'), [
    '{',
    'wood:1',
    '[]',
  ]);
  assert.deepEqual(
    problems.map(({ path, code }) => [path, code]),
    [
      [['packaging'], 'INVALID_JSON'],
      [['materials'], 'EXACTLY_ONE'],
    ],
  );
});

test('no cell that is written begins a formula, and each is read back as it was', () => {
  for (const name of [
    '=1+1',
    '+1',
    '-1',
    '@x',
    "'quoted",
    '\tx',
    'plain',
    'with "quotes", and\nlines',
  ]) {
    const [cell = ''] = csvLine({ ...PRODUCTS_CSV, columns: { name: 'TEXT' } }, { name }).split(
      '\r\n',
    );
    assert.doesNotMatch(cell, /^"?[=+\-@\t]/);
    const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    assert.deepEqual(readCells(PRODUCTS_CSV, of('name'), [text]).fields, { name });
  }
  assert.match(csvHeader(PRODUCTS_CSV), /^id,externalId,name,/);
});
