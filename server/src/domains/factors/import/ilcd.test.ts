import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFactors, zipOf } from './testing.ts';

const MASS = '93a60a56-a3c8-11da-a746-0800200b9a66';

function epd(results: string): string {
  return `<processDataSet xmlns="http://lca.jrc.it/ILCD/Process" xmlns:common="http://lca.jrc.it/ILCD/Common">
  <processInformation>
    <dataSetInformation><common:UUID>epd-1</common:UUID><name><baseName xml:lang="de">Ziegel</baseName><baseName xml:lang="en">Brick</baseName></name></dataSetInformation>
    <quantitativeReference><referenceToReferenceFlow>1</referenceToReferenceFlow></quantitativeReference>
    <time><common:referenceYear>2024</common:referenceYear></time>
    <geography><locationOfOperationSupplyOrProduction location="DE"/></geography>
  </processInformation>
  <exchanges><exchange dataSetInternalID="1"><referenceToFlowDataSet refObjectId="brick"/><meanAmount>1.0</meanAmount></exchange></exchanges>
  <LCIAResults>${results}</LCIAResults></processDataSet>`;
}

function result(name: string, modules: Record<string, string>, id = 'x'): string {
  const amounts = Object.entries(modules).map(
    ([module, value]) => `<epd:amount epd:module="${module}">${value}</epd:amount>`,
  );
  return `<LCIAResult><referenceToLCIAMethodDataSet refObjectId="${id}"><common:shortDescription xml:lang="en">${name}</common:shortDescription></referenceToLCIAMethodDataSet>
    <common:other xmlns:epd="http://www.iai.kit.edu/EPD/2013">${amounts.join('')}</common:other></LCIAResult>`;
}

/** A flow whose unit is a tonne: 1000 of its reference property, mass. */
const FLOW = `<flowDataSet xmlns="http://lca.jrc.it/ILCD/Flow" xmlns:common="http://lca.jrc.it/ILCD/Common">
  <flowInformation><dataSetInformation><common:UUID>brick</common:UUID></dataSetInformation>
  <quantitativeReference><referenceToReferenceFlowProperty>0</referenceToReferenceFlowProperty></quantitativeReference></flowInformation>
  <flowProperties><flowProperty dataSetInternalID="0"><referenceToFlowPropertyDataSet refObjectId="${MASS}"/><meanValue>1000.0</meanValue></flowProperty></flowProperties></flowDataSet>`;

function packed(process: string, ...others: string[]): Uint8Array {
  const files = [process, ...others].map((xml, at) => ({
    name: `ILCD/data/${at}.xml`,
    bytes: Buffer.from(xml),
  }));
  return zipOf(files);
}

test('takes modules A1 to A3 of a declaration to EN 15804+A2 per reference unit of its flow', async () => {
  const results = [
    result('Global Warming Potential total (GWP-total)', { 'A1-A3': '190', C3: '5', D: '-20' }),
    result('Global Warming Potential fossil (GWP-fossil)', { 'A1-A3': '200' }),
    result('Global Warming Potential biogenic (GWP-biogenic)', { 'A1-A3': '-12' }),
    result('Global Warming Potential luluc (GWP-luluc)', { 'A1-A3': '2' }),
    result('Acidification potential (AP)', { 'A1-A3': '0.7' }),
    result('Particulate matter (PM)', { 'A1-A3': '0' }),
  ].join('');
  const { factors, problems } = await readFactors('ILCD', packed(epd(results), FLOW));
  assert.deepEqual(problems, []);
  const [brick] = factors;
  assert.deepEqual(
    [brick?.name, brick?.unit, brick?.geography, brick?.year],
    ['Brick', 'kg', 'DE', 2024],
  );
  assert.equal(brick?.co2eKgPerUnit, 0.202);
  assert.equal(brick?.biogenicCo2Kg, -0.012);
  assert.deepEqual(brick?.indicators, { CC: 0.202, AP: 0.0007 });
  assert.deepEqual(brick?.details, {
    land_use_change_kgco2e: '0.002',
    gwp_module_C3: '0.005',
    gwp_module_D: '-0.02',
  });
});

test('takes climate change alone of a declaration to EN 15804+A1, and adds A1, A2 and A3 up', async () => {
  const modules = { A1: '150', A2: '10', A3: '40', A4: '7' };
  const results = result('Erderwärmung (GWP)', modules) + result('Versauerung (AP)', { A1: '1' });
  const { factors } = await readFactors('ILCD', packed(epd(results), FLOW));
  assert.equal(factors[0]?.co2eKgPerUnit, 0.2);
  assert.equal(factors[0]?.gwpSet, 'EN 15804+A1');
  assert.deepEqual(factors[0]?.indicators, { CC: 0.2 });
});

test('refuses a declaration without its production, and one whose unit nothing states', async () => {
  const partial = result('Global warming potential (GWP)', { C3: '1', D: '2' });
  const noGate = await readFactors('ILCD', packed(epd(partial), FLOW));
  assert.match(
    noGate.problems[0]?.message ?? '',
    /no climate change result for modules A1 to A3 \(it has C3, D\)/,
  );
  const noUnit = await readFactors('ILCD', epd(partial));
  assert.match(noUnit.problems[0]?.message ?? '', /unit of .* is not known/);
});

function process(id: string, exchanges: string): string {
  return `<processDataSet xmlns:common="http://lca.jrc.it/ILCD/Common"><processInformation><dataSetInformation><common:UUID>${id}</common:UUID><name><baseName>${id}</baseName></name></dataSetInformation>
  <quantitativeReference><referenceToReferenceFlow>1</referenceToReferenceFlow></quantitativeReference></processInformation><exchanges>${exchanges}</exchanges></processDataSet>`;
}

function exchange(
  id: number,
  flow: string,
  name: string,
  direction: string,
  amount: number,
): string {
  return `<exchange dataSetInternalID="${id}"><referenceToFlowDataSet refObjectId="${flow}"><common:shortDescription>${name}</common:shortDescription></referenceToFlowDataSet><exchangeDirection>${direction}</exchangeDirection><resultingAmount>${amount}</resultingAmount></exchange>`;
}

test('links processes by their product flows and characterises their inventory', async () => {
  const clay = process(
    'clay',
    exchange(1, 'clay', 'clay', 'Output', 1) +
      exchange(2, 'co2', 'carbon dioxide (fossil) (Emissions to air)', 'Output', 0.01),
  );
  const brick = process(
    'brick',
    exchange(1, 'brick', 'brick', 'Output', 2) +
      exchange(2, 'clay', 'clay', 'Input', 3) +
      exchange(3, 'ch4', 'methane; Emissions to air, unspecified', 'Output', 0.1),
  );
  const flow = (id: string) => FLOW.replace('>brick<', `>${id}<`).replace('1000.0', '1.0');
  const { factors, problems, changes } = await readFactors(
    'ILCD',
    packed(clay, brick, flow('clay'), flow('brick')),
  );
  assert.deepEqual(problems, []);
  assert.equal(factors[0]?.co2eKgPerUnit, 0.01);
  assert.ok(Math.abs((factors[1]?.co2eKgPerUnit ?? 0) - (0.03 + 2.98) / 2) < 1e-12);
  assert.ok(changes.every((change) => /GWP100 of AR6/.test(change)));
});
