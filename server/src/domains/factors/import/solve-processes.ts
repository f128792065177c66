import {
  type Exchange,
  intensityOf,
  type Process,
  ProcessSystemError,
  solveProcessSystem,
} from '@trackway/engine';
import { type Characterisation, characterise, keyOf, type Lane } from './characterise.ts';
import { type ImportOptions, type ReadRow, readDraft } from './draft.ts';
import type { FlowMapping, ImpactMethod, ProductExchange, UnitProcess } from './unit-process.ts';

type Database = {
  readonly processes: readonly UnitProcess[];
  readonly method?: ImpactMethod | undefined;
  readonly mapping?: FlowMapping | undefined;
};

/** Rounds of leaving processes out that the solver refuses. */
const MOST_ROUNDS = 20;

/**
 * One factor per product of every process, cradle to gate: the processes are linked, solved as one
 * system and characterised. An input that no process of the file makes is a problem of its row, or,
 * in a partial import, is cut off and named in the row's changes.
 */
export function factorsOfProcesses(database: Database, options: ImportOptions): ReadRow[] {
  if (database.processes.length === 0) return [];
  const unlinked = linkAll(database.processes, options).flatMap(({ problem }) => problem ?? []);
  if (unlinked.length > 0) return unlinked.map((problem) => ({ problem }));
  const characterisation = characterise(database.processes, database.method, database.mapping);
  if (typeof characterisation === 'string') {
    return [{ problem: { line: 0, message: characterisation } }];
  }
  const problems: ReadRow[] = [];
  let left = database.processes;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const solved = solve(linkAll(left, options), characterisation);
    if (Array.isArray(solved)) return [...problems, ...solved];
    const refused = new Set(solved.lines.keys());
    for (const [line, message] of solved.lines) {
      const row = left.find((process) => process.line === line)?.id;
      problems.push({ problem: { line, row, message } });
    }
    if (!options.isPartial || refused.size === 0) return [...problems, ...solved.others];
    left = left.filter(({ line }) => !refused.has(line));
  }
  return problems;
}

type Linked = {
  readonly process: UnitProcess;
  readonly system: Process;
  readonly changes: readonly string[];
  readonly problem?: { line: number; row: string; message: string };
};

function linkAll(processes: readonly UnitProcess[], options: ImportOptions): Linked[] {
  const makers = makersOf(processes);
  return processes.map((process) => link(process, makers, options));
}

function link(
  process: UnitProcess,
  makers: ReadonlyMap<string, ReadonlySet<string>>,
  { isPartial }: ImportOptions,
): Linked {
  const hasProvider = ({ flow, provider }: ProductExchange) =>
    provider === undefined ? makers.has(flow) : (makers.get(flow)?.has(provider) ?? false);
  const { id, line, outputs, inputs, wastes } = process;
  const missing = inputs.filter((input) => input.amount !== 0 && !hasProvider(input));
  const untreated = wastes.filter((waste) => waste.amount !== 0 && !hasProvider(waste));
  const products = outputs.map(({ flow, amount, share }) => ({ product: flow, amount, share }));
  const cutOff = namesOf([...(isPartial ? missing : []), ...untreated]);
  const system: Process = {
    id,
    ...(process.isTreatment ? { treats: products } : { outputs: products }),
    ...(products.length > 1 ? { allocation: 'CUSTOM' } : {}),
    inputs: inputs.filter(hasProvider).map(exchangeOf),
    wastes: wastes.filter(hasProvider).map(exchangeOf),
    interventions: process.interventions.map((flow) => ({
      flow: keyOf(flow),
      amount: flow.amount,
    })),
  };
  const changes = [
    ...process.changes,
    ...(cutOff === '' ? [] : [`Left out, because the file has no process for it: ${cutOff}.`]),
  ];
  if (isPartial || missing.length === 0) return { process, system, changes };
  const message = `${namesOf(missing)} has no provider in the file.`;
  return { process, system, changes, problem: { line, row: id, message } };
}

