import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { tenantOfWork } from '../database/connections/tenant-of-work.ts';
import { inTransaction, openDatabase } from '../database/index.ts';
import { testDatabase } from '../database/testing.ts';
import { startProxy } from '../database/testing-proxy.ts';
import { DiskFull } from '../disk.ts';
import { FileMissing } from '../files/index.ts';
import { newUuid } from '../ids.ts';
import { createLog } from '../log.ts';
import type { Scope } from '../scope.ts';
import { until, untilFound } from '../testing.ts';
import type { Job } from './job.ts';
import { claimJob } from './lease-store.ts';
import { JobError, type JobHandler, runJob, startJobRunner } from './runner.ts';
import { Stalls } from './stalls.ts';
import { findJobs, insertJob, updateJob } from './store.ts';

const { db, url } = await testDatabase();
const log = createLog('silent');
const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };

async function queue(input: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = newUuid();
  await inTransaction({ db, scope }, (work) =>
    insertJob(work, { id, kind: 'COUNT', state: 'QUEUED', input }),
  );
  return id;
}

function jobWhen(id: string, isSo: (job: Job) => boolean): Promise<Job> {
  return untilFound(async () => (await findJobs({ db, scope }, [id])).find(isSo));
}

/** Counts to ten, a checkpoint a step, noting where it began. */
function counting(starts: number[], stopAt = 0): JobHandler {
  return async (run) => {
    const { job, save, signal } = run;
    const from = Number(job.checkpoint?.['at'] ?? 0);
    starts.push(from);
    for (let at = from + 1; at <= 10 && !signal.aborted; at++) {
      await save(run, { checkpoint: { at }, doneCount: at, totalCount: 10 });
      if (at === stopAt) await new Promise((resolve) => signal.addEventListener('abort', resolve));
    }
  };
}

test('a job runs to its end and reports its progress', async () => {
  const id = await queue();
  const runner = startJobRunner(db, new Map([['COUNT', counting([])]]), log);
  const job = await jobWhen(id, ({ state }) => state === 'COMPLETED');
  await runner.close();
  assert.equal(job.doneCount, 10);
  assert.ok(job.finishedAt !== null && job.startedAt !== null);
});

test('a job takes connections from the share of its organization', async () => {
  const id = await queue();
  const tenants: (string | undefined)[] = [];
  const handler: JobHandler = async () => {
    tenants.push(tenantOfWork());
  };
  const runner = startJobRunner(db, new Map([['COUNT', handler]]), log);
  await jobWhen(id, ({ state }) => state === 'COMPLETED');
  await runner.close();
  assert.deepEqual(tenants, [scope.organizationId]);
});

test('an interrupted job continues from its checkpoint, not from the start', async () => {
  const id = await queue();
  const starts: number[] = [];
  const first = startJobRunner(db, new Map([['COUNT', counting(starts, 4)]]), log);
  await jobWhen(id, ({ doneCount }) => doneCount === 4);
  await first.close();
  assert.equal((await jobWhen(id, () => true)).state, 'QUEUED');
  const second = startJobRunner(db, new Map([['COUNT', counting(starts)]]), log);
  await jobWhen(id, ({ state }) => state === 'COMPLETED');
  await second.close();
  assert.deepEqual(starts, [0, 4]);
});

test('two workers never have one job', async () => {
  const starts: number[] = [];
  const ids = await Promise.all(Array.from({ length: 8 }, () => queue()));
  const runners = [1, 2, 3].map(() =>
    startJobRunner(db, new Map([['COUNT', counting(starts)]]), log),
  );
  for (const id of ids) await jobWhen(id, ({ state }) => state === 'COMPLETED');
  await Promise.all(runners.map((runner) => runner.close()));
  assert.deepEqual(
    starts,
    ids.map(() => 0),
  );
});

test('a job whose worker stops while taking it is released', async () => {
  const id = await queue();
  const own = await openDatabase({ url, pipelines: 1, poolSize: 1 });
  const runner = startJobRunner(own, new Map([['COUNT', counting([])]]), log);
  await runner.close();
  await own.destroy();
  assert.equal((await jobWhen(id, () => true)).state, 'QUEUED');
  await updateJob({ db, scope }, id, { state: 'CANCELLED' });
});

