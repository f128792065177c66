import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../server/src/platform/database/index.ts';
import { at, codesOf, dataOf, type JsonObject, mutationText } from '../client.ts';
import { service, world } from '../world.ts';
import { CREATE, created, LIST, namesIn, productOf, READ, SHIRT, UPDATE } from './chains.ts';

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
    const sortBy = { field, direction: 'DESC' };
    const first = dataOf(await ours.send(LIST, { sortBy, first: 2 }));
    const after = at(first, 'supplyChains', 'pageInfo', 'endCursor') ?? null;
    const second = dataOf(await ours.send(LIST, { sortBy, first: 2, after }));
    assert.deepEqual(
      [...namesIn(first), ...namesIn(second)],
      field === 'NAME'
        ? ['Lamp', 'Cotton T-shirt', 'Chair'].sort().reverse()
        : ['Lamp', 'Chair', 'Cotton T-shirt'],
    );
    assert.equal(at(second, 'supplyChains', 'totalCount'), 3);
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
  const written = () =>
    query(
      service.db,
      'select xmin from supply_chains where organization_id = $1 and environment = $2 order by id',
      [ours.scope.organizationId, ours.scope.environment],
    );
  const before = await written();
  const gone = await ours.send(
    'mutation ($id: ID!) { deleteProduct(input: { id: $id }) { deletedProductId } }',
    { id: productId },
  );
  dataOf(gone);
  assert.deepEqual(
    await written(),
    before,
    'its supply chains, of which there may be very many, are not written',
  );
  const chain = at(dataOf(await ours.send(READ, { id: first })), 'supplyChain');
  assert.equal(at(chain, 'product'), null);
  // By a client's own id too.
  const made = mutationText('createProduct', 'product { id }');
  await ours.send(made, { input: { name: 'Other', externalId: 'other' } });
  const product = { externalId: 'other' };
  const changed = async (input: JsonObject) =>
    at(dataOf(await ours.send(UPDATE, { input: { id: first, ...input } })), 'updateSupplyChain');
  assert.equal(at(await changed({ product }), 'supplyChain', 'product', 'name'), 'Other');
  assert.equal(at(await changed({ name: 'S' }), 'supplyChain', 'product', 'name'), 'Other');
  assert.equal(at(await changed({ product: null }), 'supplyChain', 'product'), null);
  for (const wrong of [{ product, productId }, { product: { externalId: 'nothing' } }]) {
    const refused = await ours.send(CREATE, { input: { ...SHIRT, externalId: null, ...wrong } });
    assert.deepEqual(at(refused.errors[0]?.extensions, 'problems', 0, 'path'), [
      'input',
      'product',
    ]);
  }
  const renamed = await ours.send(UPDATE, { input: { id: first, name: 'For nothing' } });
  assert.equal(at(dataOf(renamed), 'updateSupplyChain', 'supplyChain', 'product'), null);
});
