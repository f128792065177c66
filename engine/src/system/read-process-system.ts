import { allocationShares, outputsOf } from './allocation.ts';
import type { SystemInput } from './compile.ts';
import {
  type Exchange,
  type Process,
  type ProcessProblem,
  type ProcessSystem,
  ProcessSystemError,
} from './process-system.ts';
import type { Demand } from './solve-demand.ts';

/** One output of one process: a node of the system, made in the product's own unit. */
export interface ProcessNode {
  readonly process: string;
  readonly product: string;
  /** Amount of the product that one run of the process makes. */
  readonly amount: number;
  /** Interventions per unit of the product: index of the flow, and amount. */
  readonly interventions: readonly (readonly [flow: number, amount: number])[];
}

interface ReadSystem {
  readonly nodes: readonly ProcessNode[];
  readonly flows: readonly string[];
  readonly indicators: readonly string[];
  readonly input: SystemInput;
  readonly demand: Demand;
}

/** Nodes made of processes, and what it takes to find them again. */
interface Making {
  readonly document: ProcessSystem;
  readonly problems: ProcessProblem[];
  readonly nodes: ProcessNode[];
  readonly flows: Map<string, number>;
  /** Nodes that make a product. */
  readonly makers: Map<string, number[]>;
  /** Allocation shares of each process. */
  readonly shares: (readonly number[])[];
}

/**
 * Turns processes into nodes and edges per unit of output: each exchange of a process is multiplied
 * by the output's share and divided by the output's amount. Throws all problems in one error.
 */
export function readProcessSystem(document: ProcessSystem): ReadSystem {
  const making = makeNodes(document);
  const { problems, nodes, flows } = making;
  const edges = makeEdges(making);
  const demand = document.demand.map((exchange, at) => {
    requireNumber(exchange.amount, `demand.${at}`, problems);
    return { node: findMaker(making, exchange, `demand.${at}`), amount: exchange.amount };
  });
  const { indicators, direct } = characterise(making);
  if (problems.length > 0) throw new ProcessSystemError(problems);
  const input = {
    nodeCount: nodes.length,
    indicatorCount: Math.max(1, indicators.length),
    consumers: Int32Array.from(edges, ({ consumer }) => consumer),
    suppliers: Int32Array.from(edges, ({ supplier }) => supplier),
    amounts: Float64Array.from(edges, ({ amount }) => amount),
    direct,
  };
  return { nodes, flows: [...flows.keys()], indicators, input, demand };
}

function makeNodes(document: ProcessSystem): Making {
  const making: Making = {
    document,
    problems: [],
    nodes: [],
    flows: new Map(),
    makers: new Map(),
    shares: [],
  };
  const { problems, nodes, flows, makers, shares } = making;
  const ids = new Set<string>();
  document.processes.forEach((process, at) => {
    const path = `processes.${at}`;
    if (ids.has(process.id)) {
      const message = `Process ${process.id} appears twice.`;
      problems.push({ path, code: 'DUPLICATE_PROCESS', message });
    }
    ids.add(process.id);
    requireNumbers(process, path, problems);
    const own = allocationShares(process, path, problems);
    shares.push(own);
    outputsOf(process).forEach(({ product, amount }, output) => {
      const scale = (own[output] ?? 0) / amount;
      const interventions = (process.interventions ?? []).map(
        (exchange) => [indexOf(flows, exchange.flow), exchange.amount * scale] as const,
      );
      const node = nodes.push({ process: process.id, product, amount, interventions }) - 1;
      const known = makers.get(product);
      if (known) known.push(node);
      else makers.set(product, [node]);
    });
  });
  return making;
}

function makeEdges(making: Making) {
  const edges: { consumer: number; supplier: number; amount: number }[] = [];
  let firstNode = 0;
  making.document.processes.forEach((process, at) => {
    const outputs = outputsOf(process);
    const shares = making.shares[at] ?? [];
    const take = (exchange: Exchange, path: string) => {
      const supplier = findMaker(making, exchange, path);
      outputs.forEach((output, place) => {
        const amount = (exchange.amount * (shares[place] ?? 0)) / output.amount;
        edges.push({ consumer: firstNode + place, supplier, amount });
      });
    };
    for (const name of ['inputs', 'wastes'] as const) {
      process[name]?.forEach((exchange, index) => {
        take(exchange, `processes.${at}.${name}.${index}`);
      });
    }
    firstNode += outputs.length;
  });
  return edges;
}

function findMaker({ makers, nodes, problems }: Making, exchange: Exchange, path: string): number {
  const { product, provider } = exchange;
  const candidates = (makers.get(product) ?? []).filter(
    (node) => provider === undefined || nodes[node]?.process === provider,
  );
  const [first] = candidates;
  if (first !== undefined && candidates.length === 1) return first;
  const by = provider === undefined ? '' : ` by ${provider}`;
  if (first === undefined) {
    problems.push({ path, code: 'UNKNOWN_PRODUCT', message: `Nobody supplies ${product}${by}.` });
  } else {
    const message = `Several processes supply ${product}${by}: name the provider.`;
    problems.push({ path, code: 'AMBIGUOUS_PROVIDER', message });
  }
  return 0;
}

function characterise({ document, nodes, flows, problems }: Making) {
  const indicators = new Map<string, number>();
  document.characterisation.forEach(({ indicator, factor }, at) => {
    indexOf(indicators, indicator);
    requireNumber(factor, `characterisation.${at}`, problems);
  });
  const width = Math.max(1, indicators.size);
  const factors = new Float64Array(flows.size * width);
  for (const { indicator, flow, factor } of document.characterisation) {
    const row = flows.get(flow);
    if (row === undefined) continue;
    const at = row * width + indexOf(indicators, indicator);
    factors[at] = (factors[at] ?? 0) + factor;
  }
  const direct = new Float64Array(nodes.length * width);
  nodes.forEach(({ interventions }, node) => {
    for (const [flow, amount] of interventions) {
      for (let lane = 0; lane < width; lane++) {
        const at = node * width + lane;
        direct[at] = (direct[at] ?? 0) + amount * (factors[flow * width + lane] ?? 0);
      }
    }
  });
  return { indicators: [...indicators.keys()], direct };
}

function requireNumbers(process: Process, path: string, problems: ProcessProblem[]): void {
  const outputs = outputsOf(process);
  if (outputs.length === 0 || outputs.some(({ amount }) => amount === 0)) {
    const message = `Process ${process.id} makes nothing, or an amount of 0.`;
    problems.push({ path, code: 'NO_OUTPUT', message });
  }
  const lists = [outputs, process.inputs, process.wastes, process.interventions];
  for (const list of lists) {
    list?.forEach(({ amount }) => {
      requireNumber(amount, path, problems);
    });
  }
}

function requireNumber(value: number, path: string, problems: ProcessProblem[]): void {
  if (Number.isFinite(value)) return;
  problems.push({ path, code: 'NOT_A_NUMBER', message: 'An amount is not a finite number.' });
}

function indexOf(names: Map<string, number>, name: string): number {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, names.size);
  return names.size - 1;
}
