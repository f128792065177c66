import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../server/src/platform/database/index.ts';
import { at, codesOf, dataOf, exchange, type Json, type JsonObject, textAt } from '../client.ts';
import { service, type World, world } from '../world.ts';

const FIELDS = `id externalId name description tags countries facilityCount flowCount version
  createdAt updatedAt product { id name } cycles { keys }
  facilities {
    key name tier activity country coordinates { latitude longitude } supplier unit material
    factorId energyMix { source share } energyKwhPerUnit waterLitresPerUnit yield isInCycle
  }
  flows {
    from to quantity unit isInCycle
    transportLegs { method vehicleClass from to distanceKm distanceSource distanceReason massKg refrigerated }
  }`;
const CREATE = `mutation ($input: CreateSupplyChainInput!) {
  createSupplyChain(input: $input) { supplyChain { ${FIELDS} } }
}`;
const UPDATE = `mutation ($input: UpdateSupplyChainInput!) {
  updateSupplyChain(input: $input) { supplyChain { ${FIELDS} } }
}`;
const DELETE = `mutation ($input: DeleteSupplyChainInput!) {
  deleteSupplyChain(input: $input) { deletedSupplyChainId supplyChain { externalId version } }
}`;
const READ = `query ($id: ID, $externalId: String) {
  supplyChain(id: $id, externalId: $externalId) { ${FIELDS} }
}`;
const LIST = `query ($filter: SupplyChainFilter, $orderBy: SupplyChainOrder, $first: Int, $after: String) {
  supplyChains(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
    totalCount totalCountIsExact pageInfo { hasNextPage endCursor } edges { node { name } }
  }
}`;

const SHIRT = {
  name: 'Cotton T-shirt',
  externalId: 'shirt',
  tags: ['summer'],
  facilities: [
    { key: 'shop', name: 'Shop', tier: 0, country: 'FR', unit: 'PIECE' },
    {
      key: 'mill',
      name: 'Spinning mill',
      tier: 1,
      activity: 'spinning',
      country: 'PT',
      coordinates: { latitude: 41.44, longitude: -8.29 },
      supplier: 'Fios do Minho',
      energyMix: [
        { source: 'GRID_ELECTRICITY', share: 0.7 },
        { source: 'SOLAR', share: 0.3 },
      ],
      energyKwhPerUnit: 3.2,
      waterLitresPerUnit: 12,
      yield: 0.92,
    },
    { key: 'farm', name: 'Cotton farm', tier: 2, country: 'TR', material: 'cotton fibre' },
  ],
  flows: [
    {
      from: 'farm',
      to: 'mill',
      quantity: 1,
      transportLegs: [{ method: 'SEA', from: 'TR', to: 'PTLEI' }, { method: 'ROAD' }],
    },
    {
      from: 'mill',
      to: 'shop',
      quantity: 0.16,
      transportLegs: [{ method: 'ROAD', distanceKm: 1650 }],
    },
    { from: 'mill', to: 'mill', quantity: 0.05 },
  ],
};

async function created({ send }: World, input: JsonObject = SHIRT): Promise<string> {
  return textAt(await send(CREATE, { input }), 'createSupplyChain', 'supplyChain', 'id');
}

async function productOf({ send }: World): Promise<string> {
  const answer = await send(
    'mutation { createProduct(input: { name: "T-shirt" }) { product { id } } }',
  );
  return textAt(answer, 'createProduct', 'product', 'id');
}

function namesIn(list: Json | undefined): (Json | undefined)[] {
  const edges = at(list, 'supplyChains', 'edges');
  return Array.isArray(edges) ? edges.map((edge: Json) => at(edge, 'node', 'name')) : [];
}

