import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCsv } from './csv.ts';
import type { FactorDraft, ImportOptions, ReadRow, RowProblem } from './draft.ts';
import { readJson } from './json.ts';

type Reader = (source: AsyncIterable<Uint8Array>, options: ImportOptions) => AsyncIterable<ReadRow>;

async function read(
  reader: Reader,
  text: string,
  partLength = 7,
): Promise<{ factors: FactorDraft[]; problems: RowProblem[] }> {
  const factors: FactorDraft[] = [];
  const problems: RowProblem[] = [];
  for await (const row of reader(inParts(text, partLength), { isPartial: false })) {
    if ('problem' in row) problems.push(row.problem);
    else factors.push(row.factor);
  }
  return { factors, problems };
}

/** As a network delivers it: in parts that end anywhere, inside a letter too. */
async function* inParts(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

test('reads CSV rows with their indicators, gas parts and columns of their own', async () => {
  const { factors, problems } = await read(
    readCsv,
    `id,name,unit,kgco2e_per_unit,geography,year,gwp_set,biogenic_co2_kg,WU [m3 world eq deprived],supplier
mill-7,"Jersey, dyed é",kg,7.25,PT,2026,AR6-100,0.4,1.5,Tinturaria Lda
`,
  );
  assert.deepEqual(problems, []);
  const [factor] = factors;
  assert.equal(factor?.sourceId, 'mill-7');
  assert.equal(factor?.name, 'Jersey, dyed é');
  assert.equal(factor?.co2eKgPerUnit, 7.25);
  assert.equal(factor?.year, 2026);
  assert.equal(factor?.biogenicCo2Kg, 0.4);
  assert.deepEqual(factor?.indicators, { WU: 1.5 });
  assert.deepEqual(factor?.details, { supplier: 'Tinturaria Lda' });
});

test('names every fault of a CSV row with its line, and reads the rows around it', async () => {
  const { factors, problems } = await read(
    readCsv,
    `id,name,unit,kgco2e_per_unit,geography,year
a,A,kg,1,FR,2025
b,,kg,one,Narnia,1825
c,C,kg
d,D,kg,4,GLO,
`,
  );
  assert.deepEqual(
    factors.map((factor) => factor.sourceId),
    ['a', 'd'],
  );
  assert.deepEqual(
    problems.map((problem) => problem.line),
    [3, 4],
  );
  const [faulty, short] = problems;
  assert.equal(faulty?.row, 'b');
  assert.match(faulty?.message ?? '', /not a number: one.*Narnia.*1825.*name is missing/);
  assert.match(short?.message ?? '', /Invalid Record Length/);
});

test('refuses a CSV file without the columns a factor needs', async () => {
  const { factors, problems } = await read(readCsv, 'sku,price\n1,2\n');
  assert.equal(factors.length, 0);
  assert.match(problems[0]?.message ?? '', /lacks name, unit, kgco2e_per_unit/);
});

test('reads JSON Lines as it arrives and says which line is not a factor', async () => {
  const { factors, problems } = await read(
    readJson,
    `{"id":"x","name":"X","unit":"kWh","co2eKgPerUnit":0.05,"geography":"NO","indicators":{"CC":0.05,"AP":1e-4}}
{"id":"y","name":"Y","unit":"kWh","co2eKgPerUnit":"much"}
{"id":"z","name":"Z","unit":"kWh","co2eKgPerUnit":0,"indicators":{"SMELL":1}}
`,
  );
  assert.deepEqual(factors[0]?.indicators, { CC: 0.05, AP: 1e-4 });
  assert.deepEqual(
    problems.map(({ line, row }) => [line, row]),
    [
      [2, 'y'],
      [3, 'z'],
    ],
  );
  assert.match(problems[1]?.message ?? '', /SMELL is not an impact category/);
});

test('reads a JSON document over many lines, indicators as the API lists them', async () => {
  const factor = {
    id: 'x',
    name: 'X',
    unit: 'kg',
    co2eKgPerUnit: 2,
    indicators: [{ category: 'CC', value: 2 }],
  };
  for (const document of [[factor], { factors: [factor] }]) {
    const { factors, problems } = await read(readJson, JSON.stringify(document, undefined, 2));
    assert.deepEqual(problems, []);
    assert.deepEqual(factors[0]?.indicators, { CC: 2 });
    assert.equal(factors[0]?.geography, 'GLO');
    assert.equal(factors[0]?.gwpSet, 'not stated');
  }
});

test('says so when a document is not JSON or not a list of factors', async () => {
  const cut = await read(readJson, '[\n{"id": "x",');
  assert.match(cut.problems[0]?.message ?? '', /^Not JSON/);
  const other = await read(readJson, '[1]');
  assert.match(other.problems[0]?.message ?? '', /must be a JSON object/);
});
