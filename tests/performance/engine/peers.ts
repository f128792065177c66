import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  compileSystem,
  type SystemInput,
  solveIntensities,
} from '../../../engine/src/system/index.ts';
import { show } from './timing.ts';

const run = promisify(execFile);
const SOURCES = join(import.meta.dirname, 'peers');
/** A peer that has not answered by then is reported as "stopped". */
const PATIENCE_MS = 8_000;

export type Method = 'neumann' | 'superlu' | 'dense';

/** Other solvers on one system, handed over as files in a folder of its own. */
export interface PeerDesk {
  /** The kernel's row loop in C. */
  rows(rounds: number): Promise<string>;
  scipy(method: Method): Promise<string>;
  umfpack(): Promise<string>;
  close(): void;
}

/** Writes a system out, with the engine's solution to compare with. */
export function openPeerDesk(input: SystemInput): PeerDesk {
  const folder = mkdtempSync(join(tmpdir(), 'trackway-bench-'));
  const entries = writeSystem(folder, input);
  const { nodeCount, indicatorCount } = input;
  const edgeCount = input.amounts.length;
  return {
    rows: (rounds) =>
      attempt('gcc', async () => {
        const binary = join(folder, 'limit');
        await run('gcc', ['-O3', '-march=native', '-o', binary, join(SOURCES, 'limit.c')]);
        return run(binary, [folder, `${nodeCount}`, `${edgeCount}`, `${rounds}`], {
          timeout: PATIENCE_MS,
        });
      }),
    scipy: (method) =>
      attempt('python3-scipy', () =>
        run(
          'python3',
          [join(SOURCES, 'scipy_peer.py'), folder, `${nodeCount}`, `${indicatorCount}`, method],
          { timeout: PATIENCE_MS },
        ),
      ),
    umfpack: () =>
      attempt('libsuitesparse-dev', async () => {
        const binary = join(folder, 'umfpack');
        await run('gcc', ['-O3', '-o', binary, join(SOURCES, 'umfpack.c'), '-lumfpack', '-lm']);
        return run(binary, [folder, `${nodeCount}`, `${entries}`, `${indicatorCount}`], {
          timeout: PATIENCE_MS,
        });
      }),
    close: () => rmSync(folder, { recursive: true }),
  };
}

/** Time and, where the peer returned a solution, its largest relative gap to the engine's. */
async function attempt(
  debianPackage: string,
  work: () => Promise<{ readonly stdout: string }>,
): Promise<string> {
  try {
    const { stdout } = await work();
    const answer: unknown = JSON.parse(stdout);
    const gap = numberIn(answer, 'gap');
    const time = show(numberIn(answer, 'medianMs') ?? numberIn(answer, 'ms'));
    return gap === undefined ? time : `${time} (gap ${gap.toExponential(0)})`;
  } catch (error) {
    const wasStopped = error instanceof Error && 'killed' in error && error.killed === true;
    return wasStopped ? `stopped at ${show(PATIENCE_MS)}` : `apt-get install ${debianPackage}`;
  }
}

function numberIn(value: unknown, name: string): number | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const found: unknown = Reflect.get(value, name);
  return typeof found === 'number' ? found : undefined;
}

function writeSystem(folder: string, input: SystemInput): number {
  const write = (name: string, data: Int32Array | Float64Array) =>
    writeFileSync(
      join(folder, name),
      new Uint8Array(data.buffer, data.byteOffset, data.byteLength),
    );
  const system = compileSystem(input);
  const { values } = solveIntensities(system);
  const width = input.indicatorCount;
  const solution = new Float64Array(values.length);
  system.nodeAt.forEach((node, position) => {
    solution.set(values.subarray(position * width, (position + 1) * width), node * width);
  });
  write('consumers.i32', input.consumers);
  write('suppliers.i32', input.suppliers);
  write('amounts.f64', input.amounts);
  write('direct.f64', input.direct);
  write('solution.f64', solution);
  write('row-start.i32', system.rowStart);
  write('row-suppliers.i32', system.suppliers);
  write('row-amounts.f64', system.amounts);
  write('row-direct.f64', system.direct);
  const columns = columnsOf(input);
  write('column-start.i32', columns.start);
  write('column-row.i32', columns.row);
  write('column-value.f64', columns.value);
  return columns.row.length;
}

/** I − A in compressed columns, rows ascending, parallel edges added: what UMFPACK takes. */
function columnsOf({ nodeCount, consumers, suppliers, amounts }: SystemInput) {
  const columns = Array.from({ length: nodeCount }, (_, node) => new Map([[node, 1]]));
  amounts.forEach((amount, edge) => {
    const column = columns[suppliers[edge] ?? 0];
    const consumer = consumers[edge] ?? 0;
    column?.set(consumer, (column.get(consumer) ?? 0) - amount);
  });
  const sorted = columns.map((column) => [...column].sort(([a], [b]) => a - b));
  const start = new Int32Array(nodeCount + 1);
  sorted.forEach((column, at) => {
    start[at + 1] = (start[at] ?? 0) + column.length;
  });
  return {
    start,
    row: Int32Array.from(sorted.flatMap((column) => column.map(([row]) => row))),
    value: Float64Array.from(sorted.flatMap((column) => column.map(([, value]) => value))),
  };
}
