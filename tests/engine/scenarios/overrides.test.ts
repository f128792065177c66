import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CalculationError,
  calculate,
  calculateScenario,
  compareProducts,
  ENGINE_VERSION,
  extendLibrary,
  type FactorSet,
  type Override,
  replay,
  runScenario,
} from '../../../engine/src/index.ts';
import { assertClose } from '../../close.ts';
import {
  BASELINE,
  grid,
  library,
  outcome,
  PARTS,
  RAIL,
  ROAD,
  run,
  THING,
} from './bench-product.ts';

/** Every operation, worked out by hand. */

const SSP2: FactorSet = {
  id: 'ssp2',
  slug: 'ssp2-2040',
  name: 'ssp2',
  version: '2040',
  title: 'Grids of a pathway',
  licence: 'own',
  attribution: 'Own data.',
  attributionUrls: [],
  contentHash: '0'.repeat(64),
};

const { body, cap, box, wayIn, forming, wayOut } = PARTS;

test('the baseline is worked out by hand', () => {
  assertClose(run([]).result.total.baseline, BASELINE);
});

test('SWAP_MATERIAL: all of stuff a becomes stuff c, and with a mass ratio less of it', () => {
  const swap = {
    op: 'SWAP_MATERIAL',
    material: 'stuff c',
    select: { material: 'stuff a' },
  } as const;
  assertClose(outcome(swap), BASELINE - body + 3);
  // 0.8 kg of stuff c: 0.2 kg less on both ways.
  const lighter =
    BASELINE - body - wayIn - wayOut + 2.4 + 0.0008 * 1000 * ROAD + 0.0014 * 500 * ROAD;
  assertClose(outcome({ ...swap, massRatio: 0.8 }), lighter);
  assertClose(
    outcome({ op: 'SWAP_MATERIAL', factorId: 'virgin-c', select: { component: 'Box' } }),
    BASELINE - box + 0.1 * 3,
  );
});

test('SWAP_SUPPLIER: another country and another way', () => {
  const swapped = outcome({
    op: 'SWAP_SUPPLIER',
    supplier: 'Near Ltd',
    originCountry: 'FR',
    transportLegs: [{ method: 'RAIL', distanceKm: 300 }],
    select: { component: 'Body' },
  });
  assertClose(swapped, BASELINE - wayIn + 0.001 * 300 * RAIL);
  const measured = outcome({
    op: 'SWAP_SUPPLIER',
    factorId: 'virgin-c',
    select: { component: 'Body' },
  });
  assertClose(measured, BASELINE - body + 3);
});

test('SET_COUNTRY: forming in France; without a selector the country of making', () => {
  const inFrance = BASELINE - forming + 2 * grid('FR');
  assertClose(
    outcome({ op: 'SET_COUNTRY', country: 'FR', select: { phase: 'MANUFACTURING' } }),
    inFrance,
  );
  assertClose(outcome({ op: 'SET_COUNTRY', country: 'FR' }), inFrance);
  assertClose(
    outcome({ op: 'SET_COUNTRY', country: 'FR', select: { component: 'Forming' } }),
    inFrance,
  );
});

test('SET_ENERGY_MIX: the same kWh from other sources', () => {
  const mixed = run([
    {
      op: 'SET_ENERGY_MIX',
      energyMix: [
        { source: 'WIND', share: 0.75 },
        { source: 'GRID_ELECTRICITY', share: 0.25 },
      ],
      select: { component: 'Forming' },
    },
  ]).result.outcome;
  const amounts = mixed.contributions.flatMap(({ path, amount, role }) =>
    path[0] === 'processSteps' && role === 'DIRECT' ? [amount] : [],
  );
  assert.deepEqual(amounts.sort(), [0.5, 1.5]);
  const wind = mixed.contributions.find(({ label }) => /wind/i.test(label))?.co2eKg ?? 0;
  assertClose(mixed.co2eKg, BASELINE - forming + 0.5 * grid('CN') + wind);
});

