import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CalculationError,
  calculateFull,
  comparePaired,
  type Footprint,
  type FullOptions,
  type LifecyclePhase,
  listenToSteps,
  type Product,
  replay,
} from '../../engine/src/index.ts';
import { comparedPairs } from '../../server/src/domains/scenarios/compare.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';
import { supplierDocument } from './supplier-document.ts';

const library = await defaultLibrary(['carbonfact-textile-1.1.0']);

function product(fields: Partial<Product>): Product {
  return { id: 'p', name: 'Product', declaredUnit: { amount: 1, unit: 'PIECE' }, ...fields };
}

function full(fields: Partial<Product>, options: FullOptions = {}): Footprint {
  return calculateFull(product(fields), library, options);
}

function detailsOf(footprint: Footprint) {
  assert.ok(footprint.full);
  return footprint.full;
}

function phaseOf(footprint: Footprint, phase: LifecyclePhase): number {
  return footprint.phases.find((share) => share.phase === phase)?.co2eKg ?? 0;
}

/** Direct and well-to-tank of the PEF default from the factory to a local client: 1,200 km lorry. */
const LOCAL = 1200 * (0.10163 + 0.02359);

/** Handling of waste, per kg: collection or the way to a plant, and the operation of a landfill. */
const HANDLED = 0.00468568;
const DUMPED = 0.00898311;

/** Shares of plastic waste that are recycled, burnt and landfilled (OECD, 2019). */
type Shares = readonly [number, number, number];
const WORLD: Shares = [0.0929, 0.1905, 0.4921];
/** Recycled in Europe; the rest as the residual waste of France: 64.4 % burnt, 35.6 % landfilled (Eurostat, 2023). */
const FRANCE: Shares = [0.1238, 0.8762 * 0.644, 0.8762 * 0.356];

/** Plastic waste, with the carbon of what is burnt per kg. */
function plasticWaste(carbon: number, [recycled, burnt, landfilled] = WORLD): number {
  return recycled * HANDLED + burnt * (HANDLED + carbon + 0.01325) + landfilled * DUMPED;
}
const PET_CARBON = 2.2901;
const PP_CARBON = 3.1374;

const NO_LEG = { method: 'ROAD', distanceKm: 0 } as const;

const can = {
  netMassKg: 0.015,
  components: [
    { material: 'aluminium can', massKg: 0.015, recycledShare: 0.7, transportLegs: [NO_LEG] },
  ],
  transportLegs: [NO_LEG],
  endOfLife: { recycledShare: 0.6, incineratedShare: 0.1, landfilledShare: 0.3 },
};

test('follows cut-off: recycled input as it is, treatment to sorting, credits beyond the system', () => {
  const footprint = full(can);
  const virgin = 9.11590131;
  const recycled = 0.9950779;
  assertClose(phaseOf(footprint, 'RAW_MATERIALS'), 0.015 * (0.3 * virgin + 0.7 * recycled));
  // 60 % collected, 10 % to incineration, 30 % landfilled.
  const treatment = 0.6 * 0.00468568 + 0.1 * 0.00468568 + 0.3 * 0.00898311;
  assertClose(phaseOf(footprint, 'END_OF_LIFE'), 0.015 * treatment);
  // Less recycled material leaves than came in: module D is a burden.
  assertClose(detailsOf(footprint).beyondSystemCo2eKg, 0.015 * (0.6 - 0.7) * (recycled - virgin));
  assertClose(footprint.co2eKg, 0.015 * (0.3 * virgin + 0.7 * recycled + treatment));
});

test('follows the Circular Footprint Formula: A shares burdens and credits', () => {
  const footprint = full(can, { recycling: 'CFF' });
  const virgin = 9.11590131;
  const recycled = 0.9950779;
  const A = 0.2;
  const input = 0.3 * virgin + 0.7 * (A * recycled + (1 - A) * virgin);
  assertClose(phaseOf(footprint, 'RAW_MATERIALS'), 0.015 * input);
  const credit = (1 - A) * 0.6 * (recycled - virgin);
  const treatment = 0.6 * 0.00468568 + 0.1 * 0.00468568 + 0.3 * 0.00898311;
  assertClose(phaseOf(footprint, 'END_OF_LIFE'), 0.015 * (credit + treatment));
  assert.equal(detailsOf(footprint).beyondSystemCo2eKg, 0);
});

