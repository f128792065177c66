import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { at, codesOf, dataOf, type Json, type JsonObject, textAt } from '../client.ts';
import { footprintOf } from '../footprint-exchange/peer-server.ts';
import { service, type World, world } from '../world.ts';

const FIELDS = `id externalId name description sku gtin status sectorTags tags imageUrls netMassKg version isMock
  createdAt updatedAt declaredUnit { amount unit } price { amount currencyCode }
  components { material massKg recycledShare lossRate originCountry product { id } quantity transportLegs { method distanceKm } }
  packaging { level material massKg unitsPerPack reuseCount } processSteps { process massKg }
  transportLegs { method vehicleClass distanceKm massKg } useProfile { uses } lifetime { value }`;
const CREATE = `mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { ${FIELDS} } } }`;
const UPDATE = `mutation ($input: UpdateProductInput!) { updateProduct(input: $input) { product { ${FIELDS} } } }`;
const DELETE =
  'mutation ($input: DeleteProductInput!) { deleteProduct(input: $input) { deletedProductId } }';
const READ = `query ($id: ID, $externalId: String, $gtin: String, $sku: String) {
  product(id: $id, externalId: $externalId, gtin: $gtin, sku: $sku) { ${FIELDS} }
}`;

const SHIRT: JsonObject = {
  name: 'T-shirt',
  externalId: 'shirt',
  description: 'Of cotton.',
  sku: 'TS-1',
  gtin: '4006381333931',
  status: 'DRAFT',
  sectorTags: ['TEXTILES'],
  tags: ['summer'],
  imageUrls: ['https://example.com/shirt.png'],
  netMassKg: 0.2,
  price: { amount: '19.90', currencyCode: 'EUR' },
  components: [
    {
      material: 'cotton fibre',
      massKg: 0.18,
      recycledShare: 0.2,
      lossRate: 0.1,
      originCountry: 'IN',
      transportLegs: [{ method: 'SEA', distanceKm: 12_000 }],
    },
  ],
  packaging: [{ level: 'PRIMARY', material: 'corrugated board', massKg: 0.5, unitsPerPack: 20 }],
  transportLegs: [{ method: 'ROAD', distanceKm: 300 }],
};

async function create({ send }: Pick<World, 'send'>, input: JsonObject): Promise<string> {
  return textAt(
    await send(CREATE, { input: { name: 'Made', ...input } }),
    'createProduct',
    'product',
    'id',
  );
}

/** The part of a whole that has the fields of another object, in depth. */
function likenessOf(whole: Json | undefined, like: Json): Json | undefined {
  if (Array.isArray(like))
    return like.map((item, place) => likenessOf(at(whole, place), item) ?? null);
  if (typeof like !== 'object' || like === null) return whole;
  return Object.fromEntries(
    Object.entries(like).map(([name, value]) => [name, likenessOf(at(whole, name), value) ?? null]),
  );
}

test('creates a product with its whole bill and reads it by each of its names', async () => {
  const { send } = await world();
  const made = await send(CREATE, { input: SHIRT });
  const product = at(dataOf(made), 'createProduct', 'product');
  assert.deepEqual(likenessOf(product, SHIRT), SHIRT);
  assert.equal(at(product, 'version'), 1);
  assert.deepEqual(at(product, 'declaredUnit'), { amount: 1, unit: 'PIECE' });
  for (const name of ['id', 'externalId', 'gtin', 'sku']) {
    const found = dataOf(await send(READ, { [name]: at(product, name) ?? null }));
    assert.deepEqual(found['product'], product);
  }
});

test('finds a product by its GTIN with leading zeros and without', async () => {
  const owner = await world();
  const short = await create(owner, { ...SHIRT, gtin: '4006381333931' });
  const long = await create(owner, { name: 'Egg', gtin: '00000096385074' });
  const idBy = async (gtin: string) =>
    at(dataOf(await owner.send(READ, { gtin })), 'product', 'id');
  assert.deepEqual([await idBy('4006381333931'), await idBy('04006381333931')], [short, short]);
  assert.deepEqual([await idBy('96385074'), await idBy('0000096385074')], [long, long]);
  const calculate = `mutation ($gtin: String!) {
    calculateProductFootprint(input: { product: { gtin: $gtin } }) { calculation { product { id } } }
  }`;
  const calculated = await owner.send(calculate, { gtin: '04006381333931' });
  const path = ['calculateProductFootprint', 'calculation', 'product', 'id'];
  assert.equal(at(dataOf(calculated), ...path), short);
  assert.deepEqual(codesOf(await owner.send(READ, { gtin: '6381333931' })), ['NOT_FOUND']);
});

