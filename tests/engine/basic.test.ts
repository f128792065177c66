import assert from 'node:assert/strict';
import { test } from 'node:test';
import examples from '../../data/examples/desnz-examples.json' with { type: 'json' };
import {
  CalculationError,
  calculateBasic,
  calculateEnergy,
  calculateFull,
  calculateMaterial,
  calculateTransport,
  type Footprint,
  type Problem,
  type Product,
  replay,
  replayDifferences,
} from '../../engine/src/index.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();

function product(fields: Partial<Product>): Product {
  return { id: 'p', name: 'Product', declaredUnit: { amount: 1, unit: 'PIECE' }, ...fields };
}

function problemsOf(calculate: () => unknown): readonly Problem[] {
  try {
    calculate();
  } catch (error) {
    if (error instanceof CalculationError) return error.problems;
    throw error;
  }
  throw new Error('Nothing was refused.');
}

function phaseOf(footprint: Footprint, phase: string): number {
  return footprint.phases.find((share) => share.phase === phase)?.co2eKg ?? 0;
}

test('reproduces the worked examples of DESNZ', () => {
  const [cans, water] = examples.cases;
  const aluminium = calculateMaterial(
    { material: 'aluminium can', massKg: 500, recycledShare: 0.7 },
    library,
  );
  assertClose(aluminium.co2eKg, cans?.expected_total_kgco2e ?? Number.NaN);
  assertClose(aluminium.contributions[0]?.co2eKg ?? 0, 1367.3851965);
  assertClose(aluminium.contributions[1]?.co2eKg ?? 0, 348.277265);
  const supplied = product({
    components: [
      { factorId: 'desnz-2025:17_404_4005_1', quantity: 10, unit: 'm3' },
      { factorId: 'desnz-2025:18_405_4006_1', quantity: 10_000, unit: 'l' },
    ],
  });
  assertClose(calculateBasic(supplied, library).co2eKg, water?.expected_total_kgco2e ?? Number.NaN);
});

test('counts grid electricity as generation, losses and upstream, each on its own', () => {
  // UK 2025: 0.177 + 0.01853 T&D + 0.0459 and 0.00397 well to tank, per kWh.
  const british = calculateEnergy(
    { source: 'GRID_ELECTRICITY', energyKwh: 1000, country: 'GB' },
    library,
  );
  assertClose(british.co2eKg, 177 + 18.53 + 45.9 + 3.97);
  assert.deepEqual(
    british.contributions.map(({ role }) => role),
    ['DIRECT', 'UPSTREAM', 'LOSSES', 'UPSTREAM'],
  );
  const french = calculateEnergy(
    { source: 'GRID_ELECTRICITY', energyKwh: 1000, country: 'FR' },
    library,
  );
  // Ember's life-cycle intensity, and 6.96 % of the generation lost on the wires (World Bank).
  assertClose(french.co2eKg, 44.18 * 1.07479);
  assert.deepEqual(french.assumptions, []);
});

test('counts fuels and transport well to wheel', () => {
  const gas = calculateEnergy({ source: 'NATURAL_GAS', energyKwh: 100, country: 'GB' }, library);
  assertClose(gas.co2eKg, 18.296 + 3.021);
  // 2 t over 300 km: 600 t.km of direct + WTT.
  const expected = {
    ROAD: 0.10163 + 0.02359,
    RAIL: 0.02779 + 0.00691,
    SEA: 0.01612 + 0.00365,
    AIR: 0.5313 + 0.13516,
    // Tank to wheel; with the upstream of the marine gas oil that emits it: 0.05913 per 0.25798 kg CO2e.
    INLAND_WATERWAY: (0.078398 / (0.90718474 * 1.609344)) * (1 + 0.05913 / 0.25798),
  } as const;
  for (const method of ['ROAD', 'RAIL', 'SEA', 'AIR', 'INLAND_WATERWAY'] as const) {
    const leg = calculateTransport({ method, massKg: 2000, distanceKm: 300 }, library);
    assertClose(leg.co2eKg, 600 * expected[method]);
  }
});

test('steps down the ladder, and says so', () => {
  // Monaco has no factor of its own: the factor of Europe is the proxy.
  const monaco = calculateEnergy(
    { source: 'GRID_ELECTRICITY', energyKwh: 10, country: 'MC' },
    library,
  );
  assertClose(monaco.co2eKg, 2.85);
  assert.equal(monaco.assumptions[0]?.reason, 'A factor for Europe stands in for MC.');
  assert.equal(monaco.assumptions[0]?.contributionShare, 1);
  const past = calculateEnergy(
    { source: 'GRID_ELECTRICITY', energyKwh: 10, country: 'GB' },
    library,
    { year: 2024 },
  );
  assertClose(past.co2eKg, 10 * (0.20705 + 0.0183 + 0.0459 + 0.00397));
  assert.deepEqual(past.assumptions, []);
});

