import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFactors, zipOf } from './testing.ts';

test('reads a table with semicolons, decimal commas, a byte order mark and German headers', async () => {
  const csv =
    '\ufeffBezeichnung;Wert;Einheit;Land;Jahr\nStahl;1.234,5;t;DE;2024\nStrom;0,38;kWh;DE;2024\n';
  const { factors, problems, changes } = await readFactors('CSV', csv);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    factors.map(({ name, co2eKgPerUnit, unit, geography, year }) => [
      name,
      co2eKgPerUnit,
      unit,
      geography,
      year,
    ]),
    [
      ['Stahl', 1234.5, 't', 'DE', 2024],
      ['Strom', 0.38, 'kWh', 'DE', 2024],
    ],
  );
  assert.equal(factors[0]?.sourceId, 'Stahl | DE | t | 2024');
  assert.ok(changes.some((change) => change === 'Wert: "1.234,5" is read as 1234.5.'));
});

test('reads Windows-1252 and UTF-16, tabs, and headers that state the unit', async () => {
  const table = 'Matériau\tkg CO2e / m2\nCuir\t17\n';
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(table, 'utf16le')]);
  const columns = new Map([['Matériau', 'name']]);
  for (const bytes of [Buffer.from(table, 'latin1'), utf16]) {
    const { factors, problems } = await readFactors('CSV', bytes, { columns });
    assert.deepEqual(problems, []);
    assert.equal(factors[0]?.name, 'Cuir');
    assert.equal(factors[0]?.unit, 'm2');
    assert.equal(factors[0]?.co2eKgPerUnit, 17);
  }
});

test('refuses a number that can be 1.234 or 1234 until the caller says which', async () => {
  const csv = 'name;unit;kgco2e_per_unit\nA;kg;1,234\n';
  const unclear = await readFactors('CSV', csv);
  assert.match(
    unclear.problems[0]?.message ?? '',
    /co2eKgPerUnit 1,234 can mean 1\.234 or 1234: set decimalComma/,
  );
  const clear = await readFactors('CSV', csv, { decimalComma: true });
  assert.equal(clear.factors[0]?.co2eKgPerUnit, 1.234);
});

test('leaves no separator out that groups no thousands', async () => {
  const numberIn = async (cell: string, decimalComma?: boolean) => {
    const csv = `name;unit;kgco2e_per_unit\nA;kg;${cell}\n`;
    const { factors } = await readFactors('CSV', csv, { decimalComma });
    return factors[0]?.co2eKgPerUnit;
  };
  assert.equal(await numberIn('0.25', true), 0.25);
  assert.equal(await numberIn('0.125', true), 0.125);
  assert.equal(await numberIn('2.5E-05', true), 2.5e-5);
  assert.equal(await numberIn('12,5', false), undefined);
  assert.equal(await numberIn('12,34.5'), undefined);
  assert.equal(await numberIn('12,34,567.5'), 1_234_567.5);
  assert.equal(await numberIn('1.234.567,5', true), 1_234_567.5);
  assert.equal(await numberIn('1,234', false), 1234);
});

test('finds the header below titles, and says so once', async () => {
  const csv =
    'Factors of ACME,,,\n,,,\nMaterial,,Footprint,\nname,unit,kg CO2e,country\nA,kg,1,DE\nB,kg,2,DE\n';
  const { factors, problems, changes } = await readFactors('CSV', csv);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    factors.map(({ name }) => name),
    ['A', 'B'],
  );
  const said = changes.filter((change) => change.startsWith('The header is in line 4;'));
  assert.equal(said.length, 1);
  const none = await readFactors('CSV', `title,\n${'a,b\n'.repeat(30)}`);
  assert.match(none.problems[0]?.message ?? '', /^The header lacks name, unit, kgco2e_per_unit/);
  assert.equal(none.problems.length, 1);
});

test('reads dates as their year and units as people write them, and says so', async () => {
  const csv = [
    'name,unit,kgco2e_per_unit,year',
    'A,tonnes,1,45292',
    'B,Stk.,1,01.03.2022',
    'C,m³,1,2021-12-31',
    'D,kg,1,99999',
    'E,Kg,1,2024',
    'F,KWH,1,2024',
    'G,lbs,1,2024',
    'H,Mg,1,2024',
  ].join('\n');
  const { factors, problems, changes } = await readFactors('CSV', csv);
  assert.deepEqual(
    factors.map(({ unit, year }) => [unit, year]),
    [
      ['t', 2024],
      ['piece', 2022],
      ['m3', 2021],
      ['kg', 2024],
      ['kWh', 2024],
      ['lb', 2024],
      ['Mg', 2024],
    ],
  );
  assert.match(problems[0]?.message ?? '', /year 99999 is not a year/);
  assert.ok(changes.includes('year: "45292" is read as the year 2024 (2024-01-01).'));
  assert.ok(changes.includes('unit: "tonnes" is read as t.'));
});

