import { CalculationError, type SuggestedLever, suggestLevers } from '@trackway/engine';
import { encodeId } from '../../platform/ids.ts';
import { engineTask, loadDeclaredSystem } from '../calculations/index.ts';

export type Suggestion = SuggestedLever;

type SuggestionsInput = { readonly productId: string; readonly first: number };

/** Levers of one product. A product that cannot be calculated has none. */
export const suggestionsTask = engineTask(
  'suggest levers',
  async (
    { library, gazetteer },
    tenant,
    { productId, first }: SuggestionsInput,
  ): Promise<Suggestion[]> => {
    const products = await loadDeclaredSystem(tenant, [productId]);
    const product = products.get(encodeId('product', productId));
    if (product === undefined) return [];
    try {
      return suggestLevers(product, products, library, { gazetteer }, first);
    } catch (error) {
      if (error instanceof CalculationError) return [];
      throw error;
    }
  },
);
