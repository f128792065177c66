import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  CalculationError,
  type Component,
  type Override,
  type Product,
  runScenario,
  type Scenario,
  ScenarioTotals,
} from '../../../engine/src/index.ts';
import { library } from './bench-product.ts';

const fraction = fc.double({ min: 0, max: 0.95, noNaN: true });
const mass = fc.double({ min: 0.001, max: 4, noNaN: true });
const country = fc.constantFrom('DE', 'CN', 'US', 'PL');

const components = fc.array(
  fc.record(
    {
      name: fc.constantFrom('Body', 'Body', 'Lid', 'Lining'),
      material: fc.constantFrom(
        'aluminium can',
        'cotton fibre',
        'PET',
        'cardboard',
        'milk',
        'glass',
      ),
      massKg: mass,
      lossRate: fraction,
      recycledShare: fc.constantFrom(0, 0.25),
      originCountry: country,
      transportLegs: fc.constantFrom([{ method: 'ROAD', distanceKm: 300 }] as const, undefined),
    },
    { requiredKeys: ['name', 'material', 'massKg'] },
  ),
  { minLength: 1, maxLength: 6 },
);

const products = fc
  .record(
    {
      components,
      netMassKg: mass,
      originCountry: country,
      sectorTags: fc.constantFrom(['APPAREL'] as const, ['FOOD'] as const, ['TOYS'] as const),
      packaging: fc.constantFrom(
        [{ level: 'PRIMARY', material: 'cardboard', massKg: 0.05 }] as const,
        [
          {
            name: 'Jar',
            level: 'PRIMARY',
            material: 'glass',
            massKg: 0.2,
            endOfLife: { recycledShare: 0.8, country: 'FR' },
          },
        ] as const,
      ),
      processSteps: fc.constantFrom(
        [{ country: 'CN', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 2 }] }] as const,
        [{ process: 'SPINNING_RING', lossRate: 0.1 }] as const,
      ),
      endOfLife: fc.constantFrom(
        { country: 'DE' } as const,
        { recycledShare: 0.3, incineratedShare: 0.5, country: 'US' } as const,
      ),
    },
    { requiredKeys: ['components'] },
  )
  .map((parts): Product => {
    const own: readonly Component[] = parts.components;
    return { ...parts, id: 'p', name: 'Product', components: own };
  });

const body = { component: 'Body' };
const levers = (share: number, kilograms: number): Override[] => [
  { op: 'SET_RECYCLED_SHARE', recycledShare: share, select: body },
  { op: 'SET_LOSS_RATE', lossRate: share, select: body },
  { op: 'SCALE', factor: kilograms, select: { material: 'PET' } },
  { op: 'SET_QUANTITY', massKg: kilograms, select: { component: 'Lid' } },
  { op: 'SWAP_MATERIAL', material: 'cardboard', massRatio: 1 + share, select: body },
  { op: 'SET_COUNTRY', country: 'FR', select: body },
  { op: 'SET_DISTANCE', distanceKm: 1000 * share, select: { phase: 'INBOUND_TRANSPORT' } },
  { op: 'REMOVE', select: { component: 'Lining' } },
  { op: 'ADD', component: { name: 'Body', material: 'PET', massKg: kilograms } },
  { op: 'SET_EOL', endOfLife: { recycledShare: share } },
  { op: 'SET_GRID_YEAR', year: 2023 },
];

const options = fc.constantFrom(
  { detail: 'BASIC' } as const,
  { detail: 'FULL' } as const,
  { detail: 'FULL', recycling: 'CFF', electricity: 'MARKET' } as const,
  { detail: 'FULL', boundary: 'CRADLE_TO_GATE' } as const,
);

/** The total, or the text of the refusal. */
function answer(total: () => number): number | string {
  try {
    return total();
  } catch (error) {
    if (error instanceof CalculationError) return error.message;
    throw error;
  }
}

test('totals that remember what did not change have the bits of whole runs', () => {
  const choice = fc.array(fc.nat(10), { maxLength: 2 });
  let refusals = 0;
  const points = fc.array(fc.tuple(fraction, mass), { minLength: 2, maxLength: 4 });
  fc.assert(
    fc.property(products, options, choice, points, (product, method, chosen, values) => {
      const subject = {
        kind: 'PRODUCT',
        productId: 'p',
        products: new Map([['p', product]]),
      } as const;
      const scenario: Scenario = { subject, overrides: [], options: method };
      const totals = new ScenarioTotals(scenario, library);
      let previous: readonly Override[] = [];
      for (const [share, kilograms] of values) {
        const all = levers(share, kilograms);
        // Selectors stay the same objects from one point to the next, as in a sweep.
        const overrides = chosen.flatMap((at, position): Override[] => {
          const override = all[at];
          const select = previous[position]?.select ?? override?.select;
          return override === undefined ? [] : [{ ...override, ...(select && { select }) }];
        });
        previous = overrides;
        const whole = answer(() => runScenario({ ...scenario, overrides }, library).outcome.co2eKg);
        const [quick, again] = [0, 1].map(() => answer(() => totals.co2eKgWith(overrides)));
        assert.equal(again, quick);
        // A refusal may be of the baseline, which totals do not calculate.
        if (typeof whole === 'number') assert.equal(quick, whole);
        else refusals++;
      }
    }),
    { numRuns: 60 },
  );
  assert.ok(refusals < 110, `${refusals} points were refused`);
});

