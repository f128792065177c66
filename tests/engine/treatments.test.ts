import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateFull } from '../../engine/src/index.ts';
import { materialKey } from '../../engine/src/library/find-material.ts';
import { defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();

/** Emissions of a kilogram that is burnt, in kg CO2e. */
function burntOf(material: string): number {
  const footprint = calculateFull(
    {
      id: 'p',
      name: 'Piece',
      components: [{ material, massKg: 1 }],
      endOfLife: { incineratedShare: 1 },
    },
    library,
  );
  const burnt = footprint.contributions.find(({ label }) => label.endsWith(', burnt'));
  return burnt?.co2eKg ?? Number.NaN;
}

test('a material has the same end of life under all of its names', () => {
  const { treatmentOfMaterial } = library.defaults;
  const others = [...treatmentOfMaterial].filter(
    ([name, row]) => treatmentOfMaterial.get(materialKey(library, name)) !== row,
  );
  assert.deepEqual(
    others.map(([name]) => name),
    [],
  );
});

test('fabrics, garments, foams and tyres burn as what they are made of', () => {
  // Fossil carbon by the formula of the repeat unit · 44/12 (literature-c/incineration.csv) + N2O, 50 g/t · 265.
  const nitrousOxide = 0.00005 * 265;
  const expected: Readonly<Record<string, number>> = {
    'polyester fabric': 2.2901,
    'polyester t-shirt': 2.2901,
    'cotton shirt': 0,
    'cotton fabric': 0,
    'nylon fabric': 2.3335,
    'wool fabric': 0,
    Styropor: 3.3804,
    'polyamide 6': 2.3335,
    tyre: 2.0519,
    EPDM: 3.2977,
  };
  for (const [material, fossilKg] of Object.entries(expected)) {
    assert.ok(
      Math.abs(burntOf(material) - fossilKg - nitrousOxide) < 2e-4,
      `${material}: ${burntOf(material)}`,
    );
  }
});

test('water and salts neither burn nor rot: concrete has no fossil carbon of its water', () => {
  for (const material of ['water', 'tap water', 'salt']) assert.ok(Number.isNaN(burntOf(material)));
});

test('metals are recycled at their own rates, not at that of steel', () => {
  const recycledShareOf = (material: string) => {
    const components = [{ material, massKg: 1 }];
    const { assumptions } = calculateFull({ id: 'p', name: 'Piece', components }, library);
    const shares = assumptions.find(({ path }) => path[0] === 'endOfLife')?.value;
    return Number.parseInt(String(shares), 10);
  };
  const expected: Readonly<Record<string, number>> = {
    steel: 85,
    copper: 48,
    brass: 48,
    'aluminium die cast': 56,
    magnesium: 38,
    zinc: 50,
    neodymium: 1,
  };
  for (const [material, percent] of Object.entries(expected))
    assert.equal(recycledShareOf(material), percent, material);
});
