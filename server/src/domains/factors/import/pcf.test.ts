import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFactors } from './testing.ts';

const PACT_3 = {
  id: 'a1f7f7f6-0000-4000-8000-000000000003',
  specVersion: '3.0.0',
  status: 'Active',
  companyName: 'Door Works',
  productNameCompany: 'Car door',
  pcf: {
    declaredUnitOfMeasurement: 'kilogram',
    declaredUnitAmount: '80',
    productMassPerDeclaredUnit: '80',
    pcfExcludingBiogenicUptake: '240',
    fossilGhgEmissions: '232',
    referencePeriodEnd: '2025-01-01T00:00:00Z',
    ipccCharacterizationFactors: ['AR6'],
  },
};
const PACT_2 = {
  id: 'a1f7f7f6-0000-4000-8000-000000000002',
  specVersion: '2.2.0',
  status: 'Deprecated',
  companyName: 'Green Ethanol',
  productNameCompany: 'Ethanol',
  pcf: { declaredUnit: 'liter', unitaryProductAmount: '12', pCfExcludingBiogenic: '1.5' },
};
const CATENA_X_7 = {
  id: 'a1f7f7f6-0000-4000-8000-000000000007',
  specVersion: 'urn:io.catenax.pcf:datamodel:version:7.0.0',
  companyName: 'My Corp',
  productName: 'Housing',
  pcf: {
    declaredUnit: 'piece',
    unitaryProductAmount: 4,
    pcfExcludingBiogenic: 2.5,
    dlucGhgEmissions: 0.1,
  },
};

test('reads a page of PACT footprints: 3 per declared unit amount, 2 per declared unit', async () => {
  const { factors, problems, changes } = await readFactors(
    'PCF',
    JSON.stringify({ data: [PACT_3, PACT_2] }),
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    factors.map(({ name, unit, co2eKgPerUnit }) => [name, unit, co2eKgPerUnit]),
    [
      ['Car door', 'kilogram', 3],
      ['Ethanol', 'liter', 1.5],
    ],
  );
  assert.deepEqual(changes, ['The footprint is deprecated by its issuer.']);
});

test('reads Catena-X PCF 7, and the example of Catena-X for PCF 9', async () => {
  const seven = await readFactors('PCF', JSON.stringify(CATENA_X_7));
  assert.deepEqual(seven.problems, []);
  assert.equal(seven.factors[0]?.co2eKgPerUnit, 2.5);
  assert.equal(seven.factors[0]?.name, 'Housing');
  const file = join(import.meta.dirname, 'fixtures', 'catena-x-pcf-9.0.0.json');
  const nine = await readFactors('PCF', readFileSync(file));
  assert.deepEqual(nine.problems, []);
  const [factor] = nine.factors;
  assert.deepEqual(
    [factor?.name, factor?.unit, factor?.co2eKgPerUnit, factor?.geography, factor?.gwpSet],
    ['My Product Name', 'liter', 2.9, 'DE', 'AR5'],
  );
});

test('reads the footprints of the PACT demo API, versions 2 and 3, and the example of Catena-X 7', async () => {
  const read = async (file: string) => {
    const bytes = readFileSync(join(import.meta.dirname, 'fixtures', file));
    const { factors, problems } = await readFactors('PCF', bytes);
    assert.deepEqual(problems, [], file);
    return factors.map(({ name, unit, co2eKgPerUnit, gwpSet }) => [
      name,
      unit,
      co2eKgPerUnit,
      gwpSet,
    ]);
  };
  assert.deepEqual((await read('pact-2.0-demo-api.json')).slice(0, 2), [
    ['Green Ethanol', 'liter', 1.75, 'AR6'],
    ['Solar Diesel', 'liter', 1.8, 'AR5'],
  ]);
  assert.deepEqual(await read('pact-3.0-demo-api.json'), [
    ['Green Ethanol', 'liter', 1.75, 'AR6'],
    ['Solar Diesel', 'liter', 1.8, 'AR5'],
    ['Eco Biodiesel', 'liter', 2.05, 'AR6'],
  ]);
  // Per declared unit, although the document states an amount of 1000.
  assert.deepEqual(await read('catena-x-pcf-7.0.0.json'), [['My Product Name', 'liter', 2, 'AR5']]);
});

test('reads transport of iLEAP: a category by its intensity, a shipment by its activity', async () => {
  const toc = {
    tocId: 'toc-1',
    mode: 'Road',
    transportActivityUnit: 'tkm',
    co2eIntensityWTW: '0.0625',
  };
  const shipment = {
    id: 'pf-1',
    companyName: 'Carrier',
    extensions: [
      {
        data: {
          shipmentId: 'ship-1',
          tces: [
            { co2eWTW: '10', transportActivity: '100' },
            { co2eWTW: '2', transportActivity: '300' },
          ],
        },
      },
    ],
  };
  const { factors, problems } = await readFactors(
    'PCF',
    `${JSON.stringify(toc)}\n${JSON.stringify(shipment)}`,
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    factors.map(({ sourceId, unit, co2eKgPerUnit, activity }) => [
      sourceId,
      unit,
      co2eKgPerUnit,
      activity,
    ]),
    [
      ['toc-1', 't.km', 0.0625, 'transport'],
      ['ship-1', 't.km', 0.03, 'transport'],
    ],
  );
});

test('says what is missing in a document that is no footprint', async () => {
  const { problems } = await readFactors('PCF', '{"id":"x","pcf":{}}\nhello');
  assert.equal(problems.length, 2);
  assert.match(problems[1]?.message ?? '', /must be a JSON object/);
});
