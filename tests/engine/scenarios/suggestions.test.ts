import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Product, runScenario, suggestLevers } from '../../../engine/src/index.ts';
import { assertClose } from '../../close.ts';
import { grid, library, RAIL, ROAD } from './bench-product.ts';

const CAN: Product = {
  id: 'can',
  name: 'Can',
  components: [
    {
      name: 'Body',
      material: 'aluminium can',
      massKg: 1,
      originCountry: 'FR',
      transportLegs: [{ method: 'ROAD', distanceKm: 1000 }],
    },
  ],
  processSteps: [
    { name: 'Forming', country: 'CN', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 2 }] },
  ],
};
const products = new Map([[CAN.id, CAN]]);
const BASIC = { detail: 'BASIC' } as const;
const suggested = suggestLevers(CAN, products, library, BASIC, 10);
const named = (name: string) => suggested.find(({ override }) => override.name === name)?.shift;

test('suggests recycled content, a cleaner grid of its own countries, and rail, each by hand', () => {
  assertClose(named('Body: all recycled')?.difference ?? 0, 0.9950779 - 9.11590131, 1e-9);
  assertClose(named('Forming in FR')?.difference ?? 0, 2 * (grid('FR') - grid('CN')), 1e-9);
  assertClose(named('rail instead of road')?.difference ?? 0, 0.001 * 1000 * (RAIL - ROAD), 1e-9);
});

test('the largest effect comes first, and each runs as an override with just that effect', () => {
  const differences = suggested.map(({ shift }) => shift.difference);
  assert.deepEqual(
    differences,
    [...differences].sort((a, b) => a - b),
  );
  const subject = { kind: 'PRODUCT', productId: 'can', products } as const;
  for (const { override, shift } of suggested) {
    assert.ok(shift.difference < 0);
    const { total } = runScenario({ subject, overrides: [override], options: BASIC }, library);
    assert.equal(total.outcome, shift.outcome);
  }
  assert.equal(suggestLevers(CAN, products, library, BASIC, 2).length, 2);
});

test('nothing is suggested for a product that has nothing to improve', () => {
  const plain: Product = {
    id: 'plain',
    name: 'Plain',
    processSteps: [
      { country: 'FR', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 1, country: 'FR' }] },
    ],
  };
  assert.deepEqual(suggestLevers(plain, new Map([['plain', plain]]), library, BASIC, 5), []);
});
