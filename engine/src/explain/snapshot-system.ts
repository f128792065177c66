import type { Snapshot } from '../snapshot.ts';
import { compileSystem, type DemandStudy, solveIntensities, studyDemand } from '../system/index.ts';
import type { LifecyclePhase } from '../vocabulary.ts';

/** Content of a node of an explanation. */
export type ExplainedNode =
  | { readonly kind: 'PRODUCT'; readonly id: string; readonly label: string }
  | { readonly kind: 'PHASE'; readonly id: LifecyclePhase; readonly label: string }
  | { readonly kind: 'FACTOR'; readonly id: string; readonly label: string };

/** A result as a system that can be walked: root → phases → products and factors → … */
interface SnapshotSystem {
  readonly nodes: readonly ExplainedNode[];
  readonly study: DemandStudy;
}

/** A snapshot does not change, and is explained in more than one picture. */
const solved = new WeakMap<Snapshot, SnapshotSystem>();

/** One demand and one adjoint solution of a snapshot's system, in kg CO2e. */
export function snapshotSystem(snapshot: Snapshot): SnapshotSystem {
  const system = solved.get(snapshot) ?? solve(snapshot);
  solved.set(snapshot, system);
  return system;
}

function solve(snapshot: Snapshot): SnapshotSystem {
  const accounting = snapshot.method.detail === 'FULL' ? snapshot.method.electricity : 'LOCATION';
  const nodes: ExplainedNode[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (node: ExplainedNode): number => {
    const key = `${node.kind} ${node.id}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, nodes.length);
    return nodes.push(node) - 1;
  };
  const edges: { consumer: number; supplier: number; amount: number }[] = [];
  const direct = new Map<number, number>();
  const names = new Map(snapshot.products.map((product) => [product.id, product.name]));
  const factors = new Map(snapshot.factors.map((factor) => [factor.id, factor]));
  for (const product of snapshot.products) {
    const own = numberOf({ kind: 'PRODUCT', id: product.id, label: product.name });
    const phases = new Set<LifecyclePhase>();
    const consumerIn = (phase: LifecyclePhase): number => {
      if (product.id !== snapshot.rootId) return own;
      const node = numberOf({ kind: 'PHASE', id: phase, label: phase });
      if (!phases.has(phase)) edges.push({ consumer: own, supplier: node, amount: 1 });
      phases.add(phase);
      return node;
    };
    for (const flow of product.flows) {
      const isOther = (flow.accounting ?? accounting) !== accounting;
      if (flow.phase === 'BEYOND_SYSTEM' || isOther) continue;
      const factor = factors.get(flow.factorId);
      const label = factor?.name ?? flow.factorId;
      const supplier = numberOf({ kind: 'FACTOR', id: flow.factorId, label });
      direct.set(supplier, factor?.co2eKgPerUnit ?? 0);
      edges.push({ consumer: consumerIn(flow.phase), supplier, amount: flow.amount });
    }
    for (const part of product.parts) {
      const label = names.get(part.productId) ?? part.productId;
      const supplier = numberOf({ kind: 'PRODUCT', id: part.productId, label });
      edges.push({ consumer: consumerIn(part.phase), supplier, amount: part.amount });
    }
  }
  const system = compileSystem({
    nodeCount: nodes.length,
    indicatorCount: 1,
    consumers: Int32Array.from(edges, ({ consumer }) => consumer),
    suppliers: Int32Array.from(edges, ({ supplier }) => supplier),
    amounts: Float64Array.from(edges, ({ amount }) => amount),
    direct: Float64Array.from(nodes, (_, node) => direct.get(node) ?? 0),
  });
  const root = numbers.get(`PRODUCT ${snapshot.rootId}`) ?? 0;
  const study = studyDemand(solveIntensities(system), [{ node: root, amount: 1 }]);
  return { nodes, study };
}
