import { CalculationError, calculateFull, type Product } from '@trackway/engine';
import { encodeId } from '../../platform/ids.ts';
import { unpackJson } from '../../platform/json/index.ts';
import { loadDeclaredProducts, READ_TOGETHER } from './declared-products.ts';
import { type EngineData, engineTask } from './engine-data.ts';
import { optionsOf } from './footprint-tasks.ts';
import type { CalculationResult } from './model.ts';
import { resultReader } from './store.ts';

/** A product as it was pinned: by the calculation that its footprint is from. */
type PinnedProduct = { readonly productId: string; readonly calculationId: string | null };

/**
 * Emissions that the disposal of one declared unit adds to the pinned footprint of each product, in kg
 * CO2e: 0 if that footprint has an end of life already. A product whose end of life cannot be
 * calculated is left out.
 */
export const endOfLifeTask = engineTask(
  'calculate ends of life',
  async (engine, tenant, { pinned }: { readonly pinned: readonly PinnedProduct[] }) => {
    const calculationIds = pinned.flatMap(({ calculationId }) => calculationId ?? []);
    const readResult = resultReader(tenant, calculationIds);
    const ends = new Map<string, number>();
    for (let at = 0; at < pinned.length; at += READ_TOGETHER) {
      const some = pinned.slice(at, at + READ_TOGETHER);
      const ids = some.map(({ productId }) => productId);
      const products = await loadDeclaredProducts(tenant, ids);
      for (const { productId, calculationId } of some) {
        const packed = calculationId === null ? undefined : await readResult(calculationId);
        const isCounted = packed !== undefined && hasEndOfLife(unpackJson(packed));
        const product = products.get(encodeId('product', productId));
        const endCo2eKg = isCounted ? 0 : endOf(engine, product, products);
        if (endCo2eKg !== undefined) ends.set(productId, endCo2eKg);
      }
    }
    return ends;
  },
);

/** Emissions of the end of life of one declared unit in kg CO2e; undefined if they cannot be calculated. */
function endOf(
  engine: EngineData,
  product: Product | undefined,
  products: ReadonlyMap<string, Product>,
): number | undefined {
  if (product === undefined) return undefined;
  try {
    const options = { ...optionsOf(engine, {}), products };
    const { phases } = calculateFull(product, engine.library, options);
    return phases.find(({ phase }) => phase === 'END_OF_LIFE')?.co2eKg;
  } catch (error) {
    if (error instanceof CalculationError) return undefined;
    throw error;
  }
}

function hasEndOfLife({ phases }: CalculationResult): boolean {
  return phases.some(({ phase }) => phase === 'END_OF_LIFE');
}
