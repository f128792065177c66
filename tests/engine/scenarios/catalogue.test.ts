import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addSums,
  CalculationError,
  type CatalogueSlice,
  ComparisonMemory,
  type Component,
  compareProducts,
  type Override,
  type Product,
  runScenario,
} from '../../../engine/src/index.ts';
import { assertClose } from '../../close.ts';
import { library } from './bench-product.ts';

/** Cans, packs of cans, and a box of a pack and a can: parts of parts. */
function catalogueOf(masses: readonly number[]): Map<string, Product> {
  const cans = masses.map(
    (massKg, at): Product => ({
      id: `can ${at}`,
      name: `Can ${at}`,
      sectorTags: at % 2 === 0 ? ['PACKAGING'] : ['BEVERAGES'],
      components: [
        { name: 'Body', material: 'aluminium can', massKg, originCountry: at % 2 ? 'CN' : 'DE' },
        ...(at % 3 === 0 ? [{ name: 'Ring', material: 'cardboard', massKg: massKg / 10 }] : []),
      ],
      processSteps: [
        { country: 'PL', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: massKg }] },
      ],
    }),
  );
  const pack: Product = {
    id: 'pack',
    name: 'Pack',
    components: [
      { productId: 'can 0', quantity: 6 },
      { name: 'Foil', material: 'PET', massKg: 0.01 },
    ],
  };
  const box: Product = {
    id: 'box',
    name: 'Box',
    components: [
      { productId: 'pack', quantity: 4 },
      { productId: 'can 1', quantity: 1 },
    ],
    transportLegs: [{ method: 'ROAD', distanceKm: 300 }],
  };
  return new Map([...cans, pack, box].map((product) => [product.id, product]));
}

const LEVERS: readonly Override[] = [
  { op: 'SET_RECYCLED_SHARE', recycledShare: 0.7, select: { component: 'Body' } },
  { op: 'SWAP_MATERIAL', material: 'cardboard', select: { component: 'Foil' } },
  { op: 'ADD', component: { name: 'Label', material: 'paper', massKg: 0.001 } },
  { op: 'ADD', packaging: { level: 'SECONDARY', material: 'cardboard', massKg: 0.02 } },
  { op: 'REMOVE', select: { component: 'Ring' } },
  { op: 'SET_COUNTRY', country: 'FR' },
  { op: 'SET_COUNTRY', country: 'FR', select: { tag: 'BEVERAGES' } },
  { op: 'SCALE', factor: 0.5, select: { productId: 'can 0', component: 'Body' } },
  { op: 'SET_DISTANCE', distanceKm: 900, select: { phase: 'DISTRIBUTION' } },
  { op: 'SET_GRID_YEAR', year: 2023 },
];

/** The overrides that match something in a product: alone, the others are errors. */
function single(
  products: Map<string, Product>,
  productId: string,
  overrides: readonly Override[],
  detail: 'BASIC' | 'FULL',
) {
  const subject = { kind: 'PRODUCT', productId, products: closureOf(products, productId) } as const;
  const run = (some: readonly Override[]) =>
    runScenario({ subject, overrides: some, options: { detail } }, library).total;
  return run(overrides.filter((override) => hasMatch(() => run([override]))));
}

function hasMatch(run: () => unknown): boolean {
  try {
    run();
    return true;
  } catch (error) {
    if (error instanceof CalculationError && error.message.includes('matches nothing'))
      return false;
    throw error;
  }
}

function closureOf(products: ReadonlyMap<string, Product>, id: string): Map<string, Product> {
  const product = products.get(id);
  assert.ok(product);
  const parts = (product.components ?? []).flatMap(({ productId }) =>
    productId === undefined ? [] : [...closureOf(products, productId)],
  );
  return new Map([[id, product], ...parts]);
}

test('every product of a catalogue has the result of a scenario of its own', () => {
  const masses = fc.array(fc.double({ min: 0.001, max: 2, noNaN: true }), {
    minLength: 2,
    maxLength: 5,
  });
  const levers = fc.uniqueArray(fc.constantFrom(...LEVERS), {
    minLength: 0,
    maxLength: 2,
    selector: ({ op }) => op,
  });
  const detail = fc.constantFrom('BASIC', 'FULL');
  fc.assert(
    fc.property(masses, levers, detail, (kilograms, overrides, level) => {
      const products = catalogueOf(kilograms);
      const ids = [...products.keys()];
      const options = { detail: level };
      const slice = compareProducts(products, ids, overrides, library, options);
      let total = 0;
      for (const { productId, baselineCo2eKg, outcomeCo2eKg } of slice.shifts) {
        const alone = single(products, productId, overrides, level);
        assertClose(baselineCo2eKg ?? 0, alone.baseline, 1e-12);
        assertClose(outcomeCo2eKg ?? 0, alone.outcome, 1e-12);
        total += outcomeCo2eKg ?? 0;
      }
      const phases = slice.outcome.phases.reduce((sum, kg) => sum + kg, 0);
      assertClose(phases, total, 1e-9);
      const halves = [ids.slice(0, 2), ids.slice(2)].map((some) =>
        compareProducts(products, some, overrides, library, options),
      );
      assert.deepEqual(
        halves.flatMap(({ shifts }) => shifts),
        slice.shifts,
      );
    }),
    { numRuns: 40 },
  );
});

