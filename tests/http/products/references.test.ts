import assert from 'node:assert/strict';
import { test } from 'node:test';
import { imported, jsonl } from '../bulk/files.ts';
import { at, type Json, mutationText, problemsOf, textAt } from '../client.ts';
import { world } from '../world.ts';

/** Ids of emission factors are refused when they are written, not first in a calculation. */

const UNKNOWN = 'fac_00000000000000000000000001';
const CREATE = mutationText('createProduct', 'product { id version }');
const UPDATE = mutationText('updateProduct', 'product { id version }');

const leg = (factorId: string): Json => ({ method: 'ROAD', distanceKm: 1, factorId });

const PLACES: Readonly<Record<string, (factorId: string) => Readonly<Record<string, Json>>>> = {
  'components.0.factorId': (factorId) => ({ components: [{ factorId, massKg: 1 }] }),
  'components.0.transportLegs.0.factorId': (factorId) => ({
    components: [{ material: 'wood', massKg: 1, transportLegs: [leg(factorId)] }],
  }),
  'packaging.0.factorId': (factorId) => ({
    packaging: [{ level: 'PRIMARY', factorId, massKg: 1 }],
  }),
  'processSteps.0.factorId': (factorId) => ({ processSteps: [{ factorId, massKg: 1 }] }),
  'processSteps.0.energy.0.factorId': (factorId) => ({
    processSteps: [{ energy: [{ source: 'OTHER', energyKwh: 1, factorId }] }],
  }),
  'transportLegs.0.factorId': (factorId) => ({ transportLegs: [leg(factorId)] }),
  'useProfile.energy.0.factorId': (factorId) => ({
    useProfile: { energy: [{ source: 'OTHER', energyKwh: 1, factorId }] },
  }),
  'useProfile.consumables.0.factorId': (factorId) => ({
    useProfile: { consumables: [{ factorId, massKg: 1 }] },
  }),
};

const here = await world({ tier: 'GROWTH' });
const known = textAt(
  await here.send('{ emissionFactors(first: 1) { nodes { id } } }'),
  'emissionFactors',
  'nodes',
  0,
  'id',
);
const productId = textAt(
  await here.send(CREATE, { input: { name: 'Plain' } }),
  'createProduct',
  'product',
  'id',
);

for (const [place, input] of Object.entries(PLACES)) {
  test(`refuses an unknown factor and the id of a product at ${place}`, async () => {
    for (const [id, code] of [
      [UNKNOWN, 'NOT_FOUND'],
      [productId, 'INVALID_ID'],
    ] as const) {
      const expected = [[`input.${place}`, code]];
      const created = await here.send(CREATE, { input: { name: 'A', ...input(id) } });
      assert.deepEqual(problemsOf(created), expected);
      const updated = await here.send(UPDATE, { input: { id: productId, ...input(id) } });
      assert.deepEqual(problemsOf(updated), expected);
      const { rows } = await imported(here, jsonl([{ name: 'A', ...input(id) }]));
      assert.deepEqual(
        [at(rows[0], 'problems', 0, 'path'), at(rows[0], 'problems', 0, 'code')],
        [place.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step)), code],
      );
    }
    const created = await here.send(CREATE, { input: { name: 'A', ...input(known) } });
    assert.deepEqual(created.errors, []);
  });
}

test('refuses an unknown factor at a facility of a supply chain and at a leg of an order', async () => {
  const chain = await here.send(mutationText('createSupplyChain', 'supplyChain { id }'), {
    input: { name: 'A', facilities: [{ key: 'mill', name: 'Mill', tier: 1, factorId: UNKNOWN }] },
  });
  assert.deepEqual(problemsOf(chain), [['input.facilities.0.factorId', 'NOT_FOUND']]);
  const lines = [{ productId, quantity: 1, unitPrice: { amount: '1', currencyCode: 'EUR' } }];
  for (const [id, code] of [
    [UNKNOWN, 'NOT_FOUND'],
    [productId, 'INVALID_ID'],
  ] as const) {
    const order = await here.send(mutationText('createOrder', 'order { id }'), {
      input: { lines, shippingLegs: [leg(id)] },
    });
    assert.deepEqual(problemsOf(order), [['input.shippingLegs.0.factorId', code]]);
  }
});

const SEA = { method: 'SEA', to: 'NLRTM' };
const FLOWS: Json = [
  { from: 'mill', to: 'shop', quantity: 1, transportLegs: [{ ...SEA, from: 'XXXXX' }] },
];
const FACILITIES: Json = [
  { key: 'mill', name: 'Mill', tier: 1, country: 'CN' },
  { key: 'shop', name: 'Shop', tier: 0, country: 'NL' },
];

test('refuses unknown ports, airports and countries between which a distance is to be estimated', async () => {
  for (const from of ['XXXXX', 'CNSHX', 'ZZQ', 'XX', 'cn', 'Shanghai']) {
    const product = await here.send(CREATE, {
      input: {
        name: 'A',
        transportLegs: [{ ...SEA, from }],
        components: [
          { material: 'wood', massKg: 1, transportLegs: [{ ...SEA, from: 'CNSHA', to: from }] },
        ],
      },
    });
    assert.deepEqual(
      problemsOf(product).toSorted(),
      [
        ['input.components.0.transportLegs.0.to', 'NOT_FOUND'],
        ['input.transportLegs.0.from', 'NOT_FOUND'],
      ],
      from,
    );
  }
  const chain = await here.send(mutationText('createSupplyChain', 'supplyChain { id }'), {
    input: { name: 'A', facilities: FACILITIES, flows: FLOWS },
  });
  assert.deepEqual(problemsOf(chain), [['input.flows.0.transportLegs.0.from', 'NOT_FOUND']]);
  const lines = [{ productId, quantity: 1, unitPrice: { amount: '1', currencyCode: 'EUR' } }];
  const order = await here.send(mutationText('createOrder', 'order { id }'), {
    input: { lines, shippingLegs: [{ ...SEA, from: 'XXXXX' }] },
  });
  assert.deepEqual(problemsOf(order), [['input.shippingLegs.0.from', 'NOT_FOUND']]);
  const { rows } = await imported(
    here,
    jsonl([{ name: 'A', transportLegs: [{ ...SEA, from: 'XXXXX' }] }]),
  );
  assert.deepEqual(at(rows[0], 'problems', 0, 'path'), ['transportLegs', 0, 'from']);
});

test('takes known places, and any text where the distance is declared', async () => {
  const transportLegs = [
    { ...SEA, from: 'CNSHA' },
    { method: 'AIR', from: 'FRA', to: 'JFK' },
    { method: 'ROAD', from: 'DE', to: 'FR' },
    { method: 'ROAD', from: 'our warehouse', to: 'DEBER', distanceKm: 12 },
  ];
  const { errors } = await here.send(CREATE, { input: { name: 'A', transportLegs } });
  assert.deepEqual(errors, []);
});

test('refuses a method, a process and a country that do not exist, at their paths', async () => {
  const answer = await here.send(CREATE, {
    input: {
      name: 'A',
      transportLegs: [{ method: 'TELEPORT', distanceKm: 1 }],
      processSteps: [{ process: 'MAGIC' }],
      components: [{ material: 'wood', massKg: 1, originCountry: 'XX' }],
    },
  });
  assert.deepEqual(problemsOf(answer).toSorted(), [
    ['input.components.0.originCountry', 'INVALID_VALUE'],
    ['input.processSteps.0.process', 'INVALID_VALUE'],
    ['input.transportLegs.0.method', 'INVALID_VALUE'],
  ]);
});