test('compounds losses along the chain and treats what is lost', () => {
  // 1 kg of cloth: weaving wastes 6.25 %, spinning (synthetic) 3 %.
  const cloth = {
    netMassKg: 1,
    components: [{ material: 'PET', massKg: 1, transportLegs: [NO_LEG] }],
    processSteps: [
      { process: 'SPINNING_SYNTHETIC', country: 'FR' },
      { process: 'WEAVING', country: 'FR' },
    ],
    transportLegs: [NO_LEG],
  } as const;
  const footprint = full(cloth, { boundary: 'CRADLE_TO_GATE' });
  const yarn = 1 / (1 - 0.0625);
  const bought = yarn / (1 - 0.03);
  assertClose(phaseOf(footprint, 'RAW_MATERIALS'), bought * 3.86390131);
  const electricity = (yarn * 1.36 + 1 * 5.82) * 0.04418 * 1.07479;
  // Lost where the cloth is made, not somewhere in the world.
  const waste = (bought - 1) * plasticWaste(PET_CARBON, FRANCE);
  assertClose(phaseOf(footprint, 'MANUFACTURING'), electricity + waste);
  assert.equal(phaseOf(footprint, 'END_OF_LIFE'), 0);
});

test('refuses a gate-to-gate process without its material, and buys what it needs of it', () => {
  const spinning = 'carbonfact:yarn-formation-spinning-open-end-plant-fibers-cotton-dtex-300-world';
  const step = { factorId: spinning };
  const bare = { netMassKg: 1, processSteps: [step] };
  assert.throws(() => full(bare), CalculationError);
  assert.throws(() => full({ components: [{ factorId: spinning, massKg: 1 }] }), CalculationError);
  const yarn = {
    netMassKg: 1,
    components: [{ material: 'PET', massKg: 1, transportLegs: [NO_LEG] }],
    processSteps: [step],
  };
  const footprint = full(yarn, { boundary: 'CRADLE_TO_GATE' });
  assertClose(phaseOf(footprint, 'RAW_MATERIALS'), 1.1769 * 3.86390131);
  const waste = 0.1769 * plasticWaste(PET_CARBON);
  assertClose(phaseOf(footprint, 'MANUFACTURING'), 1.0340969000441727 + waste);
  assert.equal(footprint.gwp.isMixed, true);
});

test('fills what is missing, says so, and ranks it by effect', () => {
  const footprint = full({
    netMassKg: 0.3,
    components: [{ material: 'PP' }, { material: 'glass', massKg: 0.2 }],
  });
  assertClose(phaseOf(footprint, 'RAW_MATERIALS'), 0.1 * 2.57757172 + 0.2 * 1.40276667);
  assert.equal(phaseOf(footprint, 'INBOUND_TRANSPORT'), 0, 'the factors have it inside');
  assertClose(phaseOf(footprint, 'DISTRIBUTION'), 0.0003 * LOCAL);
  const glassWaste = (0.21 + 0.1074) * HANDLED + 0.3611 * DUMPED;
  const waste = 0.1 * plasticWaste(PP_CARBON) + 0.2 * glassWaste;
  assertClose(phaseOf(footprint, 'END_OF_LIFE'), waste);
  const paths = footprint.assumptions.map(({ path }) => path.join('.'));
  for (const path of [
    'components.0.massKg',
    'components.1.transportLegs',
    'transportLegs',
    'endOfLife',
  ]) {
    assert.ok(paths.includes(path), `${path} is no assumption`);
  }
  const shares = footprint.assumptions.map(({ contributionShare }) => contributionShare);
  assert.deepEqual(
    shares,
    shares.toSorted((a, b) => b - a),
  );
});

