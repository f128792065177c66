import assert from 'node:assert/strict';
import { test } from 'node:test';
import { world } from '../world.ts';
import { newProduct, orderIn, orderOf, ROAD } from './shop.ts';

const client = await world();
const productId = await newProduct(client);
const input = { lines: [{ productId, quantity: 4 }], shippingLegs: [ROAD] };

const delivered = await orderIn(client, 'DELIVERED', input);

test('x', async () => {
  console.log(JSON.stringify(delivered));
  const back = await orderOf(client, 'returnOrder', { id: delivered['id'] ?? null, lines: [{ number: 1, quantity: 1 }], transportLegs: [ROAD] });
  console.log(JSON.stringify(back));
  assert.ok(back);
});
