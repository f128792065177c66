import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { readFactors, zipOf } from '../../../server/src/domains/factors/import/testing.ts';
import { at, dataOf, type Json, numberAt, sendForId } from '../client.ts';
import { world } from '../world.ts';
import { assertPact, calculated } from './partner.ts';

const owner = await world({ tier: 'ENTERPRISE' });
// The schema is of draft 4; see `inPresentDraft`.
const ajv = new Ajv({ strict: false, validateSchema: false });
formats.default(ajv);
const isCatenaX = ajv.compile(
  JSON.parse(
    readFileSync(
      `${import.meta.dirname}/../../standards/catena-x/io.catenax.pcf-9.0.0-schema.json`,
      'utf8',
    ),
    inPresentDraft,
  ),
);

/** An exclusive bound of draft 4 is a boolean next to the bound; since draft 6 it is the bound itself. */
function inPresentDraft(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = new Map(Object.entries(value));
  for (const bound of ['Minimum', 'Maximum']) {
    const isExclusive = members.get(`exclusive${bound}`);
    if (isExclusive === true) members.set(`exclusive${bound}`, members.get(bound.toLowerCase()));
    if (isExclusive === false) members.delete(`exclusive${bound}`);
  }
  return Object.fromEntries(members);
}

async function documentsOf(id: string): Promise<Json> {
  const query = `query ($id: ID!) { calculation(id: $id) {
    co2eKg phases { phase co2eKg } productFootprint catenaXPcf ilcdEpd { process flow }
    full { greenhouseGases { landUseChangeCo2eKg } indicators { category value isComplete } } } }`;
  return at(dataOf(await owner.send(query, { id })), 'calculation') ?? null;
}

test('a calculation from cradle to gate is written in each format, with the same figures', async () => {
  const { calculationId } = await calculated(owner, {
    name: 'Crew neck <T-shirt> & more',
    fossilCarbonContentKg: 0.03,
    biogenicCarbonContentKg: 0.06,
  });
  const found = await documentsOf(calculationId);
  const co2eKg = numberAt(found, 'co2eKg');
  assertPact('ProductFootprint', at(found, 'productFootprint'));
  assert.equal(at(found, 'productFootprint', 'pcf', 'fossilCarbonContent'), '0.03');

  const catenaX = at(found, 'catenaXPcf');
  assert.ok(isCatenaX(catenaX), ajv.errorsText(isCatenaX.errors));
  const production = at(catenaX, 'productLifeCycleStagesAndEmissions', 0, 'productionStage', 0);
  assert.equal(at(production, 'pcfExcludingBiogenicUptake'), co2eKg);
  assert.equal(at(catenaX, 'carbonContent', 0, 'carbonContentTotal'), 0.09);
  const [imported] = (await readFactors('PCF', Buffer.from(JSON.stringify(catenaX)))).factors;
  assert.equal(imported?.co2eKgPerUnit, co2eKg);
});

test('the data sets of ILCD+EPD are read back as the factor that they state', async () => {
  const { calculationId } = await calculated(owner, {
    name: 'Cloth\v & <more>\u{1}',
    sku: 'CLOTH',
  });
  // XML has no vertical tab, which spreadsheets write as a line break in a cell.
  const found = await documentsOf(calculationId);
  const files = ['process', 'flow'].map((name) => ({
    name: `ILCD/${name}.xml`,
    bytes: Buffer.from(String(at(found, 'ilcdEpd', name))),
  }));
  const { factors, problems } = await readFactors('ILCD', zipOf(files));
  assert.deepEqual(problems, []);
  const [factor] = factors;
  const co2eKg = numberAt(found, 'co2eKg');
  assert.ok(Math.abs((factor?.co2eKgPerUnit ?? 0) / co2eKg - 1) < 1e-12);
  assert.deepEqual(
    [factor?.name, factor?.unit, factor?.geography],
    ['Cloth & <more>', 'piece', 'PT'],
  );
  const indicators = at(found, 'full', 'indicators');
  assert.ok(Array.isArray(indicators));
  for (const each of indicators.filter((one) => at(one, 'isComplete') === true))
    if (at(each, 'category') !== 'CC' && at(each, 'value') !== 0)
      assert.equal(factor?.indicators?.[String(at(each, 'category'))], at(each, 'value'));
});

test('a whole life cycle is declared by module; the formats of cradle to gate are null for it', async () => {
  const { productId } = await calculated(owner, { sku: 'WHOLE' });
  const id = await sendForId(owner, 'calculateProductFootprint', 'calculation', {
    productId,
    detail: 'FULL',
    boundary: 'CRADLE_TO_GRAVE',
  });
  const found = await documentsOf(id);
  assert.equal(at(found, 'productFootprint'), null);
  assert.equal(at(found, 'catenaXPcf'), null);
  const process = String(at(found, 'ilcdEpd', 'process'));
  const modules = [...process.matchAll(/epd:module="([^"]+)">([^<]+)</g)];
  const summed = modules
    .filter(([, module]) => module !== 'D')
    .reduce((sum, [, , value]) => sum + Number(value), 0);
  assert.ok(Math.abs(summed / numberAt(found, 'co2eKg') - 1) < 1e-9);
  assert.ok(modules.some(([, module]) => module === 'C1-C4'));
  assert.doesNotMatch(process, /GWP-fossil/);
});