test('takes the ways of Europe for suppliers in Europe', () => {
  const footprint = full(
    {
      components: [{ factorId: 'carbonfact:detergent-liquid-glo', massKg: 1, originCountry: 'DE' }],
      originCountry: 'FR',
    },
    { boundary: 'CRADLE_TO_GATE' },
  );
  // With the upstream of the marine gas oil that emits it.
  const barge = (0.078398 / (0.90718474 * 1.609344)) * (1 + 0.05913 / 0.25798);
  const near = 130 * (0.10163 + 0.02359) + 240 * (0.02779 + 0.00691) + 270 * barge;
  assertClose(phaseOf(footprint, 'INBOUND_TRANSPORT'), 0.001 * near);
});

test('multiplies use by its number of times, and divides the whole by it', () => {
  const footprint = full({
    netMassKg: 1,
    components: [{ material: 'PP', massKg: 1 }],
    lifetime: { value: 50, unit: 'USES' },
    useProfile: {
      country: 'FR',
      energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 0.4 }],
      waterLitres: 10,
      consumables: [{ factorId: 'carbonfact:detergent-liquid-glo', massKg: 0.02 }],
    },
  });
  const perUse = 0.4 * 0.04418 * 1.07479 + 0.01 * (0.1913 + 0.17088) + 0.02 * 1.3454753869862404;
  assertClose(phaseOf(footprint, 'USE'), 50 * perUse);
  assertClose(detailsOf(footprint).perUse?.co2eKg ?? 0, footprint.co2eKg / 50);
});

test('gives electricity by location and by market', () => {
  const step = {
    energy: [{ source: 'RENEWABLE_ELECTRICITY_CERTIFIED', energyKwh: 10, country: 'PL' }],
  } as const;
  const mug = {
    netMassKg: 1,
    components: [{ material: 'glass', massKg: 1 }],
    processSteps: [step],
  };
  const byLocation = full(mug);
  const byMarket = full(mug, { electricity: 'MARKET' });
  const { electricity } = detailsOf(byLocation);
  assertClose(electricity.locationCo2eKg, byLocation.co2eKg);
  assertClose(electricity.marketCo2eKg, byMarket.co2eKg);
  assert.ok(byLocation.co2eKg - byMarket.co2eKg > 5);
  // Photovoltaics over the life cycle (IPCC AR5, Annex III), with the losses of the Polish grid.
  assertClose(phaseOf(byMarket, 'MANUFACTURING'), 10 * 0.048 * 1.06585);
});

test('shows an indicator only as far as factors have it, never as zero', () => {
  const milk = { factorId: 'agribalyse-3.1:11084', massKg: 1, transportLegs: [NO_LEG] };
  const whole = detailsOf(full({ components: [milk] }, { boundary: 'CRADLE_TO_GATE' }));
  const acid = whole.indicators.find(({ code }) => code === 'AP');
  assert.ok(acid?.isComplete);
  assertClose(acid.value ?? 0, 0.0997);
  const alone = detailsOf(full({ components: [milk, { material: 'PP', massKg: 1 }] }));
  const partial = alone.indicators.find(({ code }) => code === 'AP');
  assert.ok(partial && partial.value !== null && partial.coveredShare < 1);
  assert.match(partial.reason ?? '', /part of the whole/);
  const none = detailsOf(full({ components: [{ material: 'PP', massKg: 1 }] }));
  assert.equal(none.indicators.find(({ code }) => code === 'AP')?.value, null);
});

test('sets aircraft apart', () => {
  const flown = {
    netMassKg: 1,
    components: [
      { material: 'PP', massKg: 1, transportLegs: [{ method: 'AIR', distanceKm: 8000 }] },
    ],
  } as const;
  const { greenhouseGases } = detailsOf(full(flown, { boundary: 'CRADLE_TO_GATE' }));
  assertClose(greenhouseGases.aircraftCo2eKg, 8 * (0.5313 + 0.13516));
});

test('agrees with itself: sampled and analytic uncertainty', () => {
  const footprint = full(
    { components: [{ material: 'PP', massKg: 1, transportLegs: [NO_LEG] }] },
    { boundary: 'CRADLE_TO_GATE', monteCarlo: { iterations: 20_000, seed: 7 } },
  );
  const { uncertainty, monteCarlo } = detailsOf(footprint);
  assert.ok(monteCarlo);
  // One lognormal number: its median is the declared value, its interval the closed form.
  assertClose(monteCarlo.p50Co2eKg, footprint.co2eKg, 0.01);
  assertClose(monteCarlo.p97_5Co2eKg, uncertainty.highCo2eKg, 0.02);
  assert.equal(monteCarlo.isDisagreeing, false);
  assert.deepEqual(replay(JSON.parse(JSON.stringify(footprint.snapshot))), footprint);
});

