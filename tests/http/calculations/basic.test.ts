import assert from 'node:assert/strict';
import { test } from 'node:test';
import examples from '../../../data/examples/desnz-examples.json' with { type: 'json' };
import { assertClose } from '../../close.ts';
import { at, codesOf, dataOf, type JsonObject, mutationText, numberAt, textAt } from '../client.ts';
import { world } from '../world.ts';
import { calculate, MUG, newProduct, problemsOf, resultOf, sumAt } from './desk.ts';

/** Numbers of the UK Government conversion factors 2025, worked out by hand. */

const ours = await world();
const ROAD = 0.10163 + 0.02359;

test('calculateMaterial gives the worked example of DESNZ: 0.15 t primary, 0.35 t recycled cans', async () => {
  const input = { material: 'aluminium can', massKg: 500, recycledShare: 0.7 };
  const result = await resultOf(ours, 'calculateMaterial', input);
  assertClose(numberAt(result, 'co2eKg'), examples.cases[0]?.expected_total_kgco2e ?? 0);
  const edges = at(result, 'contributions', 'edges') ?? null;
  assertClose(numberAt(edges, 0, 'node', 'co2eKg'), 1367.3851965);
  assertClose(numberAt(edges, 1, 'node', 'co2eKg'), 348.277265);
  assert.equal(at(result, 'kind'), 'MATERIAL');
  assert.equal(at(result, 'state'), 'COMPLETED');
});

test('calculateMaterial adds what is lost and the way', async () => {
  const result = await resultOf(ours, 'calculateMaterial', {
    material: 'aluminium can',
    massKg: 90,
    lossRate: 0.1,
    transportLegs: [{ method: 'ROAD', distanceKm: 300 }],
  });
  assertClose(numberAt(result, 'co2eKg'), 100 * 9.11590131 + 0.1 * 300 * ROAD);
});

test('calculateEnergy counts generation, losses and upstream of British electricity', async () => {
  const input = { source: 'GRID_ELECTRICITY', energyKwh: 1000, country: 'GB' };
  const result = await resultOf(ours, 'calculateEnergy', input);
  assertClose(numberAt(result, 'co2eKg'), 177 + 18.53 + 45.9 + 3.97);
  const old = await resultOf(ours, 'calculateEnergy', { ...input, year: 2024 });
  assertClose(numberAt(old, 'co2eKg'), 207.05 + 18.3 + 45.9 + 3.97);
});

test('calculateTransport counts a lorry well to wheel, and adjusts only distances of its own', async () => {
  const input = { method: 'ROAD', massKg: 2000, distanceKm: 300 };
  const declared = await resultOf(ours, 'calculateTransport', input);
  assertClose(numberAt(declared, 'co2eKg'), 600 * ROAD);
  assert.deepEqual(at(declared, 'assumptions'), []);
  const air = { method: 'AIR', massKg: 1000, from: 'FRA', to: 'JFK' };
  const estimated = await resultOf(ours, 'calculateTransport', air);
  assert.match(String(at(estimated, 'assumptions', 0, 'reason')), /Plus 95 km/);
});

test('calculateProductFootprint BASIC is Σ material + energy + packaging + legs', async () => {
  const productId = await newProduct(ours, {
    netMassKg: 0.5,
    components: [
      {
        material: 'aluminium can',
        massKg: 0.45,
        lossRate: 0.1,
        transportLegs: [{ method: 'ROAD', distanceKm: 100 }],
      },
    ],
    processSteps: [{ energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 2, country: 'FR' }] }],
    packaging: [{ level: 'PRIMARY', material: 'aluminium can', massKg: 0.02, recycledShare: 1 }],
    transportLegs: [{ method: 'RAIL', distanceKm: 1000 }],
  });
  const result = await resultOf(ours, 'calculateProductFootprint', { productId });
  const expected = {
    RAW_MATERIALS: 0.5 * 9.11590131,
    INBOUND_TRANSPORT: 0.0005 * 100 * ROAD,
    MANUFACTURING: 2 * 0.04418 * 1.07479,
    PACKAGING: 0.02 * 0.9950779,
    DISTRIBUTION: 0.00052 * 1000 * (0.02779 + 0.00691),
  };
  const phases = at(result, 'phases');
  assert.ok(Array.isArray(phases));
  assert.deepEqual(
    phases.map((phase) => at(phase, 'phase')),
    Object.keys(expected),
  );
  for (const [place, co2eKg] of Object.values(expected).entries()) {
    assertClose(numberAt(phases, place, 'co2eKg'), co2eKg);
  }
  const total = Object.values(expected).reduce((sum, co2eKg) => sum + co2eKg, 0);
  assertClose(numberAt(result, 'co2eKg'), total);
  assert.equal(at(result, 'detail'), 'BASIC');
});

