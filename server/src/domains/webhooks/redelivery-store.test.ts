import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { REDELIVERY_JOB, redeliver } from './redelivery.ts';
import { restartDeliveries } from './redelivery-store.ts';

const { db, url, inspect } = await testDatabase();

test('a step of a redelivery reads a page, however few of its deliveries have failed', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const endpointId = newUuid();
  const ids = Array.from({ length: 5 }, newUuid);
  await inspect(
    `insert into webhook_deliveries
       (organization_id, environment, id, endpoint_id, event_id, event_type, state, attempt_count)
     select $1, 'LIVE', id, $2, id, 'ping', case place when 4 then 'FAILED' else 'SUCCEEDED' end, 1
     from unnest($3::uuid[]) with ordinality as given (id, place)`,
    [scope.organizationId, endpointId, ids],
  );
  const hourMs = 3_600_000;
  const [since, until] = [new Date(Date.now() - hourMs), new Date(Date.now() + hourMs)];
  const step = (after: string | undefined) =>
    db
      .transaction()
      .execute((tx) =>
        restartDeliveries(
          { db: tx, scope },
          { endpointId, since, until, include: 'FAILED' },
          after,
          2,
        ),
      );
  assert.deepEqual(await step(undefined), { last: ids[1], read: 2, made: 0 });
  assert.deepEqual(await step(ids[1]), { last: ids[3], read: 2, made: 1 });
  assert.deepEqual(await step(ids[3]), { last: ids[4], read: 1, made: 0 });
});

test('a redelivery counts nothing ahead, which takes long with millions of events', async () => {
  const statements: string[] = [];
  const watched = await openDatabase({ url, onStatement: (text) => statements.push(text) });
  after(() => watched.destroy());
  const since = new Date(Date.now() - 3_600_000);
  const saved: object[] = [];
  const job: Job = {
    id: newUuid(),
    scope: { organizationId: newUuid(), environment: 'LIVE' },
    kind: REDELIVERY_JOB,
    state: 'RUNNING',
    input: { endpointId: newUuid(), since, until: new Date(), include: 'MISSED' },
    checkpoint: null,
    totalCount: null,
    doneCount: 0,
    failedCount: 0,
    fileBytes: 0,
    hasExpiredFiles: false,
    error: null,
    isCancelRequested: false,
    lease: 1,
    createdAt: since,
    startedAt: since,
    finishedAt: null,
  };
  await redeliver({
    job,
    db: watched,
    scope: job.scope,
    signal: new AbortController().signal,
    save: async (_work, change) => void saved.push(change),
    onEnd: () => {},
    keepPlace: () => {},
  });
  assert.deepEqual(saved.at(-1), { totalCount: 0 });
  assert.deepEqual(
    statements.filter((text) => text.startsWith('select count(')),
    [],
  );
});
