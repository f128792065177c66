import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../close.ts';
import { newProduct } from '../calculations/desk.ts';
import {
  at,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  numberAt,
  problemsOf,
  sendForId,
  textAt,
} from '../client.ts';
import { type World, world } from '../world.ts';
import { CAN, create, newChain, read, recycled, run, SCENARIO } from './desk.ts';

const ours = await world({ tier: 'GROWTH' });

const RESULTS = `query ($all: CalculationFilter, $own: CalculationFilter) {
  all: calculations(first: 5, filter: $all) { nodes { id scenario { id } } }
  own: calculations(first: 5, filter: $own) { nodes { id scenario { id } } }
}`;

async function eventsOf({ send }: World, type: string): Promise<Json> {
  const text =
    'query ($types: [String!]) { events(last: 10, filter: { types: $types }) { nodes { data } } }';
  return at(dataOf(await send(text, { types: [type] })), 'events', 'nodes') ?? null;
}

test('a scenario is created, run and read: difference, levers, probability, sweep, target', async () => {
  const productId = await newProduct(ours, CAN);
  const id = await create(ours, {
    productId,
    boundary: 'CRADLE_TO_GATE',
    overrides: [
      { ...recycled(0.5), cost: { amount: '0.2', currencyCode: 'EUR' } },
      { name: 'Loss', select: { component: 'Body' }, setLossRate: 0.2 },
    ],
    sweep: [{ override: 0, values: [0, 0.5, 1] }],
    target: { reductionShare: 0.1, levers: [{ override: 0, least: 0, most: 1, from: 0 }] },
  });
  const scenario = await run(ours, id);
  assert.equal(at(scenario, 'state'), 'COMPLETED', String(at(scenario, 'error')));
  const result = at(scenario, 'result') ?? null;
  const total = at(result, 'total') ?? null;
  const difference = numberAt(total, 'difference');
  assertClose(numberAt(total, 'outcome') - numberAt(total, 'baseline'), difference, 1e-9);
  assert.equal(numberAt(result, 'outcome', 'co2eKg'), numberAt(total, 'outcome'));
  const levers = at(result, 'levers');
  assert.ok(Array.isArray(levers));
  const steps = levers.reduce<number>((sum, lever) => sum + numberAt(lever, 'stepCo2eKg'), 0);
  assertClose(steps, difference, 1e-9);
  const of = (name: string) => numberAt(result, 'comparison', name);
  assertClose(of('probabilityBelow') + of('probabilityAbove') + of('probabilityEqual'), 1);
  assert.equal(numberAt(result, 'sweep', 'co2eKg', 1), numberAt(total, 'outcome'));
  assert.equal(at(result, 'target', 'outcome') === 'REACHED', true);
  const overrides = at(result, 'outcome', 'snapshot', 'overrides');
  assert.equal(at(overrides ?? null, 0, 'op'), 'SET_RECYCLED_SHARE');
  const events = await eventsOf(ours, 'scenario.completed');
  assert.match(JSON.stringify(events), new RegExp(id));

  const own = await ours.send(mutationText('calculateProductFootprint', 'calculation { id }'), {
    input: { productId },
  });
  const ownId = textAt(own, 'calculateProductFootprint', 'calculation', 'id');
  const results = dataOf(
    await ours.send(RESULTS, { all: { productId }, own: { productId, isOfScenario: false } }),
  );
  assert.deepEqual(at(results, 'own', 'nodes'), [{ id: ownId, scenario: null }]);
  const [outcome, baseline] = ['outcome', 'baseline'].map((name) => ({
    id: at(result, name, 'id'),
    scenario: { id },
  }));
  assert.deepEqual(at(results, 'all', 'nodes'), [{ id: ownId, scenario: null }, outcome, baseline]);
});