test('phases and contributions add up to the total, and shares to 1', async () => {
  const productId = await newProduct(ours, MUG);
  const result = await resultOf(ours, 'calculateProductFootprint', { productId });
  const total = numberAt(result, 'co2eKg');
  assertClose(sumAt(result, 'phases'), total);
  assertClose(sumAt(result, 'contributions'), total);
  assertClose(sumAt(result, 'phases', 'share'), 1);
});

test('a BASIC result lists what it does not cover: use and end of life', async () => {
  const productId = await newProduct(ours, MUG);
  const result = await resultOf(ours, 'calculateProductFootprint', { productId });
  const gaps = at(result, 'notCovered');
  assert.ok(Array.isArray(gaps));
  const phases = gaps.map((gap) => at(gap, 'phase'));
  assert.deepEqual(
    ['USE', 'END_OF_LIFE'].filter((phase) => phases.includes(phase)),
    ['USE', 'END_OF_LIFE'],
  );
});

test('a product is its parts, however deep, and becomes the footprint that Product shows', async () => {
  const can = await newProduct(ours, { components: [{ material: 'aluminium can', massKg: 0.02 }] });
  const sixPack = await newProduct(ours, { components: [{ productId: can, quantity: 6 }] });
  const pallet = await newProduct(ours, { components: [{ productId: sixPack, quantity: 100 }] });
  const result = await resultOf(ours, 'calculateProductFootprint', { productId: pallet });
  assertClose(numberAt(result, 'co2eKg'), 600 * 0.02 * 9.11590131);
  const read = await ours.send(
    'query ($id: ID!) { product(id: $id) { footprint { id co2eKg product { id } } } }',
    { id: pallet },
  );
  assert.equal(textAt(read, 'product', 'footprint', 'id'), at(result, 'id'));
  assert.equal(textAt(read, 'product', 'footprint', 'product', 'id'), pallet);
});

test('a product of any number of products is all of them: they are read some at a time', async () => {
  const component = { material: 'aluminium can', massKg: 0.02 };
  const parts = await Promise.all(
    Array.from({ length: 52 }, () => newProduct(ours, { components: [component] })),
  );
  for (const count of [24, 25, 51, 52]) {
    const components = parts.slice(0, count).map((productId) => ({ productId, quantity: 1 }));
    const productId = await newProduct(ours, { components });
    const result = await resultOf(ours, 'calculateProductFootprint', { productId });
    assertClose(numberAt(result, 'co2eKg'), count * 0.02 * 9.11590131);
  }
});

test('equal inputs have equal snapshot hashes, other inputs have others', async () => {
  const input = { material: 'aluminium can', massKg: 3 };
  const hash = async (massKg: number) =>
    at(await resultOf(ours, 'calculateMaterial', { ...input, massKg }), 'snapshotHash');
  const first = await hash(3);
  assert.match(String(first), /^[0-9a-f]{64}$/);
  assert.equal(await hash(3), first);
  assert.notEqual(await hash(4), first);
});

test('a material without a factor is MISSING_FACTOR, with names that have one', async () => {
  const answer = await calculate(ours, 'calculateMaterial', {
    material: 'aluminiumm foil',
    massKg: 1,
  });
  assert.deepEqual(codesOf(answer), ['MISSING_FACTOR']);
  const [problem] = problemsOf(answer);
  assert.deepEqual(problem?.path, ['input', 'material']);
  assert.ok(Array.isArray(problem?.suggestions) && problem.suggestions.length > 0);
  for (const material of problem.suggestions) {
    await resultOf(ours, 'calculateMaterial', { material, massKg: 1 });
  }
});

test('calculateMaterial counts a part by its own measure', async () => {
  const board = { material: 'printed circuit board', quantity: 200, unit: 'cm2' };
  assertClose(numberAt(await resultOf(ours, 'calculateMaterial', board), 'co2eKg'), 0.02 * 325);
  const pack = { material: 'NMC battery', quantity: 60, unit: 'kWh' };
  assertClose(numberAt(await resultOf(ours, 'calculateMaterial', pack), 'co2eKg'), 60 * 104);
});

