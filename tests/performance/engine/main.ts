import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LiveSystem } from '../../../engine/src/live-system/live-system.ts';
import { accumulateRows } from '../../../engine/src/system/accumulate-rows.ts';
import {
  compileSystem,
  createProductModel,
  type SystemInput,
  solveIntensities,
  solveProcessSystem,
} from '../../../engine/src/system/index.ts';
import { readProcessSystem } from '../../../engine/src/system/read-process-system.ts';
import { economy } from '../../engine/economy.ts';
import type { Table } from '../table.ts';
import { openPeerDesk } from './peers.ts';
import { background, catalogue, tangled } from './systems.ts';
import { show, showBoth, time } from './timing.ts';

type Row = readonly [what: string, target: string, engine: string, ...peers: string[]];

/** Every target of the engine, with references measured in the same run. */
export async function engineBenchmarks(): Promise<Table[]> {
  const rows: Row[] = [
    productRow(),
    ...(await catalogueRows('catalogue 100,000 × 1M × 16', catalogue())),
    ...(await catalogueRows('tangled 100,000 × 1M × 16', tangled())),
    ...editRows(),
    ...productMonteCarloRows(),
    ...(await memoryRows()),
  ];
  const systems: Row[] = [
    await solverRow('20,000 × 250,000 × 16, no loops', background(0)),
    await solverRow('same, 0.2 % feedback', background(0.002)),
    await solverRow('same, 2 % feedback', background(0.02)),
    await solverRow('same, half feedback', background(0.5)),
    await economyRow(),
  ];
  const notes = [
    'Engine: median (best), one thread of plain TypeScript unless said otherwise.',
    'C: the same loop on the same arrays, gcc -O3 -march=native.',
    "gap: largest relative difference between the peer's solution and the engine's.",
    'Peers are stopped after 8 s. SciPy series: terms until 1e-12 of the largest.',
    'Missing peers: apt-get install gcc python3-scipy libsuitesparse-dev',
  ];
  return [
    {
      title: 'Engine: targets',
      columns: ['what', 'target', 'engine', 'C', 'SciPy series'],
      rows,
      notes,
    },
    {
      title: 'Engine: cyclic systems beside other solvers',
      columns: ['what', 'target', 'engine', 'SciPy series', 'SciPy SuperLU', 'UMFPACK'],
      rows: systems,
      notes: ['The economy is solved by the dense solver of NumPy in the place of SuperLU.'],
    },
  ];
}

/** 600 inputs of one product, all 16 indicators. */
function productRow(): Row {
  const system = solveIntensities(compileSystem(catalogue(20_000, 200_000)));
  const count = 600;
  const rows = {
    starts: Int32Array.of(0),
    ends: Int32Array.of(count),
    suppliers: Int32Array.from({ length: count }, (_, at) => (at * 7919) % 20_000),
    amounts: new Float64Array(count).fill(0.5),
    values: system.values,
    initial: new Float64Array(16),
    target: new Float64Array(16),
    width: 16,
  };
  const timing = time(5000, () => accumulateRows(rows, 0, 1, 0, 0), 2000);
  return ['one product, 600 inputs, 16 indicators', '< 50 µs', showBoth(timing), '–', '–'];
}

async function catalogueRows(name: string, input: SystemInput): Promise<Row[]> {
  const compile = time(7, () => compileSystem(input));
  const system = compileSystem(input);
  const values = solveIntensities(system).values;
  const again = time(25, () => solveIntensities(system, values));
  const fresh = time(7, () => solveIntensities(system));
  const desk = openPeerDesk(input);
  const rows: Row[] = [
    [`${name}: compile`, '< 120 ms', showBoth(compile), '–', '–'],
    [
      `${name}: solve`,
      '< 10 ms',
      showBoth(again),
      await desk.rows(25),
      await desk.scipy('neumann'),
    ],
    [`${name}: solve into new memory`, '', showBoth(fresh), '–', '–'],
  ];
  desk.close();
  return rows;
}

function editRows(): Row[] {
  const input = catalogue();
  const live = new LiveSystem(input);
  const { nodeCount, consumers } = input;
  const finished = (round: number) => nodeCount / 4 + ((round * 7919) % ((nodeCount * 3) / 4));
  const edgeOf = (round: number) => (round * 104_729) % consumers.length;
  const amount = time(
    4000,
    (round) => {
      const edge = edgeOf(round);
      live.apply([{ kind: 'AMOUNT', edge, amount: 0.05 + (round % 7) * 0.001 }]);
    },
    500,
  );
  const direct = time(
    4000,
    (round) => {
      const values = new Float64Array(16).fill(1 + (round % 5));
      live.apply([{ kind: 'DIRECT', node: finished(round), values }]);
    },
    500,
  );
  const insert = time(
    2000,
    (round) => {
      const supplier = (round * 31) % (nodeCount / 4);
      live.apply([{ kind: 'INSERT', consumer: finished(round), supplier, amount: 0.01 }]);
    },
    100,
  );
  const row = (what: string, { medianMs, p99Ms }: typeof amount): Row => {
    return [what, '< 20 µs median', `${show(medianMs)} (p99 ${show(p99Ms)})`, '–', '–'];
  };
  return [
    row('edit: impacts of a finished product', direct),
    row('edit: new component of a finished product', insert),
    row('edit: any amount in the catalogue', amount),
  ];
}

function productMonteCarloRows(): Row[] {
  return [60, 600].map((count) => {
    const model = createProductModel({
      indicatorCount: 16,
      parameters: Array.from({ length: 2 * count }, (_, key) => {
        return { key, distribution: { kind: 'LOGNORMAL', median: 1, sigma: 0.1 } };
      }),
      terms: Array.from({ length: count }, (_, at) => {
        const row = new Float64Array(16).fill(at);
        return { base: 1, parameters: [2 * at, 2 * at + 1], row };
      }),
    });
    const timing = time(9, (round) => model.sample(round, 0, 1000));
    const what = `product Monte Carlo, 1,000 × 16, ${count} components (${2 * count} draws)`;
    return [what, '< 20 ms', showBoth(timing), '–', '–'];
  });
}

async function memoryRows(): Promise<Row[]> {
  const probe = join(import.meta.dirname, 'memory-probe.ts');
  const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', probe]);
  const kept: { solvedMb: number; liveMb: number } = JSON.parse(stdout);
  const row = (what: string, mb: number): Row => [
    what,
    '< 150 MB',
    `${Math.round(mb)} MB`,
    '–',
    '–',
  ];
  return [
    row('memory of a solved catalogue of 100,000', kept.solvedMb),
    row('memory of the same, ready for edits', kept.liveMb),
  ];
}

async function solverRow(name: string, input: SystemInput): Promise<Row> {
  const system = compileSystem(input);
  const values = solveIntensities(system).values;
  const timing = time(7, () => solveIntensities(system, values), 2);
  const desk = openPeerDesk(input);
  const peers = [await desk.scipy('neumann'), await desk.scipy('superlu'), await desk.umfpack()];
  desk.close();
  return [name, '', showBoth(timing), ...peers];
}

async function economyRow(): Promise<Row> {
  const document = economy();
  const timing = time(5, () => solveProcessSystem(document), 1);
  const desk = openPeerDesk(readProcessSystem(document).input);
  const peers = [await desk.scipy('neumann'), await desk.scipy('dense'), await desk.umfpack()];
  desk.close();
  return ['economy of 411 sectors × 23, from JSON objects', '< 5 s', showBoth(timing), ...peers];
}
