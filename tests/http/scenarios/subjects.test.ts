import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../close.ts';
import { newProduct, problemsOf } from '../calculations/desk.ts';
import {
  type Answer,
  at,
  codesOf,
  dataOf,
  type JsonObject,
  mutationText,
  numberAt,
  sendForId,
} from '../client.ts';
import { idOf, orderOf } from '../orders/shop.ts';
import { world } from '../world.ts';
import { CAN, create, newChain, read, recycled, run } from './desk.ts';

const ours = await world({ tier: 'GROWTH' });

const WAY = [{ method: 'AIR', distanceKm: 1000 }];
const EUR = (amount: string) => ({ amount, currencyCode: 'EUR' });

async function newOrder(productIds: readonly string[], quantities: readonly number[]) {
  const lines = productIds.map((productId, line) => {
    return { productId, quantity: quantities[line] ?? 1, unitPrice: EUR('1.00') };
  });
  return idOf(await orderOf(ours, 'createOrder', { lines, shippingLegs: WAY }));
}

/** Paths and codes of the problems of a refusal. */
function placesOf(answer: Answer) {
  return problemsOf(answer).map(({ path, code }) => [
    Array.isArray(path) ? path.join('.') : '',
    code,
  ]);
}

async function calculate(mutation: string, input: JsonObject): Promise<JsonObject> {
  const text = mutationText(mutation, 'calculation { id co2eKg snapshotHash }');
  const answer = at(dataOf(await ours.send(text, { input })), mutation, 'calculation');
  return Object(answer);
}

test('an order has scenarios: its lines, its way and its total, and it is stale when its draft changes', async () => {
  const can = await newProduct(ours, { ...CAN, netMassKg: 1 });
  const large = await newProduct(ours, { ...CAN, name: 'Large can', netMassKg: 2 });
  const order = await newOrder([can, large], [3, 1]);
  const id = await create(ours, {
    orderId: order,
    detail: 'BASIC',
    overrides: [
      { name: 'Three more', select: { path: 'lines.1' }, setQuantity: { quantity: 4 } },
      { name: 'Rail', select: { method: 'AIR' }, setTransportMethod: { method: 'RAIL' } },
    ],
  });
  const scenario = await run(ours, id);
  assert.equal(at(scenario, 'state'), 'COMPLETED', String(at(scenario, 'error')));
  const result = at(scenario, 'result') ?? null;
  const plain = await calculate('calculateOrderFootprint', { orderId: order, detail: 'BASIC' });
  assert.equal(numberAt(result, 'total', 'baseline'), plain['co2eKg']);
  const unit = numberAt(result, 'lines', 0, 'baseline') / 3;
  assert.equal(at(result, 'lines', 1, 'number'), 2);
  assert.equal(at(result, 'lines', 1, 'product', 'id'), large);
  assertClose(numberAt(result, 'lines', 1, 'baseline'), unit, 1e-12);
  assertClose(numberAt(result, 'lines', 1, 'difference'), 3 * unit, 1e-12);
  assert.ok(numberAt(result, 'transport', 'outcome') < numberAt(result, 'transport', 'baseline'));
  for (const side of ['baseline', 'outcome']) {
    const parts = ['lines', 'lines', 'transport'].map((list, line) =>
      list === 'lines' ? numberAt(result, list, line, side) : numberAt(result, list, side),
    );
    const sum = parts.reduce((all, part) => all + part, 0);
    assertClose(sum, numberAt(result, 'total', side), 1e-9);
  }
  const lines = [{ productId: can, quantity: 1, unitPrice: EUR('1.00') }];
  await orderOf(ours, 'updateOrder', { id: order, lines });
  assert.equal(at(await read(ours, id), 'staleReason'), `order.updated ${order}`);
});

