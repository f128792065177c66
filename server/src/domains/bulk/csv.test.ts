import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRODUCTS_CSV } from '../products/csv.ts';
import { csvHeader, csvLine, readCells } from './csv.ts';

test('materials, lists, money and JSON become fields; an empty cell empties', () => {
  const header = ['name', 'tags', 'priceAmount', 'priceCurrency', 'materials', 'endOfLife', 'sku'];
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
  const { problems } = readCells(
    PRODUCTS_CSV,
    ['packaging', 'materials', 'components'],
    ['{', 'wood:1', '[]'],
  );
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
    assert.deepEqual(readCells(PRODUCTS_CSV, ['name'], [text]).fields, { name });
  }
  assert.match(csvHeader(PRODUCTS_CSV), /^id,externalId,name,/);
});
