import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../close.ts';
import { at, dataOf, type Json, type JsonObject, mutationText, numberAt } from '../client.ts';
import { world } from '../world.ts';
import { idOf, newProduct, orderIn, orderOf, ROAD } from './shop.ts';

/** A FULL footprint without declared legs assumes a way to the customer: real legs replace it. */

const ours = await world({ tier: 'GROWTH' });

type Full = { readonly co2eKg: number; readonly assumed: number };

/** A product with a FULL footprint, and the part of it that is its assumed distribution. */
async function fullProduct(product: JsonObject = {}): Promise<Full & { readonly id: string }> {
  const id = await newProduct(ours, product);
  const text = mutationText(
    'calculateProductFootprint',
    'calculation { co2eKg phases { phase co2eKg } }',
  );
  const input = { productId: id, detail: 'FULL', asProductFootprint: true };
  const answer = await ours.send(text, { input });
  const calculation = at(dataOf(answer), 'calculateProductFootprint', 'calculation') ?? null;
  const phases = at(calculation, 'phases');
  assert.ok(Array.isArray(phases));
  const distribution = phases.find((phase: Json) => at(phase, 'phase') === 'DISTRIBUTION') ?? null;
  return {
    id,
    co2eKg: numberAt(calculation, 'co2eKg'),
    assumed: numberAt(distribution, 'co2eKg'),
  };
}

async function ledgerOf(id: string): Promise<{ kind: string; part: string; co2eKg: number }[]> {
  const answer = await ours.send(
    `query ($id: ID) { order(id: $id) { footprintLedger(first: 100) { nodes { kind part co2eKg } } } }`,
    { id },
  );
  const nodes = at(dataOf(answer), 'order', 'footprintLedger', 'nodes');
  assert.ok(Array.isArray(nodes));
  return nodes.map((node: Json) => ({
    kind: String(at(node, 'kind')),
    part: String(at(node, 'part')),
    co2eKg: Number(at(node, 'co2eKg')),
  }));
}

const towel = await fullProduct();
const declared = await fullProduct({ transportLegs: [ROAD] });

test('the legs of a shipment replace the assumed distribution: the delivery counts once', async () => {
  assert.ok(towel.assumed > 0.1);
  const lines = [
    { productId: towel.id, quantity: 3 },
    { productId: declared.id, quantity: 2 },
  ];
  const confirmed = await orderIn(ours, 'CONFIRMED', { lines, shippingLegs: [ROAD] });
  const products = 3 * towel.co2eKg + 2 * declared.co2eKg;
  assertClose(numberAt(confirmed, 'co2eKg'), products);
  const shipped = await orderOf(ours, 'shipOrder', { id: idOf(confirmed) });
  const way = numberAt(shipped, 'shippingCo2eKg');
  assert.ok(way > 0);
  // A declared leg of the product itself stays: only what was assumed is replaced.
  const expected = products - 3 * towel.assumed + way;
  assertClose(numberAt(shipped, 'co2eKg'), expected);
  assertClose(numberAt(shipped, 'estimatedCo2eKg'), expected);
  const entries = await ledgerOf(idOf(confirmed));
  assertClose(
    entries.reduce((sum, { co2eKg }) => sum + co2eKg, 0),
    expected,
  );
  const adjusted = entries.filter(({ kind }) => kind === 'ADJUSTED');
  assert.equal(adjusted.length, 1);
  assertClose(adjusted[0]?.co2eKg ?? 0, -3 * towel.assumed);
});

test('a shipment without legs keeps the assumed distribution', async () => {
  const lines = [{ productId: towel.id, quantity: 2 }];
  const shipped = await orderIn(ours, 'SHIPPED', { lines });
  assertClose(numberAt(shipped, 'co2eKg'), 2 * towel.co2eKg);
});

test('goods that return to stock leave the ways of the order, and nothing of the product', async () => {
  const lines = [{ productId: towel.id, quantity: 2 }];
  const returned = await orderIn(ours, 'RETURNED', { lines, shippingLegs: [ROAD] });
  const entries = await ledgerOf(idOf(returned));
  const ofProducts = entries.filter(({ part }) => part === 'PRODUCT');
  assert.equal(ofProducts.length, 3);
  assertClose(1 + ofProducts.reduce((sum, { co2eKg }) => sum + co2eKg, 0), 1);
});

test('a restatement after shipment finds the same footprint: there is nothing left to replace', async () => {
  const lines = [{ productId: towel.id, quantity: 2 }];
  const shipped = await orderIn(ours, 'SHIPPED', { lines, shippingLegs: [ROAD] });
  const restated = await orderOf(ours, 'calculateOrderFootprint', {
    orderId: idOf(shipped),
    detail: 'FULL',
    restate: true,
  });
  assertClose(numberAt(restated, 'co2eKg'), numberAt(shipped, 'co2eKg'));
});

test('the estimate of an order with planned legs has one way to the customer', async () => {
  const lines = [{ productId: towel.id, quantity: 2 }];
  const order = await orderIn(ours, 'DRAFT', { lines, shippingLegs: [ROAD] });
  const expected = 2 * (towel.co2eKg - towel.assumed) + numberAt(order, 'shippingCo2eKg');
  assertClose(numberAt(order, 'estimatedCo2eKg'), expected);
});
