import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CalculationError,
  type Component,
  calculateBasic,
  calculateBundle,
  calculateFull,
  extendLibrary,
  type Footprint,
  type FullOptions,
  type LifecyclePhase,
  type Product,
} from '../../engine/src/index.ts';
import { loadGazetteer } from '../../server/src/domains/factors/load/gazetteer.ts';
import { loadPackMaterialMap } from '../../server/src/domains/factors/load/maps.ts';
import { assertClose } from '../close.ts';
import { defaultFactors, defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();
/** With the fibres that the textile pack's map takes from the default sets. */
const fibres = (await loadPackMaterialMap()).filter(({ pack }) => pack === 'factors');
const withTextiles = extendLibrary(library, { sets: [], factors: [], materials: fibres });
const gazetteer = await loadGazetteer();

function product(fields: Partial<Product>): Product {
  return { id: 'p', name: 'Product', ...fields };
}

function full(fields: Partial<Product>, options: FullOptions = {}): Footprint {
  return calculateFull(product(fields), library, { gazetteer, ...options });
}

function phaseOf(footprint: Footprint, phase: LifecyclePhase): number {
  return footprint.phases.find((share) => share.phase === phase)?.co2eKg ?? 0;
}

function reasonsOf(footprint: Footprint): string {
  return footprint.assumptions.map(({ path, reason }) => `${path.join('.')}: ${reason}`).join('\n');
}

function legsOf(footprint: Footprint, phase: LifecyclePhase): string[] {
  return footprint.contributions
    .filter((item) => item.phase === phase && item.role === 'DIRECT')
    .map(({ label, amount }) => `${label.split(', ').at(-1)} ${Math.round(amount * 1000)}`)
    .sort();
}

const foods = (await defaultFactors()).filter(
  ({ activity, unit }, at) => activity === 'cradle_to_plate' && unit === 'kg' && at % 400 === 0,
);

test('nothing is filled in for foods that are counted to the plate', () => {
  assert.ok(foods.length >= 5);
  for (const { sourceId, co2eKgPerUnit } of foods) {
    const eaten = full({ components: [{ factorId: sourceId, massKg: 1 }] });
    assertClose(eaten.co2eKg, co2eKgPerUnit);
    assert.match(reasonsOf(eaten), /no leg is assumed/);
  }
});

test('materials that are counted to the point of sale get no inbound leg, and say so if one is declared', () => {
  const bought = full({ components: [{ material: 'PP', massKg: 1 }] });
  assert.equal(phaseOf(bought, 'INBOUND_TRANSPORT'), 0);
  assert.match(reasonsOf(bought), /transport to the point of sale inside: no leg is assumed/);
  const leg = { method: 'ROAD', distanceKm: 500 } as const;
  const carried = full({ components: [{ material: 'PP', massKg: 1, transportLegs: [leg] }] });
  assert.ok(phaseOf(carried, 'INBOUND_TRANSPORT') > 0);
  assert.match(reasonsOf(carried), /declared legs count on top/);
});

test('water comes by the mains: of an unknown country it has no lorry and no ship', () => {
  const bought = full({ components: [{ material: 'tap water', massKg: 1 }] });
  assert.equal(phaseOf(bought, 'INBOUND_TRANSPORT'), 0);
});

test('food is eaten: its waste share and its packaging reach an end of life', () => {
  const snack = (packaging: Product['packaging']) =>
    full({
      sectorTags: ['FOOD'],
      components: [{ material: 'food and drink, average', massKg: 1 }],
      packaging,
      endOfLife: { country: 'DE' },
    });
  const bare = snack([]);
  const waste = bare.contributions.filter(
    ({ phase, unit }) => phase === 'END_OF_LIFE' && unit === 'kg',
  );
  assert.ok(waste.every(({ amount }) => amount <= 0.1));
  assert.match(reasonsOf(bare), /is eaten: 10 % of it is wasted/);
  assert.ok(bare.notCovered.some(({ reason }) => reason.includes('sewage')));
  const packed = snack([{ level: 'PRIMARY', material: 'PP', massKg: 0.02 }]);
  assert.ok(phaseOf(packed, 'END_OF_LIFE') > phaseOf(bare, 'END_OF_LIFE'));
});

const STEPS = [
  { process: 'SPINNING_RING', country: 'TR' },
  { process: 'WEAVING', country: 'TR' },
  { process: 'DYEING_AVERAGE', country: 'TR' },
] as const;

test('a component served by finished goods leaves the steps of the others', () => {
  const garment = (components: readonly Component[]) =>
    calculateBasic(product({ components, processSteps: STEPS }), withTextiles);
  const fibre = { material: 'polyester fibre (staple input)', massKg: 0.15 };
  const plain = garment([fibre]);
  const labelled = garment([fibre, { name: 'Label', material: 'clothing', massKg: 0.001 }]);
  assert.ok(phaseOf(plain, 'MANUFACTURING') > 0.5);
  assertClose(phaseOf(labelled, 'MANUFACTURING'), phaseOf(plain, 'MANUFACTURING'));
  assert.ok(labelled.co2eKg > plain.co2eKg);
});

test('a garment of fibre that declares no step is cut and sewn, once', () => {
  const garment = (fields: Partial<Product>, lossRate?: number) =>
    calculateFull(
      product({
        sectorTags: ['APPAREL'],
        components: [
          { material: 'cotton fibre', massKg: 0.15, originCountry: 'IN', lossRate },
          { name: 'Button', material: 'zinc', massKg: 0.002 },
        ],
        ...fields,
      }),
      withTextiles,
      { gazetteer, boundary: 'CRADLE_TO_GATE' },
    );
  const boughtKg = (footprint: Footprint, label: string) =>
    footprint.contributions.find((item) => item.label === label)?.amount ?? 0;
  const sewing = 'cutting and sewing, electricity';
  const shirt = garment({});
  assertClose(boughtKg(shirt, sewing), 15 * 0.029);
  const template = shirt.assumptions.find(({ path }) => path.join() === 'processSteps');
  assert.match(String(template?.value), /FINISHING_CHEMICAL, CUTTING_AND_SEWING$/);
  assertClose(boughtKg(shirt, 'Button'), 0.002);
  // Offcuts of 15 % that are declared are not lost again.
  const declared = garment({}, 0.15);
  assertClose(boughtKg(declared, 'cotton fibre'), boughtKg(shirt, 'cotton fibre'));
  assertClose(boughtKg(garment({ declaredUnit: { amount: 3, unit: 'PIECE' } }), sewing), 1.305);
  for (const other of [
    garment({ sectorTags: ['TEXTILES'] }),
    garment({ declaredUnit: { amount: 1, unit: 'KG' } }),
    garment({ components: [{ material: 'cotton t-shirt', massKg: 0.15 }] }),
    garment({ components: [{ material: 'leather', massKg: 1.5 }] }),
  ]) {
    assert.ok(other.co2eKg > 0);
    assert.equal(boughtKg(other, sewing), 0);
  }
  const yarn = { material: 'cotton yarn', massKg: 0.3 };
  const poplin = { material: 'cotton poplin', massKg: 0.15 };
  const stepsOf = (...components: Component[]) =>
    garment({ components }).assumptions.find(({ path }) => path.join() === 'processSteps')?.value;
  const fromYarn = 'KNITTING_AVERAGE, DYEING_AVERAGE, FINISHING_CHEMICAL, CUTTING_AND_SEWING';
  assert.equal(stepsOf(yarn), fromYarn);
  assert.equal(stepsOf({ ...poplin, massKg: 0.001 }, yarn), fromYarn);
  // Yarn next to more cloth is thread, and a zipper is made already.
  const thread = { ...yarn, massKg: 0.004 };
  assert.equal(stepsOf(thread, poplin, { material: 'zipper', massKg: 0.02 }), 'CUTTING_AND_SEWING');
  assert.equal(stepsOf({ material: 'cotton fibre', massKg: 0.3 }), `SPINNING_RING, ${fromYarn}`);
  const spun = garment({ components: [{ material: 'cotton fibre', massKg: 0.3 }, yarn] });
  const once = garment({ components: [{ material: 'cotton fibre', massKg: 0.3 }] });
  const spinning = 'spinning ring, electricity';
  assertClose(boughtKg(spun, spinning), boughtKg(once, spinning));
  const cloth = garment({ components: [poplin] });
  assertClose(boughtKg(cloth, sewing), 0.435);
  assertClose(boughtKg(cloth, 'cotton poplin'), 0.15 / 0.85);
  const processSteps = [{ process: 'CUTTING_AND_SEWING' }] as const;
  assert.throws(
    () => garment({ processSteps, declaredUnit: { amount: 1, unit: 'KG' } }),
    /CUTTING_AND_SEWING is counted by the piece; the declared unit is KG/,
  );
});

test('a step of dyeing says that it is energy alone', () => {
  const { notCovered } = calculateBasic(
    product({
      components: [{ material: 'polyester fibre (staple input)', massKg: 0.15 }],
      processSteps: STEPS,
    }),
    withTextiles,
  );
  assert.deepEqual(
    notCovered.filter(({ reason }) => reason.includes('waste water')).map(({ path }) => path),
    [['processSteps', 2, 'process']],
  );
});

test('what a factor leaves out is not covered, by name or by id', () => {
  for (const part of [
    { material: 'mainboard', massKg: 0.16 },
    { name: 'mainboard', factorId: 'composition-2026:pcba-kg', massKg: 0.16 },
  ]) {
    const reasons = full({ components: [part] }).notCovered.map(({ reason }) => reason);
    assert.ok(
      reasons.includes('mainboard: its factor leaves out processors and memory modules.'),
      reasons.join(' '),
    );
  }
  const processor = full({ components: [{ material: 'CPU', quantity: 1, unit: 'piece' }] });
  assert.match(processor.contributions[0]?.factorName ?? '', /^Processor/);
  const die = full({ components: [{ material: 'CPU', quantity: 1.5, unit: 'cm2' }] });
  assert.match(die.notCovered.map(({ reason }) => reason).join(' '), /leaves out the package/);
});

test('textile steps process fibres and cloth, not the metal of the same product', () => {
  const cloth = { name: 'Cloth', material: 'PET', massKg: 0.2 };
  const rod = { name: 'Rod', material: 'steel', massKg: 1 };
  const fibre = { name: 'Fibre', material: 'polyester fibre (staple input)', massKg: 0.2 };
  const make = (components: readonly Component[], steps: Product['processSteps']) =>
    calculateBasic(product({ components, processSteps: steps }), withTextiles);
  const alone = make([fibre], [STEPS[1]]);
  const mixed = make([fibre, rod], [STEPS[1]]);
  assertClose(phaseOf(mixed, 'MANUFACTURING'), phaseOf(alone, 'MANUFACTURING'));
  assert.throws(() => make([rod], [STEPS[1]]), /name the components that it processes/);
  const named = make([cloth, rod], [{ ...STEPS[1], components: ['cloth'] }]);
  const byGroup = make([cloth, rod], [{ ...STEPS[1], materialGroups: ['PLASTIC'] }]);
  const own = make([{ ...cloth, processSteps: [STEPS[1]] }, rod], []);
  assertClose(phaseOf(byGroup, 'MANUFACTURING'), phaseOf(named, 'MANUFACTURING'));
  assertClose(phaseOf(own, 'MANUFACTURING'), phaseOf(named, 'MANUFACTURING'));
  assert.throws(
    () => make([rod], [{ ...STEPS[1], components: ['cloth'] }]),
    (error) => {
      assert.ok(error instanceof CalculationError);
      assert.deepEqual(error.problems[0]?.path, ['processSteps', 0, 'components', 0]);
      assert.deepEqual(error.problems[0]?.suggestions, ['Rod']);
      return true;
    },
  );
});

test('losses of steps hold for every group of materials', () => {
  for (const material of ['aluminium', 'wood', 'paper', 'glass', 'food and drink, average', 'PP']) {
    const made = (lossRate: number) =>
      full(
        {
          components: [{ material, massKg: 1 }],
          processSteps: [{ lossRate, energy: [{ source: 'NATURAL_GAS', energyKwh: 0.001 }] }],
        },
        { boundary: 'CRADLE_TO_GATE' },
      );
    assertClose(phaseOf(made(0.2), 'RAW_MATERIALS'), phaseOf(made(0), 'RAW_MATERIALS') / 0.8);
    assert.ok(phaseOf(made(0.2), 'MANUFACTURING') > phaseOf(made(0), 'MANUFACTURING'), material);
  }
});

test('losses of one component leave the others alone', () => {
  const bought = (own: Partial<Component>) =>
    full(
      {
        components: [
          { material: 'PP', massKg: 1, ...own },
          { material: 'glass', massKg: 1 },
        ],
      },
      { boundary: 'CRADLE_TO_GATE' },
    );
  const step = { lossRate: 0.5, energy: [{ source: 'NATURAL_GAS', energyKwh: 0 }] } as const;
  const more = bought({ processSteps: [step] }).co2eKg - bought({}).co2eKg;
  assert.ok(more > 2.57757172 && more < 2 * 2.57757172, `${more}`);
});

const LID = { material: 'aluminium can', massKg: 1, recycledShare: 0.5 } as const;
const NO_LEG = { method: 'ROAD', distanceKm: 0 } as const;
const ENDED = { recycledShare: 0.9 } as const;

test('the Circular Footprint Formula works for parts of parts as for the product itself', () => {
  const flat = full({ components: [LID], endOfLife: ENDED }, { recycling: 'CFF' });
  const lid = product({ id: 'lid', name: 'Lid', components: [LID] });
  const pack = product({
    id: 'pack',
    components: [{ productId: 'lid', quantity: 1, transportLegs: [NO_LEG] }],
  });
  const products = new Map([lid, pack].map((part) => [part.id, part]));
  for (const productId of ['lid', 'pack']) {
    const nested = full(
      { components: [{ productId, quantity: 1, transportLegs: [NO_LEG] }], endOfLife: ENDED },
      { recycling: 'CFF', products },
    );
    assertClose(nested.co2eKg, flat.co2eKg);
    assertClose(phaseOf(nested, 'END_OF_LIFE'), phaseOf(flat, 'END_OF_LIFE'));
  }
  const own = { ...lid, endOfLife: ENDED };
  const carried = full(
    { components: [{ productId: 'lid', quantity: 1 }] },
    { recycling: 'CFF', products: new Map([['lid', own]]) },
  );
  assertClose(phaseOf(carried, 'END_OF_LIFE'), phaseOf(flat, 'END_OF_LIFE'));
});

test('quality ratios, A and heating value come from the material or the input', () => {
  const cup = (recycling?: Component['recycling']) =>
    full(
      {
        components: [{ material: 'PP', massKg: 1, recycledShare: 0.4, recycling }],
        endOfLife: { recycledShare: 0.5 },
      },
      { recycling: 'CFF', boundary: 'CRADLE_TO_GRAVE' },
    );
  const [virgin, recycled] = [2.57757172, 0.92757172];
  const raw = phaseOf(cup(), 'RAW_MATERIALS');
  const found = library.materials.get('pp') ?? [];
  const loop = found.find(({ route }) => route === 'recycled_closed_loop');
  const Erec =
    (library.factors.get(loop?.factorSourceId ?? '')?.co2eKgPerUnit ?? recycled * 1000) / 1000;
  assertClose(raw, 0.6 * virgin + 0.4 * (0.5 * Erec + 0.5 * virgin * 0.9));
  const own = cup({ allocationFactor: 0.2, inputQualityRatio: 1, outputQualityRatio: 0.5 });
  assertClose(phaseOf(own, 'RAW_MATERIALS'), 0.6 * virgin + 0.4 * (0.2 * Erec + 0.8 * virgin));
  const exchange = own.contributions.filter(
    ({ phase, label }) => phase === 'END_OF_LIFE' && /, recycling$|virgin replaced$/.test(label),
  );
  const credit = exchange.reduce((sum, { co2eKg }) => sum + co2eKg, 0);
  assertClose(credit, 0.8 * 0.5 * (Erec - virgin * 0.5));
});

test('module D counts the net output: what is recycled less what was recycled before', () => {
  const beyond = (recycledShare: number) =>
    full({ components: [{ ...LID, recycledShare }], endOfLife: ENDED }).full?.beyondSystemCo2eKg;
  const [virgin, recycled] = [9.11590131, 0.9950779];
  assertClose(beyond(0) ?? 0, 0.9 * (recycled - virgin));
  assertClose(beyond(0.5) ?? 0, 0.4 * (recycled - virgin));
  assertClose(beyond(0.9) ?? Number.NaN, 0, 1);
});

test('burning emits the fossil carbon of the material, landfill the methane', () => {
  const burnt = (material: string) =>
    phaseOf(
      full({ components: [{ material, massKg: 1 }], endOfLife: { incineratedShare: 1 } }),
      'END_OF_LIFE',
    );
  assertClose(burnt('PP'), 3.1374 + 0.01325 + 0.00468568, 1e-6);
  assert.ok(burnt('PET') > 2.2 && burnt('PET') < 2.4);
  assert.ok(burnt('wood') < 0.05, 'its carbon is biogenic');
  assert.ok(burnt('glass') < 0.02);
  const landfilled = (material: string, country: string) =>
    phaseOf(
      full({
        components: [{ material, massKg: 1 }],
        endOfLife: { landfilledShare: 1, country },
      }),
      'END_OF_LIFE',
    );
  assert.ok(landfilled('paper', 'DE') > 1 && landfilled('paper', 'DE') < 2);
  assert.ok(landfilled('paper', 'NG') > landfilled('paper', 'DE'), 'nobody captures the gas');
  for (const material of ['PP', 'polyester fibre', 'nylon', 'PU leather', 'tyre', 'latex'])
    assert.ok(landfilled(material, 'NG') < 0.02, `${material} does not rot`);
});

test('landfill of what rots counts the site by the row of inert waste, which its label says', () => {
  const dumped = full({
    components: [{ material: 'cardboard', massKg: 1 }],
    endOfLife: { landfilledShare: 1, country: 'US' },
  });
  const ended = dumped.contributions.filter(({ phase }) => phase === 'END_OF_LIFE');
  assert.deepEqual(
    ended.map(({ label, factorName }) => [label, factorName.split(',')[0]]),
    [
      ['cardboard, landfill methane', 'Landfill methane of paper and cardboard'],
      ['cardboard, landfill site, as for inert waste', 'Other | Glass | Landfill'],
    ],
  );
});

test('what has no degradable carbon makes no methane in a landfill: the water and salt of a recipe', () => {
  for (const material of ['water', 'salt', 'E500']) {
    const dumped = full({ components: [{ material, massKg: 100, originCountry: 'DE' }] });
    const methane = dumped.contributions.filter(({ label }) => label.includes('methane'));
    assert.deepEqual(methane, [], material);
    assert.ok(phaseOf(dumped, 'END_OF_LIFE') < 5, material);
  }
});

/** The row of France is of Base Carbone, and water came by lorry there. */
test('tap water comes by the mains in every country', () => {
  for (const originCountry of ['FR', 'GB', 'DE']) {
    const recipe = full({
      originCountry,
      components: [{ material: 'water', massKg: 1, originCountry }],
    });
    assert.equal(phaseOf(recipe, 'INBOUND_TRANSPORT'), 0, originCountry);
  }
});

test('the end of life follows the statistics of country and material', () => {
  const shares = (material: string, country: string) => {
    const result = full({
      components: [{ material, massKg: 1 }],
      endOfLife: undefined,
      useProfile: { country, uses: 1 },
    });
    return result.assumptions.find(({ path }) => path[0] === 'endOfLife')?.value;
  };
  assert.match(String(shares('PP', 'US')), /^9 % recycled, 16 % burnt, 76 % landfilled/);
  assert.match(String(shares('PP', 'DE')), /^12 % recycled, 85 % burnt/);
  assert.match(String(shares('cardboard', 'DE')), /^59 % recycled, 40 % burnt, 1 % landfilled/);
  assert.match(String(shares('steel', 'FR')), /^85 % recycled/);
  const packed = full({
    components: [{ material: 'glass', massKg: 1 }],
    packaging: [{ level: 'PRIMARY', material: 'cardboard', massKg: 0.1 }],
    endOfLife: { country: 'DE', recycledShare: 1 },
  });
  const pack = packed.assumptions.find(
    ({ path }) => path[0] === 'packaging' && path[2] === 'endOfLife',
  );
  assert.match(String(pack?.value), /^81 % recycled, 19 % burnt/);
});

test('what a declared end of life leaves open follows the statistics, and says so', () => {
  const ended = (endOfLife: Product['endOfLife']) => {
    const result = full({ components: [{ material: 'PP', massKg: 1 }], endOfLife });
    const assumed = result.assumptions.find(({ path }) => path.join() === 'endOfLife');
    return { co2eKg: phaseOf(result, 'END_OF_LIFE'), assumed };
  };
  const { assumed, co2eKg } = ended({ country: 'DE' });
  // Of Europe the recycled share is known, of Germany what becomes of the rest.
  assert.equal(assumed?.value, '12 % recycled, 85 % burnt, 3 % landfilled, 0 % unmanaged');
  assert.equal(
    assumed?.reason,
    'No end of life is declared for PP: plastic, Europe; the rest as municipal residual, DE.',
  );
  assert.ok(co2eKg > 0.84 * 3.1);
  // 97 : 3 of the 60 % that are open.
  const partly = ended({ country: 'DE', recycledShare: 0.4 });
  assert.match(String(partly.assumed?.value), /^40 % recycled, 58 % burnt, 2 % landfilled, 0 %/);
  assert.match(String(partly.assumed?.reason), /^60 % of the end of life of PP is not declared: /);
  assertClose(partly.co2eKg / co2eKg, 0.6 / (1 - 0.1239), 0.01);
  const whole = ended({ country: 'DE', recycledShare: 0.4, incineratedShare: 0.6 });
  assert.equal(whole.assumed, undefined);
  const open = ended({ recycledShare: 0.4, incineratedShare: 0.1, landfilledShare: 0 });
  assert.match(String(open.assumed?.value), /^40 % recycled, 10 % burnt, 50 % landfilled, 0 %/);
});

test('waste that nobody collected goes the way of the residual waste of its country', () => {
  const ended = (material: string, country: string) => {
    const { assumptions } = full({
      components: [{ material, massKg: 1 }],
      endOfLife: { country },
    });
    return assumptions.find(({ path }) => path.join() === 'endOfLife');
  };
  const german = ended('display', 'DE');
  assert.equal(german?.value, '33 % recycled, 65 % burnt, 2 % landfilled, 0 % unmanaged');
  assert.match(String(german?.reason), /: WEEE, the EU; the rest as municipal residual, DE\.$/);
  const battery = ended('lithium-ion battery', 'DE');
  assert.equal(battery?.value, '46 % recycled, 52 % burnt, 2 % landfilled, 0 % unmanaged');
  const american = ended('display', 'US');
  assert.equal(american?.value, '39 % recycled, 12 % burnt, 49 % landfilled, 0 % unmanaged');
  // Nigeria dumps its residual waste.
  assert.match(String(ended('display', 'NG')?.value), /[1-9]\d % unmanaged$/);
});

test('pallets that are repaired do not rot on a dump', () => {
  for (const country of ['FR', 'NL', 'IT', 'DK', 'FI', 'IE']) {
    const { assumptions } = full(
      { packaging: [{ level: 'TERTIARY', material: 'wood', massKg: 20 }], endOfLife: { country } },
      { boundary: 'CRADLE_TO_GRAVE' },
    );
    const pallet = assumptions.find(({ path }) => path.join() === 'packaging,0,endOfLife');
    assert.match(String(pallet?.value), / 0 % unmanaged$/, country);
  }
});

test('a fuel and its upstream share one assumption, and recovered energy has a place of its own', () => {
  const result = full({
    components: [{ material: 'PP', massKg: 1 }],
    processSteps: [
      { name: 'Oven', country: 'PL', energy: [{ source: 'NATURAL_GAS', energyKwh: 5 }] },
    ],
    endOfLife: { incineratedShare: 1, country: 'PL' },
  });
  const standIns = (place: string) =>
    result.assumptions.filter(
      ({ path, reason }) => path.includes(place) && reason === 'A factor for GB stands in for PL.',
    );
  const flows = result.contributions.filter(({ label }) => label.startsWith('Oven'));
  const [ofOven, ...more] = standIns('processSteps');
  assert.equal(more.length, 0);
  assert.equal(flows.length, 2);
  assertClose(
    ofOven?.contributionShare ?? 0,
    flows.reduce((sum, { share }) => sum + share, 0),
  );
  assert.deepEqual(
    standIns('endOfLife').map(({ path }) => path),
    [['endOfLife', 'energyRecovery']],
  );
});

test('a phase without a declaration is a gap that says what to declare, or that no declaration closes it', () => {
  const { notCovered } = full({ components: [{ material: 'PP', quantity: 1, unit: 'kg' }] });
  const reasons = notCovered.map(({ reason }) => reason);
  for (const reason of [
    'Nothing is declared for manufacturing.',
    'Nothing is declared for packaging.',
    'The energy of warehouses and shops is not calculated.',
    'Installation is not calculated.',
    'Maintenance, repair and replacement are not calculated.',
  ])
    assert.ok(reasons.includes(reason), reason);
});

test('steps and packaging on top of a factor that has them inside say so', () => {
  const onTop = (material: string) =>
    full({
      components: [{ material, massKg: 1 }],
      processSteps: [{ country: 'DE', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 1 }] }],
      packaging: [{ level: 'PRIMARY', material: 'cardboard', massKg: 0.03 }],
    }).assumptions.filter(({ value }) => value === 'on top');
  assert.deepEqual(onTop('PP'), []);
  const [steps, packaging, ...more] = onTop('milk').sort((a, b) => (a.path < b.path ? 1 : -1));
  assert.deepEqual([steps?.path, packaging?.path, more], [['processSteps'], ['packaging'], []]);
  assert.equal(
    packaging?.reason,
    'Declare only what is missing: it counts on top of the packaging inside Milk, semi-skimmed, UHT (0.15 of its 1.3 kg CO2e per kg).',
  );
  assert.ok((packaging?.contributionShare ?? 0) > 0.005);
});

