import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { until } from '../testing.ts';
import { type Turn, WorkStopped, WorkTooLarge } from './pool-job.ts';
import { WorkPool } from './work-pool.ts';

/**
 * Echoes its input; `wait` waits for a byte of shared memory, so that tests decide who is at work, and `meet` for a second
 * thread.
 */
const PROGRAM = `
  import { getHeapStatistics } from 'node:v8';
  import { parentPort, threadId } from 'node:worker_threads';
  const kept = [];
  parentPort.on('message', ({ task, input }) => {
    if (task === 'fail') return parentPort.postMessage({ failure: input });
    if (task === 'thread') return parentPort.postMessage({ output: threadId });
    if (task === 'heap') return parentPort.postMessage({ output: getHeapStatistics().heap_size_limit });
    if (task === 'exit') process.exit(1);
    if (task === 'wait') Atomics.wait(new Int32Array(input), 0, 0);
    if (task === 'meet') {
      const met = new Int32Array(input);
      if (Atomics.add(met, 0, 1) === 0) Atomics.wait(met, 0, 1);
      else Atomics.notify(met, 0);
      return parentPort.postMessage({ output: threadId });
    }
    if (task === 'fill') for (;;) kept.push(Array.from({ length: 1e5 }, () => ({ input })));
    parentPort.postMessage({ output: task === 'wait' ? 'released' : input });
  });`;

function newPool(threads: number, program = PROGRAM, workerData: unknown = undefined): WorkPool {
  const pool = new WorkPool({
    program: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
    workerData,
    errorOf: (failure) => new Error(String(failure)),
    threads,
    heapMb: 32,
  });
  after(() => pool.close());
  return pool;
}

function turnOf(tenant: string, signal?: AbortSignal): Turn {
  return { tenant, deadlineMs: performance.now() + 60_000, signal };
}

function newGate() {
  const memory = new SharedArrayBuffer(4);
  const open = () => {
    Atomics.store(new Int32Array(memory), 0, 1);
    Atomics.notify(new Int32Array(memory), 0);
  };
  return { memory, open };
}

test('runs tasks in threads, and reports the errors of a task and of its thread', async () => {
  const pool = newPool(1);
  assert.deepEqual(await pool.run('echo', { a: [1] }, turnOf('A')), { a: [1] });
  await assert.rejects(pool.run('fail', 'why', turnOf('A')), /^Error: why$/);
  await assert.rejects(pool.run('exit', null, turnOf('A')), /thread ended/);
  await assert.rejects(pool.run('fill', null, turnOf('A')), WorkTooLarge);
  assert.equal(await pool.run('echo', 1, turnOf('A')), 1);
});

test('the heap of a thread is bounded, its young objects too, whatever the flags of the process', async () => {
  const bytes = await newPool(1).run<number>('heap', null, turnOf('A'));
  assert.equal(bytes / 1024 ** 2, 32 + 3 * 8);
});

test('a pool is warm when its first thread answers, or cannot', async () => {
  const pool = newPool(1);
  await pool.warmUp();
  const ended = newPool(1);
  const warm = ended.warmUp();
  await ended.close();
  await warm;
  assert.equal(await pool.run('echo', 1, turnOf('A')), 1);
});

test('a thread that could not load gets no job: the next one has a new thread', async () => {
  const program = `
    import { parentPort, workerData } from 'node:worker_threads';
    const isFirst = Atomics.add(new Int32Array(workerData), 0, 1) === 0;
    parentPort.on('message', ({ input }) => parentPort.postMessage(isFirst ? { failure: 'why' } : { output: input }));`;
  const pool = newPool(1, program, new SharedArrayBuffer(4));
  await assert.rejects(pool.run('echo', 1, turnOf('A')), /^Error: why$/);
  assert.equal(await pool.run('echo', 2, turnOf('A')), 2);
});

test('input that cannot be sent to a thread fails its job alone', async () => {
  const pool = newPool(1);
  const before = await pool.run<number>('thread', null, turnOf('A'));
  const gate = newGate();
  const held = pool.run('wait', gate.memory, turnOf('A'));
  const unsendable = ['A', 'B'].map((tenant) =>
    assert.rejects(
      pool.run('echo', () => {}, turnOf(tenant)),
      { name: 'DataCloneError' },
    ),
  );
  const next = pool.run('thread', null, turnOf('A'));
  gate.open();
  await Promise.all([held, ...unsendable]);
  assert.equal(await next, before);
  await assert.rejects(
    pool.run('echo', () => {}, turnOf('A')),
    { name: 'DataCloneError' },
  );
  assert.equal(await pool.run('thread', null, turnOf('A')), before);
});