test('asks for exactly one name of a product', async () => {
  const { send } = await world();
  for (const names of [{}, { id: 'prod_x', sku: 'x' }, { externalId: 'x', gtin: 'x' }])
    assert.deepEqual(codesOf(await send(READ, names)), ['BAD_USER_INPUT']);
  const missing = await send(READ, { sku: 'nothing' });
  assert.deepEqual([missing.data, codesOf(missing)], [{ product: null }, ['NOT_FOUND']]);
});

test('changes what is given, keeps what is not, and empties what is null', async () => {
  const owner = await world();
  const id = await create(owner, SHIRT);
  const changed = await owner.send(UPDATE, {
    input: { id, name: 'Shirt', description: null, tags: null },
  });
  const product = at(dataOf(changed), 'updateProduct', 'product');
  const { description, tags, ...kept } = SHIRT;
  assert.deepEqual(likenessOf(product, kept), { ...kept, name: 'Shirt' });
  assert.ok(description && tags);
  assert.deepEqual([at(product, 'description'), at(product, 'tags')], [null, []]);
  assert.equal(at(product, 'version'), 2);
});

test('replaces lists whole', async () => {
  const owner = await world();
  const id = await create(owner, SHIRT);
  const components = [
    { material: 'wool', massKg: 1 },
    { material: 'silk', massKg: 2 },
  ];
  const changed = await owner.send(UPDATE, { input: { id, components, packaging: [] } });
  const product = at(dataOf(changed), 'updateProduct', 'product');
  assert.deepEqual(likenessOf(product, { components }), { components });
  assert.deepEqual(at(product, 'packaging'), []);
});

test('changes a product by its externalId, and its externalId by its id', async () => {
  const owner = await world();
  const id = await create(owner, { externalId: 'old' });
  dataOf(await owner.send(UPDATE, { input: { externalId: 'old', name: 'New' } }));
  const renamed = await owner.send(UPDATE, { input: { id, externalId: 'new' } });
  assert.equal(textAt(renamed, 'updateProduct', 'product', 'externalId'), 'new');
  assert.deepEqual(codesOf(await owner.send(READ, { externalId: 'old' })), ['NOT_FOUND']);
});

test('refuses a change that was decided on an older version', async () => {
  const owner = await world();
  const id = await create(owner, {});
  dataOf(await owner.send(UPDATE, { input: { id, name: 'Second', expectedVersion: 1 } }));
  for (const stale of [
    await owner.send(UPDATE, { input: { id, name: 'Third', expectedVersion: 1 } }),
    await owner.send(DELETE, { input: { id, expectedVersion: 1 } }),
  ]) {
    assert.deepEqual(codesOf(stale), ['CONFLICT']);
    assert.equal(stale.errors[0]?.extensions['currentVersion'], 2);
  }
  const now = await owner.send(READ, { id });
  assert.equal(textAt(now, 'product', 'name'), 'Second');
});

test('lets one of many changes at a time win when all expect the same version', async () => {
  const owner = await world();
  const id = await create(owner, {});
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      owner.send(UPDATE, { input: { id, name: `By ${at}`, expectedVersion: 1 } }),
    ),
  );
  const codes = answers.flatMap(codesOf);
  assert.deepEqual(
    codes,
    Array.from({ length: 9 }, () => 'CONFLICT'),
  );
});

test('keeps an externalId unique in its tenant, and free in every other', async () => {
  const owner = await world();
  const id = await create(owner, { externalId: 'one' });
  const twin = await owner.send(CREATE, { input: { name: 'Twin', externalId: 'one' } });
  assert.deepEqual([codesOf(twin), twin.data], [['CONFLICT'], { createProduct: null }]);
  const other = await create(owner, { externalId: 'two' });
  assert.deepEqual(codesOf(await owner.send(UPDATE, { input: { id: other, externalId: 'one' } })), [
    'CONFLICT',
  ]);

  await create(await world({ organization: owner.organization, environment: 'SANDBOX' }), {
    externalId: 'one',
  });
  await create(await world(), { externalId: 'one' });
  assert.equal(textAt(await owner.send(READ, { externalId: 'one' }), 'product', 'id'), id);
});