test('takes a factor of Europe before one of the world, and rates it as a wider place', () => {
  const ingot = { material: 'aluminium', massKg: 1, originCountry: 'DE' } as const;
  const bought = calculateMaterial(ingot, library);
  assertClose(bought.co2eKg, 6.8);
  assert.equal(bought.contributions[0]?.geography, 'RER');
  assert.ok(
    bought.assumptions.some(({ reason }) => reason === 'A factor for Europe stands in for DE.'),
  );
  assertClose(calculateMaterial({ ...ingot, originCountry: 'BR' }, library).co2eKg, 15.1);
  const components = [{ ...ingot, transportLegs: [{ method: 'ROAD', distanceKm: 0 }] }] as const;
  const { full } = calculateFull(product({ components }), library, { boundary: 'CRADLE_TO_GATE' });
  assert.equal(full?.dataQuality.geographical, 3);
});

test('a recycled factor above the primary one of another source is an assumption that says so', () => {
  const reasonsOf = (material: string, originCountry: string) =>
    calculateMaterial({ material, massKg: 1, recycledShare: 1, originCountry }, library)
      .assumptions.filter(({ path }) => path.at(-1) === 'recycledShare')
      .map(({ reason }) => reason);
  // ADEME's paper from virgin fibres has 0.919 kg, the recycled one of DESNZ 1.05.
  assert.deepEqual(reasonsOf('paper', 'FR'), [
    '"Paper | Paper and board: paper | Closed-loop source" is above "Paper | Craddle to gate" of another source: this is not due to recycling.',
  ]);
  // Both factors of cardboard are ADEME's, where recycling has more emissions indeed.
  assert.deepEqual(reasonsOf('cardboard', 'FR'), []);
  assert.deepEqual(reasonsOf('paper', 'GB'), []);
});

test('recycled copper wire is refined from scrap, like the copper of its primary factor', () => {
  const wire = (recycledShare: number, originCountry?: string) =>
    calculateMaterial({ material: 'copper wire', massKg: 1, recycledShare, originCountry }, library)
      .co2eKg;
  // Umweltbundesamt, Texte 46/2015: 1.69 kg; the wire of US EPA WARM, 6.12 kg, is drawn and of the US.
  assert.deepEqual([wire(0), wire(1)], [4.6, 1.69]);
  assert.deepEqual([wire(0, 'US'), wire(1, 'US')], [7.5126, 6.1221]);
});

test('adds up a product by hand', () => {
  const bottle = product({
    netMassKg: 0.1,
    components: [
      {
        material: 'pet',
        massKg: 0.08,
        lossRate: 0.2,
        recycledShare: 0.5,
        transportLegs: [{ method: 'RAIL', distanceKm: 1000 }],
      },
      { material: 'PP', massKg: 0.02 },
    ],
    packaging: [
      { level: 'PRIMARY', material: 'cardboard', massKg: 0.2, unitsPerPack: 10, reuseCount: 2 },
    ],
    processSteps: [{ energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 0.5, country: 'FR' }] }],
    transportLegs: [{ method: 'ROAD', distanceKm: 500 }],
  });
  const footprint = calculateBasic(bottle, library);
  // 0.08 / (1 − 0.2) = 0.1 kg of PET are bought, half of it recycled.
  const materials = 0.05 * 3.86390131 + 0.05 * 2.21390131 + 0.02 * 2.57757172;
  assertClose(phaseOf(footprint, 'RAW_MATERIALS'), materials);
  assertClose(phaseOf(footprint, 'INBOUND_TRANSPORT'), 0.1 * (0.02779 + 0.00691));
  assertClose(phaseOf(footprint, 'MANUFACTURING'), 0.5 * 0.04418 * 1.07479);
  assertClose(phaseOf(footprint, 'PACKAGING'), (0.2 / 10 / 2) * 1.19972542);
  // Gross: 0.1 kg of bottle and 0.02 kg of its share of the box.
  assertClose(phaseOf(footprint, 'DISTRIBUTION'), 0.00012 * 500 * (0.10163 + 0.02359));
  const phases = footprint.phases.reduce((sum, { co2eKg }) => sum + co2eKg, 0);
  assertClose(phases, footprint.co2eKg);
  const contributions = footprint.contributions.reduce((sum, { co2eKg }) => sum + co2eKg, 0);
  assertClose(contributions, footprint.co2eKg);
  assert.ok(footprint.notCovered.some(({ phase }) => phase === 'USE'));
});