test('a result is stale as soon as its product changes, says why, and can be run again', async () => {
  const productId = await newProduct(ours, CAN);
  const id = await create(ours, { productId, detail: 'BASIC', overrides: [recycled(1)] });
  assert.equal(at(await run(ours, id), 'state'), 'COMPLETED');
  const update = mutationText('updateProduct', 'product { version }');
  dataOf(await ours.send(update, { input: { id: productId, netMassKg: 1.5 } }));
  const stale = await read(ours, id);
  assert.equal(at(stale, 'state'), 'STALE');
  assert.equal(at(stale, 'staleReason'), `product.updated ${productId}`);
  assert.notEqual(at(stale, 'result'), null);
  assert.equal(at(await run(ours, id), 'state'), 'COMPLETED');
});

test('a change of a sub-product and a factor set of one’s own make results stale too', async () => {
  const other = await world({ tier: 'GROWTH' });
  const can = await newProduct(other, CAN);
  const pack = await newProduct(other, {
    name: 'Pack',
    components: [{ productId: can, quantity: 6 }],
  });
  const id = await create(other, { productId: pack, detail: 'BASIC', overrides: [recycled(1)] });
  assert.equal(at(await run(other, id), 'state'), 'COMPLETED');
  const update = mutationText('updateProduct', 'product { version }');
  dataOf(await other.send(update, { input: { id: can, netMassKg: 1.5 } }));
  assert.equal(at(await read(other, id), 'state'), 'STALE');
  assert.equal(at(await run(other, id), 'state'), 'COMPLETED');
  const content = 'id,name,unit,kgco2e_per_unit,geography,year\na,Own,kg,7,PT,2026\n';
  const set = {
    name: 'own',
    version: '1',
    licence: 'own',
    attribution: 'Own.',
    format: 'CSV',
    content,
  };
  await sendForId(other, 'importFactorSet', 'factorSet', set);
  assert.equal(at(await read(other, id), 'staleReason'), 'factor set changed');
});

test('a selector that matches nothing fails the run and is named, in the event too', async () => {
  const productId = await newProduct(ours, CAN);
  const select = { component: 'Lid' };
  const id = await create(ours, {
    productId,
    overrides: [{ name: 'No lid', select, setRecycledShare: 1 }],
  });
  const failed = await run(ours, id);
  assert.equal(at(failed, 'state'), 'FAILED');
  assert.match(String(at(failed, 'error')), /"No lid" matches nothing.*component Lid/);
  assert.match(JSON.stringify(await eventsOf(ours, 'scenario.failed')), /No lid/);
});

test('wrong overrides are refused at creation, all at once and by their paths', async () => {
  const productId = await newProduct(ours, CAN);
  const answer = await ours.send(mutationText('createScenario', 'scenario { id }'), {
    input: {
      name: 'Wrong',
      externalId: 'x'.repeat(101),
      productId: `${productId}0`,
      overrides: [{ scale: 2, setDistance: 5 }],
      target: { levers: [] },
      sweep: [],
    },
  });
  assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
  const problems = answer.errors[0]?.extensions['problems'];
  const paths = Array.isArray(problems) ? problems.map((each: Json) => at(each, 'path')) : [];
  assert.deepEqual(paths, [
    ['input', 'productId'],
    ['input', 'externalId'],
    ['input', 'overrides', 0],
    ['input', 'sweep'],
    ['input', 'target'],
  ]);
  // New elements are checked as those of a product.
  const leg = { method: 'ROAD', distanceKm: -1 };
  const brought = await ours.send(mutationText('createScenario', 'scenario { id }'), {
    input: {
      ...{ name: 'Wrong', productId },
      overrides: [
        { add: { component: { material: 'steel', massKg: -1 } } },
        { add: { processStep: { process: 'WEAVING', lossRate: 7 } } },
        { swapSupplier: { factorId: 'x', supplierPcf: {}, transportLegs: [leg] } },
        { swapMaterial: { material: ' ' } },
        { setQuantity: { massKg: -1 } },
        { setEndOfLife: { landfilledShare: 0.6, incineratedShare: 0.5 } },
        { setTransportMethod: leg },
        { setGridYear: { year: 0 } },
      ],
    },
  });
  const places = at(brought.errors[0]?.extensions, 'problems');
  assert.ok(Array.isArray(places));
  assert.deepEqual(
    places.map((each) => [at(each, 'path')].flat().slice(2).join('.')),
    [
      '0.add.component.massKg',
      '1.add.processStep.lossRate',
      '2.swapSupplier',
      '2.swapSupplier.factorId',
      '2.swapSupplier.supplierPcf',
      '2.swapSupplier.transportLegs.0.distanceKm',
      '3.swapMaterial.material',
      '4.setQuantity.massKg',
      '5.setEndOfLife',
      '6.setTransportMethod.distanceKm',
      '7.setGridYear.year',
    ],
  );
});

