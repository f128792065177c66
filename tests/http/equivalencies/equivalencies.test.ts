import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertClose } from '../../close.ts';
import { calculate, MUG, newProduct } from '../calculations/desk.ts';
import { at, codesOf, dataOf, numberAt, textAt } from '../client.ts';
import { world } from '../world.ts';

const ours = await world({ tier: 'GROWTH' });
const FIELDS = `kind indicator direction text amount roundedAmount impactPerUnit impactUnit region year
  set derivation source sourceUrl licence note factors { id name }`;

test('equivalencies says what an amount is, with the source of each comparison', async () => {
  const answer = await ours.send(
    `{ equivalencies(co2eKg: 21.124, region: "GB", kinds: [CAR_KM]) { ${FIELDS} } }`,
  );
  assert.deepEqual(answer.errors, []);
  const entry = at(dataOf(answer), 'equivalencies', 0) ?? null;
  assertClose(numberAt(entry, 'amount'), 100);
  assert.equal(at(entry, 'text'), 'about 100 km driven by an average car');
  assert.equal(at(entry, 'set'), 'uk-desnz-2025');
  assert.equal(at(entry, 'licence'), 'OGL-UK-3.0');
  assert.match(String(at(entry, 'factors', 0, 'name')), /Average car/);
});

test('equivalencies speaks seven languages, refuses others and has nothing below zero', async () => {
  const german = await ours.send(
    '{ equivalencies(co2eKg: 100, region: "DE", locale: "de-AT", kinds: [TRAIN_KM]) { text } }',
  );
  assert.match(textAt(german, 'equivalencies', 0, 'text'), /^etwa .* km Fahrt mit dem Zug$/);
  const unknown = await ours.send('{ equivalencies(co2eKg: 1, locale: "tlh") { text } }');
  assert.deepEqual(codesOf(unknown), ['BAD_USER_INPUT']);
  const none = await ours.send('{ equivalencies(co2eKg: -3) { text } }');
  assert.deepEqual(at(dataOf(none), 'equivalencies'), []);
});

test('a calculation and an order have equivalencies of their footprint', async () => {
  const productId = await newProduct(ours, MUG);
  const selection = 'co2eKg equivalencies(kinds: [CAR_KM]) { amount impactPerUnit indicator }';
  const calculated = await calculate(
    ours,
    'calculateProductFootprint',
    { productId, detail: 'BASIC' },
    selection,
  );
  const result = at(dataOf(calculated), 'calculateProductFootprint', 'calculation') ?? null;
  const perKm = numberAt(result, 'equivalencies', 0, 'impactPerUnit');
  assertClose(numberAt(result, 'equivalencies', 0, 'amount'), numberAt(result, 'co2eKg') / perKm);
  const created = await ours.send(
    `mutation ($id: ID!) { createOrder(input: { lines: [{ productId: $id, quantity: 3, unitPrice: { amount: "5.00", currencyCode: "EUR" } }] }) {
      order { estimatedCo2eKg equivalencies(kinds: [CAR_KM]) { amount } } } }`,
    { id: productId },
  );
  const order = at(dataOf(created), 'createOrder', 'order') ?? null;
  assertClose(
    numberAt(order, 'equivalencies', 0, 'amount'),
    numberAt(order, 'estimatedCo2eKg') / perKm,
  );
});

test('FREE is refused with the tier that is required', async () => {
  const free = await world();
  const answer = await free.send('{ equivalencies(co2eKg: 5) { text } }');
  assert.deepEqual(codesOf(answer), ['FORBIDDEN']);
  assert.equal(answer.errors[0]?.extensions['requiredTier'], 'GROWTH');
  assert.equal(at(answer.data ?? null, 'equivalencies'), null);
});
