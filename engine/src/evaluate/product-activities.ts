import { CalculationError, loopProblem } from '../errors.ts';
import type { ResolvedProduct } from '../resolve/resolved.ts';
import { activityOf, compileSystem, SystemError, solveDemand } from '../system/index.ts';
import { LIFECYCLE_PHASES, type LifecyclePhase } from '../vocabulary.ts';

/** So much of a product's own flows, entering the root in a phase. */
export interface ProductActivity {
  readonly product: ResolvedProduct;
  /** In declared units. */
  readonly amount: number;
  /** The phase of the root it entered in; undefined for the root itself, whose flows keep theirs. */
  readonly entryPhase: LifecyclePhase | undefined;
}

/**
 * x = f + A·x: how much of every product one unit of the root takes, by the phase of the root it
 * entered in. Sub-products of any depth and loops among them are solved, not walked; only a loop
 * that takes at least its own output is refused.
 */
export function productActivities(
  root: ResolvedProduct,
  products: readonly ResolvedProduct[],
): ProductActivity[] {
  const activities: ProductActivity[] = [{ product: root, amount: 1, entryPhase: undefined }];
  if (root.parts.length === 0) return activities;
  const system = compileProducts(products);
  const partsByPhase = Map.groupBy(root.parts, (part) => part.phase);
  const numberOf = new Map(products.map((product, at) => [product.id, at]));
  for (const phase of LIFECYCLE_PHASES) {
    const parts = partsByPhase.get(phase);
    if (parts === undefined) continue;
    const demand = parts.map((part) => ({
      node: numberOf.get(part.productId) ?? 0,
      amount: part.amount,
    }));
    const solved = refusingLoops(products, () => solveDemand(system, demand));
    for (const [at, product] of products.entries()) {
      const amount = activityOf(solved, at);
      if (amount !== 0) activities.push({ product, amount, entryPhase: phase });
    }
  }
  return activities;
}

/** Products as nodes, parts as edges. */
function compileProducts(products: readonly ResolvedProduct[]) {
  const numberOf = new Map(products.map((product, at) => [product.id, at]));
  const consumers: number[] = [];
  const suppliers: number[] = [];
  const amounts: number[] = [];
  for (const [at, product] of products.entries()) {
    for (const part of product.parts) {
      consumers.push(at);
      suppliers.push(numberOf.get(part.productId) ?? 0);
      amounts.push(part.amount);
    }
  }
  return compileSystem({
    nodeCount: products.length,
    indicatorCount: 1,
    consumers: Int32Array.from(consumers),
    suppliers: Int32Array.from(suppliers),
    amounts: Float64Array.from(amounts),
    direct: new Float64Array(products.length),
  });
}

/** Runs the solver; a loop it refuses is named by its products. */
function refusingLoops<T>(products: readonly ResolvedProduct[], solve: () => T): T {
  try {
    return solve();
  } catch (error) {
    if (!(error instanceof SystemError)) throw error;
    const names = error.nodes.map((node) => products[node]?.name ?? String(node));
    throw new CalculationError([loopProblem(names)]);
  }
}