test('creates a supply chain and reads it back whole: by id, by externalId and as a node', async () => {
  const ours = await world();
  const answer = await ours.send(CREATE, { input: SHIRT });
  const chain = at(dataOf(answer), 'createSupplyChain', 'supplyChain');
  assert.deepEqual(at(chain, 'countries'), ['FR', 'PT', 'TR']);
  assert.deepEqual([at(chain, 'facilityCount'), at(chain, 'flowCount')], [3, 3]);
  for (const [name, value] of Object.entries(SHIRT.facilities[1] ?? {})) {
    assert.deepEqual(at(chain, 'facilities', 1, name), value, name);
  }
  assert.equal(at(chain, 'facilities', 2, 'unit'), 'KG');
  const id = textAt(answer, 'createSupplyChain', 'supplyChain', 'id');
  assert.match(id, /^sc_/);
  const read = await ours.send(READ, { externalId: 'shirt' });
  assert.deepEqual(at(dataOf(read), 'supplyChain'), chain);
  const node = await ours.send('query ($id: ID!) { node(id: $id) { __typename id } }', { id });
  assert.deepEqual(at(dataOf(node), 'node'), { __typename: 'SupplyChain', id });
});

test('works out the distance of a leg from its ends, and says how', async () => {
  const ours = await world();
  const answer = dataOf(await ours.send(CREATE, { input: SHIRT }));
  const flows = at(answer, 'createSupplyChain', 'supplyChain', 'flows');
  const [sea, road] = [0, 1].map((leg) => at(flows, 0, 'transportLegs', leg));
  assert.equal(at(sea, 'distanceSource'), 'SEA_NETWORK');
  assert.equal(at(road, 'distanceSource'), 'GREAT_CIRCLE');
  assert.match(String(at(road, 'distanceReason')), /to Spinning mill/);
  assert.ok(Number(at(road, 'distanceKm')) < 60, 'Guimarães is near its port');
  const declared = at(flows, 1, 'transportLegs', 0);
  assert.deepEqual(
    [at(declared, 'distanceKm'), at(declared, 'distanceSource'), at(declared, 'distanceReason')],
    [1650, 'DECLARED', null],
  );
});

test('marks loops, and gives a map', async () => {
  const ours = await world();
  const id = await created(ours);
  const answer = await ours.send(
    `query ($id: ID!) { supplyChain(id: $id) {
      cycles { keys } geoJson facilities { key isInCycle } flows { from to isInCycle }
    } }`,
    { id },
  );
  const chain = at(dataOf(answer), 'supplyChain');
  assert.deepEqual(at(chain, 'cycles'), [{ keys: ['mill'] }]);
  assert.deepEqual(
    [0, 1, 2].map((index) => at(chain, 'flows', index, 'isInCycle')),
    [false, false, true],
  );
  assert.equal(at(chain, 'geoJson', 'type'), 'FeatureCollection');
  assert.deepEqual(at(chain, 'geoJson', 'features', 1, 'geometry'), {
    type: 'Point',
    coordinates: [-8.29, 41.44],
  });
});

test('tells everything that is wrong with a network at once', async () => {
  const ours = await world();
  const input = {
    name: 'Broken',
    productId: 'prod_01h455vb4pex5vsknk084sn02q',
    facilities: [
      { key: 'a', name: 'A', tier: 0, yield: 2 },
      { key: 'a', name: 'B', tier: 1, energyMix: [{ source: 'SOLAR', share: 0.4 }] },
    ],
    flows: [{ from: 'a', to: 'c', quantity: -1 }],
  };
  const { errors } = await ours.send(CREATE, { input });
  assert.equal(errors[0]?.extensions.code, 'BAD_USER_INPUT');
  const problems = errors[0]?.extensions['problems'];
  assert.ok(Array.isArray(problems));
  assert.deepEqual(
    problems.map((problem: Json) => at(problem, 'path')),
    [
      ['input', 'facilities', 0, 'yield'],
      ['input', 'facilities', 1, 'energyMix'],
      ['input', 'facilities', 1, 'key'],
      ['input', 'flows', 0, 'to'],
      ['input', 'flows', 0, 'quantity'],
      ['input', 'productId'],
    ],
  );
});

test('refuses an externalId that another supply chain has', async () => {
  const ours = await world();
  await created(ours);
  assert.deepEqual(codesOf(await ours.send(CREATE, { input: SHIRT })), ['CONFLICT']);
});