test('SET_TRANSPORT_METHOD and SET_DISTANCE: rail instead of road, and a shorter way', () => {
  const rail = { op: 'SET_TRANSPORT_METHOD', method: 'RAIL' } as const;
  assertClose(
    outcome({ ...rail, select: { phase: 'INBOUND_TRANSPORT' } }),
    BASELINE - wayIn + 0.001 * 1000 * RAIL,
  );
  assertClose(
    outcome({ ...rail, select: { method: 'ROAD' } }),
    BASELINE - wayIn - wayOut + (0.001 * 1000 + 0.0016 * 500) * RAIL,
  );
  assertClose(
    outcome({ op: 'SET_DISTANCE', distanceKm: 200, select: { component: 'Body' } }),
    BASELINE - wayIn + 0.001 * 200 * ROAD,
  );
});

test('SET_RECYCLED_SHARE: 40 % recycled stuff a', () => {
  const recycled = {
    op: 'SET_RECYCLED_SHARE',
    recycledShare: 0.4,
    select: { component: 'Body' },
  } as const;
  assertClose(outcome(recycled), BASELINE - body + 0.6 * 10 + 0.4 * 4);
});

test('SET_QUANTITY and SCALE: masses change, and the net mass with them', () => {
  const half = BASELINE - cap - wayOut + 0.25 * 2 + 0.00135 * 500 * ROAD;
  assertClose(outcome({ op: 'SET_QUANTITY', massKg: 0.25, select: { component: 'Cap' } }), half);
  assertClose(outcome({ op: 'SCALE', factor: 0.5, select: { component: 'Cap' } }), half);
  assertClose(
    outcome({ op: 'SCALE', factor: 0.5, select: { phase: 'MANUFACTURING' } }),
    BASELINE - forming / 2,
  );
  assertClose(
    outcome({ op: 'SCALE', factor: 2, select: { phase: 'DISTRIBUTION' } }),
    BASELINE + wayOut,
  );
});

test('SET_LOSS_RATE: 20 % loss takes 1 / 0.8 of the material and of its way', () => {
  const lossy = outcome({ op: 'SET_LOSS_RATE', lossRate: 0.2, select: { component: 'Body' } });
  assertClose(lossy, BASELINE - body - wayIn + 1.25 * (body + wayIn));
});

test('SET_LIFETIME and SET_EOL: uses and waste of a FULL result', () => {
  const { product } = THING;
  assert.ok(product);
  const useProfile = {
    country: 'DE',
    energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 0.1 }],
  } as const;
  const used = { ...product, useProfile, lifetime: { value: 100, unit: 'USES' } } as const;
  const whole = (overrides: readonly Override[]) =>
    calculateScenario({ ...THING, product: used, options: { detail: 'FULL' }, overrides }, library)
      .result;
  const twice = whole([{ op: 'SET_LIFETIME', lifetime: { value: 200, unit: 'USES' } }]);
  const use = twice.phases.find(({ phase }) => phase === 'USE');
  assertClose(use?.baseline ?? 0, 100 * 0.1 * grid('DE'));
  assertClose(use?.outcome ?? 0, 200 * 0.1 * grid('DE'));
  assert.equal(twice.outcome.full?.perUse?.uses, 200);
  const recycled = whole([
    { op: 'SET_EOL', endOfLife: { recycledShare: 1, incineratedShare: 0, landfilledShare: 0 } },
  ]);
  const [declared] = [
    { ...used, endOfLife: { recycledShare: 1, incineratedShare: 0, landfilledShare: 0 } },
  ];
  const direct = calculate({ ...THING, product: declared, options: { detail: 'FULL' } }, library);
  assert.ok('co2eKg' in direct);
  assert.equal(recycled.outcome.co2eKg, direct.co2eKg);
  const tooMuch = { recycledShare: 0.8, incineratedShare: 0.5 };
  assert.throws(() => whole([{ op: 'SET_EOL', endOfLife: tooMuch }]), /add up to 1\.3/);
});

