import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Bundle,
  CalculationError,
  calculateBasic,
  calculateBundle,
  calculateFull,
  calculateTransport,
  type Footprint,
  type Product,
  replay,
} from '../../engine/src/index.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();

const cans: Product = {
  id: 'cans',
  name: 'Cans',
  netMassKg: 0.5,
  components: [{ material: 'aluminium (packaging grade)', massKg: 0.5, lossRate: 0.1 }],
};
const crate: Product = {
  id: 'crate',
  name: 'Crate',
  components: [
    { productId: 'cans', quantity: 24 },
    { material: 'paper', massKg: 0.4 },
  ],
  packaging: [{ level: 'SECONDARY', material: 'paper', massKg: 0.2 }],
  useProfile: { uses: 2, country: 'DE', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 0.1 }] },
};
const products = new Map([cans, crate].map((product) => [product.id, product]));
const LEG = { method: 'ROAD', distanceKm: 250, massKg: 40 } as const;
const BUNDLE: Bundle = {
  id: 'order',
  name: 'Order',
  lines: [
    { productId: 'crate', quantity: 3 },
    { productId: 'cans', quantity: 7 },
  ],
  transportLegs: [LEG],
};

function sumOf(parts: readonly { readonly co2eKg: number }[]): number {
  return parts.reduce((total, { co2eKg }) => total + co2eKg, 0);
}

for (const detail of ['BASIC', 'FULL'] as const) {
  const bundle = calculateBundle(BUNDLE, library, { products, detail });
  const one = (product: Product): Footprint =>
    detail === 'BASIC'
      ? calculateBasic(product, library, { products })
      : // The bundle's legs are the real way: none is assumed for its products.
        calculateFull(product, library, { products, isDelivered: true });

  test(`a ${detail} bundle is the sum of its products and its way`, () => {
    const way = calculateTransport(LEG, library).co2eKg;
    assertClose(bundle.co2eKg, 3 * one(crate).co2eKg + 7 * one(cans).co2eKg + way);
  });

  test(`phases and contributions of a ${detail} bundle add up to it`, () => {
    assertClose(sumOf(bundle.phases), bundle.co2eKg);
    assertClose(sumOf(bundle.contributions), bundle.co2eKg);
    const ids = bundle.contributions.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });

  test(`phases of a ${detail} bundle are those of its products, and the way`, () => {
    const phaseOf = ({ phases }: Footprint, wanted: string) =>
      phases.find(({ phase }) => phase === wanted)?.co2eKg ?? 0;
    for (const phase of ['RAW_MATERIALS', 'PACKAGING', 'USE', 'END_OF_LIFE']) {
      const expected = 3 * phaseOf(one(crate), phase) + 7 * phaseOf(one(cans), phase);
      assertClose(phaseOf(bundle, phase), expected);
    }
  });

  test(`a ${detail} bundle replays to the same bits`, () => {
    assert.deepEqual(replay(bundle.snapshot), bundle);
  });
}

test('a product without a factor is reported by its line, at any depth', () => {
  const odd: Product = {
    id: 'odd',
    name: 'Odd',
    components: [{ material: 'vibranium', massKg: 1 }],
  };
  const box: Product = { id: 'box', name: 'Box', components: [{ productId: 'odd', quantity: 1 }] };
  const known = new Map([...products, ['odd', odd] as const, ['box', box] as const]);
  const lines = ['cans', 'box', 'odd'].map((productId) => ({ productId, quantity: 1 }));
  assert.throws(
    () => calculateBundle({ ...BUNDLE, lines }, library, { products: known, detail: 'BASIC' }),
    (error) => {
      assert.ok(error instanceof CalculationError);
      assert.equal(error.code, 'MISSING_FACTOR');
      assert.deepEqual(
        error.problems.map(({ path }) => path),
        [
          ['lines', 2, 'components', 0, 'material'],
          ['lines', 1, 'products', 'odd', 'components', 0, 'material'],
        ],
      );
      return true;
    },
  );
});

test('refuses a leg with an unknown load', () => {
  const way = [{ method: 'ROAD', distanceKm: 10 } as const];
  const calculate = (massKg?: number) =>
    calculateBundle({ ...BUNDLE, transportLegs: way, massKg }, library, {
      products,
      detail: 'BASIC',
    });
  assert.throws(() => calculate(), CalculationError);
  assert.ok(calculate(5).co2eKg > 0);
});

test('a result that would be too large is refused before it is calculated, by the product that is too much', () => {
  const size = JSON.stringify(calculateBundle(BUNDLE, library, { products })).length;
  const within = (maxResultCharacters: number) => () =>
    calculateBundle(BUNDLE, library, { products, maxResultCharacters });
  assert.doesNotThrow(within(size));
  assert.throws(
    within(size / 3),
    (error) =>
      error instanceof CalculationError &&
      error.code === 'TOO_LARGE' &&
      error.message.includes('"Crate"'),
  );
});
