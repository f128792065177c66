import { CalculationError, calculateFull } from '@trackway/engine';
import { encodeId } from '../../platform/ids.ts';
import { unpackJson } from '../../platform/packed-json.ts';
import { loadDeclaredProducts } from './declared-products.ts';
import { engineTask } from './engine-data.ts';
import { optionsOf } from './footprint-tasks.ts';
import type { CalculationResult } from './model.ts';
import { findResults } from './store.ts';

/** A product as it was pinned: by the calculation that its footprint is from. */
type PinnedProduct = { readonly productId: string; readonly calculationId: string | null };

/**
 * Emissions that the disposal of one declared unit adds to the pinned footprint of each product, in kg
 * CO2e: 0 if that footprint has an end of life already. A product whose end of life cannot be
 * calculated is left out.
 */
export const endOfLifeTask = engineTask(
  'calculate ends of life',
  async (engine, db, scope, { pinned }: { readonly pinned: readonly PinnedProduct[] }) => {
    const calculationIds = pinned.flatMap(({ calculationId }) => calculationId ?? []);
    const results = await findResults(db, scope, calculationIds);
    const withEnd = new Set(
      results
        .filter(({ packed }) => packed !== null && hasEndOfLife(unpackJson(packed)))
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
  },
);

function hasEndOfLife({ phases }: CalculationResult): boolean {
  return phases.some(({ phase }) => phase === 'END_OF_LIFE');
}
