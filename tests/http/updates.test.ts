import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../server/src/platform/database/index.ts';
import { at, codesOf, dataOf, type JsonObject, mutationText, problemsOf } from './client.ts';
import { service, world } from './world.ts';

/**
 * Promises that all updates keep: equal values change nothing, and null clears only nullable
 * fields.
 */

const ours = await world();

type Updatable = {
  readonly create: string;
  readonly update: string;
  readonly entity: string;
  /** A value for every kind of field, to compare with the value that is read back. */
  readonly whole: JsonObject;
  readonly change: JsonObject;
  readonly neverNull: readonly string[];
};

const UPDATABLES: readonly Updatable[] = [
  {
    create: 'createProduct',
    update: 'updateProduct',
    entity: 'product',
    whole: {
      externalId: 'same',
      name: 'Bag',
      sku: 'B-1',
      gtin: '4006381333931',
      status: 'DRAFT',
      sectorTags: ['APPAREL'],
      tags: ['summer'],
      imageUrls: ['https://example.com/bag.png'],
      declaredUnit: { amount: 2, unit: 'PIECE' },
      netMassKg: 0.2,
      price: { amount: '19.90', currencyCode: 'EUR' },
      components: [
        {
          material: 'cotton fibre',
          massKg: 0.1,
          recycledShare: null,
          uncertainty: { kind: 'LOGNORMAL', sigma: 0.1 },
          transportLegs: [{ method: 'SEA', distanceKm: 9_000 }],
        },
      ],
      packaging: [{ level: 'PRIMARY', material: 'paper', massKg: 0.02 }],
      processSteps: [{ energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 1, country: 'FR' }] }],
      useProfile: { uses: 100 },
      endOfLife: { country: 'FR', recycledShare: 0.5 },
      lifetime: { value: 3, unit: 'YEARS' },
    },
    change: { netMassKg: 0.3 },
    neverNull: ['name', 'status', 'declaredUnit'],
  },
  {
    create: 'createCustomer',
    update: 'updateCustomer',
    entity: 'customer',
    whole: {
      externalId: 'same',
      name: 'Ada',
      email: 'ada@example.com',
      country: 'GB',
      language: 'en',
      tags: ['vip'],
      metadata: { size: { shoe: 38 }, a: [1, null] },
    },
    change: { tags: [] },
    neverNull: [],
  },
  {
    create: 'createSupplyChain',
    update: 'updateSupplyChain',
    entity: 'supplyChain',
    whole: {
      externalId: 'same',
      name: 'Shirt',
      tags: ['summer'],
      facilities: [
        { key: 'shop', name: 'Shop', tier: 0, country: 'FR', unit: 'PIECE' },
        { key: 'mill', name: 'Mill', tier: 1, country: 'PT', supplier: null },
      ],
      flows: [{ from: 'mill', to: 'shop', quantity: 1, transportLegs: [{ method: 'ROAD' }] }],
    },
    change: { description: 'A shirt.' },
    neverNull: ['name', 'facilities'],
  },
];

function send({ entity }: Updatable, mutation: string, input: JsonObject) {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const text = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${entity} { version updatedAt } } }`;
  return ours.send(text, { input });
}

async function countEvents(type: string): Promise<number> {
  const rows = await query<{ count: number }>(
    service.db,
    `select count(*)::int as count from events
      where organization_id = $1 and environment = $2 and type = $3`,
    [ours.scope.organizationId, ours.scope.environment, type],
  );
  return rows[0]?.count ?? 0;
}

for (const updatable of UPDATABLES) {
  const { create, update, entity, whole, change, neverNull } = updatable;
  const eventType = `${entity.replace('supplyC', 'supply_c')}.updated`;

  test(`${update} with nothing new changes nothing, and with something new it does`, async () => {
    const made = at(dataOf(await send(updatable, create, whole)), create, entity);
    for (const input of [{ externalId: 'same' }, whole, { ...whole, expectedVersion: 1 }]) {
      assert.deepEqual(at(dataOf(await send(updatable, update, input)), update, entity), made);
    }
    assert.equal(await countEvents(eventType), 0);
    const stale = await send(updatable, update, { externalId: 'same', expectedVersion: 7 });
    assert.deepEqual(codesOf(stale), ['CONFLICT']);
    const changed = await send(updatable, update, { externalId: 'same', ...change });
    assert.equal(at(dataOf(changed), update, entity, 'version'), 2);
    assert.equal(await countEvents(eventType), 1);
  });

  test(`${update} says which of its fields null cannot empty, all at once`, async () => {
    const nulls = Object.fromEntries(
      Object.keys(whole).flatMap((name) => (name === 'externalId' ? [] : [[name, null]])),
    );
    const answer = await send(updatable, update, { externalId: 'same', ...nulls });
    const problems = at(answer.errors[0]?.extensions, 'problems') ?? [];
    assert.deepEqual(
      problems,
      neverNull.map((name) => ({
        path: ['input', name],
        code: 'NOT_NULLABLE',
        message: `${name} cannot be null; omit it to keep it.`,
      })),
    );
  });
}

test('a list of plain values has each of them once, and a problem names its place as given', async () => {
  const client = await world({ tier: 'ENTERPRISE' });
  const written = async (
    mutation: string,
    entity: string,
    input: JsonObject,
    selection: string,
  ) => {
    const text = mutationText(mutation, `${entity} { id ${selection} }`);
    return at(dataOf(await client.send(text, { input })), mutation, entity);
  };
  const product = { tags: ['b', 'a', 'b'], sectorTags: ['TOYS', 'TOYS'] };
  const selection = 'tags sectorTags';
  const made = await written('createProduct', 'product', { name: 'Bag', ...product }, selection);
  const id = at(made, 'id') ?? null;
  const once = { id, tags: ['b', 'a'], sectorTags: ['TOYS'] };
  assert.deepEqual(made, once);
  assert.deepEqual(await written('updateProduct', 'product', { id, ...product }, selection), once);
  const eventTypes = ['order.created', 'ping', 'order.created'];
  const endpoint = { url: 'https://localhost/hook', eventTypes };
  assert.deepEqual(
    at(
      await written('createWebhookEndpoint', 'webhookEndpoint', endpoint, 'eventTypes'),
      'eventTypes',
    ),
    ['order.created', 'ping'],
  );
  const blank = { input: { name: 'Bag', tags: ['a', 'a', ''] } };
  const refused = await client.send(mutationText('createProduct', 'product { id }'), blank);
  assert.deepEqual(problemsOf(refused), [['input.tags.2', 'EMPTY']]);
});

test('setCartLine with what is there already changes nothing', async () => {
  const line = { product: { externalId: 'same' }, quantity: 2 };
  const made = await ours.send(
    `mutation ($input: CreateShoppingCartInput!) { createShoppingCart(input: $input) { shoppingCart { version } } }`,
    { input: { externalId: 'cart', lines: [line] } },
  );
  dataOf(made);
  const set = async (input: JsonObject) =>
    at(
      dataOf(
        await ours.send(
          `mutation ($input: SetCartLineInput!) { setCartLine(input: $input) { shoppingCart { version } } }`,
          { input: { cart: { externalId: 'cart' }, ...input } },
        ),
      ),
      'setCartLine',
      'shoppingCart',
      'version',
    );
  assert.equal(await set(line), 1);
  assert.equal(await set({ ...line, quantity: 3 }), 2);
  const priced = { ...line, quantity: 3, unitPrice: { amount: '1.00', currencyCode: 'EUR' } };
  assert.equal(await set(priced), 3);
  assert.equal(await set(priced), 3);
});