test('SET_LIFETIME in years: every year keeps its uses, and the result per year follows', () => {
  const { product } = THING;
  assert.ok(product);
  const useProfile = {
    uses: 500,
    country: 'DE',
    energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 0.1 }],
  } as const;
  const years = (value: number) => ({ value, unit: 'YEARS' }) as const;
  const lasting = (change: Partial<typeof product>) =>
    calculateScenario(
      {
        ...THING,
        product: { ...product, ...change },
        options: { detail: 'FULL' },
        overrides: [{ op: 'SET_LIFETIME', lifetime: years(8) }],
      },
      library,
    ).result;

  const used = lasting({ useProfile, lifetime: years(5) });
  const use = used.phases.find(({ phase }) => phase === 'USE');
  assertClose(use?.baseline ?? 0, 500 * 0.1 * grid('DE'));
  assertClose(use?.outcome ?? 0, 800 * 0.1 * grid('DE'));
  const { baseline, outcome: after } = used;
  assert.deepEqual(baseline.full?.perYear, { years: 5, co2eKg: baseline.co2eKg / 5 });
  assert.deepEqual(after.full?.perYear, { years: 8, co2eKg: after.co2eKg / 8 });

  const unused = lasting({ lifetime: years(5) });
  assert.equal(unused.total.difference, 0);
  assert.equal(unused.outcome.full?.perYear?.co2eKg, unused.baseline.co2eKg / 8);
  const inUses = lasting({ useProfile, lifetime: { value: 500, unit: 'USES' } });
  assert.equal(inUses.total.difference, 0);
  assert.deepEqual(inUses.outcome.full?.perUse, inUses.baseline.full?.perUse);
  assert.deepEqual(inUses.outcome.full?.perYear, { years: 8, co2eKg: inUses.baseline.co2eKg / 8 });
});

test('SET_LIFETIME and SET_EOL are refused where they change no result: in BASIC, and of a part', () => {
  const lifetime = { op: 'SET_LIFETIME', lifetime: { value: 8, unit: 'YEARS' } } as const;
  const endOfLife = { op: 'SET_EOL', endOfLife: { recycledShare: 1 } } as const;
  for (const override of [lifetime, endOfLife]) {
    assert.throws(() => run([override]), /only FULL results/);
    assert.throws(
      () => compareProducts(new Map(), [], [override], library, { detail: 'BASIC' }),
      /only FULL results/,
    );
    const ofPart = { ...override, select: { productId: 'cap' } };
    const products = [{ id: 'cap', name: 'Cap', components: [{ material: 'stuff a', massKg: 1 }] }];
    const product = { id: 'jar', name: 'Jar', components: [{ productId: 'cap', quantity: 1 }] };
    const options = { detail: 'FULL' } as const;
    assert.throws(
      () => run([ofPart], { product, products, options }),
      /matches nothing that SET_\w+ applies to: productId cap/,
    );
  }
});

test('SET_GRID_YEAR: the British grid of 2024; a year without a grid is refused with the years', () => {
  const { product } = THING;
  assert.ok(product);
  const step = { country: 'GB', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 2 }] } as const;
  const british = { ...THING, product: { ...product, processSteps: [step] } };
  const kwh = (year: number) =>
    calculateScenario({ ...british, overrides: [{ op: 'SET_GRID_YEAR', year }] }, library).result;
  const { outcome: then, total } = kwh(2024);
  const own = then.contributions.filter(({ path }) => path[0] === 'processSteps');
  assert.deepEqual([...new Set(own.map(({ year }) => year))], [2024]);
  assert.notEqual(total.difference, 0);
  assert.throws(() => kwh(2045), /no grid electricity of 2045.*2024/);
});

test('SET_GRID_YEAR: a year that the grids in use have no edition of is refused, not a difference of nothing', () => {
  assert.throws(
    () => run([{ op: 'SET_GRID_YEAR', year: 2023, name: 'Grid of 2023' }]),
    /"Grid of 2023" matches nothing: the library has no grid electricity of 2023 for the places/,
  );
});

