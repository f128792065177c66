import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JsonObject, mutationText, problemsOf, sendForId } from '../client.ts';
import { newProduct } from '../orders/shop.ts';
import { world } from '../world.ts';

const ours = await world({ tier: 'ENTERPRISE' });
const { send } = ours;
const productId = await newProduct(ours);
const lines = [{ productId, quantity: 1 }];
const orderId = await sendForId(ours, 'createOrder', 'order', { lines });
const WRONG_LEGS = [{ method: 'ROAD', distanceKm: -1, massKg: -1 }, { method: 'SEA' }];
const monteCarlo = { iterations: 0 };

/** Inputs that several parts of the service refuse, and the places that the refusal names. */
const WRONG: Readonly<Record<string, readonly [JsonObject, readonly string[]]>> = {
  createOrder: [
    { lines: [{ productId, quantity: 0 }], externalId: '', shippingLegs: WRONG_LEGS },
    ['lines.0.quantity', 'externalId', ...placesOfLegs('shippingLegs')],
  ],
  shipOrder: [
    { id: orderId, massKg: -1, shippingLegs: WRONG_LEGS },
    ['massKg', ...placesOfLegs('shippingLegs')],
  ],
  returnOrder: [
    { id: orderId, massKg: -1, transportLegs: WRONG_LEGS },
    ['massKg', ...placesOfLegs('transportLegs')],
  ],
  calculateOrderFootprint: [
    { orderId, massKg: -1, monteCarlo, shippingLegs: WRONG_LEGS },
    ['massKg', 'monteCarlo.iterations', ...placesOfLegs('shippingLegs')],
  ],
  calculateMaterial: [
    { massKg: 1, transportLegs: WRONG_LEGS },
    ['', ...placesOfLegs('transportLegs')],
  ],
  createScenario: [
    { name: '', externalId: '', productId: 'prod_x', monteCarlo, overrides: [{}] },
    ['name', 'externalId', 'productId', 'monteCarlo.iterations', 'overrides.0'],
  ],
  grantDppAccess: [
    { audience: 'AUTHORITY', holder: '', purpose: '', expiresAt: '2000-01-01T00:00:00Z' },
    ['', 'holder', 'purpose', 'expiresAt'],
  ],
};

function placesOfLegs(list: string): string[] {
  return [`${list}.0.distanceKm`, `${list}.0.massKg`, `${list}.1.distanceKm`];
}

for (const [field, [input, places]] of Object.entries(WRONG)) {
  test(`${field} names everything that is wrong at once`, async () => {
    const refused = await send(mutationText(field, '__typename'), { input });
    const named = problemsOf(refused).map(([path]) => path);
    const expected = places.map((place) => (place === '' ? 'input' : `input.${place}`));
    assert.deepEqual(named.toSorted(), expected.toSorted());
  });
}

test('checkoutCart names the field of its input that has the own id of the order', async () => {
  const id = await sendForId(ours, 'createShoppingCart', 'shoppingCart', { lines });
  const input = { id, orderExternalId: '' };
  const refused = await send(mutationText('checkoutCart', '__typename'), { input });
  assert.deepEqual(problemsOf(refused), [['input.orderExternalId', 'EMPTY']]);
});
