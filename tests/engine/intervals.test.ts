import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type Component,
  calculateFull,
  type Product,
  type UseProfile,
} from '../../engine/src/index.ts';
import { defaultLibrary } from './default-library.ts';

const library = await defaultLibrary();

/** Sampling moves the ends of an interval by 1 to 2 % at this number of iterations. */
const MONTE_CARLO = { iterations: 20_000, seed: 7 };

const MACHINE: readonly Component[] = [
  { material: 'steel', massKg: 25 },
  { material: 'stainless steel', massKg: 8 },
  { material: 'PP', massKg: 8 },
  { material: 'bitumen', massKg: 2.5 },
  { material: 'copper', massKg: 1.5 },
];

function dishwasher(use: UseProfile, components = MACHINE): Partial<Product> {
  const consumables = [{ material: 'detergent', massKg: 0.02 }];
  return { components, useProfile: { uses: 2800, waterLitres: 10, consumables, ...use } };
}

const grid = (energyKwh: number) => [{ source: 'GRID_ELECTRICITY', energyKwh }] as const;
const each = (...names: string[]) => names.map((material) => ({ material, massKg: 1 }));

const SHAPES: Readonly<Record<string, Partial<Product>>> = {
  'one material': { components: each('PP') },
  'ten materials of equal mass': {
    components: each(
      ...['PP', 'steel', 'PET', 'glass', 'cardboard'],
      ...['copper', 'zinc', 'nylon', 'HDPE', 'aluminium'],
    ),
  },
  'electronics with a populated board': {
    components: [
      { material: 'PCB', massKg: 0.2 },
      { material: 'steel', massKg: 20 },
      { material: 'aluminium', massKg: 2 },
    ],
  },
  'dishwasher, most of it electricity in Germany': dishwasher({ country: 'DE', energy: grid(0.9) }),
  'dishwasher in Poland': dishwasher({ country: 'PL', energy: grid(0.9) }),
  'dishwasher in France, detergent as large as electricity': dishwasher({
    country: 'FR',
    energy: grid(0.9),
  }),
  'dishwasher that hardly uses electricity': dishwasher({ country: 'DE', energy: grid(0.1) }),
  'dishwasher of uncertain mass': dishwasher(
    { country: 'DE', energy: grid(0.9) },
    MACHINE.map((part) => ({ ...part, uncertainty: { kind: 'LOGNORMAL', sigma: 0.5 } })),
  ),
  'a mass between bounds': {
    components: [
      { material: 'PP', massKg: 1, uncertainty: { kind: 'TRIANGULAR', least: 0.5, most: 3 } },
    ],
  },
};

for (const [name, shape] of Object.entries(SHAPES)) {
  test(`the analytic interval is that of Monte Carlo within 6 %: ${name}`, () => {
    const product = { id: 'p', name, ...shape };
    const { full } = calculateFull(product, library, { monteCarlo: MONTE_CARLO });
    const { lowCo2eKg, highCo2eKg } = full?.uncertainty ?? assert.fail();
    const { p2_5Co2eKg, p97_5Co2eKg } = full?.monteCarlo ?? assert.fail();
    const low = lowCo2eKg / p2_5Co2eKg;
    const high = highCo2eKg / p97_5Co2eKg;
    assert.ok(Math.abs(low - 1) < 0.06, `lower end ${low} of the sampled one`);
    assert.ok(Math.abs(high - 1) < 0.06, `upper end ${high} of the sampled one`);
  });
}

test('a factor that also serves as a proxy is no less certain where it serves as itself', () => {
  const shoe = (lining: string) =>
    calculateFull(
      {
        id: 'p',
        name: 'Shoe',
        components: [
          { material: 'cow leather', massKg: 0.45 },
          { material: lining, massKg: 0.05 },
        ],
      },
      library,
    ).full?.uncertainty ?? assert.fail();
  const [same, proxy] = [shoe('cow leather'), shoe('pig leather')];
  // A tenth of the leather is of another animal: the interval is wider, by a little.
  assert.ok(proxy.highCo2eKg > same.highCo2eKg);
  assert.ok(proxy.highCo2eKg < 1.1 * same.highCo2eKg, `${proxy.highCo2eKg} ${same.highCo2eKg}`);
});
