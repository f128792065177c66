import { calculateBasic, type PhaseShare } from '@trackway/engine';
import { decodeId, encodeId } from '../../platform/ids.ts';
import type { Product, ProductDraft } from '../products/index.ts';
import { declaredProduct, loadDeclaredSystem } from './declared-products.ts';
import { engineTask } from './engine-data.ts';
import { optionsOf } from './footprint-tasks.ts';
import { runEngine } from './run-engine.ts';

export type Preview = { readonly co2eKg: number; readonly phases: readonly PhaseShare[] };

type Input = { readonly id: Product['id']; readonly draft: ProductDraft };

/** The BASIC footprint of a product as a draft declares it, with the stored products below it. */
export const previewTask = engineTask(
  'preview a product',
  async (engine, tenant, { id, draft }: Input): Promise<Preview> => {
    const partIds = (draft.bill.components ?? []).flatMap(({ productId }) => {
      const partId = productId === undefined ? undefined : decodeId('product', productId);
      return partId === undefined ? [] : [partId];
    });
    const root = declaredProduct(encodeId('product', id), draft, draft.bill);
    const parts = await loadDeclaredSystem(tenant, partIds);
    const products = new Map([...parts, [root.id, root]]);
    const { co2eKg, phases } = runEngine(['input'], () =>
      calculateBasic(root, engine.library, { ...optionsOf(engine, {}), products }),
    );
    return { co2eKg, phases };
  },
);