test('components that change one after another, in mass or not, have the bits of whole runs, with and without more flows', () => {
  const change = fc.record({
    part: fc.nat(4),
    op: fc.nat(4),
    level: fc.constantFrom(0, 0.1, 0.25, 0.6),
  });
  const changes = fc.array(fc.array(change, { minLength: 1, maxLength: 2 }), { minLength: 6 });
  fc.assert(
    fc.property(products, options, changes, (given, method, points) => {
      const parts = (given.components ?? []).map((part, at) => ({ ...part, name: `Part ${at}` }));
      const product = { ...given, components: parts, processSteps: undefined };
      const subject = {
        kind: 'PRODUCT',
        productId: 'p',
        products: new Map([['p', product]]),
      } as const;
      const scenario: Scenario = { subject, overrides: [], options: method };
      const totals = new ScenarioTotals(scenario, library);
      for (const point of points) {
        const overrides = point.map(({ part, op, level }): Override => {
          const select = { component: `Part ${part % parts.length}` };
          if (op === 0) return { op: 'SET_RECYCLED_SHARE', recycledShare: level, select };
          if (op === 1) return { op: 'SET_LOSS_RATE', lossRate: level, select };
          if (op === 2) return { op: 'SET_QUANTITY', massKg: 0.1 + level, select };
          if (op === 3) return { op: 'SCALE', factor: 0.5 + level, select };
          const legs = [{ method: 'ROAD', distanceKm: 1000 * level } as const];
          return { op: 'SWAP_SUPPLIER', transportLegs: legs, select };
        });
        const fresh = answer(() => new ScenarioTotals(scenario, library).co2eKgWith(overrides));
        assert.equal(
          answer(() => totals.co2eKgWith(overrides)),
          fresh,
        );
      }
    }),
    { numRuns: 40 },
  );
});

test('steps that nobody declares follow the heaviest cloth from one mass to the next', () => {
  const part = (name: string, massKg: number, own: Partial<Component>): Component => ({
    name,
    material: 'cotton fibre',
    massKg,
    ...own,
  });
  // The country of the steps, yarn that is knitted and cloth that is not, and cutting without losses.
  for (const [own, other] of [
    [{ originCountry: 'CN' }, { originCountry: 'FR' }],
    [{ material: 'cotton yarn' }, { material: 'cotton fabric' }],
    [{ lossRate: 0.1 }, {}],
  ] as const) {
    const components = [part('Body', 0.1, own), part('Lining', 0.15, other)];
    const product = { id: 'p', name: 'Shirt', sectorTags: ['APPAREL'] as const, components };
    const products = new Map([['p', product]]);
    const subject = { kind: 'PRODUCT', productId: 'p', products } as const;
    const totals = new ScenarioTotals({ subject, overrides: [] }, library);
    for (const massKg of [0.1, 0.2, 0.1]) {
      const overrides = [{ op: 'SET_QUANTITY', massKg, select: body } as const];
      const whole = runScenario({ subject, overrides }, library).outcome.co2eKg;
      assert.equal(totals.co2eKgWith(overrides), whole);
    }
  }
});

test('parts of a product, and facilities, are solved as a whole', () => {
  const can: Product = {
    id: 'can',
    name: 'Can',
    components: [{ name: 'Body', material: 'aluminium can', massKg: 0.02 }],
  };
  const pack: Product = {
    id: 'pack',
    name: 'Pack',
    components: [{ productId: 'can', quantity: 6 }],
  };
  const parts = new Map([can, pack].map((product) => [product.id, product]));
  const subject = { kind: 'PRODUCT', productId: 'pack', products: parts } as const;
  const totals = new ScenarioTotals({ subject, overrides: [] }, library);
  for (const recycledShare of [0, 0.5, 1]) {
    const overrides = [{ op: 'SET_RECYCLED_SHARE', recycledShare, select: body } as const];
    const whole = runScenario({ subject, overrides }, library).outcome.co2eKg;
    assert.equal(totals.co2eKgWith(overrides), whole);
  }
});
