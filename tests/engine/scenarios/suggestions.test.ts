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
  assertClose(
    named('Body: rail instead of road')?.difference ?? 0,
    0.001 * 1000 * (RAIL - ROAD),
    1e-9,
  );
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

const swapsOf = (material: string) => {
  const part: Product = { id: 'x', name: 'X', components: [{ name: 'P', material, massKg: 1 }] };
  return suggestLevers(part, new Map([['x', part]]), library, BASIC, 20)
    .filter(({ override }) => override.op === 'SWAP_MATERIAL')
    .map(({ override }) => override.name);
};

test('a part is suggested in a material of about its density, and a metal only in a grade of the same metal', () => {
  // Lead, manganese and brass have lower factors, and are 11.3, 7.4 and 8.5 t per m3 where aluminium is 2.7.
  assert.deepEqual(swapsOf('aluminium'), ['P: aluminium, low carbon', 'P: aluminium casting']);
  // EVA has two thirds of the density of glass filled polyamide, a superabsorbent none that is known.
  const plastics = swapsOf('PA66-GF30');
  assert.ok(plastics.includes('P: PBT, glass filled'));
  assert.ok(!plastics.some((name) => /superabsorbent|EVA/.test(name ?? '')));
  assert.ok(swapsOf('cotton fibre').includes('P: hemp fibre'));
});

test('a thing with a job of its own is suggested only as another grade of the same', () => {
  assert.deepEqual(swapsOf('clothing, wool'), [
    'P: clothing, cotton',
    'P: clothing, polyester',
    'P: clothing, nylon',
  ]);
  assert.deepEqual(swapsOf('clothing / textile, finished, average fibre mix'), []);
  assert.deepEqual(swapsOf('carpet, wool'), ['P: carpet']);
  assert.deepEqual(swapsOf('sleeping bag'), []);
  assert.deepEqual(swapsOf('acetic acid'), []);
  assert.deepEqual(swapsOf('cement'), ['P: cement CEM III', 'P: cement CEM II']);
  assert.doesNotMatch(String(swapsOf('cotton fabric, woven')), /wipes|cotton wool/);
});
