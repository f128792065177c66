import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readFactors, zipOf } from './testing.ts';

const FIXTURES = join(import.meta.dirname, 'fixtures');

test('reads the whole U.S. database of 639 processes, and says what it cut off', async () => {
  const archive = readFileSync(join(FIXTURES, 'uslci-fy21q3-ecospold1.zip'));
  const { factors, problems, changes } = await readFactors('ECOSPOLD1', archive, {
    isPartial: true,
  });
  assert.ok(factors.length > 650, `${factors.length} factors`);
  assert.ok(problems.length < 60, `${problems.length} problems`);
  // The plastics industry publishes 2.2 kg CO2e/kg for virgin PET resin of North America.
  const pet = factors.find(({ name }) =>
    name.startsWith('Polyethylene terephthalate, PET, virgin'),
  );
  const value = pet?.co2eKgPerUnit ?? 0;
  assert.ok(value > 1.9 && value < 2.5, `PET ${value}`);
  assert.ok(
    changes.some((change) => change.startsWith('Left out, because the file has no process')),
  );
  assert.ok(problems.some(({ message }) => /loop consumes at least its own output/.test(message)));
});

test('refuses that database whole unless the caller asks for the part that can be used', async () => {
  const archive = readFileSync(join(FIXTURES, 'uslci-fy21q3-ecospold1.zip'));
  const { factors, problems } = await readFactors('ECOSPOLD1', archive);
  assert.equal(factors.length, 0);
  assert.ok(problems.some(({ message }) => /has no provider in the file/.test(message)));
});

const SIMAPRO = `{SimaPro 9.5}
{CSV separator: Semicolon}
{Decimal separator: ,}

Process

Category type
material

Process identifier
P1

Process name
Panel {DE}| production

Time period
2015-2019

Products
Panel {DE};kg;2;75;not defined;Wood;
Chips {DE};g;500;25;not defined;Wood;

Materials/fuels
Glue {DE};g;share * 100;Undefined;0;0;0;

Electricity/heat
Power {DE};kWh;1,5;Undefined;0;0;0;

Emissions to air
Methane, biogenic;low. pop.;g;10;Undefined;0;0;0;

Input parameters
share;0,5;Undefined;0;0;0;No;

End

Process

Process name
Glue {DE}

Products
Glue {DE};kg;1;100;not defined;Chemicals;

Emissions to air
Carbon dioxide, fossil;;kg;4;Undefined;0;0;0;

End

Process

Process name
Power {DE}

Products
Power {DE};MJ;3,6;100;not defined;Energy;

Emissions to air
Carbon dioxide, fossil;;kg;0,4;Undefined;0;0;0;

End
`;

test('reads SimaPro processes: units, parameters, decimal commas, shares of co-products', async () => {
  const { factors, problems } = await readFactors('SIMAPRO_CSV', SIMAPRO);
  assert.deepEqual(problems, []);
  const total = 0.05 * 4 + 1.5 * 0.4 + 0.01 * 27;
  const values = new Map(factors.map(({ sourceId, co2eKgPerUnit }) => [sourceId, co2eKgPerUnit]));
  assert.ok(Math.abs((values.get('P1') ?? 0) - (total * 0.75) / 2) < 1e-12);
  assert.ok(Math.abs((values.get('P1:Chips {DE}') ?? 0) - (total * 0.25) / 0.5) < 1e-12);
  assert.equal(factors[0]?.geography, 'DE');
  assert.equal(factors[0]?.year, 2019);
  assert.equal(factors.find(({ name }) => name === 'Power {DE}')?.unit, 'MJ');
});

