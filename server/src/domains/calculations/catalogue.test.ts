import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WorkStopped } from '../../platform/concurrency/pool-job.ts';
import { WorkPool } from '../../platform/concurrency/work-pool.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import { findJobs, runJob, updateJob } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import { productDraft, productWriter } from '../products/index.ts';
import { catalogueHandler, requestCatalogue } from './catalogue.ts';
import { listCatalogueRows } from './catalogue-store.ts';

const { db, inspect } = await testDatabase();
const OPTIONS = {
  program: new URL('data:text/javascript,'),
  workerData: undefined,
  errorOf: () => new Error(),
};

test('a catalogue that cannot be calculated records that with its failure', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const tenant = { db, scope };
  const { id, jobId } = await db
    .transaction()
    .execute((tx) => requestCatalogue({ db: tx, scope }, {}, false));
  await updateJob(tenant, jobId ?? '', { state: 'RUNNING', checkpoint: { after: 'no uuid' } });
  const [job] = await findJobs(tenant, [jobId ?? '']);
  assert.ok(job);
  await runJob({
    db,
    job,
    handler: catalogueHandler(new WorkPool(OPTIONS)),
    stopping: new AbortController().signal,
    log: createLog('silent'),
  });
  assert.equal((await findJobs(tenant, [job.id]))[0]?.state, 'FAILED');
  assert.deepEqual(await inspect('select type, data from events'), [
    {
      type: 'calculation.failed',
      data: { calculationId: encodeId('calculation', id), kind: 'CATALOGUE', detail: 'BASIC' },
    },
  ]);
});

test('a product that takes too long is reported, and stops no other of its slice', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const tenant = { db, scope };
  const ids = [newUuid(), newUuid(), newUuid()];
  const heavy = ids[1] ?? '';
  const { id, jobId } = await inTransaction({ db, scope }, async (work) => {
    const rows = ids.map((each) => ({ id: each, draft: productDraft({ name: each }).draft }));
    await productWriter.insert(work, rows);
    return requestCatalogue(work, {}, true);
  });
  const answer = (message: unknown): unknown => {
    const { input }: { input?: { productIds?: readonly string[] } } = Object(message);
    const asked = input?.productIds ?? [];
    if (asked.includes(heavy)) throw new WorkStopped();
    const none = { phases: null, indicators: null, problems: null };
    return asked.map((productId) => ({ row: { productId, co2eKg: 1, ...none } }));
  };
  class ScriptedPool extends WorkPool {
    override async run<Output>(_task: string, message: unknown): Promise<Output> {
      return JSON.parse(JSON.stringify(answer(message)));
    }
  }
  await updateJob(tenant, jobId ?? '', { state: 'RUNNING' });
  const [job] = await findJobs(tenant, [jobId ?? '']);
  assert.ok(job);
  await runJob({
    ...{ db, job, stopping: new AbortController().signal, log: createLog('silent') },
    handler: catalogueHandler(new ScriptedPool(OPTIONS)),
  });
  const [ended] = await findJobs(tenant, [job.id]);
  assert.deepEqual([ended?.state, ended?.doneCount, ended?.failedCount], ['COMPLETED', 3, 1]);
  const page = { limit: 10, isBackward: false };
  const rows = await listCatalogueRows(tenant, { calculationId: id, onlyProblems: true }, page);
  assert.deepEqual(
    rows.map(({ productId }) => productId),
    [heavy],
  );
  assert.match(JSON.stringify(rows[0]?.problems), /takes too long or too much memory/);
});

test('whoever follows a slow catalogue sees how many products it has, and each slice that is done', async (context) => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const tenant = { db, scope };
  const jobId = await inTransaction({ db, scope }, async (work) => {
    const rows = Array.from({ length: 201 }, (_, at) => ({
      id: newUuid(),
      draft: productDraft({ name: `${at}` }).draft,
    }));
    await productWriter.insert(work, rows);
    return (await requestCatalogue(work, {}, false)).jobId ?? '';
  });
  await updateJob(tenant, jobId, { state: 'RUNNING' });
  const [job] = await findJobs(tenant, [jobId]);
  assert.ok(job);
  const now = performance.now.bind(performance);
  let passedMs = 0;
  context.mock.method(performance, 'now', () => now() + passedMs);
  const seen: unknown[] = [];
  class SlowPool extends WorkPool {
    override async run<Output>(_task: string, message: unknown): Promise<Output> {
      const [found] = await findJobs(tenant, [jobId]);
      seen.push([found?.doneCount, found?.totalCount]);
      passedMs += 5_000;
      const { input }: { input?: { productIds?: readonly string[] } } = Object(message);
      const none = { co2eKg: 1, phases: null, indicators: null, problems: null };
      const rows = (input?.productIds ?? []).map((productId) => ({ productId, ...none }));
      return JSON.parse(JSON.stringify(rows));
    }
  }
  await runJob({
    ...{ db, job, stopping: new AbortController().signal, log: createLog('silent') },
    handler: catalogueHandler(new SlowPool(OPTIONS)),
  });
  assert.deepEqual(seen, [
    [0, 201],
    [100, 201],
    [200, 201],
  ]);
  assert.deepEqual((await findJobs(tenant, [jobId]))[0]?.state, 'COMPLETED');
});