test('the mass of the product that a chain makes is an input of its legs', async () => {
  const productId = await newProduct(ours, { netMassKg: 1 });
  const legs = [{ method: 'ROAD', distanceKm: 100 }];
  const supplyChainId = await sendForId(ours, 'createSupplyChain', 'supplyChain', {
    name: 'Pieces',
    productId,
    facilities: [
      { key: 'mill', name: 'Mill', tier: 1, unit: 'PIECE', country: 'CN', energyKwhPerUnit: 3 },
      { key: 'shop', name: 'Shop', tier: 0, unit: 'PIECE', country: 'DE', energyKwhPerUnit: 1 },
    ],
    flows: [{ from: 'mill', to: 'shop', quantity: 2, transportLegs: legs }],
  });
  const overrides = [{ select: { facility: 'mill' }, setCountry: 'FR' }];
  const id = await create(ours, { supplyChainId, overrides });
  assert.equal(at(await run(ours, id), 'state'), 'COMPLETED');
  const text = mutationText('updateProduct', 'product { id }');
  dataOf(await ours.send(text, { input: { id: productId, netMassKg: 2 } }));
  assert.equal(at(await read(ours, id), 'staleReason'), `product.updated ${productId}`);
});

test('only a change that the numbers follow from makes a result stale, and events name the changed fields', async () => {
  const own = await world({ tier: 'GROWTH' });
  const change = async (mutation: string, field: string, input: JsonObject) =>
    dataOf(await own.send(mutationText(mutation, `${field} { id }`), { input }));
  const can = await newProduct(own, { ...CAN, netMassKg: 1, price: EUR('2.00') });
  const lines = [{ productId: can, quantity: 2 }];
  const orderId = idOf(await orderOf(own, 'createOrder', { lines, shippingLegs: WAY }));
  const chain = await newChain(own);
  const subjects = [
    { orderId, detail: 'BASIC', overrides: [{ select: { path: 'lines.0' }, scale: 0.5 }] },
    { productId: can, detail: 'BASIC', overrides: [recycled(1)] },
    { supplyChainId: chain, overrides: [{ select: { facility: 'mill' }, setCountry: 'FR' }] },
    { catalogue: { filter: {} }, detail: 'BASIC', overrides: [recycled(1)] },
    { catalogue: { filter: { maxPrice: EUR('5') } }, detail: 'BASIC', overrides: [recycled(1)] },
  ];
  const ids = await Promise.all(subjects.map((subject) => create(own, subject)));
  const states = () => Promise.all(ids.map(async (id) => at(await read(own, id), 'state')));
  const runAll = async () => {
    const ended = await Promise.all(ids.map((id) => run(own, id)));
    for (const one of ended) assert.equal(at(one, 'state'), 'COMPLETED', String(at(one, 'error')));
  };
  const [fresh, stale] = ['COMPLETED', 'STALE'];
  await runAll();
  const metadata = { tracking: 'JD014600003RU' };
  await change('updateOrder', 'order', { id: orderId, metadata });
  await change('updateOrder', 'order', { id: orderId, tips: EUR('1.00'), externalId: 'A-1' });
  await change('updateProduct', 'product', { id: can, metadata, tags: ['new'], sku: 'CAN' });
  await change('updateSupplyChain', 'supplyChain', { id: chain, metadata, description: 'Text.' });
  assert.deepEqual(await states(), [fresh, fresh, fresh, fresh, fresh]);
  await change('updateProduct', 'product', { id: can, price: EUR('1.00') });
  assert.deepEqual(await states(), [fresh, fresh, fresh, fresh, stale]);
  await change('confirmOrder', 'order', { id: orderId });
  await change('shipOrder', 'order', { id: orderId });
  assert.deepEqual(await states(), [fresh, fresh, fresh, fresh, stale]);
  await change('updateSupplyChain', 'supplyChain', {
    id: chain,
    facilities: [{ key: 'shop', name: 'Shop', tier: 0, country: 'DE', energyKwhPerUnit: 9 }],
    flows: [],
  });
  assert.deepEqual(await states(), [fresh, fresh, stale, fresh, stale]);
  await change('updateProduct', 'product', { id: can, status: 'ARCHIVED' });
  assert.deepEqual(await states(), [fresh, fresh, stale, stale, stale]);
  await change('updateProduct', 'product', { id: can, netMassKg: 2 });
  assert.deepEqual(await states(), [stale, stale, stale, stale, stale]);
  const text =
    'query ($ids: [String!]) { events(filter: { types: $ids }) { nodes { type data } } }';
  const types = ['order.updated', 'order.shipped', 'supply_chain.updated'];
  const log = at(dataOf(await own.send(text, { ids: types })), 'events', 'nodes');
  assert.deepEqual(
    [log ?? []].flat().map((event) => at(event, 'data', 'changedFields')),
    [
      ['metadata'],
      ['externalId', 'tips'],
      ['description', 'metadata'],
      [],
      ['facilities', 'flows'],
    ],
  );
});

