import assert from 'node:assert/strict';
import { test } from 'node:test';
import DataLoader from 'dataloader';
import { productsTask } from '../../../server/src/domains/calculations/footprint-tasks.ts';
import { loadTools } from '../../../server/src/domains/factors/index.ts';
import { decodeId, encodeId } from '../../../server/src/platform/ids.ts';
import { dataOf, mutationText, sendForId } from '../client.ts';
import { service, world } from '../world.ts';

const { send, scope } = await world();
const components = [{ material: 'cotton fibre', massKg: 1 }];

async function newProduct(name: string): Promise<string> {
  return (
    decodeId(
      'product',
      await sendForId({ send }, 'createProduct', 'product', { name, components }),
    ) ?? ''
  );
}

test('estimates begin no further product once their time is over, and leave the others unknown', async () => {
  const productIds = [await newProduct('One'), await newProduct('Two'), await newProduct('Three')];
  const tools = await loadTools(service.db);
  const calculated = async (budgetMs: number | undefined) =>
    (await productsTask.perform(tools, { db: service.db, scope }, { productIds, budgetMs })).map(
      ({ productId }) => productId,
    );
  assert.deepEqual(await calculated(undefined), productIds);
  assert.deepEqual(await calculated(0), productIds.slice(0, 1));
});

test('a new cart has footprints of products that were never calculated', async () => {
  const productId = await sendForId({ send }, 'createProduct', 'product', {
    name: 'New',
    components,
    price: { amount: '10.00', currencyCode: 'EUR' },
  });
  const cart = await send(
    mutationText('createShoppingCart', 'shoppingCart { linesWithoutFootprint estimatedCo2eKg }'),
    { input: { lines: [{ productId, quantity: 1 }] } },
  );
  assert.match(JSON.stringify(dataOf(cart)), /"linesWithoutFootprint":0,"estimatedCo2eKg":\d/);
});

test('the lines of a cart are priced once in a request, however many fields show them', async (t) => {
  const productIds = [await newProduct('Left'), await newProduct('Right')];
  const unitPrice = { amount: '10.00', currencyCode: 'EUR' };
  const lines = productIds.map((id) => ({
    productId: encodeId('product', id),
    quantity: 1,
    unitPrice,
  }));
  const id = await sendForId({ send }, 'createShoppingCart', 'shoppingCart', { lines });
  const asked = t.mock.method(DataLoader.prototype, 'load').mock;
  const shown = 'lines { quantity } total { amount } estimatedCo2eKg linesWithoutFootprint';
  const cart = `shoppingCart(id: $id) { ${shown} }`;
  dataOf(await send(`query ($id: ID!) { a: ${cart} b: ${cart} }`, { id }));
  const keys = asked.calls.map(({ arguments: [key] }) => key);
  assert.deepEqual(
    keys.filter((key) => productIds.includes(String(key))),
    productIds,
  );
});
