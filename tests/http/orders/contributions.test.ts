import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, codesOf, dataOf, type JsonObject, mutationText, numberAt } from '../client.ts';
import { create, read, run } from '../scenarios/desk.ts';
import { world } from '../world.ts';
import { EUR_10, idOf, newProduct, orderIn } from './shop.ts';
import { holdsForEveryone } from './strangers.ts';

const ours = await world();
const productId = await newProduct(ours);
const lines = [{ productId, quantity: 1 }];

const SHOWN = `contribution { number state project registry serialNumber co2eKg price { amount } settledAt }
  order { co2eKg version climateContributions { number state } }`;
const STAND: JsonObject = { project: 'Mangroves', registry: 'Gold Standard', co2eKg: 1000 };

function send(field: string, input: JsonObject) {
  return ours.send(mutationText(field, SHOWN), { input });
}

async function newOrder(): Promise<string> {
  return idOf(await orderIn(ours, 'CONFIRMED', { lines }));
}

async function pledged(): Promise<JsonObject> {
  const orderId = await newOrder();
  dataOf(await send('recordClimateContribution', { orderId, ...STAND, price: EUR_10 }));
  return { orderId, number: 1 };
}

holdsForEveryone(ours, {
  field: 'recordClimateContribution',
  text: mutationText('recordClimateContribution', SHOWN),
  input: async () => ({ orderId: await newOrder(), ...STAND }),
  otherInput: async () => ({ orderId: await newOrder(), ...STAND }),
  namesOwn: true,
});
for (const field of ['retireClimateContribution', 'reverseClimateContribution']) {
  const text = mutationText(field, SHOWN);
  holdsForEveryone(ours, { field, text, input: pledged, otherInput: pledged, namesOwn: true });
}

test('a contribution is never netted with the footprint of its order', async () => {
  const order = await orderIn(ours, 'CONFIRMED', { lines });
  const input = { orderId: idOf(order), ...STAND, price: EUR_10 };
  const made = at(
    dataOf(await send('recordClimateContribution', input)),
    'recordClimateContribution',
  );
  assert.equal(at(made, 'order', 'co2eKg'), at(order, 'co2eKg'));
  assert.equal(numberAt(made, 'order', 'version'), numberAt(order, 'version') + 1);
  assert.deepEqual(at(made, 'order', 'climateContributions'), [{ number: 1, state: 'PLEDGED' }]);
  const ledger = await ours.send(
    `query ($id: ID) { order(id: $id) { footprintLedger { edges { node { kind co2eKg } } } } }`,
    { id: idOf(order) },
  );
  const entry = at(dataOf(ledger), 'order', 'footprintLedger', 'edges', 1, 'node');
  assert.deepEqual(entry, { kind: 'CONTRIBUTION', co2eKg: '1000' });
});

test('a contribution can be reversed until it is retired', async () => {
  const reversed = await pledged();
  const back = dataOf(await send('reverseClimateContribution', reversed));
  assert.equal(at(back, 'reverseClimateContribution', 'contribution', 'state'), 'REVERSED');
  const retired = { ...(await pledged()), serialNumber: 'GS-1' };
  const done = dataOf(await send('retireClimateContribution', retired));
  assert.equal(at(done, 'retireClimateContribution', 'contribution', 'serialNumber'), 'GS-1');
  const { serialNumber: _serialNumber, ...again } = retired;
  for (const [field, input, state] of [
    ['reverseClimateContribution', again, 'RETIRED'],
    ['retireClimateContribution', reversed, 'REVERSED'],
  ] as const) {
    const { errors } = await send(field, input);
    assert.deepEqual(codesOf({ errors }), ['CONFLICT']);
    assert.equal(at(errors[0]?.extensions, 'state'), state);
    assert.deepEqual(at(errors[0]?.extensions, 'allowed'), []);
  }
});

test('reports all problems of a contribution in one response', async () => {
  const orderId = await newOrder();
  const { errors } = await send('recordClimateContribution', {
    orderId,
    project: ' ',
    registry: '',
    co2eKg: 0,
    price: { amount: '-1', currencyCode: 'EUR' },
  });
  assert.deepEqual(codesOf({ errors }), ['BAD_USER_INPUT']);
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => at(errors[0]?.extensions, 'problems', index, 'path', 1)),
    ['price', 'project', 'registry', 'co2eKg'],
  );
  const unknown = await send('retireClimateContribution', { orderId, number: 1 });
  assert.deepEqual(codesOf(unknown), ['NOT_FOUND']);
  const stale = await send('recordClimateContribution', { orderId, ...STAND, expectedVersion: 1 });
  assert.equal(at(stale.errors[0]?.extensions, 'currentVersion'), 2);
});

test('contributions and restatements are announced as changes of the order, and make no scenario stale', async () => {
  const shop = await world({ tier: 'GROWTH' });
  const productId = await newProduct(shop);
  const order = await orderIn(shop, 'CONFIRMED', { lines: [{ productId, quantity: 1 }] });
  const orderId = idOf(order);
  const overrides = [{ name: 'Half', scale: 0.5 }];
  const scenario = await create(shop, { orderId, detail: 'BASIC', overrides });
  assert.equal(at(await run(shop, scenario), 'state'), 'COMPLETED');
  const calls: readonly (readonly [string, JsonObject])[] = [
    ['recordClimateContribution', STAND],
    ['calculateOrderFootprint', { restate: true }],
  ];
  for (const [name, input] of calls)
    dataOf(await shop.send(mutationText(name, 'order { id }'), { input: { orderId, ...input } }));
  const events = await shop.send(
    'query ($filter: EventFilter) { events(first: 5, filter: $filter) { nodes { data } } }',
    { filter: { types: ['order.updated'], objectId: orderId } },
  );
  const changed = [0, 1].map((place) =>
    at(dataOf(events), 'events', 'nodes', place, 'data', 'changedFields'),
  );
  assert.deepEqual(changed, [['climateContributions'], ['co2eKg']]);
  assert.equal(at(await read(shop, scenario), 'state'), 'COMPLETED');
});