test('takes the mapping of the caller before words that it knows', async () => {
  const csv = 'name,long name,value,kg CO2,unit\nx,Steel,999,2.1,kg\n';
  const columns = new Map([
    ['long name', 'name'],
    ['name', 'id'],
    ['kg CO2', 'kgco2e_per_unit'],
  ]);
  const { factors, problems } = await readFactors('CSV', csv, { columns });
  assert.deepEqual(problems, []);
  assert.equal(factors[0]?.sourceId, 'x');
  assert.equal(factors[0]?.name, 'Steel');
  assert.equal(factors[0]?.co2eKgPerUnit, 2.1);
  assert.deepEqual(factors[0]?.details, { value: '999' });
});

test('refuses a mapping to a column that does not exist, and a table without a value', async () => {
  const wrong = await readFactors('CSV', 'a,b\n1,2\n', { columns: new Map([['a', 'weight']]) });
  assert.match(wrong.problems[0]?.message ?? '', /mapping names weight; the columns are id, name/);
  const none = await readFactors('CSV', 'sku,price\n1,2\n');
  assert.match(
    none.problems[0]?.message ?? '',
    /lacks name, unit, kgco2e_per_unit. It has sku, price/,
  );
});

function workbook(rows: string, strings: string): Uint8Array {
  const file = (name: string, xml: string) => ({ name, bytes: Buffer.from(xml) });
  return zipOf([
    file(
      'xl/workbook.xml',
      '<workbook xmlns:r="r"><sheets><sheet name="Notes" r:id="rId1"/><sheet name="Factors" r:id="rId2"/></sheets></workbook>',
    ),
    file(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    ),
    file('xl/sharedStrings.xml', `<sst>${strings}</sst>`),
    file('xl/worksheets/sheet1.xml', '<worksheet><sheetData/></worksheet>'),
    file('xl/worksheets/sheet2.xml', `<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  ]);
}

test('reads a sheet of a workbook: shared, inline and formula cells, and gaps between them', async () => {
  const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>kgco2e_per_unit</t></is></c></row>
    <row r="3"><c r="A3" t="str"><f>B1</f><v>Wool</v></c><c r="C3" t="inlineStr"><is><r><t>k</t></r><r><t>g</t></r></is></c><c r="D3"><v>24.125</v></c></row>`;
  const bytes = workbook(rows, '<si><t>name</t></si><si><t>unit</t></si>');
  const { factors, problems } = await readFactors('XLSX', bytes, { sheet: 'Factors' });
  assert.deepEqual(problems, []);
  assert.deepEqual(
    [factors[0]?.name, factors[0]?.unit, factors[0]?.co2eKgPerUnit],
    ['Wool', 'kg', 24.125],
  );
  // A number of the workbook has no separators of a language.
  const asked = await readFactors('XLSX', bytes, { sheet: 'Factors', decimalComma: true });
  assert.equal(asked.factors[0]?.co2eKgPerUnit, 24.125);
  const other = await readFactors('XLSX', bytes, { sheet: 'Prices' });
  assert.match(other.problems[0]?.message ?? '', /no sheet Prices; its sheets are Notes, Factors/);
});

test('refuses a workbook with too many columns, and what is no workbook', async () => {
  const wide = workbook('<row r="1"><c r="XFD1"><v>1</v></c></row>', '');
  const { problems } = await readFactors('XLSX', wide, { sheet: 'Factors' });
  assert.match(problems[0]?.message ?? '', /more than 1000 columns/);
  const other = await readFactors('XLSX', zipOf([{ name: 'a.txt', bytes: Buffer.from('a') }]));
  assert.match(other.problems[0]?.message ?? '', /Not an Office Open XML workbook/);
});

test('refuses a factor of 0 or less unless it is declared as a removal', async () => {
  const csv = 'name,unit,kgco2e_per_unit,lifecycle_phase\nA,kg,-1,\nB,kg,0,\nC,kg,-2,removal\n';
  const { factors, problems } = await readFactors('CSV', csv);
  assert.deepEqual(
    problems.map(({ line }) => line),
    [2, 3],
  );
  assert.equal(factors[0]?.co2eKgPerUnit, -2);
});
