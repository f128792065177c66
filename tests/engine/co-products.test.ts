import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calculateBasic, calculateFull, type Product } from '../../engine/src/index.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';

/** Co-products as docs/guides/products.md models them: parts of one joint product. */

const library = await defaultLibrary();

/** 1,000 kg of raw milk give 100 kg of cheese and 880 kg of whey. */
const batch: Product = {
  id: 'batch',
  name: 'Batch of cheese and whey',
  components: [
    {
      material: 'raw milk',
      massKg: 1000,
      transportLegs: [{ method: 'ROAD', distanceKm: 80, refrigerated: true }],
    },
  ],
  processSteps: [
    { name: 'Dairy', energy: [{ source: 'GRID_ELECTRICITY', energyKwh: 90, country: 'FR' }] },
  ],
};

function coProduct(id: string, share: number, outputKg: number): Product {
  return {
    id,
    name: id,
    declaredUnit: { amount: 1, unit: 'KG' },
    netMassKg: 1,
    components: [
      {
        productId: 'batch',
        quantity: share / outputKg,
        massKg: 1,
        transportLegs: [{ method: 'ROAD', distanceKm: 0 }],
      },
    ],
    endOfLife: { country: 'FR' },
  };
}

const cheese = coProduct('cheese', 0.85, 100);
const whey = coProduct('whey', 0.15, 880);
const products = new Map([batch, cheese, whey].map((one) => [one.id, one]));

test('co-products by shares of a joint product add up to it', () => {
  const all = calculateBasic(batch, library, { products }).co2eKg;
  const ofCheese = calculateBasic(cheese, library, { products }).co2eKg;
  const ofWhey = calculateBasic(whey, library, { products }).co2eKg;
  assertClose(100 * ofCheese, 0.85 * all, 1e-9);
  assertClose(100 * ofCheese + 880 * ofWhey, all, 1e-9);
});

test('a co-product ends its life with its own mass, whatever its share', () => {
  const endOf = (product: Product) => {
    const { phases, warnings } = calculateFull(product, library, { products });
    assert.deepEqual(warnings, []);
    return phases.find(({ phase }) => phase === 'END_OF_LIFE')?.co2eKg ?? 0;
  };
  assert.ok(endOf(cheese) > 0);
  assertClose(endOf(cheese), endOf(whey), 1e-9);
});