test('products without what an override changes keep their bits, and matches are counted', () => {
  const products = catalogueOf([1, 2, 3]);
  const swap = {
    op: 'SWAP_MATERIAL',
    material: 'cardboard',
    select: { component: 'Foil' },
  } as const;
  const nothing = { op: 'REMOVE', select: { component: 'Lid' } } as const;
  const { shifts, matches } = compareProducts(
    products,
    [...products.keys()],
    [swap, nothing],
    library,
  );
  assert.deepEqual(matches, [1, 0]);
  const changed = shifts.filter((shift) => shift.baselineCo2eKg !== shift.outcomeCo2eKg);
  assert.deepEqual(
    changed.map(({ productId }) => productId),
    ['pack', 'box'],
  );
});

test('products that differ in id and name alone have the same bits as each alone', () => {
  const [small] = catalogueOf([1.7]).values();
  assert.ok(small);
  // Contents of large products are compared by their digests, and many legs are not kept.
  const legs = Array.from({ length: 30 }, (_, at) => ({ method: 'ROAD', distanceKm: at }) as const);
  const label = { material: 'paper', massKg: 0.001, transportLegs: legs };
  const large = { ...small, components: [...(small.components ?? []), label, label] };
  for (const can of [small, large]) assertAlike(can);
});

function assertAlike(can: Product): void {
  const colours = ['red', 'blue', 'green'].map((name) => ({ ...can, id: name, name }));
  const heavier = { ...can, id: 'other', netMassKg: 9 };
  const products = new Map([...colours, heavier].map((product) => [product.id, product]));
  const swap: Override = { op: 'SWAP_MATERIAL', material: 'PET', select: { component: 'Ring' } };
  for (const overrides of [[], [swap], [{ ...swap, select: { productId: 'blue' } }]]) {
    const ids = [...products.keys()];
    const { shifts, outcome } = compareProducts(products, ids, overrides, library);
    const alone = ids.map((id) => compareProducts(products, [id], overrides, library));
    assert.deepEqual(
      shifts,
      alone.flatMap((slice) => slice.shifts),
    );
    const sums = alone.map((slice) => slice.outcome).reduce(addSums);
    assert.deepEqual(outcome, sums);
  }
}

test('slices that share a memory have the bits of products without one', () => {
  const kilograms = fc.array(fc.constantFrom(0.02, 0.5, 1.7), { minLength: 3, maxLength: 8 });
  const levers = fc.uniqueArray(fc.constantFrom(...LEVERS), {
    maxLength: 2,
    selector: ({ op }) => op,
  });
  const methods = fc.constantFrom(
    { detail: 'BASIC' } as const,
    { detail: 'FULL' } as const,
    { detail: 'FULL', recycling: 'CFF', electricity: 'MARKET' } as const,
    { detail: 'FULL', boundary: 'CRADLE_TO_GATE' } as const,
  );
  let compared = 0;
  fc.assert(
    fc.property(kilograms, levers, methods, fc.boolean(), (masses, overrides, options, isMixed) => {
      const whole = catalogueOf(masses);
      const cans = [...whole].filter(([id]) => id.startsWith('can'));
      const products = isMixed ? whole : new Map(cans);
      const ids = [...products.keys()];
      const memory = new ComparisonMemory();
      for (const some of [ids.slice(0, 3), ids.slice(3), ids, ids]) {
        const slice = compareProducts(products, some, overrides, library, { ...options, memory });
        // A strict result remembers nothing, and is refused where it has warnings.
        const strict = { ...options, strict: true };
        const alone = compareProducts(products, some, overrides, library, strict).shifts;
        for (const [at, shift] of slice.shifts.entries()) {
          assert.notEqual(shift.baselineCo2eKg, null);
          if (alone[at]?.baselineCo2eKg == null) continue;
          assert.deepEqual(shift, alone[at]);
          compared++;
        }
        const fresh = compareProducts(products, some, overrides, library, options);
        assert.deepEqual(slice.baseline, fresh.baseline);
        assert.deepEqual(slice.outcome, fresh.outcome);
        const isMatched = ({ matches }: typeof slice) => matches.map((count) => count > 0);
        assert.deepEqual(isMatched(slice), isMatched(fresh));
      }
    }),
    { numRuns: 40 },
  );
  assert.ok(compared > 200, `${compared} results were compared`);
});

