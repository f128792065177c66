import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Component,
  calculateBasic,
  calculateFull,
  type Footprint,
  type Product,
  type TransportLeg,
} from '../../engine/src/index.ts';
import { defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();

const MATERIALS = ['PET', 'PP', 'glass', 'cardboard', 'aluminium', 'cotton', 'wood', 'steel'];
const COUNTRIES = ['DE', 'CN', 'FR', 'US', 'MC', 'BD'];

const mass = fc.double({ min: 1e-6, max: 1e3, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });

const leg: fc.Arbitrary<TransportLeg> = fc.record({
  method: fc.constantFrom('ROAD', 'RAIL', 'SEA', 'AIR', 'INLAND_WATERWAY'),
  distanceKm: fc.double({ min: 0, max: 20_000, noNaN: true }),
});

const material: fc.Arbitrary<Component> = fc.record({
  material: fc.constantFrom(...MATERIALS),
  massKg: mass,
  recycledShare: share,
  lossRate: fc.double({ min: 0, max: 0.5, noNaN: true }),
  originCountry: fc.constantFrom(...COUNTRIES),
  transportLegs: fc.array(leg, { maxLength: 2 }),
});

const product: fc.Arbitrary<Product> = fc.record({
  id: fc.constant('p'),
  name: fc.constant('Product'),
  declaredUnit: fc.constant({ amount: 1, unit: 'PIECE' }),
  components: fc.array(material, { minLength: 1, maxLength: 6 }),
  packaging: fc.array(
    fc.record({
      level: fc.constant('PRIMARY'),
      material: fc.constantFrom(...MATERIALS),
      massKg: mass,
      unitsPerPack: fc.integer({ min: 1, max: 100 }),
    }),
    { maxLength: 2 },
  ),
  transportLegs: fc.array(leg, { maxLength: 2 }),
  endOfLife: fc.record({
    recycledShare: fc.double({ min: 0, max: 0.6, noNaN: true }),
    incineratedShare: fc.double({ min: 0, max: 0.4, noNaN: true }),
  }),
});

function assertClose(actual: number, expected: number, scale = Math.abs(expected)): void {
  assert.ok(Math.abs(actual - expected) <= 1e-12 * scale + 1e-300, `${actual} is not ${expected}`);
}

/** Scale of a comparison of sums: credits may make the total small against its parts. */
function scaleOf({ contributions }: Footprint): number {
  return contributions.reduce((sum, { co2eKg }) => sum + Math.abs(co2eKg), 0);
}

const WAYS = [
  (one: Product) => calculateBasic(one, library),
  (one: Product) => calculateFull(one, library),
  (one: Product) => calculateFull(one, library, { recycling: 'CFF' }),
];

function forEachWay(check: (calculate: (one: Product) => Footprint, one: Product) => void): void {
  for (const calculate of WAYS) {
    fc.assert(
      fc.property(product, (one) => check(calculate, one)),
      { numRuns: 60 },
    );
  }
}

test('phases add up to the total, contributions add up to the total', () => {
  forEachWay((calculate, one) => {
    const footprint = calculate(one);
    const scale = scaleOf(footprint);
    const phases = footprint.phases.reduce((sum, { co2eKg }) => sum + co2eKg, 0);
    assertClose(phases, footprint.co2eKg, scale);
    const contributions = footprint.contributions.reduce((sum, { co2eKg }) => sum + co2eKg, 0);
    assertClose(contributions, footprint.co2eKg, scale);
  });
});

test('twice the product is twice the impact', () => {
  forEachWay((calculate, one) => {
    const once = calculate(one);
    const twice = calculate({
      ...one,
      components: (one.components ?? []).map((part) => ({
        ...part,
        massKg: (part.massKg ?? 0) * 2,
      })),
      packaging: (one.packaging ?? []).map((pack) => ({ ...pack, massKg: pack.massKg * 2 })),
    });
    assertClose(twice.co2eKg, 2 * once.co2eKg, scaleOf(twice));
  });
});

test('two of a part are twice the part, at any place among the components', () => {
  fc.assert(
    fc.property(product, material, (part, other) => {
      const products = new Map([['part', { ...part, id: 'part' }]]);
      const whole = (components: readonly Component[]) =>
        calculateBasic({ id: 'whole', name: 'Whole', components }, library, { products }).co2eKg;
      const alone = calculateBasic(part, library);
      assertClose(whole([{ productId: 'part', quantity: 2 }]), 2 * alone.co2eKg);
      const first = whole([{ productId: 'part', quantity: 2 }, other]);
      const last = whole([other, { productId: 'part', quantity: 2 }]);
      assertClose(first, last);
    }),
    { numRuns: 60 },
  );
});

test('the order of components does not matter', () => {
  forEachWay((calculate, one) => {
    const forth = calculate(one);
    const back = calculate({ ...one, components: (one.components ?? []).toReversed() });
    assertClose(back.co2eKg, forth.co2eKg, scaleOf(forth));
  });
});

test('a result is the same bits every time', () => {
  forEachWay((calculate, one) => {
    assert.equal(calculate(one).snapshotHash, calculate(structuredClone(one)).snapshotHash);
    assert.equal(calculate(one).co2eKg, calculate(one).co2eKg);
  });
});