test('says that losses of process steps are left to FULL', () => {
  const rod = (lossRate: number) =>
    calculateBasic(
      product({
        components: [
          {
            material: 'steel',
            massKg: 1,
            processSteps: [
              { lossRate, energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 1, country: 'FR' }] },
            ],
          },
        ],
      }),
      library,
    );
  const [whole, lossy] = [rod(0), rod(0.5)];
  assert.equal(lossy.co2eKg, whole.co2eKg);
  const isOfLosses = ({ reason }: { readonly reason: string }) => reason.includes('losses');
  assert.ok(lossy.notCovered.some(isOfLosses));
  assert.ok(!whole.notCovered.some(isOfLosses));
});

test('serves a fibre by its own factor with its steps, and a finished textile without them', () => {
  const shirt = (material: string) =>
    calculateBasic(
      product({
        components: [{ material, massKg: 0.15 }],
        processSteps: [{ process: 'WEAVING', country: 'CN' }],
      }),
      library,
    );
  const cotton = shirt('Cotton');
  assertClose(phaseOf(cotton, 'RAW_MATERIALS'), 0.15 * 2);
  assert.ok(phaseOf(cotton, 'MANUFACTURING') > 0.15 * 5.82 * 0.4);
  const clothing = shirt('clothing');
  assertClose(clothing.co2eKg, 0.15 * 22.31);
  const reasons = clothing.assumptions.map(({ reason }) => reason);
  assert.ok(reasons.some((reason) => reason.includes('is a proxy')));
  assert.ok(reasons.some((reason) => reason.includes('is not added')));
});

test('counts the energy of a textile process where its material is known', () => {
  // Weaving 0.5 kg of PET: 5.82 kWh/kg of electricity.
  const cloth = product({
    components: [{ material: 'PET', massKg: 0.5 }],
    processSteps: [{ process: 'WEAVING', country: 'FR' }],
  });
  const footprint = calculateBasic(cloth, library);
  assertClose(phaseOf(footprint, 'MANUFACTURING'), 0.5 * 5.82 * 0.04418 * 1.07479);
});

test('counts a sub-product once per use, and solves loops', () => {
  const part = product({ id: 'part', name: 'Part', components: [{ material: 'PP', massKg: 1 }] });
  const whole = product({
    id: 'whole',
    components: [
      { productId: 'part', quantity: 3, lossRate: 0.25 },
      { material: 'PP', massKg: 1 },
    ],
  });
  const products = new Map([['part', part]]);
  assertClose(calculateBasic(whole, library, { products }).co2eKg, 5 * 2.57757172);

  // a = 1 kg + ½ b, b = 1 kg + ½ a: a = (1 + ½) / (1 − ¼) = 2.
  const a = product({
    id: 'a',
    components: [
      { material: 'PP', massKg: 1 },
      { productId: 'b', quantity: 0.5 },
    ],
  });
  const b = product({
    id: 'b',
    components: [
      { material: 'PP', massKg: 1 },
      { productId: 'a', quantity: 0.5 },
    ],
  });
  const loop = new Map([
    ['a', a],
    ['b', b],
  ]);
  assertClose(calculateBasic(a, library, { products: loop }).co2eKg, 2 * 2.57757172);
});

test('refuses a loop that consumes its own output, by name', () => {
  const a = product({ id: 'a', name: 'A', components: [{ productId: 'b', quantity: 2 }] });
  const b = product({ id: 'b', name: 'B', components: [{ productId: 'a', quantity: 0.5 }] });
  const products = new Map([
    ['a', a],
    ['b', b],
  ]);
  const [problem] = problemsOf(() => calculateBasic(a, library, { products }));
  assert.equal(problem?.code, 'NON_PRODUCTIVE_CYCLE');
  assert.match(problem?.message ?? '', /A → B → A|B → A → B/);
  assert.deepEqual([problem?.loop?.toSorted(), problem?.suggestions], [['A', 'B'], []]);
});

test('names everything that is wrong at once, with what would have worked', () => {
  const wrong = product({
    components: [
      { material: 'whey powder', massKg: 1 },
      { material: 'PP', massKg: -1 },
      { factorId: 'desnz-2025:17_404_4005_1', massKg: 1 },
      { material: 'PP', factorId: 'x', massKg: 1 },
      { material: 'PP', massKg: 1, lossRate: 1 },
    ],
    transportLegs: [{ method: 'PIPELINE', distanceKm: 1 }, { method: 'ROAD' }],
  });
  const problems = problemsOf(() => calculateBasic(wrong, library));
  assert.deepEqual(
    problems.map(({ code, path }) => `${code} ${path.join('.')}`),
    [
      'MISSING_FACTOR components.0.material',
      'BAD_INPUT components.1.massKg',
      'UNIT_MISMATCH components.2',
      'BAD_INPUT components.3',
      'BAD_INPUT components.4.lossRate',
      'MISSING_FACTOR transportLegs.0.method',
      'BAD_INPUT transportLegs.1.distanceKm',
    ],
  );
  assert.ok((problems[0]?.suggestions.length ?? 0) > 0);
  const [misspelt] = problemsOf(() =>
    calculateMaterial({ material: 'alumnium', massKg: 1 }, library),
  );
  assert.ok(misspelt?.suggestions.includes('aluminium (packaging grade)'));
});

