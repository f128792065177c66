import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import { findJobs, runJob, updateJob } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import { WorkPool } from '../../platform/work-pool.ts';
import { catalogueHandler, requestCatalogue } from './catalogue.ts';

const { db, inspect } = await testDatabase();
const pool = new WorkPool({
  program: new URL('data:text/javascript,'),
  workerData: undefined,
  errorOf: () => new Error(),
});

test('a catalogue that cannot be calculated records that with its failure', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const { id, jobId } = await db.transaction().execute((tx) => requestCatalogue({ tx, scope }, {}));
  await updateJob(db, scope, jobId ?? '', { checkpoint: { after: 'no uuid' } });
  const [job] = await findJobs(db, scope, [jobId ?? '']);
  assert.ok(job);
  await runJob({
    db,
    job,
    handler: catalogueHandler(pool),
    stopping: new AbortController().signal,
    log: createLog('silent'),
  });
  assert.equal((await findJobs(db, scope, [job.id]))[0]?.state, 'FAILED');
  assert.deepEqual(await inspect('select type, data from events'), [
    {
      type: 'calculation.failed',
      data: { calculationId: encodeId('calculation', id), kind: 'CATALOGUE', detail: 'BASIC' },
    },
  ]);
});
