import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateMaterial, extendLibrary, type Factor } from '../../engine/src/index.ts';
import { defaultLibrary } from './default-library.ts';

const shared = await defaultLibrary();

function own(name: string, changes: Partial<Factor> = {}): Factor {
  const sample = shared.factors.get('desnz-2025:19_501_5056_15') ?? assert.fail();
  return {
    ...sample,
    id: `own-${name}`,
    sourceId: `own-${name}`,
    setId: 'own-set',
    name,
    unit: 'kg',
    geography: 'PT',
    year: 2019,
    co2eKgPerUnit: 9,
    details: null,
    ...changes,
  };
}

function libraryWith(factor: Factor) {
  const [set] = shared.sets.values();
  assert.ok(set);
  return extendLibrary(shared, {
    sets: [{ ...set, id: 'own-set', slug: 'own-1' }],
    factors: [factor],
    isOwn: true,
  });
}

test("an organization's own factor is used before a shared one that fits place and year better", () => {
  const library = libraryWith(own('Glass'));
  for (const material of ['glass', 'Glas', 'verre']) {
    const input = { material, massKg: 1, originCountry: 'GB' };
    const footprint = calculateMaterial(input, library, { year: 2025 });
    assert.equal(footprint.co2eKg, 9, material);
    const reasons = footprint.assumptions.map(({ reason }) => reason).join(' ');
    assert.match(reasons, /Your own factor is used\..*\(GB, 2025\) fits the place and the year/);
  }
});

test('a factor of another organization or a pack is not an own one', () => {
  const [set] = shared.sets.values();
  assert.ok(set);
  const pack = extendLibrary(shared, {
    sets: [{ ...set, id: 'own-set' }],
    factors: [own('Glass')],
  });
  const input = { material: 'glass', massKg: 1, originCountry: 'GB' };
  assert.equal(calculateMaterial(input, pack).co2eKg, 1.40276667);
});