test('a lifetime changes no BASIC result: the scenario is refused when it is written, not when it runs', async () => {
  const productId = await newProduct(ours, CAN);
  const setLifetime = { name: 'Longer', setLifetime: { value: 9, unit: 'YEARS' } };
  const refusalOf = (name: string, input: JsonObject) =>
    ours.send(mutationText(name, 'scenario { id }'), { input });
  const input = { name: 'What if', productId, overrides: [setLifetime] };
  const id = await create(ours, input);
  for (const answer of [
    await refusalOf('createScenario', { ...input, detail: 'BASIC' }),
    await refusalOf('updateScenario', { id, detail: 'BASIC' }),
  ]) {
    assert.deepEqual(codesOf(answer), ['BAD_USER_INPUT']);
    assert.match(answer.errors[0]?.message ?? '', /Longer: it changes only FULL results/);
  }
});

test('a Monte Carlo of no iterations is refused when the scenario is written', async () => {
  const productId = await newProduct(ours, CAN);
  const input = { name: 'What if', productId, monteCarlo: { iterations: 0 } };
  const answer = await ours.send(mutationText('createScenario', 'scenario { id }'), { input });
  assert.deepEqual(problemsOf(answer), [['input.monteCarlo.iterations', 'OUT_OF_RANGE']]);
});

test('an edit makes a draft without a result; steps out of order are refused', async () => {
  const productId = await newProduct(ours, CAN);
  const id = await create(ours, { productId, detail: 'BASIC', overrides: [recycled(1)] });
  await run(ours, id);
  const update = mutationText('updateScenario', `scenario { ${SCENARIO} }`);
  const edited = await ours.send(update, { input: { id, overrides: [recycled(0.2)] } });
  const draft = at(dataOf(edited), 'updateScenario', 'scenario') ?? null;
  assert.equal(at(draft, 'state'), 'DRAFT');
  assert.equal(at(draft, 'version'), 2);
  assert.equal(at(draft, 'result'), null);
  const cancelled = await ours.send(mutationText('cancelScenario', 'scenario { id }'), {
    input: { id },
  });
  assert.deepEqual(codesOf(cancelled), ['CONFLICT']);
  const stale = await ours.send(update, { input: { id, expectedVersion: 1 } });
  assert.deepEqual(codesOf(stale), ['CONFLICT']);
});

