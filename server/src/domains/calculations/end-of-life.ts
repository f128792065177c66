import { CalculationError, calculateFull } from '@trackway/engine';
import type { Db } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { loadDeclaredProducts } from './declared-products.ts';
import type { EngineData } from './engine-data.ts';
import { optionsOf } from './service.ts';
import { findResults } from './store.ts';

/** A product as it was pinned: by the calculation that its footprint is from. */
type PinnedProduct = { readonly productId: string; readonly calculationId: string | null };

/**
 * Emissions of the disposal of one declared unit in addition to the frozen footprints, in kg CO2e,
 * by product: zero where the footprint includes the end of life. A product whose end of life cannot
 * be calculated is left out.
 */
export async function endOfLifePerUnit(
  db: Db,
  scope: Scope,
  engine: EngineData,
  pinned: readonly PinnedProduct[],
): Promise<ReadonlyMap<string, number>> {
  const calculationIds = pinned.flatMap(({ calculationId }) => calculationId ?? []);
  const results = await findResults(db, scope, calculationIds);
  const withEnd = new Set(
    results
      .filter(({ result }) => result?.phases.some(({ phase }) => phase === 'END_OF_LIFE'))
      .map(({ id }) => id),
  );
  const productIds = pinned.map(({ productId }) => productId);
  const products = await loadDeclaredProducts(db, scope, productIds);
  return new Map(
    pinned.flatMap(({ productId, calculationId }): [string, number][] => {
      if (calculationId !== null && withEnd.has(calculationId)) return [[productId, 0]];
      const product = products.get(encodeId('product', productId));
      if (product === undefined) return [];
      try {
        const options = { ...optionsOf(engine, {}), products };
        const { phases } = calculateFull(product, engine.library, options);
        const end = phases.find(({ phase }) => phase === 'END_OF_LIFE');
        return end === undefined ? [] : [[productId, end.co2eKg]];
      } catch (error) {
        if (!(error instanceof CalculationError)) throw error;
        return [];
      }
    }),
  );
}