test('jobs that wait for a thread fail when none can be started, and the pool goes on', async () => {
  const pool = newPool(2, PROGRAM, () => {});
  await pool.warmUp();
  const jobs = ['A', 'A', 'B'].map((tenant) =>
    assert.rejects(pool.run('echo', 1, turnOf(tenant)), { name: 'DataCloneError' }),
  );
  await Promise.all(jobs);
  await assert.rejects(pool.run('echo', 1, turnOf('A')), { name: 'DataCloneError' });
});

test('a thread that ends while it loads fails the jobs that wait for it, and the next job begins another', async () => {
  const count = (ending: string) => `
    import { parentPort, workerData } from 'node:worker_threads';
    const kept = [];
    const isFirst = Atomics.add(new Int32Array(workerData), 0, 1) === 0;
    if (isFirst) { ${ending} }
    parentPort.on('message', ({ input }) => parentPort.postMessage({ output: input }));`;
  const endings = {
    memory: 'for (;;) kept.push(Array.from({ length: 1e5 }, () => ({ kept })));',
    exit: 'process.exit(1);',
    error: 'throw new Error("no");',
  };
  for (const [name, ending] of Object.entries(endings)) {
    const starts = new SharedArrayBuffer(4);
    const pool = newPool(2, count(ending), starts);
    const jobs = ['A', 'B'].map((tenant) =>
      assert.rejects(pool.run('echo', 1, turnOf(tenant)), /A thread ended/, name),
    );
    await Promise.all(jobs);
    assert.equal(await pool.run('echo', 2, turnOf('A')), 2);
    assert.deepEqual(new Int32Array(starts), new Int32Array([2]), name);
  }
});

test('of two idle threads one ends soon, the last one stays', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const pool = newPool(2);
  const bothThreads = async () => {
    const memory = new SharedArrayBuffer(4);
    const meet = () => pool.run<number>('meet', memory, { ...turnOf('A'), isShort: true });
    return new Set(await Promise.all([meet(), meet()]));
  };
  const first = await bothThreads();
  assert.deepEqual(await bothThreads(), first);
  t.mock.timers.tick(30_000);
  const second = await bothThreads();
  assert.equal(second.intersection(first).size, 1);
  t.mock.timers.tick(30_000);
  t.mock.timers.tick(24 * 3_600_000);
  const third = await bothThreads();
  assert.equal(third.intersection(second).size, 1);
});

test('a job waits for the thread that loads, and starts no other', async () => {
  const before = await newPool(1).run<number>('thread', null, turnOf('A'));
  const pool = newPool(2);
  const warm = pool.warmUp();
  assert.equal(await pool.run('thread', null, turnOf('A')), before + 1);
  await warm;
});

test('a job that gives up while a thread loads leaves the thread to the next one', async () => {
  const [before, pool] = [newPool(1), newPool(1)];
  const earlier = await before.run('thread', null, turnOf('A'));
  const early = { ...turnOf('A'), deadlineMs: performance.now() + 1 };
  await assert.rejects(pool.run('echo', 1, early), WorkStopped);
  assert.equal(await pool.run('thread', null, turnOf('A')), Number(earlier) + 1);
});

test('a job that gives up while the program of its task loads leaves the loaded thread to the next one', async () => {
  const [gate, loads] = [newGate(), new Int32Array(new SharedArrayBuffer(4))];
  const program = `
    import { parentPort, threadId, workerData } from 'node:worker_threads';
    const { memory, loads } = workerData;
    const drawing = 'draw';
    parentPort.on('message', ({ task, input }) => {
      if (task === 'warm up' && input === drawing) {
        Atomics.add(loads, 0, 1);
        Atomics.wait(new Int32Array(memory), 0, 0);
      }
      parentPort.postMessage({ output: threadId });
    });`;
  const pool = newPool(1, program, { memory: gate.memory, loads });
  const first = await pool.run<number>('calculate', null, turnOf('A'));
  const impatient = { ...turnOf('A'), deadlineMs: performance.now() + 20 };
  await assert.rejects(pool.run('draw', null, impatient), WorkStopped);
  const patient = pool.run('draw', null, turnOf('B'));
  gate.open();
  assert.equal(await patient, first);
  assert.equal(await pool.run('draw', null, turnOf('A')), first);
  assert.equal(loads[0], 1);
});

test('a tenant with many jobs leaves a thread to others, and tenants take turns', async () => {
  const pool = newPool(2);
  const gate = newGate();
  const first = pool.run('wait', gate.memory, turnOf('A'));
  const ended: string[] = [];
  const run = (name: string, tenant: string) =>
    pool.run('echo', name, turnOf(tenant)).then(() => ended.push(name));
  const others = [run('A2', 'A'), run('A3', 'A')];
  // Although A came first, B gets the other thread at once.
  await run('B1', 'B');
  assert.deepEqual(ended, ['B1']);
  gate.open();
  assert.equal(await first, 'released');
  await Promise.all(others);

  const single = newPool(1);
  await single.warmUp();
  const second = newGate();
  const held = single.run('wait', second.memory, turnOf('A'));
  const order: string[] = [];
  const queued = ['A1', 'A2', 'A3', 'B1', 'C1'].map((name) =>
    single.run('echo', name, turnOf(name.charAt(0))).then(() => order.push(name)),
  );
  second.open();
  await Promise.all([held, ...queued]);
  assert.deepEqual(order, ['A1', 'B1', 'C1', 'A2', 'A3']);
});