test('every missing factor of a product is named at once, in the parts of its parts too', async () => {
  const components = [
    { material: 'vibranium', massKg: 1 },
    { material: 'unobtainium', massKg: 1 },
  ];
  const part = await newProduct(ours, { components });
  const productId = await newProduct(ours, {
    components: [{ productId: part, quantity: 1 }, ...components.slice(1)],
  });
  const answer = await calculate(ours, 'calculateProductFootprint', { productId });
  assert.deepEqual(codesOf(answer), ['MISSING_FACTOR']);
  assert.deepEqual(
    problemsOf(answer).map(({ path }) => path),
    [
      ['components', 1, 'material'],
      ['products', part, 'components', 0, 'material'],
      ['products', part, 'components', 1, 'material'],
    ],
  );
});

/** The id of the first factor that a filter finds. */
async function factorId(filter: JsonObject): Promise<string> {
  const text = `query ($filter: EmissionFactorFilter) {
    emissionFactors(first: 1, filter: $filter) { edges { node { id } } } }`;
  const found = await ours.send(text, { filter });
  return textAt(found, 'emissionFactors', 'edges', 0, 'node', 'id');
}

test('amounts whose result no number can hold are refused, and nothing is kept', async () => {
  const client = await world({ tier: 'GROWTH' });
  const id = await newProduct(client, { components: [{ material: 'steel can', massKg: 1e308 }] });
  for (const detail of ['BASIC', 'FULL']) {
    const answer = await calculate(client, 'calculateProductFootprint', { productId: id, detail });
    assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
  }
  const alone = await calculate(client, 'calculateMaterial', {
    material: 'steel can',
    massKg: 1e308,
  });
  assert.deepEqual(at(alone.errors[0]?.extensions, 'problems', 0, 'path'), ['input']);
  const kept = await client.send('{ calculations { totalCount } }');
  assert.equal(at(dataOf(kept), 'calculations', 'totalCount'), 0);
});

test('an amount in a unit that its factor cannot take is refused', async () => {
  const perKwh = await factorId({ set: 'desnz-2025', unit: 'kWh' });
  const productId = await newProduct(ours, { components: [{ factorId: perKwh, massKg: 5 }] });
  const answer = await calculate(ours, 'calculateProductFootprint', { productId });
  assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
  const [problem] = problemsOf(answer);
  assert.deepEqual([problem?.path, problem?.code], [['components', 0], 'UNIT_MISMATCH']);
});

test('warming potentials are summed as published, and a wanted set refuses any other by its place', async () => {
  const food = await factorId({ set: 'agribalyse-3.1', unit: 'kg' });
  const productId = await newProduct(ours, {
    components: [
      { material: 'aluminium can', massKg: 1 },
      { factorId: food, massKg: 1 },
    ],
  });
  const selection = 'gwpSets { gwpSet share } assumptions { path reason contributionShare }';
  const input = { productId };
  const result = await resultOf(ours, 'calculateProductFootprint', input, selection);
  const sets = at(result, 'gwpSets');
  assert.ok(Array.isArray(sets));
  assert.equal(sets.length, 2);
  assertClose(sumAt(result, 'gwpSets', 'share'), 1);
  const assumptions = at(result, 'assumptions');
  assert.ok(Array.isArray(assumptions));
  const mix = assumptions.find((assumption) => at(assumption, 'path', 0) === 'gwpSet');
  assert.ok(numberAt(mix ?? null, 'contributionShare') > 0);

  const answer = await calculate(ours, 'calculateProductFootprint', { ...input, gwpSet: 'AR5' });
  assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
  assert.deepEqual(
    problemsOf(answer).map(({ path }) => path),
    [['components', 1]],
  );
  const unknown = await calculate(ours, 'calculateProductFootprint', { ...input, gwpSet: 'AR9' });
  assert.deepEqual(
    problemsOf(unknown).map(({ path, suggestions }) => [path, suggestions]),
    [
      [
        ['input', 'gwpSet'],
        ['SAR', 'TAR', 'AR4', 'AR5', 'AR6', 'EF 3.1'],
      ],
    ],
  );
});