test("counts a supplier's primary data, and rates quality by contribution", () => {
  const supplierPcf = supplierDocument({
    primaryDataShare: '80',
    referencePeriodEnd: '2025-12-31T00:00:00Z',
  });
  const footprint = full(
    {
      components: [{ supplierPcf, massKg: 1, originCountry: 'IT', transportLegs: [NO_LEG] }],
    },
    { boundary: 'CRADLE_TO_GATE' },
  );
  const { primaryDataShare, dataQuality } = detailsOf(footprint);
  assertClose(primaryDataShare, 0.8);
  assert.equal(dataQuality.dqr, 1);
  assert.equal(dataQuality.rating, 'EXCELLENT');
});

test('refuses more treatment than there is, and a use without a number of uses', () => {
  const wrong = {
    components: [{ material: 'PP', massKg: 1 }],
    useProfile: { waterLitres: 1 },
    endOfLife: { recycledShare: 0.8, incineratedShare: 0.4 },
  };
  assert.throws(
    () => full(wrong),
    (error) =>
      error instanceof CalculationError &&
      error.problems.map(({ path }) => path.join('.')).join() === 'useProfile.uses,endOfLife',
  );
});

test('converts factors gas by gas to the warming potentials asked for, and refuses the others', () => {
  const step = {
    energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 1, country: 'US-eGRID-CAMX' }],
  } as const;
  const asPublished = full({ processSteps: [step] }, { boundary: 'CRADLE_TO_GATE' });
  const converted = full({ processSteps: [step] }, { boundary: 'CRADLE_TO_GATE', gwpSet: 'AR6' });
  const factor = asPublished.snapshot.factors.find(({ geography }) => geography.includes('eGRID'));
  assert.ok(factor?.fossilCo2Kg && factor.ch4Co2eKg && factor.n2oCo2eKg);
  const rest = factor.co2eKgPerUnit - factor.fossilCo2Kg - factor.ch4Co2eKg - factor.n2oCo2eKg;
  assertClose(
    converted.co2eKg,
    1.05801 *
      (factor.fossilCo2Kg + (factor.ch4Co2eKg * 27.9) / 28 + (factor.n2oCo2eKg * 273) / 265 + rest),
  );
  assert.equal(converted.gwp.sets[0]?.gwpSet, 'AR6');
  assert.ok(converted.assumptions.some(({ path }) => path[0] === 'gwpSet'));
  assert.throws(
    () => full({ components: [{ material: 'PP', massKg: 1 }] }, { gwpSet: 'AR6' }),
    CalculationError,
  );
});

test('knows what two alternatives share: only their difference decides which is lower', () => {
  const light = full({ components: [{ material: 'PP', massKg: 1 }] });
  const heavy = full({ components: [{ material: 'PP', massKg: 1.01 }] });
  assert.equal(comparePaired(light.snapshot, heavy.snapshot).probabilityBelow, 1);
  assert.equal(comparePaired(light.snapshot, light.snapshot).probabilityEqual, 1);
  const other = full({ components: [{ material: 'PS', massKg: 0.66 }] });
  const { probabilityBelow } = comparePaired(light.snapshot, other.snapshot);
  assert.ok(probabilityBelow > 0.05 && probabilityBelow < 0.95);
});

test('compares all pairs of results as two are compared, and draws each result once', () => {
  const [first, second, third] = [1, 1.5, 2].map(
    (massKg) => full({ components: [{ material: 'PP', massKg }] }).snapshot,
  );
  assert.ok(first !== undefined && second !== undefined && third !== undefined);
  let steps = 0;
  listenToSteps(() => {
    steps += 1;
  });
  const comparison = comparePaired(first, second);
  const stepsOfTwo = steps;
  const pairs = comparedPairs([first, second, third]);
  listenToSteps(() => {});
  assert.equal(steps - stepsOfTwo, 1.5 * stepsOfTwo);
  assert.deepEqual(pairs[0], { first: 0, second: 1, comparison });
  const places = pairs.map((pair) => [pair.first, pair.second]);
  assert.deepEqual(places, [
    [0, 1],
    [0, 2],
    [1, 2],
  ]);
});