test('a pathway is a set of the organization: its grid of 2040 is taken by year and name', () => {
  const now = library.gridElectricity.find(({ geography }) => geography === 'CN');
  const { product } = THING;
  assert.ok(now && product);
  const future = {
    ...now,
    id: 'cn-2040',
    sourceId: 'cn-2040',
    setId: 'ssp2',
    year: 2040,
    co2eKgPerUnit: 0.05,
  };
  const tables = { sets: [SSP2], factors: [future], isOwn: true };
  const pathway = extendLibrary(library, tables);
  const step = { country: 'CN', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 2 }] } as const;
  const thing = { id: 'thing', name: 'Thing', processSteps: [step] };
  const subject = {
    kind: 'PRODUCT',
    productId: 'thing',
    products: new Map([['thing', thing]]),
  } as const;
  const options = { detail: 'BASIC' } as const;
  const at = (factorSet: string) =>
    runScenario(
      { subject, options, overrides: [{ op: 'SET_GRID_YEAR', year: 2040, factorSet }] },
      pathway,
    );
  const [direct] = at('ssp2-2040').outcome.contributions.filter(({ role }) => role === 'DIRECT');
  assert.equal(direct?.co2eKg, 2 * 0.05);
  assert.throws(() => at('other'), /in the set other/);
});

test('ADD and REMOVE: a handle, a second box, a step, a leg; and away with the cap', () => {
  const handle = { name: 'Handle', material: 'stuff c', massKg: 0.2 };
  assertClose(outcome({ op: 'ADD', component: handle }), BASELINE + 0.6 + 0.0002 * 500 * ROAD);
  assertClose(
    outcome({ op: 'ADD', packaging: { level: 'SECONDARY', material: 'stuff b', massKg: 0.3 } }),
    BASELINE + 0.6 + 0.0003 * 500 * ROAD,
  );
  assertClose(
    outcome({
      op: 'ADD',
      processStep: { country: 'FR', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 1 }] },
    }),
    BASELINE + grid('FR'),
  );
  assertClose(
    outcome({ op: 'ADD', transportLeg: { method: 'RAIL', distanceKm: 100 } }),
    BASELINE + 0.0016 * 100 * RAIL,
  );
  assertClose(
    outcome({ op: 'REMOVE', select: { component: 'Cap' } }),
    BASELINE - cap - wayOut + 0.0011 * 500 * ROAD,
  );
  assertClose(outcome({ op: 'REMOVE', select: { phase: 'MANUFACTURING' } }), BASELINE - forming);
});

test('a step is meant by its own name: taken away, scaled, with another loss', () => {
  const select = { component: 'forming' };
  const { forming } = PARTS;
  assertClose(outcome({ op: 'REMOVE', select }), BASELINE - forming);
  assertClose(outcome({ op: 'SCALE', factor: 0.5, select }), BASELINE - forming / 2);
  const full = { options: { detail: 'FULL' } } as const;
  const lossy = run([{ op: 'SET_LOSS_RATE', lossRate: 0.2, select }], full).result;
  assert.ok(lossy.total.difference > 0);
  // A step of a process alone has nothing that can be scaled, and the name of a component is not that of its steps.
  const spinning = { name: 'Spinning', process: 'SPINNING_RING' } as const;
  const components = [
    { name: 'Yarn', material: 'cotton fibre', massKg: 1, processSteps: [spinning] },
  ];
  const product = { id: 'yarn', name: 'Yarn', components };
  for (const override of [
    { op: 'SCALE', factor: 0.5, select: { component: 'Spinning' } },
    { op: 'REMOVE', select: { component: 'Yarn', path: 'components.0.processSteps' } },
  ] as const) {
    assert.throws(() => run([override], { product }), /matches nothing that (SCALE|REMOVE)/);
  }
});

