import type { UsedFactor } from '../factor.ts';
import { type Path, pathText } from '../path.ts';
import type { Decision, Flow, ResolvedProduct } from '../resolve/resolved.ts';
import type { Contribution } from '../result.ts';
import { SUPPLIER_SET_ID } from '../supplier-pcf.ts';
import type { Pedigree } from '../system/index.ts';
import type { LifecyclePhase } from '../vocabulary.ts';
import type { ProductActivity } from './product-activities.ts';

/** A flow at work: as much of it as the root takes, and what that emits. */
export interface Work {
  readonly product: ResolvedProduct;
  readonly flow: Flow;
  readonly at: number;
  readonly factor: UsedFactor;
  readonly scores: Pedigree | undefined;
  readonly phase: LifecyclePhase;
  readonly amount: number;
  readonly co2eKg: number;
  readonly isRoot: boolean;
}

/** amount · factor of every flow of every product that the root takes part of. */
export function workOf(
  activities: readonly ProductActivity[],
  factors: ReadonlyMap<string, UsedFactor>,
): Work[] {
  return activities.flatMap(({ product, amount: activity, entryPhase }) =>
    product.flows.flatMap((flow, at): Work[] => {
      const factor = factors.get(flow.factorId);
      if (factor === undefined) throw new TypeError(`The snapshot lacks factor ${flow.factorId}.`);
      const amount = activity * flow.amount;
      const phase = entryPhase ?? flow.phase;
      const co2eKg = amount * factor.co2eKgPerUnit;
      const scores = pedigreeOf(flow.scores);
      const isRoot = entryPhase === undefined;
      return [{ product, flow, at, factor, scores, phase, amount, co2eKg, isRoot }];
    }),
  );
}

/** Snapshots of the first form name each score. */
function pedigreeOf(scores: Flow['scores']): Pedigree | undefined {
  if (scores === undefined || 'reliability' in scores) return scores;
  const [reliability, completeness, temporal, geographical, technological] = scores;
  return { reliability, completeness, temporal, geographical, technological };
}

export function contributionsOf(work: readonly Work[], total: number): Contribution[] {
  return work.map((item) => contributionOf(item, total)).sort((a, b) => b.co2eKg - a.co2eKg);
}

function contributionOf(item: Work, total: number): Contribution {
  const { product, flow, factor, phase, amount, co2eKg, isRoot } = item;
  const path = isRoot ? flow.path : pathWithin(product, flow.path);
  const entry = isRoot ? '' : `@${phase}`;
  return {
    id: `${pathText(path)}#${flow.role}.${item.at}${entry}`,
    path,
    label: isRoot ? flow.label : `${product.name}: ${flow.label}`,
    phase,
    role: flow.role,
    productId: product.id,
    factorId: factor.id,
    factorName: factor.name,
    setId: factor.setId,
    geography: factor.geography,
    year: factor.year,
    source: factor.source,
    ...(factor.setId === SUPPLIER_SET_ID && { sourceReference: factor.sourceReference }),
    amount,
    unit: factor.unit,
    co2eKgPerUnit: factor.co2eKgPerUnit,
    co2eKg,
    share: total === 0 ? 0 : co2eKg / total,
    ...(flow.alternatives && { alternatives: flow.alternatives }),
    ...(flow.isDeclaredUse && { isDeclaredUse: true }),
  };
}

/** A sub-product's own path, below the product's name. */
export function pathWithin(product: ResolvedProduct, path: Path): Path {
  return path[0] === 'products' ? path : ['products', product.id, ...path];
}

/** Every decision with the work that hangs on it, by product. */
export function decisionsOf(
  activities: readonly ProductActivity[],
): { readonly product: ResolvedProduct; readonly decision: Decision; readonly isRoot: boolean }[] {
  const seen = new Set<ResolvedProduct>();
  return activities.flatMap(({ product, entryPhase }) => {
    if (seen.has(product)) return [];
    seen.add(product);
    const isRoot = entryPhase === undefined;
    return product.decisions.map((decision) => ({ product, decision, isRoot }));
  });
}
