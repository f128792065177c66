import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { renderAgainTask, renderSliceTask, renderTask, useFonts } from './domains/assets/index.ts';
import { readBrandTask } from './domains/brands/index.ts';
import { calculationTasks } from './domains/calculations/index.ts';
import { loadCatalogue, loadGazetteer, readFactorsTask } from './domains/factors/index.ts';
import { transportLegsTask } from './domains/orders/index.ts';
import { scenarioTasks } from './domains/scenarios/index.ts';
import { writeSupplyChainTask } from './domains/supply-chains/index.ts';
import { openDatabase } from './platform/database/index.ts';
import { recordStatements } from './platform/database/statement-record.ts';
import type { FontSettings } from './platform/fonts.ts';
import { collectWhenIdle } from './platform/heap-bound.ts';
import { type Reply, WARM_UP } from './platform/work-pool.ts';
import { type AnyTask, plainError } from './rules/compute.ts';

/** A thread of the pool: it reads on a connection of its own, computes, and writes nothing. */

export type ThreadData = {
  readonly url: string;
  readonly recordStatements: string | undefined;
  readonly fonts: FontSettings;
};

/** Somewhat below the event loop and the database, when the cores are busy. */
const LOWER_PRIORITY = 3;

const tasks = new Map<string, AnyTask>(
  [
    ...calculationTasks,
    ...scenarioTasks,
    transportLegsTask,
    writeSupplyChainTask,
    readFactorsTask,
    readBrandTask,
    renderTask,
    renderSliceTask,
    renderAgainTask,
  ].map((task) => [task.name, task]),
);
const { url, recordStatements: record, fonts }: ThreadData = workerData;
useFonts(fonts);
const onStatement = record === undefined ? undefined : recordStatements(record);
const opening = openDatabase({ url, onStatement, pipelines: 1, poolSize: 1 });
const loading = Promise.all([opening.then(loadCatalogue), loadGazetteer()]);
// On Linux the priority is that of the thread. A request waits for a thread that starts.
if (process.platform === 'linux') {
  void loading.then(
    () => setPriority(LOWER_PRIORITY),
    () => undefined,
  );
}

const becomeIdle = collectWhenIdle();

parentPort?.on('message', ({ task: name, input }) => {
  perform(name, input.scope, input.input).then(
    (output) => reply({ output }),
    (error: unknown) => reply({ failure: plainError(error) }),
  );
});

async function perform(
  name: string,
  scope: Parameters<AnyTask['perform']>[2],
  input: unknown,
): Promise<unknown> {
  const [factors, gazetteer] = await loading;
  if (name === WARM_UP) return undefined;
  const task = tasks.get(name);
  if (task === undefined) throw new Error(`No task is called ${name}.`);
  return task.perform({ factors, gazetteer }, await opening, scope, input);
}

function reply(message: Reply): void {
  parentPort?.postMessage(message);
  becomeIdle();
}