function exchangeOf({ flow, amount, provider }: ProductExchange): Exchange {
  return { product: flow, amount, ...(provider === undefined ? {} : { provider }) };
}

const MOST_NAMES = 10;

function namesOf(exchanges: readonly ProductExchange[]): string {
  const names = [...new Set(exchanges.map(({ name }) => name))];
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Processes that make, or treat, each flow. */
function makersOf(processes: readonly UnitProcess[]): Map<string, Set<string>> {
  const makers = new Map<string, Set<string>>();
  for (const { id, outputs } of processes) {
    for (const { flow } of outputs) makers.getOrInsert(flow, new Set()).add(id);
  }
  return makers;
}

/** The rows, or what the solver refuses: by line of the process, and what concerns no single one. */
function solve(
  linked: readonly Linked[],
  characterisation: Characterisation,
): ReadRow[] | { lines: Map<number, string>; others: ReadRow[] } {
  try {
    const solution = solveProcessSystem({
      processes: linked.map(({ system }) => system),
      characterisation: characterisation.factors,
      demand: [],
    });
    const outputs = linked.flatMap((each) => each.process.outputs.map((_, at) => ({ each, at })));
    // Nodes come in the order of the processes, and of their outputs.
    return outputs.map(({ each, at }, node) => {
      const intensity = intensityOf(solution.study.intensities, node);
      const values = new Map(solution.indicators.map((code, lane) => [code, intensity[lane] ?? 0]));
      return rowOf(each, at, values, characterisation);
    });
  } catch (error) {
    if (!(error instanceof ProcessSystemError)) throw error;
    const lines = new Map<number, string>();
    const others: ReadRow[] = [];
    const lineOf = new Map(linked.map(({ process }) => [process.id, process.line]));
    for (const { path, message, loop = [] } of error.problems) {
      const process = linked[Number(path.split('.')[1])]?.process;
      const concerned =
        process === undefined ? loop.flatMap((id) => lineOf.get(id) ?? []) : [process.line];
      for (const line of concerned) lines.set(line, message);
      if (concerned.length === 0) others.push({ problem: { line: 0, message } });
    }
    return { lines, others };
  }
}

const PART_LANES: ReadonlySet<string> = new Set<Lane>(['FOSSIL_CO2', 'CH4', 'N2O', 'BIOGENIC_CO2']);

function rowOf(
  { process, changes }: Linked,
  at: number,
  values: ReadonlyMap<string, number>,
  characterisation: Characterisation,
): ReadRow {
  const output = process.outputs[at];
  const co2eKgPerUnit = values.get('CC');
  if (co2eKgPerUnit === 0) {
    const message =
      'No greenhouse gas of the process or its inputs is known: its footprint would be 0.';
    return { problem: { line: process.line, row: process.id, message } };
  }
  const indicators = [...values].filter(([code]) => !PART_LANES.has(code));
  const note = [process.raw.sourceNote ?? '', ...changes].filter((text) => text !== '').join(' ');
  return readDraft(
    {
      ...process.raw,
      id: at === 0 ? process.id : `${process.id}:${output?.flow}`,
      name: at === 0 ? process.raw.name : `${output?.name} | ${String(process.raw.name)}`,
      unit: output?.unit,
      activity: 'cradle_to_gate',
      co2eKgPerUnit,
      fossilCo2KgPerUnit: values.get('FOSSIL_CO2'),
      ch4Co2eKgPerUnit: values.get('CH4'),
      n2oCo2eKgPerUnit: values.get('N2O'),
      biogenicCo2KgPerUnit: values.get('BIOGENIC_CO2'),
      gwpSet: characterisation.gwpSet,
      indicators: indicators.length > 1 ? Object.fromEntries(indicators) : undefined,
      sourceNote: note.slice(0, 2000),
    },
    process.line,
    [...changes, ...characterisation.changes],
  );
}
