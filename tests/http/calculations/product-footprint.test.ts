import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, dataOf, type JsonObject, numberAt, sendForId } from '../client.ts';
import { world } from '../world.ts';
import { problemsOf } from './desk.ts';

const ours = await world({ tier: 'GROWTH' });

const FIELDS = 'id version updatedAt footprintBasis footprint { id co2eKg detail }';

async function newProduct(input: JsonObject): Promise<string> {
  return sendForId(ours, 'createProduct', 'product', {
    name: 'Box',
    components: [{ material: 'PP', massKg: 1 }],
    ...input,
  });
}

async function product(id: string) {
  const answer = await ours.send(`query ($id: ID!) { product(id: $id) { ${FIELDS} } }`, { id });
  return at(dataOf(answer), 'product') ?? null;
}

async function calculate(productId: string, input: JsonObject): Promise<string> {
  return sendForId(ours, 'calculateProductFootprint', 'calculation', { productId, ...input });
}

test('a calculation of the basis becomes the footprint, as a new version with an event', async () => {
  const id = await newProduct({});
  const before = await product(id);
  const calculation = await calculate(id, {});
  const after = await product(id);
  assert.equal(at(after, 'footprint', 'id'), calculation);
  assert.equal(numberAt(after, 'version'), numberAt(before, 'version') + 1);
  assert.ok(String(at(after, 'updatedAt')) > String(at(before, 'updatedAt')));
  const events = await ours.send('{ events(first: 100) { edges { node { type data } } } }', {});
  const text = JSON.stringify(dataOf(events));
  assert.match(text, /product\.footprint_changed/);
  assert.ok(text.includes(calculation));
});

test('another detail or boundary is a trial, unless it is declared as the footprint', async () => {
  const id = await newProduct({});
  const basic = await calculate(id, {});
  await calculate(id, { detail: 'FULL' });
  assert.equal(at(await product(id), 'footprint', 'id'), basic);
  const trial = await calculate(id, { asProductFootprint: false });
  assert.notEqual(at(await product(id), 'footprint', 'id'), trial);
  const grave = await calculate(id, { detail: 'FULL', asProductFootprint: true });
  const declared = await product(id);
  assert.equal(at(declared, 'footprint', 'id'), grave);
  assert.equal(at(declared, 'footprintBasis'), 'FULL_CRADLE_TO_GRAVE');
  await calculate(id, {});
  assert.equal(at(await product(id), 'footprint', 'id'), grave, 'BASIC is a trial now');
});

test('another basis empties a footprint that is not of it', async () => {
  const id = await newProduct({});
  await calculate(id, {});
  const update =
    'mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { product { footprint { id } } } }';
  const changed = await ours.send(update, {
    input: { id, footprintBasis: 'FULL_CRADLE_TO_GATE' },
  });
  assert.equal(at(dataOf(changed), 'updateProduct', 'product', 'footprint'), null);
  assert.equal(at(await product(id), 'footprint'), null);
});

test('steps of a component, recycling and the end of life of packaging are kept and counted', async () => {
  const steps = [
    { name: 'Moulding', lossRate: 0.2, energy: [{ source: 'NATURAL_GAS', energyKwh: 1 }] },
  ];
  const recycling = { allocationFactor: 0.2, outputQualityRatio: 0.8 };
  const packaging = [
    {
      level: 'PRIMARY',
      material: 'cardboard',
      massKg: 0.1,
      endOfLife: { recycledShare: 1 },
      recycling,
    },
  ];
  const components = [{ name: 'Lid', material: 'PP', massKg: 1, processSteps: steps, recycling }];
  const shared = [
    {
      energy: [{ source: 'NATURAL_GAS', energyKwh: 1 }],
      components: ['Lid'],
      materialGroups: ['PLASTIC'],
    },
  ];
  const id = await newProduct({ components, packaging, processSteps: shared, originCountry: 'DE' });
  const answer = await ours.send(
    `query ($id: ID!) { product(id: $id) { originCountry
      components { processSteps { name lossRate } recycling { allocationFactor outputQualityRatio } }
      packaging { endOfLife { recycledShare } recycling { allocationFactor } }
      processSteps { components materialGroups } } }`,
    { id },
  );
  assert.deepEqual(at(dataOf(answer), 'product'), {
    originCountry: 'DE',
    components: [{ processSteps: [{ name: 'Moulding', lossRate: 0.2 }], recycling }],
    packaging: [{ endOfLife: { recycledShare: 1 }, recycling: { allocationFactor: 0.2 } }],
    processSteps: [{ components: ['Lid'], materialGroups: ['PLASTIC'] }],
  });
  await calculate(id, { detail: 'FULL' });
  const wrong = await ours.send(
    'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } } }',
    {
      input: {
        name: 'Bad',
        components: [{ material: 'PP', massKg: 1, recycling: { allocationFactor: 2 } }],
      },
    },
  );
  assert.deepEqual(problemsOf(wrong)[0]?.path, [
    'input',
    'components',
    0,
    'recycling',
    'allocationFactor',
  ]);
});

test('an order says which lines have a footprint of another basis', async () => {
  const basic = await newProduct({ name: 'Kettle A' });
  const full = await newProduct({ name: 'Kettle B' });
  await calculate(basic, {});
  await calculate(full, { detail: 'FULL', asProductFootprint: true });
  const unitPrice = { amount: '1.00', currencyCode: 'EUR' };
  const lines = [basic, full].map((productId) => ({ productId, quantity: 1, unitPrice }));
  const ORDER = 'order { id linesOfOtherBasis lines { number footprintBasis } }';
  const created = await ours.send(
    `mutation ($input: CreateOrderInput!) { createOrder(input: $input) { ${ORDER} } }`,
    { input: { lines } },
  );
  const order = at(dataOf(created), 'createOrder', 'order') ?? null;
  assert.deepEqual(at(order, 'linesOfOtherBasis'), [2]);
  const confirmed = await ours.send(
    `mutation ($input: ConfirmOrderInput!) { confirmOrder(input: $input) { ${ORDER} } }`,
    { input: { id: String(at(order, 'id')) } },
  );
  const frozen = at(dataOf(confirmed), 'confirmOrder', 'order') ?? null;
  assert.deepEqual(at(frozen, 'linesOfOtherBasis'), [2]);
  assert.deepEqual(at(frozen, 'lines'), [
    { number: 1, footprintBasis: 'BASIC' },
    { number: 2, footprintBasis: 'FULL_CRADLE_TO_GRAVE' },
  ]);
});
