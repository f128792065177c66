import { compileSystem } from './compile.ts';
import { type ProcessSystem, ProcessSystemError } from './process-system.ts';
import { type ProcessNode, readProcessSystem } from './read-process-system.ts';
import { activityOf } from './solve-demand.ts';
import { solveIntensities } from './solve-intensities.ts';
import { type DemandStudy, studyDemand } from './study-demand.ts';
import { SystemError } from './system-error.ts';

interface ProcessActivity {
  readonly process: string;
  readonly product: string;
  /** Total output of the product that the demand needs. */
  readonly output: number;
  /** Number of runs of the process: output per amount made in one run. */
  readonly scaling: number;
  /** Flows of this process itself at that activity, by name of the flow. */
  readonly flows: ReadonlyMap<string, number>;
}

export interface ProcessSolution {
  readonly indicators: readonly string[];
  /** Impact of the demand, by indicator. */
  readonly impacts: ReadonlyMap<string, number>;
  /** Total of every flow between the system and nature. */
  readonly inventory: ReadonlyMap<string, number>;
  readonly activities: readonly ProcessActivity[];
  /** Process product of each node number of `study`. */
  readonly nodes: readonly ProcessNode[];
  /** For contribution trees, Sankey flows and elasticities. */
  readonly study: DemandStudy;
}

/** Solves a raw process system: x = f + A·x, g = B·x, h = C·g (ISO 14044, Heijungs & Suh 2002). */
export function solveProcessSystem(document: ProcessSystem): ProcessSolution {
  const { nodes, flows, indicators, input, demand } = readProcessSystem(document);
  const study = namingNodes(nodes, () =>
    studyDemand(solveIntensities(compileSystem(input)), demand),
  );
  const inventory = new Map(flows.map((flow) => [flow, 0]));
  const activities = nodes.map(({ process, product, amount, interventions }, node) => {
    const output = activityOf(study.activity, node);
    const own = new Map<string, number>();
    for (const [index, perUnit] of interventions) {
      const flow = flows[index] ?? '';
      own.set(flow, (own.get(flow) ?? 0) + perUnit * output);
      inventory.set(flow, (inventory.get(flow) ?? 0) + perUnit * output);
    }
    return { process, product, output, scaling: output / amount, flows: own };
  });
  const impacts = new Map(indicators.map((name, lane) => [name, study.totals[lane] ?? 0]));
  return { indicators, impacts, inventory, activities, nodes, study };
}

/** A loop is refused by the names of its processes, not by numbers the caller never saw. */
function namingNodes<T>(nodes: readonly ProcessNode[], work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof SystemError) || error.code === 'INVALID_SYSTEM') throw error;
    const loop = error.nodes.map((node) => nodes[node]?.process ?? '');
    const reason =
      error.code === 'NON_PRODUCTIVE_CYCLE'
        ? 'The loop consumes at least its own output'
        : 'The loop did not converge';
    const message = `${reason}: ${[...loop, loop[0]].join(' → ')}.`;
    throw new ProcessSystemError([{ path: 'processes', code: error.code, message, loop }]);
  }
}