test('a supply chain: another country, yield and flow of one facility', () => {
  const chain = {
    nodes: [
      { id: 'mill', name: 'Mill', tier: 1, country: 'CN', energyKwhPerUnit: 3 },
      { id: 'shop', name: 'Shop', tier: 0, country: 'DE', energyKwhPerUnit: 1 },
    ],
    edges: [{ from: 'mill', to: 'shop', quantity: 2, legs: [{ method: 'ROAD', distanceKm: 100 }] }],
  } as const;
  const { product: _, ...rest } = THING;
  const of = (...overrides: Override[]) =>
    calculateScenario({ ...rest, supplyChain: chain, overrides }, library).result.total.outcome;
  const way = 0.002 * 100 * ROAD;
  assertClose(of(), 2 * 3 * grid('CN') + grid('DE') + way);
  assertClose(
    of({ op: 'SET_COUNTRY', country: 'FR', select: { nodeId: 'mill' } }),
    2 * 3 * grid('FR') + grid('DE') + way,
  );
  assertClose(
    of({ op: 'SET_LOSS_RATE', lossRate: 0.5, select: { nodeId: 'shop' } }),
    4 * 3 * grid('CN') + grid('DE') + 2 * way,
  );
  assertClose(
    of({ op: 'SET_QUANTITY', quantity: 1, select: { nodeId: 'shop' } }),
    3 * grid('CN') + grid('DE') + way / 2,
  );
});

test('a selector that matches nothing is an error that names it', () => {
  assert.throws(
    () =>
      outcome({ op: 'SET_DISTANCE', name: 'Shorter', distanceKm: 1, select: { component: 'Lid' } }),
    (error) =>
      error instanceof CalculationError &&
      /"Shorter" matches nothing.*component Lid/.test(error.message) &&
      error.problems[0]?.path.join('.') === 'overrides.0.select',
  );
});

test('two overrides that set the same are a conflict that names both; scaling what was set is none', () => {
  const share = (name: string, recycledShare: number) =>
    ({ op: 'SET_RECYCLED_SHARE', name, recycledShare, select: { component: 'Body' } }) as const;
  assert.throws(
    () => outcome(share('Some', 0.2), share('More', 0.5)),
    /"Some" and "More" conflict/,
  );
  const set = { op: 'SET_QUANTITY', massKg: 0.25, select: { component: 'Cap' } } as const;
  const half = { op: 'SCALE', factor: 0.5, select: { component: 'Cap' } } as const;
  assert.doesNotThrow(() => outcome(set, half));
  assert.throws(() => outcome(half, set), /conflict/);
});

test('an override of what an earlier one removed says which one removed it', () => {
  const remove = { op: 'REMOVE', name: 'No cap', select: { component: 'Cap' } } as const;
  const scale = { op: 'SCALE', factor: 2, select: { component: 'Cap' } } as const;
  assert.throws(() => outcome(remove, scale), /removed by "No cap"/);
  // Paths stay those of the baseline.
  const body = {
    op: 'SET_RECYCLED_SHARE',
    recycledShare: 1,
    select: { path: 'components.1' },
  } as const;
  const first = { op: 'REMOVE', select: { path: 'components.0' } } as const;
  assert.doesNotThrow(() => outcome(first, body));
});

test('wrong overrides are refused with all their problems', () => {
  const wrong: Override[] = [
    { op: 'SCALE', factor: 0 },
    { op: 'SET_ENERGY_MIX', energyMix: [{ source: 'WIND', share: 0.5 }] },
    { op: 'REMOVE' },
    { op: 'SWAP_MATERIAL', material: 'a', factorId: 'b' },
  ];
  assert.throws(
    () => run(wrong),
    (error) => error instanceof CalculationError && error.problems.length === 4,
  );
  assert.throws(() => run(Array.from({ length: 21 }, () => ({ op: 'ADD' }))), /at most 20/);
});

test('the outcome carries its overrides in its snapshot and replays to the bit', () => {
  const override = { op: 'SCALE', factor: 0.5, select: { component: 'Cap' } } as const;
  const { baseline, outcome: after } = run([override]).result;
  assert.deepEqual(after.snapshot.overrides, [override]);
  assert.equal(after.engineVersion, ENGINE_VERSION);
  assert.deepEqual(replay(JSON.parse(JSON.stringify(after.snapshot))), after);
  assert.notEqual(after.snapshotHash, baseline.snapshotHash);
});