test('an update makes a version, and the earlier ones stay readable', async () => {
  const ours = await world();
  const id = await created(ours);
  const [shop, mill] = SHIRT.facilities;
  const facilities = [shop ?? assert.fail(), { ...mill, energyKwhPerUnit: 2.5 }];
  const flows = [{ from: 'mill', to: 'shop', quantity: 0.16 }];
  const input = { id, facilities, flows, tags: null, expectedVersion: 1 };
  const updated = at(
    dataOf(await ours.send(UPDATE, { input })),
    'updateSupplyChain',
    'supplyChain',
  );
  assert.deepEqual(
    [at(updated, 'version'), at(updated, 'name'), at(updated, 'tags'), at(updated, 'flowCount')],
    [2, 'Cotton T-shirt', [], 1],
  );
  const answer = await ours.send(
    `query ($id: ID!, $after: String) { supplyChain(id: $id) { versions(first: 1, after: $after) {
      totalCount pageInfo { hasNextPage endCursor }
      edges { node { version tags facilities { key energyKwhPerUnit } flows { from } } }
    } } }`,
    { id },
  );
  const versions = at(dataOf(answer), 'supplyChain', 'versions');
  assert.equal(at(versions, 'totalCount'), 2);
  assert.equal(at(versions, 'edges', 0, 'node', 'facilities', 1, 'energyKwhPerUnit'), 2.5);
  const next = await ours.send(
    `query ($id: ID!, $after: String) { supplyChain(id: $id) { versions(after: $after) {
      edges { node { version tags facilities { key } flows { from } } }
    } } }`,
    { id, after: at(versions, 'pageInfo', 'endCursor') ?? null },
  );
  assert.deepEqual(at(dataOf(next), 'supplyChain', 'versions', 'edges'), [
    {
      node: {
        version: 1,
        tags: ['summer'],
        facilities: [{ key: 'shop' }, { key: 'mill' }, { key: 'farm' }],
        flows: [{ from: 'farm' }, { from: 'mill' }, { from: 'mill' }],
      },
    },
  ]);
});

test('an update that would break the network changes nothing', async () => {
  const ours = await world();
  const id = await created(ours);
  const facilities = [SHIRT.facilities[0] ?? assert.fail()];
  const refused = await ours.send(UPDATE, { input: { id, facilities } });
  assert.deepEqual(codesOf(refused), ['BAD_USER_INPUT']);
  const chain = at(dataOf(await ours.send(READ, { id })), 'supplyChain');
  assert.deepEqual([at(chain, 'version'), at(chain, 'facilityCount')], [1, 3]);
});

test('refuses to write over a version that was not read', async () => {
  const ours = await world();
  const id = await created(ours);
  await ours.send(UPDATE, { input: { id, name: 'T-shirt' } });
  for (const mutation of [UPDATE, DELETE]) {
    const stale = await ours.send(mutation, { input: { id, expectedVersion: 1 } });
    assert.deepEqual(codesOf(stale), ['CONFLICT']);
    assert.equal(stale.errors[0]?.extensions['currentVersion'], 2);
  }
});

test('a product shows the supply chain that was made for it last, and can still be deleted', async () => {
  const ours = await world();
  const productId = await productOf(ours);
  const ofProduct = 'query ($id: ID!) { product(id: $id) { supplyChain { name product { id } } } }';
  const none = await ours.send(ofProduct, { id: productId });
  assert.equal(at(dataOf(none), 'product', 'supplyChain'), null);
  const first = await created(ours, { ...SHIRT, productId });
  await created(ours, { ...SHIRT, externalId: null, name: 'From Portugal', productId });
  const shown = await ours.send(ofProduct, { id: productId });
  assert.deepEqual(at(dataOf(shown), 'product', 'supplyChain'), {
    name: 'From Portugal',
    product: { id: productId },
  });
  const gone = await ours.send(
    'mutation ($id: ID!) { deleteProduct(input: { id: $id }) { deletedProductId } }',
    { id: productId },
  );
  dataOf(gone);
  const chain = at(dataOf(await ours.send(READ, { id: first })), 'supplyChain');
  assert.equal(at(chain, 'product'), null);
});