test('flags a mix of warming potentials, and refuses it where one set is asked for', () => {
  const meal = product({
    components: [
      { factorId: 'agribalyse-3.1:11084', massKg: 0.1 },
      { material: 'PP', massKg: 0.1 },
    ],
  });
  const footprint = calculateBasic(meal, library);
  assert.equal(footprint.gwp.isMixed, true);
  const saysOf = ({ assumptions }: typeof footprint) =>
    assumptions.flatMap(({ path, reason }) => (path[0] === 'gwpSet' ? [reason] : []));
  assert.deepEqual(saysOf(footprint), [
    'Factors made with AR5 are summed with factors made with EF 3.1, as published.',
  ]);
  const bell = product({
    components: [
      { material: 'PP', massKg: 0.1 },
      { factorId: 'composition-2026:bronze', massKg: 1 },
    ],
  });
  assert.deepEqual(saysOf(calculateBasic(bell, library)), [
    'Factors made with AR5 are summed with factors whose sources do not state their global warming potentials, as published.',
  ]);
  const problems = problemsOf(() => calculateBasic(meal, library, { gwpSet: 'AR5' }));
  assert.deepEqual(problems[0]?.path, ['components', 0]);
  const unknown = problemsOf(() => calculateBasic(meal, library, { gwpSet: 'AR9' }));
  assert.deepEqual(
    unknown.map(({ path, suggestions }) => [path, suggestions]),
    [[['gwpSet'], ['SAR', 'TAR', 'AR4', 'AR5', 'AR6', 'EF 3.1']]],
  );
});

test('replays to the same bits from a snapshot that went through JSON', () => {
  const shirt = product({
    components: [
      { material: 'wool', massKg: 0.3, transportLegs: [{ method: 'SEA', distanceKm: 9000 }] },
    ],
    packaging: [{ level: 'PRIMARY', material: 'paper', massKg: 0.02 }],
  });
  const footprint = calculateBasic(shirt, library);
  const again = replay(JSON.parse(JSON.stringify(footprint.snapshot)));
  assert.deepEqual(again, footprint);
  assert.match(footprint.snapshotHash, /^[0-9a-f]{64}$/);
  const heavier = calculateBasic(
    { ...shirt, components: [{ material: 'wool', massKg: 0.31 }] },
    library,
  );
  assert.notEqual(heavier.snapshotHash, footprint.snapshotHash);
});

test("uses a supplier's own footprint in place of a component", () => {
  const supplierPcf = {
    id: 'f4b1225a-bd44-4c8e-861d-079e4e1dfd69',
    specVersion: '3.0.0',
    companyName: 'Mill',
    productNameCompany: 'Yarn',
    pcf: {
      declaredUnitOfMeasurement: 'kilogram',
      declaredUnitAmount: '12.5',
      pcfExcludingBiogenicUptake: '50',
      geographyCountry: 'IT',
      ipccCharacterizationFactors: ['AR6'],
    },
  };
  const yarn = product({ components: [{ supplierPcf, massKg: 0.5 }] });
  assertClose(calculateBasic(yarn, library).co2eKg, 2);
  const [problem] = problemsOf(() =>
    calculateBasic(product({ components: [{ supplierPcf: { id: 'x' }, massKg: 1 }] }), library),
  );
  assert.equal(problem?.code, 'BAD_INPUT');
});

test('reports where a stored result and its replay differ', () => {
  const footprint = calculateMaterial({ material: 'PP', massKg: 2 }, library);
  assert.deepEqual(replayDifferences(footprint, footprint.snapshot), []);
  const [factor] = footprint.snapshot.factors;
  assert.ok(factor);
  const edited = { ...footprint.snapshot, factors: [{ ...factor, co2eKgPerUnit: 3000 }] };
  const paths = replayDifferences({ co2eKg: footprint.co2eKg }, edited).map(({ path }) => path);
  assert.deepEqual(paths, [['co2eKg']]);
});

test('refuses a product where a material is asked for', () => {
  const [problem] = problemsOf(() => calculateMaterial({ productId: 'x', massKg: 1 }, library));
  assert.deepEqual(problem?.path, ['productId']);
});