test('deletes a product, but none that another is made of', async () => {
  const owner = await world();
  const part = await create(owner, { name: 'Button' });
  const whole = await create(owner, { components: [{ productId: part, quantity: 6 }] });
  const { errors } = await owner.send(DELETE, { input: { id: part } });
  assert.deepEqual(codesOf({ errors }), ['CONFLICT']);
  assert.deepEqual(errors[0]?.extensions['usedBy'], [{ id: whole, name: 'Made' }]);
  assert.deepEqual(dataOf(await owner.send(DELETE, { input: { id: whole } })), {
    deleteProduct: { deletedProductId: whole },
  });
  const both = { id: part, externalId: 'button' };
  assert.deepEqual(codesOf(await owner.send(DELETE, { input: both })), ['BAD_USER_INPUT']);
  const deleteOnce = () =>
    owner.send(
      `mutation ($input: DeleteProductInput!) {
         deleteProduct(input: $input) { product { id name version } } }`,
      { input: { id: part, idempotencyKey: 'gone' } },
    );
  const last = await deleteOnce();
  assert.deepEqual(dataOf(await deleteOnce()), dataOf(last));
  assert.deepEqual(at(dataOf(last), 'deleteProduct', 'product'), {
    id: part,
    name: 'Button',
    version: 1,
  });
  assert.deepEqual(codesOf(await owner.send(DELETE, { input: { id: part } })), ['NOT_FOUND']);
  assert.deepEqual(codesOf(await owner.send(READ, { id: part })), ['NOT_FOUND']);
  const log = await owner.send(
    'query ($id: ID) { events(filter: { objectId: $id }) { nodes { type data } } }',
    { id: part },
  );
  const events = [0, 1].map((each) => at(dataOf(log), 'events', 'nodes', each));
  assert.deepEqual(
    events.map((event) => [at(event, 'type'), at(event, 'data', 'version')]),
    [
      ['product.created', 1],
      ['product.deleted', 2],
    ],
  );
});

const PER_KG = footprintOf('8f9c3a5e-0000-4000-8000-000000000002', 'urn:gtin:09506000134352', 1);
const PER_KWH: JsonObject = {
  ...PER_KG,
  pcf: {
    ...Object(PER_KG['pcf']),
    declaredUnitOfMeasurement: 'kilowatt hour',
    productMassPerDeclaredUnit: '0',
  },
};

test('names everything that is wrong with a product at once', async () => {
  const { send } = await world();
  const input = {
    name: '',
    gtin: '4006381333930',
    netMassKg: -1,
    price: { amount: '1.999', currencyCode: 'EUR' },
    components: [
      { material: 'cotton fibre', massKg: 1, recycledShare: 1.5 },
      { material: 'wool', factorId: 'fac_x', massKg: 1 },
      { material: 'wool' },
      { supplierPcf: 'x', massKg: 1 },
      { supplierPcf: PER_KWH, massKg: 1 },
      { supplierPcf: PER_KWH, quantity: 1, unit: 'M2' },
    ],
    processSteps: [{ process: 'BLEACHING', components: ['Cotton Fibre', 'wol'] }],
    useProfile: {
      energy: [{ source: 'OTHER', energyKwh: -1 }],
      consumables: [{ material: 'detergent', massKg: -1 }, { massKg: 1 }],
    },
  };
  const [error] = (await send(CREATE, { input })).errors;
  const problems = at(error?.extensions, 'problems');
  assert.ok(Array.isArray(problems));
  const paths = new Set(problems.map((problem) => JSON.stringify(at(problem, 'path'))));
  for (const path of [
    ['name'],
    ['gtin'],
    ['netMassKg'],
    ['price', 'amount'],
    ['components', 0, 'recycledShare'],
    ['components', 1],
    ['components', 2, 'massKg'],
    ['components', 3, 'supplierPcf'],
    ['components', 4, 'supplierPcf'],
    ['components', 5, 'supplierPcf'],
    ['processSteps', 0, 'components', 1],
    ['useProfile', 'energy', 0, 'energyKwh'],
    ['useProfile', 'consumables', 0, 'massKg'],
    ['useProfile', 'consumables', 1],
  ]) {
    assert.ok(paths.has(JSON.stringify(['input', ...path])), `${path} in ${[...paths]}`);
  }
  const steps = problems.filter((problem) => at(problem, 'path', 1) === 'processSteps');
  assert.deepEqual(
    steps.map((problem) => [at(problem, 'message'), at(problem, 'suggestions')]),
    [['No component is named "wol". Did you mean "wool"?', ['wool']]],
  );
});