test('short work of one tenant takes the last thread only while no other tenant waits', async () => {
  const pool = newPool(2);
  const gates = [newGate(), newGate()];
  const short = { ...turnOf('A'), isShort: true };
  // Each waits for its gate: both are released only if both run at a time.
  const held = gates.map(({ memory }) => pool.run('wait', memory, short));
  const order: string[] = [];
  const run = (name: string, turn: Turn) =>
    pool.run('echo', name, turn).then(() => order.push(name));
  const queued = [run('A3', short), run('A4', short), run('B1', turnOf('B'))];
  gates[1]?.open();
  await Promise.all(queued);
  // B came last and had no thread: the thread that became free was its own.
  assert.deepEqual(order, ['B1', 'A3', 'A4']);
  gates[0]?.open();
  assert.deepEqual(await Promise.all(held), ['released', 'released']);
});

test('short work begins when the long work before it gives up', async () => {
  const pool = newPool(2);
  const gate = newGate();
  const running = pool.run('wait', gate.memory, turnOf('A'));
  // Both threads have loaded.
  await pool.run('echo', 0, turnOf('B'));
  const late = { tenant: 'A', deadlineMs: performance.now() + 50 };
  const long = assert.rejects(pool.run('echo', 1, late), WorkStopped);
  const short = pool.run('echo', 2, { ...turnOf('A'), isShort: true });
  await long;
  assert.equal(await short, 2);
  gate.open();
  assert.equal(await running, 'released');
});

test('work is dropped at its deadline or when nobody waits for it, running or not', async () => {
  const pool = newPool(1);
  await pool.warmUp();
  const gate = newGate();
  const controller = new AbortController();
  const running = pool.run('wait', gate.memory, turnOf('A', controller.signal));
  const late = { tenant: 'A', deadlineMs: performance.now() + 5 };
  await assert.rejects(pool.run('echo', 1, late), WorkStopped);
  const waiting = pool.run('echo', 2, turnOf('A', controller.signal));
  const next = pool.run('echo', 3, turnOf('A'));
  controller.abort();
  await assert.rejects(running, WorkStopped);
  await assert.rejects(waiting, WorkStopped);
  // The thread of the dropped job was ended although it never came back, and replaced.
  assert.equal(await next, 3);
  await assert.rejects(pool.run('echo', 4, { tenant: 'A', deadlineMs: 0 }), WorkStopped);
});

test('jobs that are stopped together end one thread, not one each', async () => {
  const pool = newPool(1);
  const before = await pool.run<number>('thread', null, turnOf('A'));
  const { memory } = newGate();
  const stopping = new AbortController();
  const jobs = Array.from({ length: 20 }, () =>
    assert.rejects(pool.run('wait', memory, turnOf('A', stopping.signal)), WorkStopped),
  );
  stopping.abort();
  await Promise.all(jobs);
  const deadlineMs = performance.now() + 50;
  const late = Array.from({ length: 20 }, () =>
    assert.rejects(pool.run('wait', memory, { tenant: 'A', deadlineMs }), WorkStopped),
  );
  await Promise.all(late);
  const now = await pool.run<number>('thread', null, turnOf('A'));
  assert.ok(now <= before + 3, `${now - before} threads were started`);
});

test('a pool whose last thread has ended loads another before a job asks for it', async () => {
  const starts = new Int32Array(new SharedArrayBuffer(4));
  const counting = `${PROGRAM}
    import { workerData } from 'node:worker_threads';
    Atomics.add(workerData, 0, 1);`;
  const pool = newPool(1, counting, starts);
  // The program of the task has loaded: a job that is stopped before leaves its thread alone.
  const opened = newGate();
  opened.open();
  await pool.run('wait', opened.memory, turnOf('A'));
  const stopping = new AbortController();
  const stopped = pool.run('wait', newGate().memory, turnOf('A', stopping.signal));
  stopping.abort();
  await assert.rejects(stopped, WorkStopped);
  await until(() => starts[0] === 2);
  await assert.rejects(pool.run('fill', null, turnOf('A')), WorkTooLarge);
  await until(() => starts[0] === 3);
});

test('a pool that closes drops all work', async () => {
  const pool = newPool(1);
  const running = pool.run('wait', newGate().memory, turnOf('A'));
  const waiting = pool.run('echo', 1, turnOf('B'));
  const closed = pool.close();
  await assert.rejects(running, WorkStopped);
  await assert.rejects(waiting, WorkStopped);
  await closed;
  await assert.rejects(pool.run('echo', 2, turnOf('A')), WorkStopped);
});