test('packaging has an end of life of its own, once for all its trips', () => {
  const crate = (fields: object) =>
    full({
      components: [{ material: 'glass', massKg: 1 }],
      packaging: [
        {
          level: 'TERTIARY',
          material: 'PP',
          massKg: 1,
          endOfLife: { incineratedShare: 1 },
          ...fields,
        },
      ],
      endOfLife: { recycledShare: 1 },
    });
  const ofPack = (footprint: Footprint) =>
    footprint.contributions
      .filter(({ path, phase }) => path[0] === 'packaging' && phase === 'END_OF_LIFE')
      .reduce((sum, { co2eKg }) => sum + co2eKg, 0);
  assert.ok(ofPack(crate({})) > 3);
  assertClose(ofPack(crate({ reuseCount: 20 })), ofPack(crate({})) / 20);
});

test('energy recovery is credited inside by the formula, and beyond the system by cut-off', () => {
  const fields = {
    components: [{ material: 'PP', massKg: 1 }],
    endOfLife: { incineratedShare: 1, country: 'PL' },
  };
  const cutOff = full(fields);
  const cff = full(fields, { recycling: 'CFF' });
  const beyond = cutOff.full?.beyondSystemCo2eKg ?? 0;
  assert.ok(beyond < -1);
  assertClose(phaseOf(cff, 'END_OF_LIFE'), phaseOf(cutOff, 'END_OF_LIFE') + beyond);
});