test('a cancelled job ends as cancelled and keeps what it had done', async () => {
  const id = await queue();
  const runner = startJobRunner(db, new Map([['COUNT', counting([], 3)]]), log);
  await jobWhen(id, ({ doneCount }) => doneCount === 3);
  await updateJob({ db, scope }, id, { isCancelRequested: true });
  const job = await jobWhen(id, ({ state }) => state === 'CANCELLED');
  await runner.close();
  assert.equal(job.doneCount, 3);
});

test('a job that is cancelled during its last step ends as cancelled, and the step is rolled back', async () => {
  const cancelling =
    (isSaved: boolean): JobHandler =>
    async ({ job, save }) => {
      await updateJob({ db, scope }, job.id, { isCancelRequested: true });
      if (isSaved) await inTransaction({ db, scope }, (work) => save(work, { doneCount: 10 }));
    };
  const stopping = new AbortController().signal;
  for (const isSaved of [false, true]) {
    await queue();
    const job = await claimJob(db, ['COUNT'], 60_000);
    assert.ok(job);
    await runJob({ db, job, handler: cancelling(isSaved), stopping, log });
    const [ended] = await findJobs({ db, scope }, [job.id]);
    assert.deepEqual([ended?.state, ended?.doneCount, ended?.error], ['CANCELLED', 0, null]);
  }
});

test('a failure that its owner can act on is reported, any other is masked', async () => {
  const failing: JobHandler = async ({ job }) => {
    throw job.input['isTold'] ? new JobError('Row 3 is broken: \0.') : new Error('secret detail');
  };
  const [told, masked] = [await queue({ isTold: true }), await queue({})];
  const runner = startJobRunner(db, new Map([['COUNT', failing]]), log);
  const [first, second] = [
    await jobWhen(told, ({ state }) => state === 'FAILED'),
    await jobWhen(masked, ({ state }) => state === 'FAILED'),
  ];
  await runner.close();
  assert.equal(first.error, 'Row 3 is broken: \ufffd.');
  assert.ok(!(second.error ?? '').includes('secret'));
});

test('a job whose file another process has says so, and what the operator does', async () => {
  const id = await queue();
  const failing: JobHandler = async () => {
    throw new FileMissing('x.upload');
  };
  const runner = startJobRunner(db, new Map([['COUNT', failing]]), log);
  const { error } = await jobWhen(id, ({ state }) => state === 'FAILED');
  await runner.close();
  assert.match(error ?? '', /file of this job is missing.*all processes the same files/);
});

/** A job taken by two workers, the second because the lease of the first ran out. */
async function takenTwice(): Promise<readonly [Job, Job]> {
  await queue();
  const first = await claimJob(db, ['COUNT'], -1);
  const second = await claimJob(db, ['COUNT'], 60_000);
  assert.ok(first !== undefined && second !== undefined);
  assert.equal(first.id, second.id);
  return [first, second];
}

test('a worker whose job was taken over changes it no more, neither going on nor failing', async () => {
  const [first, second] = await takenTwice();
  const stopping = new AbortController().signal;
  let hasTold = false;
  const telling = (handler: JobHandler): JobHandler => {
    return (given) => {
      given.onEnd(async () => {
        hasTold = true;
      });
      return handler(given);
    };
  };
  const failing: JobHandler = () => Promise.reject(new Error('Its file is gone.'));
  for (const handler of [telling(counting([])), telling(failing), async () => {}]) {
    await runJob({ db, job: first, handler, stopping, log });
    const [job] = await findJobs({ db, scope }, [first.id]);
    assert.deepEqual([job?.state, job?.doneCount, job?.error], ['RUNNING', 0, null]);
  }
  assert.equal(hasTold, false);
  await runJob({ db, job: second, handler: counting([]), stopping, log });
  const [job] = await findJobs({ db, scope }, [first.id]);
  assert.deepEqual([job?.state, job?.doneCount], ['COMPLETED', 10]);
});