test('reads the layout of SimaPro 8.0 as a spreadsheet saves it: empty cells, amount before unit, no End', async () => {
  const text = [
    'SimaPro 8.0.4.30;process;Date:;26.08.2016;Time:;15:28;;;',
    'Project;Hydrogen;;;;;;;',
    ';;;;;;;;',
    ...['Process', '', 'Category type;energy', 'Process identifier;H1', 'Time period;2015', ''],
    ...['Products', 'Hydrogen;2;MJ;100;not defined;Fuels', ''],
    ...['Materials/fuels', 'Zinc;0.5;kg;Undefined', ''],
    ...['Emissions to air', 'Carbon dioxide, fossil;low. pop.;3;kg;Undefined', ''],
    ...['Process', '', 'Process identifier;Z1', '', 'Products', 'Zinc;1;kg;100', ''],
    ...['Emissions to air', 'Carbon dioxide, fossil;;2000;g;Undefined'],
  ]
    .map((line) => `${line};;;`)
    .join('\r\n');
  const { factors, problems } = await readFactors('SIMAPRO_CSV', text);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    factors.map(({ sourceId, unit, co2eKgPerUnit, year }) => [sourceId, unit, co2eKgPerUnit, year]),
    [
      ['H1', 'MJ', 2, 2015],
      ['Z1', 'kg', 2, null],
    ],
  );
});

test('reads ecoSpold 1 of another generator, and refuses its co-product in another unit', async () => {
  const archive = readFileSync(join(FIXTURES, 'uslci-abs-excel2ecospold.zip'));
  const { factors, problems } = await readFactors('ECOSPOLD1', archive, { isPartial: true });
  assert.deepEqual(problems, []);
  const [abs, ...others] = factors;
  assert.deepEqual(others, []);
  assert.deepEqual([abs?.unit, abs?.year], ['kg', 2004]);
  // By hand from the file: CO2, methane (0.01934 fossil and 0.0014896 of no stated origin) and N2O, in kg per kg.
  const byHand = 3.3048 + 29.8 * (0.01934 + 0.0014896) + 273 * (7.2238e-5 + 1.0096e-6);
  assert.ok(Math.abs((abs?.co2eKgPerUnit ?? 0) / byHand - 1) < 1e-3, `${abs?.co2eKgPerUnit}`);
  const whole = await readFactors('ECOSPOLD1', archive);
  assert.match(whole.problems[0]?.message ?? '', /in another unit: export it with its allocation/);
});

test('an amount that names an unknown parameter refuses its process', async () => {
  const broken = SIMAPRO.replace('share * 100', 'shared * 100');
  const { problems } = await readFactors('SIMAPRO_CSV', broken);
  assert.match(problems[0]?.message ?? '', /amount shared \* 100 cannot be calculated/);
});

test('links ecoSpold 2 unit processes by their activity links', async () => {
  const dataset = (activity: string, product: string, more: string) =>
    `<activityDataset><activityDescription><activity id="${activity}"><activityName>${activity}</activityName></activity><geography><shortname>DE</shortname></geography><timePeriod endDate="2023-12-31"/></activityDescription><flowData>
    <intermediateExchange intermediateExchangeId="${product}" amount="1"><name>${product}</name><unitName>kg</unitName><outputGroup>0</outputGroup></intermediateExchange>${more}</flowData></activityDataset>`;
  const co2 = (amount: number) =>
    `<elementaryExchange elementaryExchangeId="e" amount="${amount}" casNumber="000124-38-9"><name>Carbon dioxide, fossil</name><unitName>kg</unitName><compartment><compartment>air</compartment></compartment><outputGroup>4</outputGroup></elementaryExchange>`;
  const input =
    '<intermediateExchange intermediateExchangeId="ore" activityLinkId="mine" amount="3"><name>ore</name><unitName>kg</unitName><inputGroup>5</inputGroup></intermediateExchange>';
  const xml = `<ecoSpold>${dataset('mine', 'ore', co2(0.1))}${dataset('quarry', 'ore', co2(9))}${dataset('smelter', 'metal', input + co2(2))}</ecoSpold>`;
  const { factors, problems } = await readFactors('ECOSPOLD2', xml);
  assert.deepEqual(problems, []);
  const metal = factors.find(({ name }) => name === 'metal | smelter');
  assert.ok(Math.abs((metal?.co2eKgPerUnit ?? 0) - 2.3) < 1e-12);
});