test('lists by text, country, product, tag and time, in every order', async () => {
  const ours = await world();
  const productId = await productOf(ours);
  await created(ours);
  await created(ours, {
    name: 'Chair',
    productId,
    facilities: [{ key: 'a', name: 'Saw mill', tier: 0, country: 'SE', supplier: 'Skog AB' }],
  });
  await created(ours, { name: 'Lamp', facilities: [{ key: 'a', name: 'Works', tier: 0 }] });
  const names = async (filter: JsonObject) => namesIn(dataOf(await ours.send(LIST, { filter })));
  assert.deepEqual(await names({ text: 'SHIRT' }), ['Cotton T-shirt']);
  assert.deepEqual(await names({ text: 'skog' }), ['Chair']);
  assert.deepEqual(await names({ text: 'mill' }), ['Cotton T-shirt', 'Chair']);
  assert.deepEqual(await names({ country: 'SE' }), ['Chair']);
  assert.deepEqual(await names({ productId }), ['Chair']);
  assert.deepEqual(await names({ tag: 'summer' }), ['Cotton T-shirt']);
  assert.deepEqual(await names({ createdUntil: '2020-01-01T00:00:00Z' }), []);
  assert.equal((await names({ updatedSince: '2020-01-01T00:00:00Z' })).length, 3);
  const wrong = await ours.send(LIST, { filter: { productId: 'cus_1' } });
  assert.deepEqual(codesOf(wrong), ['BAD_USER_INPUT']);
  for (const field of ['CREATED_AT', 'UPDATED_AT', 'NAME']) {
    const orderBy = { field, direction: 'DESC' };
    const first = dataOf(await ours.send(LIST, { orderBy, first: 2 }));
    const after = at(first, 'supplyChains', 'pageInfo', 'endCursor') ?? null;
    const second = dataOf(await ours.send(LIST, { orderBy, first: 2, after }));
    assert.deepEqual(
      [...namesIn(first), ...namesIn(second)],
      field === 'NAME'
        ? ['Lamp', 'Cotton T-shirt', 'Chair'].sort().reverse()
        : ['Lamp', 'Chair', 'Cotton T-shirt'],
    );
    assert.equal(at(second, 'supplyChains', 'totalCount'), 3);
  }
});

test('a deleted supply chain is gone, and an event tells of each change', async () => {
  const ours = await world();
  const id = await created(ours);
  await ours.send(UPDATE, { input: { externalId: 'shirt', description: 'Ours.' } });
  const deleted = await ours.send(DELETE, { input: { id, expectedVersion: 2 } });
  assert.equal(textAt(deleted, 'deleteSupplyChain', 'deletedSupplyChainId'), id);
  assert.deepEqual(at(dataOf(deleted), 'deleteSupplyChain', 'supplyChain'), {
    externalId: 'shirt',
    version: 2,
  });
  assert.deepEqual(codesOf(await ours.send(READ, { id })), ['NOT_FOUND']);
  assert.deepEqual(codesOf(await ours.send(DELETE, { input: { id } })), ['NOT_FOUND']);
  assert.equal(at(dataOf(await ours.send(LIST)), 'supplyChains', 'totalCount'), 0);
  const rows = await query(
    service.db,
    `select type, data from events where organization_id = $1 and environment = $2
     and type like 'supply_chain.%' order by id`,
    [ours.scope.organizationId, ours.scope.environment],
  );
  const data = { supplyChainId: id, externalId: 'shirt', productId: null };
  assert.deepEqual(rows, [
    { type: 'supply_chain.created', data: { ...data, version: 1 } },
    { type: 'supply_chain.updated', data: { ...data, version: 2 } },
    { type: 'supply_chain.deleted', data: { ...data, version: 2 } },
  ]);
});