test('a component that comes again in products of other countries has the bits of each alone', () => {
  const countries = ['DE', 'CN', 'US', 'PL', 'FR', 'IN'];
  const body: Component = {
    name: 'Body',
    material: 'cotton fibre',
    massKg: 0.4,
    originCountry: 'DE',
  };
  const ids = [...countries, ...countries, ...countries.toReversed()].map((_, at) => `box ${at}`);
  const products = new Map(
    ids.map((id, at): [string, Product] => {
      const originCountry = countries[(at * 5) % countries.length];
      const isFood = Math.floor(at / 2) % 2 === 1;
      // The same component for all: only what surrounds it differs.
      const step = {
        country: 'PL',
        energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 1 }],
      } as const;
      const processSteps = [{ ...step, lossRate: (at % 5) / 10 }];
      const sectorTags = isFood ? (['FOOD'] as const) : (['TOYS'] as const);
      const components = [{ ...body }];
      return [id, { id, name: id, originCountry, sectorTags, components, processSteps }];
    }),
  );
  const swap: Override = { op: 'SET_RECYCLED_SHARE', recycledShare: 0.5 };
  const { shifts } = compareProducts(products, ids, [swap], library);
  const alone = compareProducts(products, ids, [swap], library, { strict: true });
  assert.deepEqual(shifts, alone.shifts);
  const totals = new Set(shifts.map(({ outcomeCo2eKg }) => outcomeCo2eKg));
  assert.ok(totals.size > 8, `${totals.size} totals`);
});

test('a product whose text the memory knows need not be given, and has the bits of one that is', () => {
  const [first, second] = catalogueOf([1.7, 0.3]).values();
  assert.ok(first && second);
  const swap: Override = { op: 'SWAP_MATERIAL', material: 'PET', select: { component: 'Ring' } };
  const long = 'long '.repeat(1_000);
  for (const [text, other] of [
    ['one', 'other'],
    [`${long} one`, `${long} other`],
  ] as const) {
    const memory = new ComparisonMemory();
    const contents = new Map([
      ['a', text],
      ['b', text],
      ['c', text],
      ['d', other],
    ]);
    const given = (...products: readonly Product[]) =>
      new Map(products.map((product) => [product.id, product]));
    const slice = (
      products: ReadonlyMap<string, Product>,
      ids: readonly string[],
    ): CatalogueSlice => compareProducts(products, ids, [swap], library, { memory, contents });
    const a = { ...first, id: 'a' };
    slice(given(a), ['a']);
    assert.ok(!memory.knows(text), 'most contents come once');
    slice(given({ ...a, id: 'b' }), ['b']);
    assert.ok(memory.knows(text) && !memory.knows(other));
    const d = { ...second, id: 'd' };
    const known = slice(given(d), ['c', 'd']);
    const all = given({ ...a, id: 'c' }, d);
    assert.deepEqual(known, compareProducts(all, ['c', 'd'], [swap], library));
  }
});

test('every product of a content that cannot be calculated has its own problems', () => {
  const [can] = catalogueOf([1.7]).values();
  assert.ok(can);
  const wrong = { ...can, components: [{ material: 'unobtainium', massKg: 1 }] };
  const twins = ['one', 'other'].map((id): [string, Product] => [id, { ...wrong, id, name: id }]);
  const products = new Map<string, Product>([...twins, [can.id, can]]);
  const memory = new ComparisonMemory();
  for (let round = 0; round < 3; round++) {
    const { shifts } = compareProducts(products, [...products.keys()], [], library, { memory });
    assert.deepEqual(
      shifts.map(({ problems }) => problems.map(({ code, path }) => [code, path])),
      [...twins.map(() => [['MISSING_FACTOR', ['components', 0, 'material']]]), []],
    );
  }
});

test('a product that cannot be calculated after the overrides is in neither sum', () => {
  const products = catalogueOf([1, 2]);
  const swap = {
    op: 'SWAP_MATERIAL',
    material: 'unobtainium',
    select: { component: 'Foil' },
  } as const;
  const { shifts, baseline } = compareProducts(products, ['can 0', 'pack'], [swap], library);
  const [can, pack] = shifts;
  assert.equal(pack?.baselineCo2eKg, null);
  assert.equal(pack?.problems[0]?.code, 'MISSING_FACTOR');
  assertClose(
    baseline.phases.reduce((sum, kg) => sum + kg, 0),
    can?.baselineCo2eKg ?? 0,
    1e-9,
  );
});

test('with a set of potentials asked for, a catalogue converts or refuses as a single calculation does', () => {
  const products = catalogueOf([1, 2]);
  const options = { detail: 'BASIC', gwpSet: 'AR6' } as const;
  const { shifts } = compareProducts(products, ['can 0'], [], library, options);
  const subject = { kind: 'PRODUCT', productId: 'can 0', products } as const;
  const alone = () => runScenario({ subject, overrides: [], options }, library).total.baseline;
  const [can] = shifts;
  if (can?.baselineCo2eKg == null) assert.throws(alone, /cannot be converted/);
  else assertClose(can.baselineCo2eKg, alone(), 1e-12);
});
