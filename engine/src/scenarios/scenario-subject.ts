import { type Bundle, bundleSnapshot } from '../bundle/bundle.ts';
import { type FullOptions, fullMethodOf } from '../calculate-full.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { Product } from '../product.ts';
import { resolveTree } from '../resolve/resolve-tree.ts';
import type { Snapshot } from '../snapshot.ts';
import { type SupplyChain, supplyChainProducts } from '../supply-chain.ts';
import type { Override } from './override.ts';

/** Subject of a scenario: a product, a supply chain, or an order, with the products they contain. */
export type ScenarioSubject =
  | { readonly kind: 'PRODUCT'; readonly productId: string; readonly products: Products }
  | { readonly kind: 'SUPPLY_CHAIN'; readonly chain: SupplyChain; readonly products: Products }
  | { readonly kind: 'BUNDLE'; readonly bundle: Bundle; readonly products: Products }
  /** Many products, each a result of its own. */
  | { readonly kind: 'CATALOGUE'; readonly products: Products };

export type Products = ReadonlyMap<string, Product>;

/** Method of the baseline and of the outcome. */
export interface ScenarioOptions extends Omit<FullOptions, 'products' | 'monteCarlo'> {
  /** FULL when absent. */
  readonly detail?: 'BASIC' | 'FULL' | undefined;
}

/** A subject after its overrides, and the library that they leave. */
export interface Variant {
  readonly subject: ScenarioSubject;
  readonly library: FactorLibrary;
  /** Overrides that made it; they are part of the snapshot. */
  readonly overrides: readonly Override[];
}

/** Everything the result of a variant follows from: the same as without a scenario, and its overrides. */
export function snapshotOf(
  { subject, library, overrides }: Variant,
  { detail, ...options }: ScenarioOptions,
): Snapshot {
  const settings = { ...options, products: subject.products };
  const snapshot = resolved(subject, library, settings, detail === 'BASIC');
  return overrides.length === 0 ? snapshot : { ...snapshot, overrides };
}

function resolved(
  subject: ScenarioSubject,
  library: FactorLibrary,
  options: FullOptions,
  isBasic: boolean,
): Snapshot {
  const { products } = subject;
  const full = (settings: FullOptions) => (isBasic ? {} : { full: fullMethodOf(settings) });
  switch (subject.kind) {
    case 'PRODUCT': {
      const root = products.get(subject.productId);
      if (root === undefined) throw new TypeError('The subject lacks its product.');
      return resolveTree(library, root, products, { ...options, ...full(options) });
    }
    case 'SUPPLY_CHAIN': {
      const chain = supplyChainProducts(subject.chain);
      const parts = new Map([...products, ...chain.products]);
      const boundary = options.boundary ?? 'CRADLE_TO_GATE';
      const settings = { ...options, ...full({ ...options, boundary }), isSupplyChain: true };
      return resolveTree(library, chain.root, parts, settings);
    }
    case 'BUNDLE':
      return bundleSnapshot(subject.bundle, library, {
        ...options,
        detail: isBasic ? 'BASIC' : 'FULL',
      });
    case 'CATALOGUE':
      throw new TypeError('A catalogue has a result for each product.');
  }
}