test('a set of warming potentials that no factor can have is refused when the work is requested', async () => {
  const owner = await world({ tier: 'ENTERPRISE' });
  for (const [field, selection, input] of [
    ['calculateCatalogue', 'calculation { id }', {}],
    ['createScenario', 'scenario { id }', { name: 'Greener', catalogue: {} }],
  ] as const) {
    const wanted = { ...input, gwpSet: 'ar6-100' };
    const answer = await owner.send(mutationText(field, selection), { input: wanted });
    assert.deepEqual(
      problemsOf(answer).map(({ path, suggestions }) => [path, suggestions]),
      [[['input', 'gwpSet'], ['AR6']]],
      field,
    );
  }
});

test('what only FULL can do is refused for BASIC, not ignored, also of a product that is not found', async () => {
  const known = await newProduct(ours, MUG);
  const unknown = 'prod_018f3b1e-7c00-7aaa-8bbb-0123456789ab';
  for (const [productId, code] of [
    [known, 'BAD_USER_INPUT'],
    [unknown, 'NOT_FOUND'],
  ] as const) {
    const answer = await calculate(ours, 'calculateProductFootprint', {
      productId,
      boundary: 'CRADLE_TO_GATE',
      recyclingMethod: 'CFF',
    });
    assert.deepEqual(codesOf(answer), [code]);
    assert.deepEqual(
      problemsOf(answer).map(({ path, code }) => [path, code]),
      [
        [['input', 'boundary'], 'NOT_FOR_BASIC'],
        [['input', 'recyclingMethod'], 'NOT_FOR_BASIC'],
      ],
    );
  }
});

test('a unit without its quantity and a year of no factor are refused, together with an unknown material', async () => {
  const wrong = { massKg: 1, unit: 't', year: 0 };
  const known = [
    [['input', 'unit'], 'NOT_ALLOWED'],
    [['input', 'year'], 'OUT_OF_RANGE'],
  ];
  for (const [input, problems] of [
    [{ ...wrong, material: 'steel' }, known],
    [wrong, [[['input'], 'EXACTLY_ONE'], ...known]],
    [{ ...wrong, material: 'vibranium' }, [...known, [['input', 'material'], 'MISSING_FACTOR']]],
  ] as const) {
    const answer = await calculate(ours, 'calculateMaterial', input);
    assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
    assert.deepEqual(
      problemsOf(answer).map(({ path, code }) => [path, code]),
      problems,
    );
  }
});

test('two products that need less of each other than they give are solved', async () => {
  const [first, second] = await pair(0.2, 0.5);
  const result = await resultOf(ours, 'calculateProductFootprint', { productId: first });
  // y₁ = e₁ + 0.2·y₂ and y₂ = e₂ + 0.5·y₁.
  const factor = 9.11590131;
  assertClose(numberAt(result, 'co2eKg'), (factor * (1 + 0.2 * 2)) / (1 - 0.2 * 0.5));
  const other = await resultOf(ours, 'calculateProductFootprint', { productId: second });
  assertClose(numberAt(other, 'co2eKg'), (factor * (2 + 0.5 * 1)) / (1 - 0.2 * 0.5));
});

test('a loop that uses up what it makes is NON_PRODUCTIVE_CYCLE, and named', async () => {
  const [first] = await pair(2, 0.5);
  const answer = await calculate(ours, 'calculateProductFootprint', { productId: first });
  assert.deepEqual(codesOf(answer), ['NON_PRODUCTIVE_CYCLE']);
  const loop = answer.errors[0]?.extensions['loop'];
  assert.ok(Array.isArray(loop));
  assert.deepEqual(new Set(loop), new Set(['First', 'Second']));
});

/** Two products of 1 and 2 kg of aluminium; the first needs `ofSecond` of the second, and so on. */
async function pair(ofSecond: number, ofFirst: number): Promise<[string, string]> {
  const first = await newProduct(ours, {
    name: 'First',
    components: [{ material: 'aluminium can', massKg: 1 }],
  });
  const second = await newProduct(ours, {
    name: 'Second',
    components: [
      { material: 'aluminium can', massKg: 2 },
      { productId: first, quantity: ofFirst },
    ],
  });
  const components = [
    { material: 'aluminium can', massKg: 1 },
    { productId: second, quantity: ofSecond },
  ];
  const update = mutationText('updateProduct', 'product { id }');
  dataOf(await ours.send(update, { input: { id: first, components } }));
  return [first, second];
}
