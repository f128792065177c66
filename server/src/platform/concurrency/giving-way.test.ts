import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../testing.ts';
import { type Turn, WorkStopped } from './pool-job.ts';
import { WorkPool } from './work-pool.ts';

/** `spin` works in steps until its gate is open, and shows how often it began and its CPU time in ms; the others are short. */
const PROGRAM = `
  import { parentPort, threadId } from 'node:worker_threads';
  import { GaveWay, leaveBetweenSteps } from '${new URL('./wanted-threads.ts', import.meta.url)}';
  parentPort.on('message', ({ task, input, wanted, stopped }) => {
    if (task === 'thread') return parentPort.postMessage({ output: threadId });
    if (task !== 'spin') return parentPort.postMessage({ output: input });
    const endStep = leaveBetweenSteps({ wanted, stopped });
    const state = new Int32Array(input);
    Atomics.add(state, 1, 1);
    try {
      while (Atomics.load(state, 0) === 0) {
        endStep();
        Atomics.store(state, 2, process.threadCpuUsage().user / 1_000);
      }
      parentPort.postMessage({ output: 'done' });
    } catch (error) {
      if (!(error instanceof GaveWay)) throw error;
      parentPort.postMessage({ gaveWay: true });
    }
  });`;

function newPool(threads: number): WorkPool {
  const pool = new WorkPool({
    program: new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`),
    workerData: undefined,
    errorOf: (failure) => new Error(String(failure)),
    threads,
  });
  after(() => pool.close());
  return pool;
}

const turnOf = (tenant: string, signal?: AbortSignal): Turn => ({
  tenant,
  deadlineMs: performance.now() + 600_000,
  signal,
});

const inBackground = (tenant: string): Turn => ({ ...turnOf(tenant), isBackground: true });

/** Long work of a tenant that has begun. */
async function longWork(pool: WorkPool, turn: Turn) {
  const memory = new SharedArrayBuffer(12);
  const state = new Int32Array(memory);
  const output = pool.run<string>('spin', memory, turn);
  const starts = () => Atomics.load(state, 1);
  await until(() => starts() === 1);
  const cpuMs = () => Atomics.load(state, 2);
  return { output, starts, cpuMs, end: () => Atomics.store(state, 0, 1) };
}

test('long work gives way to a tenant that has no thread, begins again and is done', async () => {
  const pool = newPool(2);
  const works = [await longWork(pool, turnOf('A')), await longWork(pool, turnOf('B'))];
  const starts = () => works.map((work) => work.starts()).toSorted();
  assert.equal(await pool.run('echo', 1, turnOf('C')), 1);
  await until(() => starts().join() === '1,2');
  assert.equal(await pool.run('echo', 2, turnOf('C')), 2);
  // One that began again keeps its thread: the other one has given way now, and waits for that thread.
  assert.deepEqual(starts(), [1, 2]);
  assert.equal(await pool.run('echo', 3, turnOf('D')), 3);
  assert.deepEqual(starts(), [1, 2]);
  for (const { end } of works) end();
  assert.deepEqual(await Promise.all(works.map(({ output }) => output)), ['done', 'done']);
  assert.deepEqual(starts(), [2, 2]);
});

test('long work keeps its thread while only tenants wait that have one', async () => {
  const pool = newPool(2);
  const works = [await longWork(pool, turnOf('A')), await longWork(pool, turnOf('B'))];
  // On a busy machine the second thread can load for so long that the first work has given way to it.
  const before = works.map((work) => work.starts());
  const waiting = pool.run('echo', 1, turnOf('A'));
  await until(() => works.every((work) => work.cpuMs() > 500));
  assert.deepEqual(
    works.map((work) => work.starts()),
    before,
  );
  for (const { end } of works) end();
  assert.equal(await waiting, 1);
  assert.deepEqual(await Promise.all(works.map(({ output }) => output)), ['done', 'done']);
});

test('work that is stopped leaves its thread at the next step, and the thread stays', async () => {
  const pool = newPool(1);
  const before = await pool.run<number>('thread', null, turnOf('A'));
  const stopping = new AbortController();
  const { output } = await longWork(pool, turnOf('A', stopping.signal));
  const stopped = assert.rejects(output, WorkStopped);
  stopping.abort();
  await stopped;
  assert.equal(await pool.run('thread', null, turnOf('B')), before);
});

test('work that somebody waits for goes before work in the background of its tenant, three times', async () => {
  const pool = newPool(1);
  const order: string[] = [];
  const run = (name: string, turn: Turn) =>
    pool.run('echo', name, turn).then(() => order.push(name));
  const { output, end } = await longWork(pool, inBackground('A'));
  const queued = [
    ...['job 1', 'job 2'].map((name) => run(name, inBackground('A'))),
    ...['1', '2', '3', '4', '5', '6', '7'].map((name) => run(name, turnOf('A'))),
    run('other', turnOf('B')),
  ];
  end();
  await Promise.all([output, ...queued]);
  const expected = ['1', 'other', '2', '3', 'job 1', '4', '5', '6', 'job 2', '7'];
  assert.deepEqual(order, expected);
});

test('work that somebody waits for has the last thread while a job of its tenant has the others, until another tenant wants it', async () => {
  const pool = newPool(2);
  const order: string[] = [];
  const run = (name: string, turn: Turn) =>
    pool.run('echo', name, turn).then(() => order.push(name));
  const job = await longWork(pool, inBackground('A'));
  // Both threads have loaded.
  await pool.run('echo', 0, turnOf('B'));
  const queued = [run('job', inBackground('A')), run('own', turnOf('A'))];
  await run('other', turnOf('B'));
  assert.deepEqual(order, ['own', 'other']);
  const long = await longWork(pool, turnOf('A'));
  const next = run('waiting', turnOf('A'));
  await run('another', turnOf('B'));
  // One of the two gave way: a tenant without a thread waits for neither.
  assert.deepEqual(order, ['own', 'other', 'another']);
  for (const { end } of [job, long]) end();
  await Promise.all([job.output, long.output, next, ...queued]);
});
