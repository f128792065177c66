import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Component,
  calculateBasic,
  calculateFull,
  type Product,
} from '../../engine/src/index.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';

/** Parts that are counted in pieces, kWh or m2 instead of kilograms. */

const library = await defaultLibrary();

function full(fields: Partial<Product>) {
  return calculateFull({ id: 'p', name: 'Product', ...fields }, library);
}

test('a quantity without a unit counts pieces of what is counted by the piece, else kilograms', () => {
  const amountsOf = (part: Component) =>
    calculateBasic({ id: 'p', name: 'Product', components: [part] }, library).contributions.map(
      ({ amount, unit }) => `${amount} ${unit}`,
    );
  assert.deepEqual(amountsOf({ material: 'processor', quantity: 2 }), ['2 piece']);
  assert.deepEqual(amountsOf({ material: 'processor', quantity: 2, massKg: 0.01 }), ['2 piece']);
  assert.deepEqual(amountsOf({ material: 'fridge', quantity: 1 }), ['1 piece']);
  assert.deepEqual(amountsOf({ material: 'processor', quantity: 2, unit: 'kg' }), ['2 kg']);
  assert.deepEqual(amountsOf({ material: 'processor', massKg: 2 }), ['2 kg']);
  assert.deepEqual(amountsOf({ material: 'nylon', quantity: 2 }), ['2 kg']);
});

test('a battery pack by its capacity is a pack, not its cells alone', () => {
  const factorOf = (material: string) =>
    full({ components: [{ material, quantity: 10, unit: 'kWh' }] }).contributions[0]?.factorName;
  assert.equal(factorOf('lithium-ion battery pack'), 'Lithium-ion battery pack, per kWh');
  assert.equal(factorOf('lithium-ion cell'), 'Lithium-ion cell, per kWh (all chemistries)');
});

test('a part that is counted otherwise is carried and treated with what the net mass leaves over', () => {
  const cabinet = { name: 'Cabinet', material: 'steel', quantity: 15_000, unit: 'g' };
  const pack = { name: 'Pack', material: 'lithium-ion battery', quantity: 10, unit: 'kWh' };
  const weighed = full({
    netMassKg: 95,
    components: [cabinet, { ...pack, massKg: 80 }],
    endOfLife: { country: 'DE' },
  });
  const open = full({
    netMassKg: 95,
    components: [cabinet, pack],
    endOfLife: { country: 'DE' },
  });
  assertClose(open.co2eKg, weighed.co2eKg);
  assert.ok(!open.contributions.some(({ label }) => label.startsWith('Rest of the product')));
  const mass = open.assumptions.find(({ path }) => path.join('.') === 'components.1.massKg');
  assert.equal(mass?.value, 80);
  // The mass decides the way of the pack, not the making of 10 kWh.
  assert.ok((mass?.contributionShare ?? 1) < 0.05, `${mass?.contributionShare}`);
});

test('money and parts of unknown mass leave the rest of the net mass open', () => {
  const pack = { name: 'Pack', material: 'lithium-ion battery', quantity: 10, unit: 'kWh' };
  for (const other of [
    { material: 'laptop repair', quantity: 120, unit: 'EUR_2024' },
    { factorId: 'base-carbone-23.6:26976', quantity: 1 },
  ]) {
    const { assumptions } = full({ netMassKg: 95, components: [pack, other] });
    assert.ok(!assumptions.some(({ path }) => path.at(-1) === 'massKg'));
  }
});
