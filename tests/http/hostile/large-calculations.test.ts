import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesOf, type JsonObject, mutationText, sendForId, textAt } from '../client.ts';
import { EUR_10 } from '../orders/shop.ts';
import { world } from '../world.ts';

/** Calculations of more than one result may have: what they took was the memory of the whole process. */

const ours = await world({ tier: 'GROWTH' });
const CALCULATE_CART = mutationText('calculateCartFootprint', 'calculation { id }');

async function productOf(input: JsonObject): Promise<string> {
  return sendForId(ours, 'createProduct', 'product', input);
}

async function cartOf(productIds: readonly string[]): Promise<string> {
  const lines = productIds.map((productId) => ({ productId, quantity: 1, unitPrice: EUR_10 }));
  const text = mutationText('createShoppingCart', 'shoppingCart { id }');
  const created = await ours.send(text, { input: { lines } });
  return textAt(created, 'createShoppingCart', 'shoppingCart', 'id');
}

async function refusal(text: string, input: JsonObject): Promise<string> {
  const answer = await ours.send(text, { input });
  assert.deepEqual(codesOf(answer), ['QUERY_TOO_COMPLEX']);
  return answer.errors[0]?.message ?? '';
}

test('a cart is calculated as long as its result has 12 MB, and refused before it is calculated', async () => {
  const [first = '', ...others] = await Promise.all(
    Array.from({ length: 12 }, (_each, product) =>
      productOf({
        name: `Product ${product}`,
        components: Array.from({ length: 250 }, (_part, at) => ({
          name: `Part ${at}`,
          material: 'cotton fibre',
          massKg: 1,
          transportLegs: Array.from({ length: 3 }, () => ({ method: 'ROAD', distanceKm: 100 })),
        })),
      }),
    ),
  );
  const few = { cartId: await cartOf([first, ...others.slice(0, 3)]), detail: 'BASIC' };
  await sendForId(ours, 'calculateCartFootprint', 'calculation', few);
  const many = { cartId: await cartOf([first, ...others]), detail: 'BASIC' };
  const message = await refusal(CALCULATE_CART, many);
  assert.match(message, /too large at "Product \d+".*12 MB.*fewer products at a time/);
});

test('a part with a long name counts as often as it is named', async () => {
  const leg = { method: 'ROAD', distanceKm: 100 };
  const productId = await productOf({
    name: 'Long',
    components: Array.from({ length: 4 }, () => ({
      name: 'n'.repeat(9_900),
      material: 'cotton fibre',
      massKg: 1,
      transportLegs: Array.from({ length: 250 }, () => leg),
    })),
  });
  const text = mutationText('calculateProductFootprint', 'calculation { id }');
  const message = await refusal(text, { productId, detail: 'FULL' });
  assert.match(message, /too large at "Long"/);
});

test('declarations of more than 8 MB are not read whole', async () => {
  const components = Array.from({ length: 80 }, () => ({
    material: 'cotton fibre',
    massKg: 1,
    supplier: 's'.repeat(9_900),
  }));
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_each, at) => productOf({ name: `Bought ${at}`, components })),
  );
  const message = await refusal(CALCULATE_CART, { cartId: await cartOf(ids) });
  assert.match(message, /more than 8 MB/);
});
