import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CalculationError,
  calculateBasic,
  calculateEnergy,
  calculateMaterial,
  extendLibrary,
  type Factor,
  type Product,
} from '../../engine/src/index.ts';
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

function ownGrid(geography: string) {
  const electricity = { category: 'Electricity', subcategory: '', activity: 'energy' };
  return libraryWith(
    own('Our grid', { ...electricity, unit: 'kWh', geography, co2eKgPerUnit: 0.1 }),
  );
}

function gridFactorOf(library: ReturnType<typeof libraryWith>, country: string | undefined) {
  const use = { source: 'GRID_ELECTRICITY', energyKwh: 1, country } as const;
  const footprint = calculateEnergy(use, library, { year: 2024 });
  const direct = footprint.contributions.find(({ role }) => role === 'DIRECT');
  return { name: direct?.factorName, reasons: footprint.assumptions.map(({ reason }) => reason) };
}

test("an organization's own grid is used before a shared one that fits place and year better", () => {
  for (const geography of ['PT', 'region:europe', 'GLO']) {
    assert.equal(gridFactorOf(ownGrid(geography), 'PT').name, 'Our grid', geography);
  }
  const { reasons } = gridFactorOf(ownGrid('GLO'), 'PT');
  assert.match(reasons.join(' '), /Your own factor is used\..*fits the place and the year better/);
  assert.equal(gridFactorOf(ownGrid('PT'), undefined).name, 'Our grid');
});

test("an organization's own grid of one country does not serve another", () => {
  assert.notEqual(gridFactorOf(ownGrid('PT'), 'CN').name, 'Our grid');
});

test('a factor that is named by its id says that it is of another place, as one found by name does', () => {
  const named = { factorId: 'own-x', massKg: 1 };
  const kWh = libraryWith(own('x', { unit: 'kWh', activity: 'energy' }));
  const energy = [{ source: 'OTHER', energyKwh: 1, factorId: 'own-x', country: 'CN' }] as const;
  const bills: [Partial<Product>, string, ReturnType<typeof libraryWith>?][] = [
    [{ components: [{ ...named, originCountry: 'CN' }] }, 'components.0'],
    [{ packaging: [{ ...named, level: 'PRIMARY', originCountry: 'CN' }] }, 'packaging.0'],
    [{ processSteps: [{ ...named, country: 'CN' }] }, 'processSteps.0'],
    [{ processSteps: [{ name: 'Oven', energy }] }, 'processSteps.0.energy.0', kWh],
  ];
  for (const [bill, path, library = libraryWith(own('x'))] of bills) {
    const said = (changes: Partial<Product>) =>
      calculateBasic({ id: 'p', name: 'P', ...changes }, library).assumptions.filter(
        ({ reason }) => reason === 'A factor for PT stands in for CN.',
      );
    assert.deepEqual(
      said(bill).map((assumption) => assumption.path.join('.')),
      [path],
    );
  }
  const here = { components: [{ ...named, originCountry: 'PT' }] };
  const { assumptions } = calculateBasic({ id: 'p', name: 'P', ...here }, libraryWith(own('x')));
  assert.deepEqual(assumptions, []);
});

test('a factor that is not above zero is refused in packaging, steps and legs unless it is a removal', () => {
  const component = { material: 'glass', massKg: 1 };
  const uses = (unit: string): Partial<Product>[] =>
    unit === 't.km'
      ? [{ transportLegs: [{ method: 'ROAD', distanceKm: 10, factorId: 'own-x' }] }]
      : [
          { packaging: [{ level: 'PRIMARY', factorId: 'own-x', massKg: 0.1 }] },
          { processSteps: [{ factorId: 'own-x', massKg: 1 }] },
        ];
  for (const unit of ['kg', 't.km']) {
    for (const use of uses(unit)) {
      const product = { id: 'p', name: 'P', components: [component], ...use };
      for (const co2eKgPerUnit of [0, -1]) {
        const library = libraryWith(own('x', { unit, co2eKgPerUnit }));
        assert.throws(
          () => calculateBasic(product, library),
          (error) => error instanceof CalculationError && /not above 0/.test(error.message),
        );
      }
      const removal = libraryWith(own('x', { unit, co2eKgPerUnit: -1, activity: 'removal' }));
      assert.ok(calculateBasic(product, removal).contributions.some(({ co2eKg }) => co2eKg < 0));
    }
  }
});