const PART = { supplierPcf: pcf(), massKg: 1 };

function pcf() {
  return {
    id: 'f4b1225a-bd44-4c8e-861d-079e4e1dfd69',
    companyName: 'Mill',
    pcf: {
      declaredUnitOfMeasurement: 'kilogram',
      declaredUnitAmount: '1',
      pcfExcludingBiogenicUptake: '4',
    },
  };
}

test('legs that nobody declared: domestic hauls, PEF between continents, never a ship where land joins', () => {
  const way = (from: string | undefined, to: string | undefined) =>
    full({
      components: [{ ...PART, originCountry: from }],
      originCountry: to,
    });
  const inbound = (from: string | undefined, to: string | undefined) =>
    legsOf(way(from, to), 'INBOUND_TRANSPORT');
  assert.deepEqual(inbound('CN', 'CN'), ['road (default) 183']);
  assert.deepEqual(inbound('IN', 'IN'), ['road (default) 200']);
  assert.equal(inbound('DE', 'IT').length, 3);
  assert.match(inbound('US', 'MX').join(), /^road \(default\) \d+$/);
  assert.deepEqual(inbound('CN', 'US'), ['road (default) 1000', 'sea (default) 18000']);
  const unknown = way(undefined, undefined);
  assert.deepEqual(legsOf(unknown, 'INBOUND_TRANSPORT'), [
    'road (default) 1000',
    'sea (default) 18000',
  ]);
  assert.deepEqual(legsOf(unknown, 'DISTRIBUTION'), ['road (default) 1200']);
});