test('a shipment by another way, or with another mass, makes the result of an order stale', async () => {
  for (const shipment of [{ shippingLegs: [{ method: 'RAIL', distanceKm: 900 }] }, { massKg: 3 }]) {
    const can = await newProduct(ours, { ...CAN, netMassKg: 1 });
    const id = await newOrder([can], [2]);
    const overrides = [{ select: { path: 'lines.0' }, setQuantity: { quantity: 1 } }];
    const scenario = await create(ours, { orderId: id, detail: 'BASIC', overrides });
    assert.equal(at(await run(ours, scenario), 'state'), 'COMPLETED');
    await orderOf(ours, 'confirmOrder', { id });
    assert.equal(at(await read(ours, scenario), 'state'), 'COMPLETED');
    await orderOf(ours, 'shipOrder', { id, ...shipment });
    assert.equal(at(await read(ours, scenario), 'staleReason'), `order.shipped ${id}`);
  }
});

test('a pinned baseline keeps the inputs and factors of its calculation, and no later change makes it stale', async () => {
  const own = await world({ tier: 'GROWTH' });
  const material = { name: 'Body', material: 'own stuff', massKg: 1 };
  const importOwn = (version: string, kg: number) =>
    own.send(mutationText('importFactorSet', 'factorSet { id }'), {
      input: {
        name: 'own',
        version,
        licence: 'own',
        attribution: 'Own.',
        format: 'CSV',
        content: `id,name,unit,kgco2e_per_unit,geography,year,material\na,Own,kg,${kg},DE,2026,own stuff\n`,
      },
    });
  dataOf(await importOwn('1', 7));
  const productId = await newProduct(own, { name: 'Thing', components: [material] });
  const text = mutationText('calculateProductFootprint', 'calculation { id co2eKg }');
  const calculated = at(
    dataOf(await own.send(text, { input: { productId, detail: 'BASIC' } })),
    'calculateProductFootprint',
    'calculation',
  );
  const calculationId = String(at(calculated ?? null, 'id'));
  assert.equal(at(calculated ?? null, 'co2eKg'), 7);
  const half = { name: 'Half', select: { component: 'Body' }, scale: 0.5 };
  const pinned = await create(own, { calculationId, overrides: [half] });
  const live = await create(own, { productId, detail: 'BASIC', overrides: [half] });
  const changed = { id: productId, components: [{ ...material, massKg: 3 }] };
  await sendForId(own, 'updateProduct', 'product', changed);
  dataOf(await importOwn('2', 100));
  const first = await run(own, pinned);
  assert.equal(at(first, 'state'), 'COMPLETED', String(at(first, 'error')));
  assert.equal(at(first, 'result', 'baseline', 'id'), calculationId);
  assert.deepEqual(at(first, 'result', 'total'), {
    baseline: 7,
    outcome: 3.5,
    difference: -3.5,
    share: -0.5,
  });
  assert.equal(at(await run(own, live), 'result', 'total', 'baseline'), 300);
  dataOf(await importOwn('3', 50));
  await sendForId(own, 'updateProduct', 'product', { id: productId, netMassKg: 9 });
  assert.equal(at(await read(own, live), 'state'), 'STALE');
  assert.equal(at(await read(own, pinned), 'state'), 'COMPLETED');
  const seen = await own.send(
    'query ($id: ID!) { scenario(id: $id) { calculation { id } product { id } } }',
    { id: pinned },
  );
  assert.deepEqual(at(dataOf(seen), 'scenario'), {
    calculation: { id: calculationId },
    product: { id: productId },
  });
});

test('supply chains and orders are pinned too', async () => {
  const supplyChainId = await newChain(ours);
  const can = await newProduct(ours, { ...CAN, netMassKg: 1 });
  const orderId = await newOrder([can], [2]);
  const calculations = [
    await calculate('calculateSupplyChainFootprint', {
      supplyChainId,
      monteCarlo: { iterations: 50 },
    }),
    await calculate('calculateOrderFootprint', { orderId, boundary: 'CRADLE_TO_GATE' }),
  ];
  const overrides = [
    [{ select: { facility: 'mill' }, setCountry: 'FR' }],
    [{ select: { path: 'lines.0' }, setQuantity: { quantity: 1 } }],
  ];
  for (const [position, { id, co2eKg }] of calculations.entries()) {
    const input = { calculationId: id ?? null, overrides: overrides[position] ?? [] };
    const scenario = await run(ours, await create(ours, input));
    assert.equal(at(scenario, 'state'), 'COMPLETED', String(at(scenario, 'error')));
    assert.equal(at(scenario, 'result', 'baseline', 'id'), id);
    assert.equal(numberAt(scenario, 'result', 'total', 'baseline'), co2eKg);
    assert.ok(numberAt(scenario, 'result', 'total', 'difference') < 0);
  }
});