test('answers a repeated request as the first time, also when the supply chain changed since', async () => {
  const ours = await world();
  const input = { ...SHIRT, idempotencyKey: 'once' };
  const first = await ours.send(CREATE, { input });
  const id = textAt(first, 'createSupplyChain', 'supplyChain', 'id');
  const facilities = [{ key: 'only', name: 'Only', tier: 0 }];
  dataOf(await ours.send(UPDATE, { input: { id, facilities, flows: [] } }));
  const second = await ours.send(CREATE, { input });
  assert.deepEqual(dataOf(second), dataOf(first));
  const other = await ours.send(CREATE, { input: { ...input, name: 'Another' } });
  assert.deepEqual(codesOf(other), ['IDEMPOTENCY_KEY_REUSED']);
});

test('shows nothing of another organization, nor of the other environment', async () => {
  const theirs = await world();
  const id = await created(theirs);
  const productId = await productOf(theirs);
  const neighbours = [
    await world(),
    await world({ organization: theirs.organization, environment: 'SANDBOX' }),
  ];
  for (const ours of neighbours) {
    assert.deepEqual(codesOf(await ours.send(READ, { id })), ['NOT_FOUND']);
    assert.deepEqual(codesOf(await ours.send(READ, { externalId: 'shirt' })), ['NOT_FOUND']);
    const node = await ours.send('query ($id: ID!) { node(id: $id) { id } }', { id });
    assert.deepEqual(dataOf(node), { node: null });
    for (const mutation of [UPDATE, DELETE]) {
      assert.deepEqual(codesOf(await ours.send(mutation, { input: { id } })), ['NOT_FOUND']);
    }
    const list = await ours.send(LIST, { filter: { text: 'shirt' } });
    assert.equal(at(dataOf(list), 'supplyChains', 'totalCount'), 0);
    const attached = await ours.send(CREATE, { input: { ...SHIRT, productId } });
    assert.deepEqual(codesOf(attached), ['BAD_USER_INPUT']);
  }
});

test('asks for the permissions to read and to write', async () => {
  const ours = await world();
  const { organization } = ours;
  const productId = await productOf(ours);
  const id = await created(ours, { ...SHIRT, productId });
  const reader = await world({ organization, permissions: ['SUPPLY_CHAINS_READ'] });
  const name = await reader.send('query ($id: ID!) { supplyChain(id: $id) { name } }', { id });
  assert.equal(textAt(name, 'supplyChain', 'name'), 'Cotton T-shirt');
  const product = await reader.send(READ, { id });
  assert.equal(product.errors[0]?.extensions['requiredPermission'], 'PRODUCTS_READ');
  for (const [mutation, input] of [
    [CREATE, SHIRT],
    [UPDATE, { id }],
    [DELETE, { id }],
  ] as const) {
    const refused = await reader.send(mutation, { input });
    assert.deepEqual(codesOf(refused), ['FORBIDDEN']);
    assert.equal(refused.errors[0]?.extensions['requiredPermission'], 'SUPPLY_CHAINS_WRITE');
  }
  const shop = await world({ organization, permissions: ['PRODUCTS_READ'] });
  const hidden = await shop.send(
    'query ($id: ID!) { product(id: $id) { name supplyChain { name } } }',
    { id: productId },
  );
  assert.deepEqual(codesOf(hidden), ['FORBIDDEN']);
  assert.deepEqual(hidden.data, { product: { name: 'T-shirt', supplyChain: null } });
  assert.deepEqual(codesOf(await shop.send(LIST)), ['FORBIDDEN']);
});

test('refuses whoever has no key', async () => {
  const { endpoint } = await world();
  const answer = await exchange(endpoint, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: '{ supplyChains { totalCount } }' }),
  });
  assert.deepEqual([answer.status, codesOf(answer)], [401, ['UNAUTHENTICATED']]);
});

test('of many updates at once each makes one version, and only those that read the right one', async () => {
  const ours = await world();
  const id = await created(ours);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      ours.send(UPDATE, { input: { id, description: `No. ${at}`, expectedVersion: 1 } }),
    ),
  );
  const codes = answers.flatMap(codesOf);
  assert.deepEqual(
    codes,
    Array.from({ length: 7 }, () => 'CONFLICT'),
  );
  assert.equal(at(dataOf(await ours.send(READ, { id })), 'supplyChain', 'version'), 2);
});