test('an edit keeps what it does not name, and null clears it', async () => {
  const productId = await newProduct(ours, CAN);
  const id = await create(ours, {
    productId,
    description: 'As agreed.',
    boundary: 'CRADLE_TO_GATE',
    monteCarlo: { iterations: 64, seed: 7 },
    overrides: [recycled(0.5)],
    sweep: [{ override: 0, values: [0, 1] }],
    target: { atMostCo2eKg: 3, levers: [{ override: 0, least: 0, most: 1, from: 0 }] },
  });
  const update = mutationText('updateScenario', 'scenario { name description overrides { op } }');
  const edit = async (input: JsonObject) =>
    at(dataOf(await ours.send(update, { input: { id, ...input } })), 'updateScenario', 'scenario');
  const named = await edit({ name: 'Renamed' });
  const overrides = [{ op: 'SET_RECYCLED_SHARE' }];
  assert.deepEqual(named, { name: 'Renamed', description: 'As agreed.', overrides });
  const kept = at(await run(ours, id), 'result') ?? null;
  assert.equal(at(kept, 'outcome', 'snapshot', 'method', 'boundary'), 'CRADLE_TO_GATE');
  assert.equal(numberAt(kept, 'comparison', 'iterations'), 64);
  assert.notEqual(at(kept, 'sweep'), null);
  assert.notEqual(at(kept, 'target'), null);
  const cleared = await edit({ description: null, overrides: null, sweep: null, target: null });
  assert.deepEqual(cleared, { name: 'Renamed', description: null, overrides: [] });
  await edit({ detail: 'BASIC' });
  const basic = at(await run(ours, id), 'result') ?? null;
  assert.equal(at(basic, 'sweep'), null);
  assert.equal(at(basic, 'target'), null);
  assert.equal(at(basic, 'baseline', 'co2eKg'), at(basic, 'outcome', 'co2eKg'));
});

test('an update keeps overrides by their positions, in a new order and among new ones', async () => {
  const productId = await newProduct(ours, CAN);
  const added = {
    name: 'Box',
    add: { packaging: { level: 'PRIMARY', massKg: 0.1, material: 'cardboard' } },
  };
  const id = await create(ours, { productId, overrides: [recycled(0.5), added] });
  const before = at(await read(ours, id), 'overrides');
  const update = mutationText(
    'updateScenario',
    'scenario { overrides { name op select change cost { amount } } }',
  );
  const half = { name: 'Half', select: { component: 'Body' }, scale: 0.5 };
  const edited = dataOf(
    await ours.send(update, { input: { id, overrides: [{ keep: 1 }, half, { keep: 0 }] } }),
  );
  const overrides = at(edited, 'updateScenario', 'scenario', 'overrides');
  assert.deepEqual([at(overrides, 0), at(overrides, 2)], [at(before, 1), at(before, 0)]);
  assert.equal(at(overrides, 1, 'op'), 'SCALE');
  for (const wrong of [
    { keep: 3 },
    { keep: -1 },
    { keep: 0, name: 'Other' },
    { keep: 0, scale: 2 },
  ]) {
    const refused = await ours.send(update, { input: { id, overrides: [wrong] } });
    assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT'], JSON.stringify(wrong));
  }
  const nameless = await ours.send(update, { input: { id, name: null } });
  assert.equal(at(nameless.errors[0]?.extensions, 'problems', 0, 'code'), 'NOT_NULLABLE');
  const created = await ours.send(mutationText('createScenario', 'scenario { id }'), {
    input: { name: 'New', productId, overrides: [{ keep: 0 }] },
  });
  assert.deepEqual(codesOf(created), ['BAD_USER_INPUT']);
});

