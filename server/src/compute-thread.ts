import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { listenToSteps } from '@trackway/engine';
import { calculationTasks } from './domains/calculations/index.ts';
import { loadTools, readFactorsTask } from './domains/factors/index.ts';
import { transportLegsTask } from './domains/orders/index.ts';
import { scenarioTasks } from './domains/scenarios/index.ts';
import { writeSupplyChainTask } from './domains/supply-chains/index.ts';
import { type Reply, WARM_UP } from './platform/concurrency/pool-job.ts';
import { GaveWay, leaveBetweenSteps } from './platform/concurrency/wanted-threads.ts';
import { openDatabase, readingThrough } from './platform/database/index.ts';
import { recordStatements } from './platform/database/statement-record.ts';
import type { FontSettings } from './platform/fonts.ts';
import { collectWhenIdle } from './platform/process/heap-bound.ts';
import { lowerPriority } from './platform/process/lower-priority.ts';
import { type AnyTask, plainError } from './rules/jobs/compute.ts';

/** A thread of the pool: it reads on a connection of its own, computes, and writes nothing. */

export type ThreadData = {
  readonly url: string;
  readonly recordStatements: string | undefined;
  readonly fonts: FontSettings;
};

/** Somewhat below the event loop and the database, when the cores are busy. */
const STEPS_BELOW = 3;

const tasks = new Map<string, AnyTask>();
addTasks([
  ...calculationTasks,
  ...scenarioTasks,
  transportLegsTask,
  writeSupplyChainTask,
  readFactorsTask,
]);
const { url, recordStatements: record, fonts }: ThreadData = workerData;
const onStatement = record === undefined ? undefined : recordStatements(record);
const opening = openDatabase({ url, onStatement, pipelines: 1, poolSize: 1 });
const loading = opening.then(loadTools);
// On Linux the priority is that of the thread. A request waits for a thread that starts.
if (process.platform === 'linux') {
  void loading.then(
    () => lowerPriority(STEPS_BELOW),
    () => undefined,
  );
}

const becomeIdle = collectWhenIdle();

parentPort?.on('message', ({ task: name, input, reads, wanted, stopped }) => {
  listenToSteps(leaveBetweenSteps({ wanted, stopped }));
  const work = name === WARM_UP ? load(input) : perform(name, input.scope, input.input, reads);
  work.then(
    (output) => reply({ output }),
    (error: unknown) =>
      reply(error instanceof GaveWay ? { gaveWay: true } : { failure: plainError(error) }),
  );
});

/** Loads what all tasks need, and what one of them needs. */
async function load(name: string | undefined): Promise<void> {
  await loading;
  if (name !== undefined) await (await taskOf(name)).load();
}

async function perform(
  name: string,
  scope: Parameters<AnyTask['perform']>[1]['scope'],
  input: unknown,
  reads: MessagePort | undefined,
): Promise<unknown> {
  const [task, tools, db] = await Promise.all([taskOf(name), loading, opening]);
  const reading = reads === undefined ? db : readingThrough(db, reads);
  return task.perform(tools, { db: reading, scope }, input);
}

async function taskOf(name: string): Promise<AnyTask> {
  if (!tasks.has(name)) await loadDrawing();
  const task = tasks.get(name);
  if (task === undefined) throw new Error(`No task is called ${name}.`);
  return task;
}

/** The tasks that draw are loaded when one is needed: a thread that only calculates starts sooner and is smaller. */
async function loadDrawing(): Promise<void> {
  const [{ useFonts, ...assets }, brands] = await Promise.all([
    import('./domains/assets/index.ts'),
    import('./domains/brands/index.ts'),
  ]);
  useFonts(fonts);
  addTasks([
    brands.readBrandTask,
    assets.renderTask,
    assets.renderSliceTask,
    assets.renderAgainTask,
  ]);
}

function addTasks(added: readonly AnyTask[]): void {
  for (const task of added) tasks.set(task.name, task);
}

function reply(message: Reply): void {
  parentPort?.postMessage(message);
  becomeIdle();
}
