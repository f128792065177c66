import { CalculationError, type Problem } from '../errors.ts';
import type { Factor, FactorSet } from '../factor.ts';
import { gwpSetOf } from '../gwp.ts';
import type { FactorLibrary } from '../library/library.ts';
import type { Product } from '../product.ts';
import { ENGINE_VERSION, type Snapshot } from '../snapshot.ts';
import type { ResolveOptions } from './draft.ts';
import type { Products } from './resolve-component.ts';
import { type ProductResolution, resolveProduct } from './resolve-product.ts';
import type { ResolvedProduct } from './resolved.ts';

/**
 * Resolves a product and every sub-product it reaches, and packs what the result follows from.
 * All problems of all of them are refused at once.
 */
export function resolveTree(
  library: FactorLibrary,
  root: Product,
  products: Products,
  options: ResolveOptions,
): Snapshot {
  const resolutions = new Map<string, ProductResolution>();
  const waiting: Product[] = [root];
  for (let product = waiting.pop(); product !== undefined; product = waiting.pop()) {
    if (resolutions.has(product.id)) continue;
    const path = product === root ? [] : ['products', product.id];
    const resolution = resolveProduct(library, product, products, options, path);
    resolutions.set(product.id, resolution);
    for (const { productId } of resolution.product.parts) {
      const part = products.get(productId);
      if (part !== undefined) waiting.push(part);
    }
  }
  return packSnapshot(library, root.id, [...resolutions.values()], options);
}

/** Checks and packs resolved products with the factors and sets they use. */
export function packSnapshot(
  library: FactorLibrary,
  rootId: string,
  resolutions: readonly Resolution[],
  options: ResolveOptions,
): Snapshot {
  const problems = resolutions.flatMap((resolution) => resolution.problems);
  if (problems.length > 0) throw new CalculationError(problems);
  const products = resolutions.map((resolution) => resolution.product);
  const factors = usedFactors(library, resolutions);
  const otherGwp = gwpProblems(products, factors, options.gwpSet);
  if (otherGwp.length > 0) throw new CalculationError(otherGwp);
  const sets = new Map<string, FactorSet>();
  for (const factor of factors.values()) {
    const set = library.sets.get(factor.setId);
    if (set !== undefined) sets.set(set.id, packedSet(set));
  }
  return {
    format: 'trackway-snapshot/1',
    engineVersion: ENGINE_VERSION,
    method: options.full ?? { detail: 'BASIC' },
    rootId,
    products,
    factors: [...factors.values()],
    sets: [...sets.values()],
  };
}

export type Resolution = Pick<ProductResolution, 'product' | 'problems' | 'suppliedFactors'>;

function usedFactors(
  library: FactorLibrary,
  resolutions: readonly Resolution[],
): Map<string, Factor> {
  const used = new Map<string, Factor>();
  for (const { product, suppliedFactors } of resolutions) {
    for (const { factorId } of product.flows) {
      const factor = suppliedFactors.get(factorId) ?? library.factors.get(factorId);
      if (factor !== undefined) used.set(factorId, factor);
    }
  }
  return used;
}

/** Only what a set is identified and credited by: callers' rows may carry more. */
function packedSet(set: FactorSet): FactorSet {
  const { id, slug, name, version, title, licence, attribution, attributionUrls, contentHash } =
    set;
  return { id, slug, name, version, title, licence, attribution, attributionUrls, contentHash };
}

/** With an explicit set of potentials every factor of another one is refused, by its place. */
function gwpProblems(
  products: readonly ResolvedProduct[],
  factors: ReadonlyMap<string, Factor>,
  gwpSet: string | undefined,
): Problem[] {
  if (gwpSet === undefined) return [];
  return products.flatMap(({ flows }) =>
    flows.flatMap(({ path, label, factorId }): Problem[] => {
      const own = gwpSetOf(factors.get(factorId)?.gwpSet ?? '');
      if (own === gwpSet) return [];
      const message = `${label}: its factor was made with ${own}, not ${gwpSet}, and cannot be converted.`;
      return [{ path, code: 'BAD_INPUT', message, suggestions: [own] }];
    }),
  );
}
