import assert from 'node:assert/strict';
import { test } from 'node:test';
import { estimateDistance } from '@trackway/engine';
import { loadCountryMiddles, loadGazetteer } from './gazetteer.ts';
import { loadMaterialMap, loadPackMaterialMap, loadProcessEnergy } from './maps.ts';
import { listStoredSets, readFactors } from './set-files.ts';

const sourceIds = new Map<string, number>();
for (const stored of await listStoredSets()) {
  for (const factor of await readFactors(stored)) {
    sourceIds.set(factor.sourceId, factor.co2eKgPerUnit);
  }
}

test('every factor that a material map names is in the library', async () => {
  const mappings = [...(await loadMaterialMap()), ...(await loadPackMaterialMap())];
  assert.ok(mappings.length > 700);
  for (const { material, factorSourceId, fit } of mappings) {
    assert.equal(factorSourceId === null, fit === 'none', material);
    if (factorSourceId !== null) assert.ok(sourceIds.has(factorSourceId), factorSourceId);
  }
});

test('textile processes have their energy and waste', async () => {
  const processes = await loadProcessEnergy();
  assert.equal(processes.length, 30);
  const weaving = processes.find((process) => process.name.startsWith('Tissage'));
  assert.deepEqual(
    [weaving?.electricityKwhPerUnit, weaving?.heatMjPerUnit, weaving?.wasteShare],
    [5.82, 0, 0.0625],
  );
});

test('distances are worked out from the tables that ship', async () => {
  const gazetteer = await loadGazetteer();
  const route = estimateDistance(gazetteer, 'SEA', 'CNSHA', 'NLRTM');
  assert.equal(route?.source, 'SEA_NETWORK');
  assert.ok(Math.abs((route?.distanceKm ?? 0) / 19_500 - 1) < 0.05);
});

test('the middles of countries alone are those of the gazetteer', async () => {
  const gazetteer = await loadGazetteer();
  const { countryMiddle } = await loadCountryMiddles();
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  for (const code of codes) assert.deepEqual(countryMiddle(code), gazetteer.countryMiddle(code));
  assert.ok(codes.filter((code) => countryMiddle(code) !== undefined).length > 200);
});