/** A component as it could once be written. */
const OLD: JsonObject = { name: 'Cable', supplierPcf: 'x', massKg: 1 };

test('values that were stored under earlier rules stop no change of others, and are refused when they are written', async () => {
  const owner = await world();
  const components = [{ name: 'Cable', material: 'copper', massKg: 1 }];
  const id = await create(owner, { components });
  const { organizationId, environment } = owner.scope;
  await sql`update products set bill = jsonb_set(jsonb_set(bill,
      '{useProfile}', '{"consumables": [{"massKg": -1}]}'), '{components,0}', ${JSON.stringify(OLD)}::jsonb)
    where organization_id = ${organizationId} and environment = ${environment}
      and id = ${decodeId('product', id)}`.execute(service.db);
  const problemsOf = async (input: JsonObject) => {
    const { errors } = await owner.send(UPDATE, { input: { id, ...input } });
    const problems = at(errors[0]?.extensions, 'problems') ?? [];
    assert.ok(Array.isArray(problems));
    return problems.map((problem) => [at(problem, 'path')].flat().join('.'));
  };
  assert.deepEqual(await problemsOf({ price: { amount: '2.00', currencyCode: 'EUR' } }), []);
  assert.deepEqual(
    await problemsOf({ packaging: [{ level: 'PRIMARY', material: 'cardboard', massKg: -1 }] }),
    ['input.packaging.0.massKg'],
  );
  assert.deepEqual(
    await problemsOf({ processSteps: [{ process: 'BLEACHING', components: ['x'] }] }),
    ['input.processSteps.0.components.0'],
  );
  assert.deepEqual(await problemsOf({ components: [{ ...OLD, massKg: 2 }] }), [
    'input.components.0.supplierPcf',
  ]);
  assert.deepEqual(await problemsOf({ components }), []);
});

test('moves a product between its states and lists the archived only when asked', async () => {
  const owner = await world();
  const id = await create(owner, { status: 'DRAFT' });
  const statesOf = async (filter: JsonObject) =>
    at(
      dataOf(
        await owner.send(
          'query ($filter: ProductFilter) { products(filter: $filter) { totalCount } }',
          { filter },
        ),
      ),
      'products',
      'totalCount',
    );
  for (const status of ['ACTIVE', 'ARCHIVED', 'ACTIVE', 'DRAFT', 'ACTIVE', 'ARCHIVED'])
    dataOf(await owner.send(UPDATE, { input: { id, status } }));
  assert.equal(await statesOf({ status: ['ARCHIVED'] }), 1);
  assert.equal(await statesOf({ status: ['ACTIVE', 'DRAFT'] }), 0);
  assert.equal(await statesOf({ text: 'made' }), 0);
});

test('takes no step of a status that is not listed', async () => {
  const owner = await world();
  const id = await create(owner, { status: 'DRAFT' });
  const refusalOf = async (status: string) => {
    const answer = await owner.send(UPDATE, { input: { id, status } });
    return answer.errors[0]?.extensions;
  };
  assert.deepEqual(await refusalOf('ARCHIVED'), {
    code: 'CONFLICT',
    state: 'DRAFT',
    allowed: ['ACTIVE'],
  });
  for (const status of ['ACTIVE', 'ARCHIVED', 'ARCHIVED'])
    dataOf(await owner.send(UPDATE, { input: { id, status } }));
  assert.deepEqual(await refusalOf('DRAFT'), {
    code: 'CONFLICT',
    state: 'ARCHIVED',
    allowed: ['ACTIVE'],
  });
});