test('a pinned scenario takes no method, and no calculation without inputs or of others', async () => {
  const productId = await newProduct(ours, CAN);
  const { id = null } = await calculate('calculateProductFootprint', { productId });
  const material = await calculate('calculateMaterial', { material: 'oak', massKg: 1 });
  const text = mutationText('createScenario', 'scenario { id }');
  const problemsWith = async (input: JsonObject) =>
    placesOf(await ours.send(text, { input: { name: 'x', ...input } }));
  assert.deepEqual(await problemsWith({ calculationId: id, detail: 'FULL', year: 2020 }), [
    ['input.detail', 'NOT_ALLOWED'],
    ['input.year', 'NOT_ALLOWED'],
  ]);
  assert.deepEqual(await problemsWith({ calculationId: material['id'] ?? null }), [
    ['input.calculationId', 'NOT_STORED'],
  ]);
  assert.deepEqual(await problemsWith({ calculationId: id, productId }), [
    ['input', 'EXACTLY_ONE'],
  ]);
  const other = await world({ tier: 'GROWTH' });
  const stolen = await other.send(text, { input: { name: 'x', calculationId: id } });
  assert.deepEqual(placesOf(stolen), [['input.calculationId', 'NOT_FOUND']]);
  const pinned = await create(ours, { calculationId: id, overrides: [] });
  const edit = mutationText('updateScenario', 'scenario { name }');
  const refused = await ours.send(edit, { input: { id: pinned, boundary: 'CRADLE_TO_GATE' } });
  assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT']);
  const named = await ours.send(edit, { input: { id: pinned, name: 'Named' } });
  assert.equal(at(dataOf(named), 'updateScenario', 'scenario', 'name'), 'Named');
});

test('costs are money in one currency, per tonne avoided; another currency is refused by its place', async () => {
  const productId = await newProduct(ours, CAN);
  const definition = { productId, detail: 'BASIC' };
  const target = {
    reductionShare: 0.01,
    levers: [{ override: 0, least: 0, most: 1, from: 0, costPerUnit: EUR('2.5') }],
  };
  const id = await create(ours, {
    ...definition,
    overrides: [{ ...recycled(1), cost: EUR('0.004') }],
    target,
  });
  const result = at(await run(ours, id), 'result') ?? null;
  assert.deepEqual(at(result, 'cost'), EUR('0.004'));
  const avoidedTonnes = -numberAt(result, 'total', 'difference') / 1000;
  assert.equal(at(result, 'costPerTonne', 'currencyCode'), 'EUR');
  assertClose(Number(at(result, 'costPerTonne', 'amount')), 0.004 / avoidedTonnes, 1e-9);
  assert.deepEqual(at(result, 'levers', 0, 'cost'), EUR('0.004'));
  const level = numberAt(result, 'target', 'levels', 0, 'level');
  assertClose(Number(at(result, 'target', 'cost', 'amount')), 2.5 * level, 1e-9);
  const usd = { amount: '1', currencyCode: 'USD' };
  const mixed = await ours.send(mutationText('createScenario', 'scenario { id }'), {
    input: {
      name: 'Mixed',
      ...definition,
      overrides: [
        { ...recycled(1), cost: EUR('1') },
        { name: 'Loss', select: { component: 'Body' }, setLossRate: 0.2, cost: usd },
      ],
    },
  });
  assert.deepEqual(placesOf(mixed), [['input.overrides.1.cost', 'OTHER_CURRENCY']]);
  const update = mutationText('updateScenario', 'scenario { id }');
  const [lever] = target.levers;
  const other = { ...target, levers: [{ ...lever, costPerUnit: usd }] };
  const refused = await ours.send(update, { input: { id, target: other } });
  assert.deepEqual(placesOf(refused), [['input.target.levers', 'OTHER_CURRENCY']]);
});