const PROCESS = {
  '@type': 'Process',
  '@id': 'steel',
  name: 'steel',
  exchanges: [
    {
      internalId: 1,
      flow: { '@id': 'steel', flowType: 'PRODUCT_FLOW', refUnit: 'kg' },
      amount: 1,
      isQuantitativeReference: true,
    },
    {
      internalId: 2,
      flow: {
        '@id': 'co2-a',
        flowType: 'ELEMENTARY_FLOW',
        category: 'Elementary flows/Emission to air',
      },
      amount: 2,
    },
    {
      internalId: 3,
      flow: { '@id': 'power', flowType: 'PRODUCT_FLOW', refUnit: 'kg' },
      amount: 1,
      isInput: true,
    },
  ],
};
const GRID = (id: string, amount: number) => ({
  '@type': 'Process',
  '@id': id,
  name: id,
  exchanges: [
    {
      internalId: 1,
      flow: { '@id': 'power', flowType: 'PRODUCT_FLOW', refUnit: 'kg' },
      amount: 1,
      isQuantitativeReference: true,
    },
    { internalId: 2, flow: { '@id': 'co2-a', flowType: 'ELEMENTARY_FLOW' }, amount },
  ],
});
const METHOD = {
  '@type': 'ImpactCategory',
  '@id': 'cc',
  name: 'Climate change',
  impactFactors: [{ flow: { '@id': 'co2-b' }, value: 1 }],
};

function openLca(...entities: readonly object[]): Uint8Array {
  const files = entities.map((entity, at) => ({
    name: `e/${at}.json`,
    bytes: Buffer.from(JSON.stringify(entity)),
  }));
  const layout = { name: 'bin/product_systems/1/layout.json', bytes: gzipSync('layout') };
  const packedLayout = { name: 'product_systems/layout.json', bytes: gzipSync('layout') };
  return zipOf([...files, layout, packedLayout]);
}

const SYSTEM = {
  '@type': 'ProductSystem',
  '@id': 'system',
  processLinks: [
    {
      process: { '@id': 'steel' },
      provider: { '@id': 'hydro' },
      flow: { '@id': 'power' },
      exchange: { internalId: 3 },
    },
  ],
};

test('takes the links of a product system, passes packed layouts over, and applies a flow mapping', async () => {
  const mapping = {
    '@type': 'FlowMap',
    '@id': 'map',
    mappings: [
      { from: { flow: { '@id': 'co2-a' } }, to: { flow: { '@id': 'co2-b' } }, conversionFactor: 1 },
    ],
  };
  const archive = openLca(PROCESS, GRID('coal', 1), GRID('hydro', 0.01), METHOD, SYSTEM, mapping);
  const { factors, problems } = await readFactors('OPENLCA_JSON_LD', archive);
  assert.deepEqual(problems, []);
  assert.equal(factors.find(({ sourceId }) => sourceId === 'steel')?.co2eKgPerUnit, 2.01);
});

test('a flow mapping to a flow that the method lacks changes no factor that is found by name', async () => {
  const category = 'Elementary flows/Emission to air';
  const [kiln, method] = [GRID('kiln', 2), METHOD].map((entity) =>
    JSON.parse(
      JSON.stringify(entity).replaceAll(
        /"@id":"co2-."/g,
        (id) => `${id},"name":"Carbon dioxide, fossil","category":"${category}"`,
      ),
    ),
  );
  const to = { flow: { '@id': 'of another method' } };
  const mappings = [{ from: { flow: { '@id': 'co2-a' } }, to, conversionFactor: 1_000 }];
  const archive = openLca(kiln, method, { '@type': 'FlowMap', '@id': 'map', mappings });
  const { factors, problems } = await readFactors('OPENLCA_JSON_LD', archive);
  assert.deepEqual(problems, []);
  assert.deepEqual(
    factors.map(({ co2eKgPerUnit }) => co2eKgPerUnit),
    [2],
  );
});

test('refuses a method that has no flow of the inventory, instead of a result of 0', async () => {
  const archive = openLca(PROCESS, GRID('coal', 1), GRID('hydro', 0.01), METHOD, SYSTEM);
  const { problems } = await readFactors('OPENLCA_JSON_LD', archive);
  assert.match(
    problems[0]?.message ?? '',
    /None of the \d elementary flows of the file .* the nomenclatures differ/,
  );
});
