import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Component,
  calculateBasic,
  calculateFull,
  type Product,
  replay,
} from '../../engine/src/index.ts';
import { convert } from '../../engine/src/units.ts';
import { defaultLibrary } from './default-library.ts';
import { supplierDocument } from './supplier-document.ts';

const library = await defaultLibrary();

const bottle: Product = {
  id: 'bottle',
  name: 'Bottle',
  components: [
    { material: 'PET', massKg: 0.03, originCountry: 'DE' },
    { material: 'PP', massKg: 0.002, originCountry: 'DE' },
  ],
  packaging: [{ level: 'TERTIARY', material: 'cardboard', massKg: 0.2, unitsPerPack: 24 }],
};

test('a snapshot holds of a factor what its result follows from, not the texts of its table', () => {
  const { snapshot } = calculateFull(bottle, library);
  for (const factor of snapshot.factors) {
    const whole = library.factors.get(factor.id);
    assert.equal(factor.co2eKgPerUnit, whole?.co2eKgPerUnit);
    assert.equal(factor.source, whole?.source);
    assert.ok(!('sourceNote' in factor) && !('sourceTable' in factor) && !('category' in factor));
  }
});

test('the hash follows every value of a factor and of a set', () => {
  const { snapshot, snapshotHash } = calculateFull(bottle, library);
  const revived: typeof snapshot = JSON.parse(JSON.stringify(snapshot));
  assert.equal(replay(revived).snapshotHash, snapshotHash);
  const [factor, ...factors] = snapshot.factors;
  const [set, ...sets] = snapshot.sets;
  assert.ok(factor && set);
  const changes = [
    { factors: [{ ...factor, co2eKgPerUnit: factor.co2eKgPerUnit * 2 }, ...factors] },
    { factors: [{ ...factor, year: 1999 }, ...factors] },
    { sets: [{ ...set, contentHash: 'other' }, ...sets] },
    { modelVariance: 0.1 },
  ];
  const hashes = changes.map((change) => replay({ ...snapshot, ...change }).snapshotHash);
  assert.equal(new Set([...hashes, snapshotHash]).size, changes.length + 1);
});

test('the digests of factors are worked out once, so that a snapshot costs what its flows do', () => {
  const { snapshot } = calculateFull(bottle, library);
  const again = calculateFull({ ...bottle, name: 'Again' }, library).snapshot;
  for (const [at, factor] of snapshot.factors.entries()) assert.equal(again.factors[at], factor);
  for (const [at, set] of snapshot.sets.entries()) assert.equal(again.sets[at], set);
});

test('one energy credit serves all burnt waste of a country', () => {
  const { snapshot } = calculateFull(bottle, library);
  const credits = snapshot.products.flatMap(({ flows }) =>
    flows.filter(
      ({ label, role }) => label.startsWith('Burnt waste, electricity') && role === 'DIRECT',
    ),
  );
  assert.equal(credits.length, 1);
});

test('the factors of a name that were not chosen are its alternatives, with their spread', () => {
  const { contributions } = calculateFull(bottle, library);
  const pet = contributions.find(({ label }) => label === 'PET');
  assert.ok(pet?.alternatives);
  const { count, factorIds, lowCo2eKgPerUnit, highCo2eKgPerUnit, logVariance } = pet.alternatives;
  assert.ok(count >= 1 && factorIds.length === Math.min(count, 10));
  assert.ok(!factorIds.includes(pet.factorId));
  const values = [pet.factorId, ...factorIds].map((id) => {
    const { co2eKgPerUnit, unit } = library.factors.get(id) ?? assert.fail();
    return co2eKgPerUnit / convert(1, unit, pet.unit);
  });
  assert.ok(lowCo2eKgPerUnit <= Math.min(...values) && Math.max(...values) <= highCo2eKgPerUnit);
  assert.ok(lowCo2eKgPerUnit <= pet.co2eKgPerUnit && pet.co2eKgPerUnit <= highCo2eKgPerUnit);
  const flow = calculateFull(bottle, library).snapshot.products[0]?.flows[0];
  assert.ok((flow?.basicVariance ?? 0) >= logVariance - 1e-12);
  assert.ok(calculateBasic(bottle, library).contributions.every((one) => !one.alternatives));
});

test('biogenic CO2 that no factor states is unknown, not zero', () => {
  const transportLegs = [{ method: 'ROAD', distanceKm: 0 }] as const;
  const gasesOf = (material: string) => {
    const rod = { id: 'p', name: 'Rod', components: [{ material, massKg: 1, transportLegs }] };
    const { full, contributions } = calculateFull(rod, library, { boundary: 'CRADLE_TO_GATE' });
    const factor = library.factors.get(contributions[0]?.factorId ?? '');
    return { ...full?.greenhouseGases, stated: factor?.biogenicCo2Kg };
  };
  const unknown = gasesOf('steel');
  assert.equal(unknown.stated, null);
  assert.equal(unknown.biogenicEmissionsKg, null);
  assert.equal(unknown.biogenicRemovalsKg, null);
  assert.equal(unknown.includingBiogenicCo2eKg, null);
  assert.match(unknown.biogenicReason ?? '', /0 of \d+ contributions/);
  const burnt = calculateFull(bottle, library).full?.greenhouseGases;
  assert.ok(typeof burnt?.biogenicEmissionsKg === 'number' && burnt.biogenicEmissionsKg > 0);
  assert.equal(burnt.includingBiogenicCo2eKg, null);
  assert.match(burnt.biogenicReason ?? '', /the others are unknown and not counted/);
});

test('land use change that no factor states apart is unknown, not zero', () => {
  const gasesOf = (...components: Component[]) => {
    const rod = { id: 'p', name: 'Rod', components };
    return calculateFull(rod, library, { boundary: 'CRADLE_TO_GATE' }).full?.greenhouseGases;
  };
  const transportLegs = [{ method: 'ROAD', distanceKm: 0 }] as const;
  const steel = { material: 'steel', massKg: 1, transportLegs };
  const unknown = gasesOf(steel);
  assert.equal(unknown?.landUseChangeCo2eKg, null);
  assert.match(unknown?.landUseChangeReason ?? '', /0 of \d+ contributions/);
  const stated = (kg: string) => ({
    supplierPcf: supplierDocument({ landUseChangeGhgEmissions: kg }),
    massKg: 2,
    transportLegs,
  });
  const part = gasesOf(steel, stated('0.25'));
  assert.equal(part?.landUseChangeCo2eKg, 0.5);
  assert.match(part?.landUseChangeReason ?? '', /1 of \d+ contributions .* unknown/);
  assert.equal(gasesOf(stated('0'))?.landUseChangeCo2eKg, 0);
});
