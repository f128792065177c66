import { readFile } from 'node:fs/promises';
import {
  CalculationError,
  calculate,
  ENGINE_VERSION,
  type Footprint,
  type ProcessSolution,
  ProcessSystemError,
  readInventory,
  replay,
  replayDifferences,
  SNAPSHOT_FORMATS,
  type Snapshot,
} from '@trackway/engine';
import { findAnyResult } from '../domains/calculations/index.ts';
import { loadCatalogueFromFiles, loadGazetteer } from '../domains/factors/index.ts';
import { decodeId } from '../platform/ids.ts';
import { type Command, CommandFailed, type Result, UsageError } from './command.ts';
import { table } from './text-table.ts';
import { withService } from './with-service.ts';

const MAX_SHOWN = 20;

export const calculateCommands: Readonly<Record<string, Command>> = {
  calculate: {
    summary: 'Calculates an inventory file (docs/schemas/inventory.schema.json); needs no server.',
    positionals: ['file.json'],
    options: {},
    run: async ({ positionals: [file = ''] }) => {
      const parsed = await readJson(file);
      const [catalogue, gazetteer] = await Promise.all([loadCatalogueFromFiles(), loadGazetteer()]);
      return explained(() =>
        shown(calculate(readInventory(parsed), catalogue.library, { gazetteer })),
      );
    },
  },
  replay: {
    summary: 'Makes a result again, from a calculation id or a result file, and compares the bits.',
    positionals: ['id or file.json'],
    options: {},
    run: async ({ positionals: [given = ''] }) => {
      const { snapshot, result } = await recorded(given);
      const differences = replayDifferences(result, snapshot).map(
        ({ path, kept, replayed }) =>
          `${path.join('.')}: ${JSON.stringify(kept)} before, ${JSON.stringify(replayed)} now`,
      );
      const { snapshotHash, co2eKg } = replay(snapshot);
      const data = { isSame: differences.length === 0, snapshotHash, differences };
      if (data.isSame)
        return { text: `The same bits: ${co2eKg} kg CO2e, snapshot ${snapshotHash}.`, data };
      const versions =
        snapshot.engineVersion === ENGINE_VERSION
          ? ''
          : ` It was made by engine ${snapshot.engineVersion}; this is ${ENGINE_VERSION}.`;
      throw new CommandFailed(
        `The replay differs.${versions}\n${differences.slice(0, MAX_SHOWN).join('\n')}`,
        data,
      );
    },
  },
};

export async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw new UsageError(`"${file}" cannot be read: ${error.message}`);
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandFailed(
      `"${file}" is not JSON: ${error instanceof Error ? error.message : ''}`,
      {},
    );
  }
}

/** Prints each problem of a refused calculation. */
export function explained(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof CalculationError) && !(error instanceof ProcessSystemError)) throw error;
    const { problems } = error;
    const lines = problems.map(({ path, message }) => {
      const place = typeof path === 'string' ? path : path.join('.');
      return `  ${place || '(file)'}: ${message}`;
    });
    throw new CommandFailed(['It cannot be calculated:', ...lines].join('\n'), { problems });
  }
}

function shown(result: Footprint | ProcessSolution): Result {
  if (!('co2eKg' in result)) {
    const data: unknown = JSON.parse(JSON.stringify(result, mapsAsObjects));
    return { text: JSON.stringify(data, undefined, 2), data };
  }
  const { subject, co2eKg, phases, assumptions, contributions } = result;
  const { amount, unit } = subject.declaredUnit;
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
  const text = [
    `${subject.name}: ${rounded(co2eKg)} kg CO2e per ${amount} ${unit} (${result.detail})`,
    '',
    table(
      phases.map((phase) => ({
        phase: phase.phase,
        'kg CO2e': rounded(phase.co2eKg),
        share: percent(phase.share),
      })),
    ),
    '',
    table(
      contributions.slice(0, MAX_SHOWN).map((flow) => ({
        contribution: flow.label,
        amount: `${rounded(flow.amount)} ${flow.unit}`,
        'kg CO2e': rounded(flow.co2eKg),
        factor: `${flow.factorName} (${flow.geography} ${flow.year ?? ''})`,
      })),
    ),
    '',
    ...(assumptions.length === 0 ? [] : ['Assumptions, by what hangs on them:']),
    ...assumptions
      .slice(0, MAX_SHOWN)
      .map((each) => `  ${percent(each.contributionShare)}  ${each.reason}`),
    '',
    `Snapshot ${result.snapshotHash}`,
    ...result.factorSets.map((set) => `Data: ${set.attribution}`),
  ];
  return { text: text.join('\n'), data: result };
}

function mapsAsObjects(_key: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}

export function rounded(value: number): string {
  return String(Number(value.toPrecision(4)));
}

type Recorded = { readonly snapshot: Snapshot; readonly result: Partial<Footprint> };

async function recorded(given: string): Promise<Recorded> {
  const id = decodeId('calculation', given);
  if (id !== undefined) {
    const found = await withService(({ db }) => findAnyResult(db, id));
    if (found !== undefined) return found;
    throw new CommandFailed(`There is no calculation ${given} here.`, {});
  }
  const parsed = await readJson(given);
  if (isResult(parsed)) {
    const { snapshot, ...result } = parsed;
    return { snapshot, result };
  }
  throw new CommandFailed(
    `"${given}" is neither a calculation id nor a result as \`calculate --json\` prints it.`,
    {},
  );
}

function isResult(value: unknown): value is { readonly snapshot: Snapshot } {
  if (typeof value !== 'object' || value === null || !('snapshot' in value)) return false;
  const { snapshot } = value;
  return (
    typeof snapshot === 'object' &&
    snapshot !== null &&
    'format' in snapshot &&
    SNAPSHOT_FORMATS.some((format) => format === snapshot.format)
  );
}