test('the same product is never lower nor higher, in whatever order its parts are declared', () => {
  const components = ['PP', 'PS', 'cotton', 'oak', 'steel can', 'paper'].map((material, at) => ({
    material,
    massKg: 0.1 + at / 7,
  }));
  const asDeclared = full({ components });
  const reversed = full({ components: components.toReversed() });
  const { probabilityBelow, probabilityAbove, probabilityEqual } = comparePaired(
    asDeclared.snapshot,
    reversed.snapshot,
  );
  assert.deepEqual([probabilityBelow, probabilityAbove, probabilityEqual], [0, 0, 1]);
});

test('counts a process by the pair where pairs are declared', () => {
  const sneaker = {
    declaredUnit: { amount: 1, unit: 'PAIR' },
    components: [{ material: 'PP', massKg: 0.8, transportLegs: [NO_LEG] }],
    processSteps: [{ factorId: 'carbonfact:footwear-assembly-sneaker-shoe-vn-world' }],
  } as const;
  const footprint = full(sneaker, { boundary: 'CRADLE_TO_GATE' });
  const waste = 0.8 * 0.086949 * plasticWaste(PP_CARBON);
  assertClose(phaseOf(footprint, 'MANUFACTURING'), 1.664129261392624 + waste);
});

test('says when a factor reaches farther than the gate', () => {
  const footprint = full({ components: [{ factorId: 'agribalyse-3.1:11084', massKg: 1 }] });
  assert.ok(footprint.assumptions.some(({ value }) => value === 'cradle_to_plate'));
});

test('adds the spread of a declared amount to that of its factor', () => {
  const component = { material: 'PP', massKg: 1, transportLegs: [NO_LEG] };
  const gate = { boundary: 'CRADLE_TO_GATE', monteCarlo: { iterations: 20_000, seed: 3 } } as const;
  const sure = detailsOf(full({ components: [component] }, gate));
  for (const [uncertainty, variance] of [
    [{ kind: 'LOGNORMAL', sigma: 0.1 }, 0.01],
    [{ kind: 'NORMAL', deviation: 0.1 }, 0.01],
    [{ kind: 'UNIFORM', least: 0.7, most: 1.3 }, 0.36 / 12],
    [{ kind: 'TRIANGULAR', least: 0.7, most: 1.3 }, 0.09 / 6],
  ] as const) {
    const spread = detailsOf(full({ components: [{ ...component, uncertainty }] }, gate));
    const { parameterLogVariance } = spread.uncertainty;
    assertClose(parameterLogVariance, sure.uncertainty.parameterLogVariance + variance, 1e-9);
    // Both have the error of the model: relative variances of factors multiply as 1 + v.
    const ratio =
      (1 + (spread.monteCarlo?.variation ?? 0) ** 2) / (1 + (sure.monteCarlo?.variation ?? 1) ** 2);
    assertClose(ratio - 1, variance, 0.2);
    assert.equal(spread.monteCarlo?.isDisagreeing, false);
  }
  // The largest spreads have intervals; beyond them, bounds were no numbers.
  for (const [uncertainty, beyond] of [
    [
      { kind: 'LOGNORMAL', sigma: 10 },
      { kind: 'LOGNORMAL', sigma: 40 },
    ],
    [
      { kind: 'NORMAL', deviation: 10 },
      { kind: 'NORMAL', deviation: 400 },
    ],
    [
      { kind: 'TRIANGULAR', least: 0, most: 1e6 },
      { kind: 'TRIANGULAR', least: 0, most: 1e200 },
    ],
  ] as const) {
    const { uncertainty: interval } = detailsOf(
      full({ components: [{ ...component, uncertainty }] }, { boundary: 'CRADLE_TO_GATE' }),
    );
    assert.ok(Number.isFinite(interval.lowCo2eKg + interval.highCo2eKg));
    assert.throws(
      () => full({ components: [{ ...component, uncertainty: beyond }] }),
      /sigma and deviation are 0 to 10/,
    );
  }
});
