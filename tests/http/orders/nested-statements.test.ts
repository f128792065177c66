import assert from 'node:assert/strict';
import { test } from 'node:test';
import DataLoader from 'dataloader';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { at, type Client, dataOf, type Json, mutationText } from '../client.ts';
import { assertNoMoreStatements, statementsOf } from '../statements.ts';
import { world } from '../world.ts';
import { idOf, newProduct, orderIn, orderOf, ROAD } from './shop.ts';

/** A nested query sends as many statements for many orders as for few. */

/** Orders with a customer, a product of their own, money, shipping and a return. */
async function fill(shop: Client, orders: number): Promise<void> {
  for (let number = 1; number <= orders; number += 1) {
    const customer = { externalId: `customer ${number}` };
    const made = mutationText('createCustomer', 'customer { id }');
    dataOf(await shop.send(made, { input: customer }));
    const lines = [
      { productId: await newProduct(shop), quantity: 2 },
      { productId: await newProduct(shop), quantity: 1 },
    ];
    const order = await orderIn(shop, 'DELIVERED', {
      lines,
      customer,
      shippingLegs: [ROAD],
      shippingAddress: { country: 'FR' },
    });
    const orderId = idOf(order);
    const record = mutationText('recordTransaction', 'transaction { id }');
    dataOf(await shop.send(record, { input: { orderId, type: 'CAPTURE' } }));
    await orderOf(shop, 'returnOrder', { id: orderId, lines: [{ number: 1, quantity: 1 }] });
    const cart = mutationText('createShoppingCart', 'shoppingCart { id }');
    dataOf(await shop.send(cart, { input: { customer, lines } }));
  }
}

const LINE = 'product { name components { massKg } footprint { co2eKg phases { phase } } }';
const QUERIES = {
  'orders → lines → product → footprint': `{ orders(first: 20, sortBy: { field: TOTAL }) { totalCount edges { node {
    co2eKg lines { quantity ${LINE} } } } } }`,
  'orders with all that hangs on them': `{ orders(first: 20, sortBy: { field: TOTAL }) { edges { node {
    estimatedCo2eKg linesWithoutFootprint shippingAddress { country } returns { createdAt }
    customer { name orders(first: 2) { totalCount edges { node { id } } } }
    footprintLedger(first: 3) { totalCount edges { node { co2eKg } } }
    transactions(first: 3) { totalCount edges { node { order { id } parent { id } } } } } } } }`,
  'customers → carts → lines → product → footprint': `{ customers(first: 20, sortBy: { field: NAME }) { edges { node {
    shoppingCarts(first: 2) { totalCount edges { node { estimatedCo2eKg total { amount }
      lines { ${LINE} } } } } } } } }`,
};

const few = await world({ tier: 'ENTERPRISE' });
const many = await world({ tier: 'ENTERPRISE' });
await fill(few, 2);
await fill(many, 12);

function assertFilled(data: Json): void {
  assert.ok(at(Object.values(data ?? {})[0] ?? null, 'edges', 1), 'there is something to read');
}

for (const [name, query] of Object.entries(QUERIES)) {
  test(`${name}: as many statements for twelve as for two`, async () => {
    const statements = await statementsOf(few, query, assertFilled);
    assert.ok(statements > 2 && statements < 16, `${statements} statements`);
    await assertNoMoreStatements(many, query, statements, assertFilled);
  });
}

test('the figures of an order are worked out once in a request, however many places show it', async (t) => {
  const lines = [{ productId: await newProduct(few), quantity: 1 }];
  const id = idOf(await orderIn(few, 'DRAFT', { lines }));
  const asked = t.mock.method(DataLoader.prototype, 'load').mock;
  const figures = 'order(id: $id) { estimatedCo2eKg linesOfOtherBasis linesWithoutFootprint }';
  dataOf(await few.send(`query ($id: ID!) { a: ${figures} b: ${figures} c: ${figures} }`, { id }));
  const ofOrder = asked.calls.filter(({ arguments: [key] }) => key === decodeId('order', id));
  // The lines, for their figures and for the estimate that is made of both.
  assert.equal(ofOrder.length, 2);
});