test('a sweep and a target follow their overrides, and levels that these cannot take are refused', async () => {
  const productId = await newProduct(ours, CAN);
  const light = { name: 'Lighter', select: { component: 'Body' }, scale: 0.9 };
  const target = { reductionShare: 0.1, levers: [{ override: 1, least: 0.1, most: 1, from: 1 }] };
  const sweep = [{ override: 0, values: [0, 1] }];
  const definition = { productId, overrides: [recycled(0.5), light], sweep, target };
  const id = await create(ours, definition);
  const update = mutationText('updateScenario', 'scenario { state }');
  dataOf(await ours.send(update, { input: { id, overrides: [{ keep: 1 }, { keep: 0 }] } }));
  const swapped = at(await run(ours, id), 'result') ?? null;
  assert.equal(at(swapped, 'target', 'levels', 0, 'name'), 'Lighter');
  assert.equal(at(swapped, 'sweep', 'parameters', 0, 'override'), 1);
  dataOf(await ours.send(update, { input: { id, overrides: [{ keep: 1 }] } }));
  const left = at(await run(ours, id), 'result') ?? null;
  assert.equal(at(left, 'target'), null);
  assert.equal(at(left, 'sweep', 'parameters', 0, 'override'), 0);
  const wrong = await ours.send(mutationText('createScenario', 'scenario { id }'), {
    input: {
      name: 'Wrong',
      ...definition,
      sweep: [{ override: 5, values: [1] }],
      target: { ...target, levers: [{ override: 1, least: 0, most: 1, from: 1 }] },
    },
  });
  const problems = wrong.errors[0]?.extensions['problems'] ?? null;
  assert.deepEqual(at(problems, 0, 'path'), ['input', 'sweep', 0]);
  assert.equal(at(problems, 0, 'message'), 'There is no override 6.');
  assert.deepEqual(at(problems, 1, 'path'), ['input', 'target', 'levers', 0]);
  assert.match(String(at(problems, 1, 'message')), /^Lighter cannot take the level 0: factor/);
});

test('compareScenarios puts scenarios on one scale with paired probabilities', async () => {
  const productId = await newProduct(ours, CAN);
  const ids = [];
  for (const share of [0.2, 0.8]) {
    const id = await create(ours, {
      productId,
      boundary: 'CRADLE_TO_GATE',
      overrides: [recycled(share)],
    });
    await run(ours, id);
    ids.push(id);
  }
  const text = `query ($ids: [ID!]!) { compareScenarios(ids: $ids) {
    scenarios { id } pairs { first { id } second { id }
      comparison { probabilityBelow probabilityAbove probabilityEqual } } } }`;
  const answer = await ours.send(text, { ids });
  const compared = at(dataOf(answer), 'compareScenarios') ?? null;
  assert.equal(at(compared, 'pairs', 0, 'second', 'id'), ids[1]);
  assert.ok(numberAt(compared, 'pairs', 0, 'comparison', 'probabilityAbove') > 0.5);
  const draft = await create(ours, { productId, overrides: [recycled(0.5)] });
  const notRun = await ours.send(text, { ids: [...ids, draft] });
  assert.deepEqual(notRun.errors[0]?.extensions['allowed'], ['QUEUED']);
  const single = await ours.send(text, { ids: ids.slice(1) });
  assert.deepEqual(codesOf(single), ['BAD_USER_INPUT']);
});

test('compareScenarios refuses scenarios of different boundaries, units or details', async () => {
  const kilogram = await newProduct(ours, { ...CAN, declaredUnit: { amount: 1, unit: 'KG' } });
  const can = await newProduct(ours, CAN);
  const toGate = { productId: can, boundary: 'CRADLE_TO_GATE', overrides: [recycled(0.5)] };
  const others = [
    { ...toGate, boundary: 'CRADLE_TO_GRAVE' },
    { ...toGate, productId: kilogram },
    { productId: can, detail: 'BASIC', overrides: [recycled(0.5)] },
  ];
  const first = await create(ours, toGate);
  await run(ours, first);
  const text = 'query ($ids: [ID!]!) { compareScenarios(ids: $ids) { scenarios { id } } }';
  for (const other of others) {
    const second = await create(ours, other);
    await run(ours, second);
    const answer = await ours.send(text, { ids: [first, second] });
    assert.deepEqual(codesOf(answer), ['CONFLICT'], JSON.stringify(other));
    assert.match(answer.errors[0]?.message ?? '', /equal unit and boundary/);
  }
});

