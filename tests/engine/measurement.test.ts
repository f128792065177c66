import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  calculateBasic,
  calculateFull,
  measurementGains,
  type Product,
} from '../../engine/src/index.ts';
import { MODEL_VARIANCE } from '../../engine/src/model-variance.ts';
import { assertClose } from '../close.ts';
import { defaultLibrary } from './default-library.ts';
import { supplierDocument } from './supplier-document.ts';

const library = await defaultLibrary();
const NO_LEG = { method: 'ROAD', distanceKm: 0 } as const;

function part(...components: NonNullable<Product['components']>): Product {
  return {
    id: 'p',
    name: 'Part',
    components: components.map((each) => ({ ...each, transportLegs: [NO_LEG] })),
  };
}

/** By hand: the width of an interval of the first order. */
function widthOf(co2eKg: number, logVariance: number): number {
  const spread = Math.exp(1.96 * Math.sqrt(logVariance));
  return co2eKg * (spread - 1 / spread);
}

const fullOf = (product: Product, products?: ReadonlyMap<string, Product>) =>
  calculateFull(product, library, { boundary: 'CRADLE_TO_GATE', ...(products && { products }) });

test('measuring the only factor of a result takes its whole interval away', () => {
  const result = fullOf(part({ material: 'PP', massKg: 1 }));
  const { lowCo2eKg, highCo2eKg } = result.full?.uncertainty ?? assert.fail();
  const [gain, ...rest] = measurementGains(result);
  assert.deepEqual(rest, []);
  assert.equal(gain?.phase, 'RAW_MATERIALS');
  assertClose(gain?.narrowingCo2eKg ?? 0, highCo2eKg - lowCo2eKg);
});

test('a measured factor leaves the variances of the others and the model of the rest', () => {
  const result = fullOf(part({ material: 'PP', massKg: 3 }, { material: 'glass', massKg: 1 }));
  const { uncertainty } = result.full ?? assert.fail();
  const [plastic, glass] = result.contributions;
  assert.ok(plastic !== undefined && glass !== undefined);
  const own = fullOf(part({ material: 'glass', massKg: 1 })).full ?? assert.fail();
  // By hand: the glass remains with its own variance, and with the model in its share of the result.
  const left = glass.share ** 2 * own.uncertainty.logVariance;
  const width = widthOf(result.co2eKg, uncertainty.logVariance);
  const [gain] = measurementGains(result);
  assert.equal(gain?.factorId, plastic.factorId);
  assertClose(gain?.narrowingCo2eKg ?? 0, width - widthOf(result.co2eKg, left));
});

test('flows of one factor are measured together, those of sub-products too', () => {
  const inner = { ...part({ material: 'PP', massKg: 1 }), id: 'inner', name: 'Inner' };
  const outer = part({ material: 'PP', massKg: 1 }, { productId: 'inner', quantity: 1 });
  const result = fullOf(outer, new Map([['inner', inner]]));
  const { uncertainty } = result.full ?? assert.fail();
  const alone = fullOf(part({ material: 'PP', massKg: 1 }));
  const factorId = alone.contributions[0]?.factorId;
  const flows = result.contributions.filter((each) => each.factorId === factorId);
  assert.equal(flows.length, 2);
  const elasticity = flows.reduce((sum, { share }) => sum + share, 0);
  const variance = alone.full?.uncertainty.parameterLogVariance ?? assert.fail();
  const left =
    uncertainty.parameterLogVariance -
    elasticity ** 2 * variance +
    (1 - elasticity) ** 2 * MODEL_VARIANCE;
  const width = widthOf(result.co2eKg, uncertainty.logVariance);
  const gains = measurementGains(result).filter((each) => each.factorId === factorId);
  assert.equal(gains.length, 1);
  assertClose(gains[0]?.narrowingCo2eKg ?? 0, width - widthOf(result.co2eKg, left));
});

test('nothing is left to measure in a supplier\u2019s own footprint, and nothing is known of a BASIC result', () => {
  assert.deepEqual(
    measurementGains(fullOf(part({ supplierPcf: supplierDocument(), massKg: 1 }))),
    [],
  );
  const basic = calculateBasic(part({ material: 'PP', massKg: 1 }), library);
  assert.deepEqual(measurementGains(basic), []);
});