test('work that records the end of a job runs in the transaction of the end', async () => {
  for (const [state, fails] of [
    ['FAILED', true],
    ['COMPLETED', false],
  ] as const) {
    const [, job] = await takenTwice();
    const states: unknown[] = [];
    const handler: JobHandler = async ({ onEnd }) => {
      onEnd(async (work, ended) => {
        states.push(ended.state, (await findJobs(work, [job.id]))[0]?.state);
      });
      if (fails) throw new JobError('No.');
    };
    await runJob({ db, job, handler, stopping: new AbortController().signal, log });
    assert.deepEqual(states, [state, state]);
  }
});

test('a job whose end is committed without an answer has ended, once', async () => {
  const proxy = await startProxy(url);
  const own = await openDatabase({ url: proxy.url });
  after(() => own.destroy());
  const kind = `END ${newUuid()}`;
  await inTransaction({ db, scope }, (work) =>
    insertJob(work, { id: newUuid(), kind, state: 'QUEUED', input: {} }),
  );
  const job = await claimJob(db, [kind], 60_000);
  assert.ok(job);
  const handler: JobHandler = async ({ onEnd }) => onEnd(async () => proxy.deafen());
  const stopping = new AbortController().signal;
  const running = runJob({ db: own, job, handler, stopping, log });
  await jobWhen(job.id, ({ state }) => state === 'COMPLETED');
  proxy.shut();
  proxy.moveOn();
  await running;
  const [ended] = await findJobs({ db, scope }, [job.id]);
  assert.equal(ended?.state, 'COMPLETED');
});

test('a job whose statements take too long goes on, until it has not moved on for long', async () => {
  const kind = `STALL ${newUuid()}`;
  const id = newUuid();
  await inTransaction({ db, scope }, (work) =>
    insertJob(work, { id, kind, state: 'QUEUED', input: {} }),
  );
  const stopped = Object.assign(new pg.DatabaseError('statement timeout', 0, 'error'), {
    code: '57014',
  });
  let turn = 0;
  const handler: JobHandler = async (run) => {
    turn += 1;
    if (turn === 2) await run.save(run, { checkpoint: { at: turn } });
    throw stopped;
  };
  const stopping = new AbortController().signal;
  const states: unknown[] = [];
  const stalls = new Stalls(0);
  while (states.at(-1) !== 'FAILED') {
    const job = await claimJob(db, [kind], 60_000);
    assert.ok(job);
    await runJob({ db, job, handler, stopping, log, stalls });
    states.push((await findJobs({ db, scope }, [id]))[0]?.state);
  }
  // The first stop, that after the checkpoint, and the first at that checkpoint.
  assert.deepEqual(states, ['QUEUED', 'QUEUED', 'QUEUED', 'FAILED']);
});