test('Product.suggestedLevers gives overrides with their effect, the largest first', async () => {
  const productId = await newProduct(ours, CAN);
  const text = `query ($id: ID!) { product(id: $id) { suggestedLevers(first: 2) {
    override { name op select change } effect { difference } } } }`;
  const levers = at(dataOf(await ours.send(text, { id: productId })), 'product', 'suggestedLevers');
  assert.ok(Array.isArray(levers) && levers.length > 0);
  assert.equal(at(levers[0] ?? null, 'override', 'op'), 'SET_RECYCLED_SHARE');
  assert.ok(numberAt(levers[0] ?? null, 'effect', 'difference') < 0);
});

test('a supply chain has scenarios', async () => {
  const supplyChainId = await newChain(ours);
  const id = await create(ours, {
    supplyChainId,
    overrides: [{ select: { facility: 'mill' }, setCountry: 'FR' }],
  });
  const scenario = await run(ours, id);
  assert.equal(at(scenario, 'state'), 'COMPLETED', String(at(scenario, 'error')));
  assert.ok(numberAt(scenario, 'result', 'total', 'difference') < 0);
});

test('a catalogue: totals, distribution, the most affected products, and refusals of what it cannot have', async () => {
  const own = await world({ tier: 'GROWTH' });
  const cans = [];
  for (const massKg of [1, 3, 2]) {
    const [body] = Array.isArray(CAN['components']) ? CAN['components'] : [];
    const components = [{ ...Object(body), massKg }];
    cans.push(await newProduct(own, { ...CAN, components, sectorTags: ['PACKAGING'] }));
  }
  await newProduct(own, {
    name: 'Other',
    sectorTags: ['TOYS'],
    components: CAN['components'] ?? [],
  });
  const lost = await newProduct(own, { name: 'Nothing', sectorTags: ['PACKAGING'] });
  const catalogue = { filter: { sectorTag: 'PACKAGING' } };
  const definition = { catalogue, boundary: 'CRADLE_TO_GATE', overrides: [recycled(1)] };
  const id = await create(own, definition);
  const scenario = await run(own, id);
  assert.equal(at(scenario, 'state'), 'COMPLETED', String(at(scenario, 'error')));
  const text = `query ($id: ID!) { scenario(id: $id) { catalogue { filter totalCount doneCount failedCount progress }
    result { total { baseline outcome } phases { phase difference } catalogue {
      calculatedCount changedCount failedCount quantiles { probability differenceCo2eKg }
      histogram { lowCo2eKg highCo2eKg count }
      products(first: 2) { totalCount pageInfo { endCursor }
        nodes { productId product { name } total { baseline outcome difference } } } } } } }`;
  const found = at(dataOf(await own.send(text, { id })), 'scenario') ?? null;
  assert.deepEqual(at(found, 'catalogue'), {
    filter: { sectorTag: 'PACKAGING' },
    totalCount: 4,
    doneCount: 4,
    failedCount: 1,
    progress: 1,
  });
  const facts = at(found, 'result', 'catalogue') ?? null;
  assert.equal(at(facts, 'calculatedCount'), 3);
  assert.equal(at(facts, 'failedCount'), 1);
  assert.equal(at(facts, 'products', 'totalCount'), 4);
  assert.equal(at(facts, 'products', 'nodes', 0, 'productId'), cans[1]);
  assert.equal(at(facts, 'products', 'nodes', 1, 'productId'), cans[2]);
  const single = await create(own, { ...definition, catalogue: null, productId: cans[1] ?? null });
  const alone = at(await run(own, single), 'result', 'total') ?? null;
  const whole = at(facts, 'products', 'nodes', 0, 'total') ?? null;
  assertClose(numberAt(whole, 'outcome'), numberAt(alone, 'outcome'), 1e-12);
  assertClose(numberAt(whole, 'baseline'), numberAt(alone, 'baseline'), 1e-12);
  // 1 + 3 + 2 kg: all results are proportional to the mass.
  const total = numberAt(found, 'result', 'total', 'outcome');
  assertClose(total, 2 * numberAt(alone, 'outcome'), 1e-9);
  const bins = at(facts, 'histogram');
  assert.ok(Array.isArray(bins));
  assert.equal(
    bins.reduce<number>((sum, bin) => sum + numberAt(bin, 'count'), 0),
    3,
  );
  const after = at(facts, 'products', 'pageInfo', 'endCursor');
  const next = `query ($id: ID!, $after: String) { scenario(id: $id) { result { catalogue {
    products(first: 5, after: $after) { nodes { productId total { outcome } problems } } } } } }`;
  const rest = await own.send(next, { id, after: after ?? null });
  const nodes = at(dataOf(rest), 'scenario', 'result', 'catalogue', 'products', 'nodes') ?? null;
  assert.equal(at(nodes, 0, 'productId'), cans[0]);
  assert.equal(at(nodes, 1, 'productId'), lost);
  assert.equal(at(nodes, 1, 'total'), null);
  assert.ok(Array.isArray(at(nodes, 1, 'problems')));

  const lid = await create(own, {
    catalogue: {},
    overrides: [{ select: { component: 'Lid' }, scale: 2 }],
  });
  assert.match(String(at(await run(own, lid), 'error')), /matches nothing.*component Lid/);
  const refused = await own.send(mutationText('createScenario', 'scenario { id }'), {
    input: {
      name: 'x',
      catalogue: {},
      productId: cans[0] ?? '',
      monteCarlo: { seed: 1 },
      sweep: [],
    },
  });
  const problems = refused.errors[0]?.extensions['problems'];
  const paths = Array.isArray(problems) ? problems.map((each: Json) => at(each, 'path')) : [];
  assert.deepEqual(paths, [
    ['input'],
    ['input', 'sweep'],
    ['input', 'sweep'],
    ['input', 'monteCarlo'],
  ]);
  await newProduct(own, { name: 'One more' });
  assert.match(String(at(await read(own, id), 'staleReason')), /^product.created/);
  const gone = await own.send(
    mutationText(
      'deleteScenario',
      'deletedScenarioId scenario { name state result { total { outcome } } }',
    ),
    {
      input: { id },
    },
  );
  assert.equal(textAt(gone, 'deleteScenario', 'deletedScenarioId'), id);
});