test('between countries of one region that only the sea joins, the ship sails their distance', () => {
  const seaKm = (footprint: Footprint, phase: LifecyclePhase) => {
    const [road, sea] = legsOf(footprint, phase);
    assert.equal(road, 'road (default) 1000');
    assert.match(reasonsOf(footprint), /: [A-Z]{2} to [A-Z]{2}, by sea within one region\./);
    return Number(sea?.split(' ').at(-1));
  };
  for (const [from, to] of [
    ['TW', 'CN'],
    ['JP', 'KR'],
    ['CN', 'JP'],
  ] as const) {
    const made = full({
      components: [{ ...PART, originCountry: from }],
      originCountry: to,
      endOfLife: { country: from },
    });
    for (const phase of ['INBOUND_TRANSPORT', 'DISTRIBUTION'] as const) {
      const km = seaKm(made, phase);
      assert.ok(km > 200 && km < 4000, `${from} to ${to}: ${km}`);
    }
  }
});

test('the way to the client is that of PEF: local, on the continent, between continents', () => {
  const legs = (from: string, country: string) =>
    legsOf(
      full({ components: [PART], originCountry: from, endOfLife: { country } }),
      'DISTRIBUTION',
    );
  assert.deepEqual(legs('FR', 'FR'), ['road (default) 1200']);
  assert.deepEqual(legs('FR', 'PL'), ['road (default) 3500']);
  assert.deepEqual(legs('CN', 'DE'), ['road (default) 1000', 'sea (default) 18000']);
});

