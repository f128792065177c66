import { badInput, CalculationError, type Problem } from '../errors.ts';
import type { Factor, FactorSet } from '../factor.ts';
import { GWP_SETS, gwpSetOf } from '../gwp.ts';
import type { FactorLibrary } from '../library/library.ts';
import { MODEL_VARIANCE } from '../model-variance.ts';
import type { Product } from '../product.ts';
import { recharacterised } from '../recharacterise.ts';
import { ENGINE_VERSION, type Snapshot } from '../snapshot.ts';
import type { ResolveOptions } from './draft.ts';
import type { Resolution } from './resolution.ts';
import { resolveProduct } from './resolve-product.ts';
import type { ResolvedProduct } from './resolved.ts';
import type { Products } from './resolved-component.ts';
import { sizeLimit } from './size-limit.ts';
import { usedFactor } from './used-factor.ts';

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
  const resolutions = [resolveProduct(library, root, products, options)];
  const known = new Set([root.id]);
  const count = sizeLimit(options.maxResultCharacters);
  for (const { product } of resolutions) {
    count(product);
    for (const { productId } of product.parts) {
      const part = products.get(productId);
      if (part === undefined || known.has(productId)) continue;
      known.add(productId);
      resolutions.push(resolveProduct(library, part, products, options, ['products', productId]));
    }
  }
  const whole = options.full
    ? apartFromItself(library, root, products, options, resolutions)
    : resolutions;
  return packSnapshot(library, root.id, whole, options);
}

/**
 * A product that contains itself, by a loop, enters itself as it leaves its gate: without its
 * distribution, use and end of life. So the system contains it twice.
 */
function apartFromItself(
  library: FactorLibrary,
  root: Product,
  products: Products,
  options: ResolveOptions,
  resolutions: readonly Resolution[],
): readonly Resolution[] {
  const isLoop = resolutions.some(({ product }) =>
    product.parts.some((part) => part.productId === root.id),
  );
  if (!isLoop) return resolutions;
  const gateId = `${root.id}@gate`;
  const gate = resolveProduct(library, root, products, options, ['products', root.id]);
  const all = [...resolutions, { ...gate, product: { ...gate.product, id: gateId } }];
  return all.map((resolution) => {
    const parts = resolution.product.parts.map((part) =>
      part.productId === root.id ? { ...part, productId: gateId } : part,
    );
    return { ...resolution, product: { ...resolution.product, parts } };
  });
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
  const published = usedFactors(library, resolutions);
  const factors = new Map(
    [...published].map(([id, factor]) => [id, asAsked(factor, options.gwpSet)]),
  );
  const otherGwp = gwpProblems(products, factors, options.gwpSet);
  if (otherGwp.length > 0) throw new CalculationError(otherGwp);
  const sets = new Map<string, FactorSet>();
  for (const factor of factors.values()) {
    const set = library.sets.get(factor.setId);
    if (set !== undefined && !sets.has(set.id)) sets.set(set.id, packedSet(set));
  }
  return {
    format: 'trackway-snapshot/2',
    engineVersion: ENGINE_VERSION,
    method: options.full ?? { detail: 'BASIC' },
    rootId,
    products,
    factors: [...factors.values()].map(usedFactor),
    sets: [...sets.values()],
    ...(options.full && { modelVariance: MODEL_VARIANCE }),
  };
}

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

/** With an explicit set of potentials, a factor that its source splits by gas is converted. */
export function asAsked(factor: Factor, gwpSet: string | undefined): Factor {
  return (gwpSet && recharacterised(factor, gwpSet)) || factor;
}

/**
 * Only what a set is identified and credited by: callers' rows may carry more. The same object each time, so
 * that its digest is worked out once.
 */
function packedSet(set: FactorSet): FactorSet {
  const { id, slug, name, version, title, licence, attribution, attributionUrls, contentHash } =
    set;
  const packed = packedSets.get(set) ?? {
    id,
    slug,
    name,
    version,
    title,
    licence,
    attribution,
    attributionUrls,
    contentHash,
  };
  packedSets.set(set, packed);
  return packed;
}

const packedSets = new WeakMap<FactorSet, FactorSet>();

/** With an explicit set of potentials every factor of another one is refused, by its place; a set of no factor at all, once. */
export function gwpProblems(
  products: readonly ResolvedProduct[],
  factors: { readonly get: (id: string) => Factor | undefined },
  gwpSet: string | undefined,
): Problem[] {
  if (gwpSet === undefined) return [];
  const flows = products.flatMap((product) => product.flows);
  const others = flows.flatMap((flow) => {
    const own = gwpSetOf(factors.get(flow.factorId)?.gwpSet ?? '');
    return own === gwpSet ? [] : [{ flow, own }];
  });
  if (others.length > 0 && others.length === flows.length && !GWP_SETS.includes(gwpSet)) {
    const message = `No factor has the global warming potentials "${gwpSet}": the sets are ${GWP_SETS.join(', ')}, and those that factors of your own state.`;
    return [badInput(['gwpSet'], message, GWP_SETS)];
  }
  return others.map(({ flow: { path, label }, own }) => {
    const message = `${label}: the global warming potentials of its factor are "${own}", and it cannot be converted to ${gwpSet}.`;
    return badInput(path, message, [own]);
  });
}