test('FREE is refused at every field and operation', async () => {
  const free = await world();
  for (const text of [
    '{ scenarios { nodes { id } } }',
    '{ scenario(externalId: "x") { id } }',
    '{ compareScenarios(ids: ["a", "b"]) { scenarios { id } } }',
    'mutation { createScenario(input: { name: "x" }) { scenario { id } } }',
    'mutation { runScenario(input: { externalId: "x" }) { scenario { id } } }',
  ]) {
    const answer = await free.send(text);
    assert.deepEqual(codesOf(answer), ['FORBIDDEN'], text);
    assert.equal(answer.errors[0]?.extensions['requiredTier'], 'GROWTH');
  }
});

test('FREE reaches no scenario by its id or by its calculation', async () => {
  const productId = await newProduct(ours, CAN);
  const id = await create(ours, { productId, overrides: [recycled(0.5)] });
  const outcomeId = at(await run(ours, id), 'result', 'outcome', 'id') ?? null;
  const free = await world({ organization: ours.organization });
  const text = `query ($id: ID!, $outcome: ID!) {
    node(id: $id) { id } nodes(ids: [$id]) { id } calculation(id: $outcome) { co2eKg scenario { id } } }`;
  const { data, errors } = await free.send(text, { id, outcome: outcomeId });
  assert.deepEqual([at(data ?? null, 'node'), at(data ?? null, 'nodes', 0)], [null, null]);
  assert.equal(at(data ?? null, 'calculation', 'scenario'), null);
  assert.equal(typeof at(data ?? null, 'calculation', 'co2eKg'), 'number');
  assert.deepEqual(
    errors.map(({ extensions }) => extensions['requiredTier']),
    ['GROWTH', 'GROWTH', 'GROWTH'],
  );
});