for (const [name, full] of [
  ['the guard', new DiskFull('Too little free space.')],
  ['the system', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
  ['PostgreSQL', Object.assign(new pg.DatabaseError('disk full', 0, 'error'), { code: '53100' })],
] as const) {
  test(`a job whose write ${name} refuses on a full disk waits, and continues from its checkpoint`, async () => {
    const id = await queue();
    let isFull = true;
    const starts: number[] = [];
    const handler: JobHandler = async (run) => {
      await counting(starts)(run);
      if (isFull) throw full;
    };
    const handlers = new Map([['COUNT', handler]]);
    const first = startJobRunner(db, handlers, log, () => starts.length === 0);
    await jobWhen(id, ({ state, doneCount }) => state !== 'RUNNING' && doneCount === 10);
    await first.close();
    const waiting = startJobRunner(db, handlers, log, () => false);
    await waiting.close();
    assert.deepEqual(starts, [0], 'no job begins while the disk is full');
    isFull = false;
    const second = startJobRunner(db, handlers, log, () => true);
    const { state } = await jobWhen(id, ({ state }) => /COMPLETED|FAILED/.test(state));
    await second.close();
    assert.deepEqual([state, starts], ['COMPLETED', [0, 10]]);
  });
}

test('the next job is of the tenant with the fewest running ones', async () => {
  const [many, few] = [newUuid(), newUuid()];
  const kind = `TURN ${many}`;
  const insert = (organizationId: string) =>
    inTransaction({ db, scope: { organizationId, environment: 'LIVE' } }, (work) =>
      insertJob(work, { id: newUuid(), kind, state: 'QUEUED', input: {} }),
    );
  for (const organizationId of [many, many, many, few]) await insert(organizationId);
  const claimed: unknown[] = [];
  for (let turn = 0; turn < 4; turn += 1) {
    claimed.push((await claimJob(db, [kind], 60_000))?.scope.organizationId);
  }
  assert.deepEqual(claimed, [many, few, many, many]);
});

test('jobs of one organization that do not end leave a place for those of others', async () => {
  const [many, other] = [newUuid(), newUuid()];
  const kind = `PLACE ${many}`;
  const insert = async (organizationId: string, environment: 'LIVE' | 'SANDBOX') => {
    const of: Scope = { organizationId, environment };
    await inTransaction({ db, scope: of }, (work) =>
      insertJob(work, { id: newUuid(), kind, state: 'QUEUED', input: {} }),
    );
  };
  await insert(many, 'LIVE');
  for (let job = 0; job < 3; job += 1) await insert(many, 'SANDBOX');
  const started: string[] = [];
  const endless: JobHandler = async ({ job, signal }) => {
    started.push(job.scope.organizationId);
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  const runner = startJobRunner(db, new Map([[kind, endless]]), log);
  await untilFound(async () => started.length === 2 || undefined);
  await insert(other, 'LIVE');
  await untilFound(async () => started.includes(other) || undefined);
  await runner.close();
  assert.deepEqual(started, [many, many, other]);
});

test('an organization without a job gets the place of the longest one that can go on later', async () => {
  const [first, second, third] = [newUuid(), newUuid(), newUuid()];
  const insert = async (organizationId: string, kind: string) => {
    const id = newUuid();
    const of: Scope = { organizationId, environment: 'LIVE' };
    const tenant = { db, scope: of };
    await inTransaction(tenant, (work) =>
      insertJob(work, { id, kind, state: 'QUEUED', input: {} }),
    );
    const isDone = async () => (await findJobs(tenant, [id]))[0]?.state === 'COMPLETED';
    return () => until(isDone);
  };
  const turns: string[] = [];
  const turnsOf = (count: number) => until(() => turns.length === count);
  const isOver = (signal: AbortSignal) =>
    new Promise((resolve) => signal.addEventListener('abort', resolve));
  const handlers = new Map<string, JobHandler>([
    [
      'KEPT',
      async (run) => {
        const { save, signal, keepPlace } = run;
        turns.push('kept');
        keepPlace();
        await save(run, { checkpoint: { at: 1 } });
        await isOver(signal);
      },
    ],
    [
      'WITHOUT CHECKPOINT',
      async ({ signal }) => {
        turns.push('without checkpoint');
        await isOver(signal);
      },
    ],
    [
      'LONG',
      async (run) => {
        const { job, save, signal } = run;
        turns.push(`long, from ${job.checkpoint?.['at'] ?? 0}`);
        await save(run, { checkpoint: { at: 1 } });
        if (job.checkpoint === null) await isOver(signal);
      },
    ],
    ['SHORT', async () => void turns.push('short')],
  ]);
  const runner = startJobRunner(db, handlers, log);
  await insert(first, 'KEPT');
  await insert(first, 'WITHOUT CHECKPOINT');
  await turnsOf(2);
  const isLongDone = await insert(second, 'LONG');
  await turnsOf(3);
  const isShortDone = await insert(third, 'SHORT');
  await isShortDone();
  await isLongDone();
  await runner.close();
  assert.deepEqual(turns.slice(2), ['long, from 0', 'short', 'long, from 1']);
});

test('a job that had a turn waits behind those that wait already', async () => {
  const kind = `AGAIN ${newUuid()}`;
  const tenants = [newUuid(), newUuid()];
  for (const organizationId of tenants) {
    const of: Scope = { organizationId, environment: 'LIVE' };
    await inTransaction({ db, scope: of }, (work) =>
      insertJob(work, { id: newUuid(), kind, state: 'QUEUED', input: {} }),
    );
  }
  const claimed: number[] = [];
  while (claimed.length < 4) {
    const job = await claimJob(db, [kind], 60_000);
    assert.ok(job !== undefined);
    claimed.push(tenants.indexOf(job.scope.organizationId));
    await updateJob({ db, scope: job.scope }, job.id, { state: 'QUEUED' });
  }
  assert.deepEqual(claimed, [0, 1, 0, 1]);
});

test('claiming a job takes no more time for each other job than one look at it', async () => {
  const claimsAmong = async (count: number) => {
    const tenant: Scope = { organizationId: newUuid(), environment: 'LIVE' };
    const kind = `MANY ${tenant.organizationId}`;
    await sql`insert into jobs (organization_id, environment, id, kind, state, input)
      select ${tenant.organizationId}, 'LIVE', gen_random_uuid(), ${kind}, 'QUEUED', '{}'
      from generate_series(1, ${count}::int)`.execute(db);
    let leastMs = Number.POSITIVE_INFINITY;
    const claim = async (): Promise<number> => {
      const startedAt = performance.now();
      assert.ok((await claimJob(db, [kind], 60_000)) !== undefined);
      leastMs = Math.min(leastMs, performance.now() - startedAt);
      return leastMs;
    };
    const drop = () =>
      sql`delete from jobs where organization_id = ${tenant.organizationId}
        and environment = 'LIVE'`.execute(db);
    return { claim, drop };
  };
  const [amongFew, amongMany] = [await claimsAmong(200), await claimsAmong(2_000)];
  await sql`analyze jobs`.execute(db);
  let [few, many] = [0, Number.POSITIVE_INFINITY];
  // Ten times the jobs took a hundred times the time when each counted all others of its tenant. Short times are long ones
  // on a busy machine: the least of many counts.
  for (let round = 0; round < 100 && (round < 5 || many >= 30 * few); round += 1)
    [few, many] = [await amongFew.claim(), await amongMany.claim()];
  for (const { drop } of [amongFew, amongMany]) await drop();
  assert.ok(many < 30 * few, `${few} ms, ${many} ms`);
});

test('a deadlock and a database that is gone, restarting or read-only fail no job: it goes on from its checkpoint', async () => {
  const id = await queue();
  const deadlock = new pg.DatabaseError('deadlock detected', 0, 'error');
  deadlock.code = '40P01';
  const gone = ['57P01', '25006', 'ECONNRESET'].map((code) =>
    Object.assign(new Error('The database is away.'), { code }),
  );
  const outages = [...gone, deadlock];
  const starts: number[] = [];
  const handler: JobHandler = async (run) => {
    const { job, save } = run;
    const from = Number(job.checkpoint?.['at'] ?? 0);
    starts.push(from);
    await save(run, { checkpoint: { at: from + 1 }, doneCount: from + 1 });
    const outage = outages[from];
    if (outage !== undefined) throw outage;
  };
  const runner = startJobRunner(db, new Map([['COUNT', handler]]), log);
  const job = await jobWhen(id, ({ state }) => state === 'COMPLETED' || state === 'FAILED');
  await runner.close();
  assert.equal(job.state, 'COMPLETED');
  assert.deepEqual(starts, [0, 1, 2, 3, 4]);
});

test('a failure is logged unless the job was deleted under its worker', async (t) => {
  const logged = t.mock.method(log, 'error');
  for (const isDeleted of [true, false]) {
    const id = await queue();
    const job = await claimJob(db, ['COUNT'], 60_000);
    assert.equal(job?.id, id);
    const handler: JobHandler = async () => {
      if (isDeleted)
        await sql`delete from jobs where organization_id = ${scope.organizationId}
          and environment = ${scope.environment} and id = ${id}`.execute(db);
      throw new Error('What it writes to is gone.');
    };
    await runJob({ db, job, handler, stopping: new AbortController().signal, log });
    assert.equal(logged.mock.callCount(), isDeleted ? 0 : 1);
  }
});
