import { badInput, CalculationError, type Problem } from './errors.ts';
import type { Component, EnergyUse, Product, TransportLeg } from './product.ts';
import type { DeclaredUnitCode, EnergySource } from './vocabulary.ts';

/** One place of a supply chain and what it takes to make one unit there. */
export interface SupplyNode {
  readonly id: string;
  readonly name: string;
  readonly facility?: string | undefined;
  /** 0 is the last step before the customer. */
  readonly tier?: number | undefined;
  readonly activity?: string | undefined;
  readonly country?: string | undefined;
  /** Unit of the node's output; KG when absent. */
  readonly unit?: DeclaredUnitCode | undefined;
  /** Shares that sum to 1; the grid of the country when absent. */
  readonly energyMix?:
    | readonly { readonly source: EnergySource; readonly share: number }[]
    | undefined;
  readonly energyKwhPerUnit?: number | undefined;
  readonly waterLitresPerUnit?: number | undefined;
  /** Output per input, above 0 up to 1; the rest is lost. */
  readonly yield?: number | undefined;
  /**
   * Inputs of the node from outside the chain, per unit: materials, factors, supplier footprints.
   */
  readonly components?: readonly Component[] | undefined;
}

/** `quantity` of one node's output goes into each unit of another's. */
export interface SupplyEdge {
  readonly from: string;
  readonly to: string;
  readonly quantity: number;
  readonly unit?: string | undefined;
  readonly legs?: readonly TransportLeg[] | undefined;
}

export interface SupplyChain {
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly nodes: readonly SupplyNode[];
  readonly edges: readonly SupplyEdge[];
  /**
   * The node whose output is calculated; when absent, the node that supplies no other, by
   * `rootIdOf`.
   */
  readonly rootId?: string | undefined;
}

/** UK Government conversion factors: water supply, per m³. */
const WATER_SUPPLY = 'desnz-2025:17_404_4005_1';

/**
 * A supply chain as products, one per node, so that there is no second way to calculate: energy is
 * Σ share · kWh per unit · EF(source, country); inputs are bought 1/yield times. It may be cyclic.
 */
export function supplyChainProducts(chain: SupplyChain): {
  readonly root: Product;
  readonly products: ReadonlyMap<string, Product>;
} {
  const problems = problemsOf(chain);
  if (problems.length > 0) throw new CalculationError(problems);
  const incoming = Map.groupBy(chain.edges, (edge) => edge.to);
  const products = new Map(
    chain.nodes.map((node) => [node.id, productOf(node, incoming.get(node.id) ?? [])]),
  );
  const root = products.get(rootIdOf(chain) ?? '');
  if (root === undefined) throw new CalculationError([severalEnds(chain)]);
  return { root, products };
}

function productOf(node: SupplyNode, edges: readonly SupplyEdge[]): Product {
  const lossRate = 1 - (node.yield ?? 1);
  const inputs = edges.map(
    (edge): Component => ({
      productId: edge.from,
      quantity: edge.quantity,
      unit: edge.unit,
      lossRate,
      transportLegs: edge.legs,
    }),
  );
  const outside = (node.components ?? []).map((component) =>
    component.lossRate === undefined ? { ...component, lossRate } : component,
  );
  const energy = energyOf(node);
  const { country } = node;
  const unit = node.unit ?? 'KG';
  return {
    id: node.id,
    name: node.name,
    declaredUnit: { amount: 1, unit },
    originCountry: country,
    ...(unit === 'KG' && { netMassKg: 1 }),
    components: [...inputs, ...outside, ...waterOf(node)],
    processSteps:
      energy.length === 0 ? [] : [{ name: node.activity ?? node.name, country, energy }],
  };
}

function energyOf(node: SupplyNode): EnergyUse[] {
  const { energyKwhPerUnit = 0, country } = node;
  if (energyKwhPerUnit === 0) return [];
  const mix = node.energyMix ?? [{ source: 'GRID_ELECTRICITY', share: 1 }];
  return mix.map(({ source, share }) => ({ source, energyKwh: energyKwhPerUnit * share, country }));
}

function waterOf({ waterLitresPerUnit = 0 }: SupplyNode): Component[] {
  if (waterLitresPerUnit === 0) return [];
  return [{ name: 'Water', factorId: WATER_SUPPLY, quantity: waterLitresPerUnit, unit: 'l' }];
}

/**
 * The node whose output is calculated: one that supplies no other or, where all do, one of the
 * loop. Of several, the one nearest to the customer; undefined when several remain.
 */
export function rootIdOf(chain: SupplyChain): string | undefined {
  if (chain.rootId !== undefined) return chain.rootId;
  const [root, other] = endsOf(chain);
  return other === undefined ? root?.id : undefined;
}

function endsOf({ nodes, edges }: SupplyChain): SupplyNode[] {
  const suppliers = new Set(edges.flatMap(({ from, to }) => (from === to ? [] : [from])));
  const last = nodes.filter((node) => !suppliers.has(node.id));
  const candidates = last.length === 0 ? nodes : last;
  const nearest = Math.min(...candidates.map(({ tier = 0 }) => tier));
  return candidates.filter(({ tier = 0 }) => tier === nearest);
}

function severalEnds(chain: SupplyChain): Problem {
  const names = endsOf(chain).map(({ name }) => name);
  const message = `The end of the supply chain may be ${names.join(' or ')}: give the lowest tier to the last before the customer alone.`;
  return badInput(['nodes'], message);
}

function problemsOf(chain: SupplyChain): Problem[] {
  const ids = new Set(chain.nodes.map((node) => node.id));
  const problems: Problem[] = [];
  const refuse = (path: Problem['path'], message: string) => problems.push(badInput(path, message));
  if (ids.size < chain.nodes.length) refuse(['nodes'], 'Two nodes have the same id.');
  for (const [at, node] of chain.nodes.entries()) {
    const { yield: share = 1, energyMix } = node;
    if (!(share > 0 && share <= 1))
      refuse(['nodes', at, 'yield'], 'yield must be above 0 and at most 1.');
    const sum = energyMix?.reduce((total, part) => total + part.share, 0) ?? 1;
    if (Math.abs(sum - 1) > 1e-6) {
      refuse(['nodes', at, 'energyMix'], `Shares of the energy mix sum to ${sum}, not to 1.`);
    }
  }
  for (const [at, edge] of chain.edges.entries()) {
    for (const end of ['from', 'to'] as const) {
      if (!ids.has(edge[end])) refuse(['edges', at, end], `There is no node ${edge[end]}.`);
    }
  }
  if (chain.rootId !== undefined && !ids.has(chain.rootId)) {
    refuse(['rootId'], `There is no node ${chain.rootId}.`);
  }
  return problems;
}