test('the real delivery of an order replaces the assumed distribution', () => {
  const lamp = product({ id: 'lamp', components: [{ material: 'PP', massKg: 2 }] });
  const products = new Map([['lamp', lamp]]);
  const bundle = { id: 'o', name: 'Order', lines: [{ productId: 'lamp', quantity: 3 }] };
  const leg = { method: 'ROAD', distanceKm: 80, massKg: 6 } as const;
  const assumed = calculateBundle(bundle, library, { products });
  const delivered = calculateBundle({ ...bundle, transportLegs: [leg] }, library, { products });
  assert.equal(legsOf(assumed, 'DISTRIBUTION').length, 1);
  assert.deepEqual(legsOf(delivered, 'DISTRIBUTION'), ['road 480']);
});

test('the steps of the template happen where the clothes are made, and its fibre is brought there', () => {
  const shirt = {
    sectorTags: ['APPAREL'],
    components: [{ material: 'cotton fibre', massKg: 0.15, originCountry: 'IN' }],
  } as const;
  const gridsOf = (fields: Partial<Product>) =>
    full({ ...shirt, ...fields })
      .contributions.filter(({ factorName }) => /^Grid electricity/.test(factorName))
      .map(({ geography }) => geography);
  assert.deepEqual([...new Set(gridsOf({ originCountry: 'TR' }))], ['TR']);
  assert.deepEqual([...new Set(gridsOf({}))], ['IN']);
});
