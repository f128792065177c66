import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CalculationError,
  calculateBasic,
  calculateBundle,
  calculateCatalogue,
  calculateFull,
  calculateTransport,
  type FullOptions,
  type Product,
} from '../../engine/src/index.ts';
import { loadGazetteer } from '../../server/src/domains/factors/load/gazetteer.ts';
import { defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();
const gazetteer = await loadGazetteer();

function product(fields: Partial<Product>): Product {
  return { id: 'p', name: 'Product', ...fields };
}

function codes(fields: Partial<Product>, options: FullOptions = {}): string[] {
  const { warnings } = calculateFull(product(fields), library, { gazetteer, ...options });
  return warnings.map(({ code }) => code);
}

const pp = (massKg: number) => [{ material: 'PP', massKg }];

test('warns when the components do not weigh what the product does', () => {
  for (const [netMassKg, massKg] of [
    [1, 0.1],
    [0.15, 150],
    [1, 3],
  ] as const) {
    const { warnings } = calculateBasic(product({ netMassKg, components: pp(massKg) }), library);
    assert.deepEqual(warnings[0]?.path, ['netMassKg']);
    assert.equal(warnings[0]?.code, 'MASS_MISMATCH');
    assert.match(warnings[0]?.message, /components weigh/);
  }
  assert.deepEqual(codes({ netMassKg: 1, components: pp(0.95) }), []);
});

test('warns of a mass that the category never has, by whole words of the name', () => {
  assert.deepEqual(codes({ name: 'Steel kettle 1.7 l', components: pp(30) }), ['UNUSUAL_MASS']);
  assert.deepEqual(codes({ name: 'Steel kettle 1.7 l', components: pp(1.2) }), []);
  assert.deepEqual(codes({ name: 'Kettlebell', components: pp(30) }), []);
  assert.deepEqual(codes({ name: 'E-bike city', components: pp(2.6) }), ['UNUSUAL_MASS']);
  for (const name of ['E-bike battery pack', 'Steel kettle lid', 'Laptop charger'])
    assert.deepEqual(codes({ name, components: pp(0.05) }), [], name);
});

test('warns of a result outside the published range of the sector', () => {
  const laptop = { sectorTags: ['ELECTRONICS'], netMassKg: 1.4 } as const;
  const plain = { ...laptop, components: pp(1.4), endOfLife: { recycledShare: 1 } };
  const cheap = codes(plain, { boundary: 'CRADLE_TO_GATE' });
  assert.deepEqual(cheap, []);
  const tiny = [{ material: 'wood', massKg: 1.4 }];
  assert.ok(codes({ ...laptop, components: tiny }).includes('UNUSUAL_RESULT'));
  // A lamp needs much more energy than its mass says, and its parts no more than others.
  const energyOf = (energyKwh: number) =>
    [{ source: 'GRID_ELECTRICITY', energyKwh, country: 'DE' }] as const;
  const useProfile = { uses: 15_000, energy: energyOf(0.008) };
  const lamp = {
    sectorTags: ['ELECTRONICS'],
    netMassKg: 0.06,
    components: pp(0.06),
    useProfile,
  } as const;
  assert.deepEqual(codes(lamp), []);
  const processSteps = [{ energy: energyOf(100) }];
  assert.ok(codes({ ...lamp, processSteps }).includes('UNUSUAL_RESULT'));
});

test('does not measure concrete against a sector of paperboard and steel', () => {
  const components = [
    { material: 'cement', massKg: 100 },
    { material: 'sand', massKg: 900 },
  ];
  assert.deepEqual(codes({ sectorTags: ['CONSTRUCTION'], netMassKg: 1000, components }), []);
});

test('warns of a mode against geography, with the distance declared', () => {
  const warned = (leg: Parameters<typeof calculateTransport>[0]) =>
    calculateTransport({ massKg: 1, ...leg }, library, { gazetteer }).warnings;
  const road = warned({ method: 'ROAD', from: 'CN', to: 'US', distanceKm: 11_000 });
  assert.equal(road[0]?.code, 'MODE_AGAINST_GEOGRAPHY');
  assert.deepEqual(road[0]?.path, ['method']);
  assert.equal(warned({ method: 'INLAND_WATERWAY', distanceKm: 9000 }).length, 1);
  assert.equal(warned({ method: 'ROAD', from: 'CN', to: 'DE', distanceKm: 9000 }).length, 0);
});

test('warns of factors that reach beyond the boundary of the result', () => {
  const food = { components: [{ factorId: 'agribalyse-3.1:11084', massKg: 1 }] };
  assert.deepEqual(codes(food, { boundary: 'CRADLE_TO_GATE' }), ['MIXED_BOUNDARIES']);
  assert.deepEqual(codes(food), []);
});

test('warns of a bottle next to a drink that has its bottle inside', () => {
  const beer = { material: 'beer', massKg: 0.33 };
  const bottle = { material: 'glass', massKg: 0.2 };
  const { warnings } = calculateBasic(product({ components: [beer, bottle] }), library);
  assert.deepEqual(
    warnings.map(({ path, code }) => [path.join(), code]),
    [['components,1', 'COUNTED_TWICE']],
  );
  assert.match(warnings[0]?.message ?? '', /on top of the packaging inside Beer/);
  const packed = (level: 'PRIMARY' | 'TERTIARY', components: Product['components'] = [beer]) =>
    codes({ components, packaging: [{ ...bottle, level }] });
  assert.deepEqual(packed('PRIMARY'), ['COUNTED_TWICE']);
  // The pallet of a drink, and the box of a meal, are no packaging of the drink and of the ingredients.
  assert.deepEqual(packed('TERTIARY'), []);
  assert.deepEqual(packed('PRIMARY', [beer, { material: 'cheddar', massKg: 0.1 }]), []);
  assert.deepEqual(codes({ components: [{ material: 'raw milk', massKg: 1 }, bottle] }), []);
  const water = { material: 'water', massKg: 0.9 };
  const sugar = { material: 'sugar', massKg: 0.1 };
  assert.deepEqual(codes({ components: [water, sugar, bottle] }), []);
});

test('warns of an old factor that carries much of the result', () => {
  const old = codes({ components: pp(1) }, { year: 2045 });
  assert.deepEqual(old, ['OLD_FACTOR']);
});

test('warnings of parts and of the lines of a bundle keep their place', () => {
  const part = product({ id: 'part', netMassKg: 1, components: pp(3) });
  const products = new Map([['part', part]]);
  const whole = calculateFull(product({ components: [{ productId: 'part' }] }), library, {
    products,
  });
  assert.deepEqual(whole.warnings[0]?.path, ['products', 'part', 'netMassKg']);
  const bundle = { id: 'o', name: 'Order', lines: [{ productId: 'part', quantity: 2 }] };
  const sum = calculateBundle(bundle, library, { products });
  assert.deepEqual(sum.warnings[0]?.path, ['lines', 0, 'netMassKg']);
});

test('strict refuses a result with warnings, every one at its place', () => {
  const wrong = product({ name: 'Kettle', netMassKg: 30, components: pp(3) });
  for (const calculate of [calculateBasic, calculateFull]) {
    assert.throws(
      () => calculate(wrong, library, { strict: true }),
      (error) => {
        assert.ok(error instanceof CalculationError);
        assert.equal(error.code, 'IMPLAUSIBLE');
        assert.deepEqual(
          error.problems.map(({ path }) => path.join('.')),
          ['netMassKg', 'netMassKg'],
        );
        return true;
      },
    );
  }
  const catalogue = calculateCatalogue(new Map([['p', wrong]]), library, { strict: true });
  assert.equal(catalogue.failures.get('p')?.length, 2);
});
