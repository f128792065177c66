import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { bulkJobHandlers } from '../../jobs.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { folderFiles } from '../../platform/files/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import { findJobs, runJob, takeJob } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import { temporaryFolder } from '../../platform/testing.ts';
import { importProducts } from '../products/index.ts';
import { bulkJobOf, fileOf } from './model.ts';
import { createBulkJob, receiveFile } from './service.ts';

const { db, inspect } = await testDatabase();
const folder = await temporaryFolder('dry-run');
const files = folderFiles(join(folder, 'files'));
const handlers = bulkJobHandlers(files);
const log = createLog('silent');

type Outcome = { readonly status: string; readonly id?: string | null };

/** Imports a file; after `interruptAfter` batches it is stopped once and resumed. */
async function outcomesOf(
  scope: Scope,
  type: string,
  rows: readonly object[],
  { isDryRun = false, interruptAfter = 0 } = {},
): Promise<Outcome[]> {
  const task = { direction: 'IMPORT', type, format: 'JSONL', isDryRun, tier: 'GROWTH' } as const;
  const { id } = await db
    .transaction()
    .execute(async (tx) => createBulkJob({ db: tx, scope }, task));
  const job = async () => {
    const [row] = await findJobs({ db, scope }, [id]);
    const found = row && bulkJobOf(row);
    assert.ok(found);
    return found;
  };
  const body = Buffer.from(rows.map((row) => JSON.stringify(row)).join('\n'));
  const upload = { db, files, tier: 'GROWTH' } as const;
  const taken = await receiveFile(upload, await job(), Readable.from([body]));
  const counted = 'its bytes count before a worker can have it, which counts its files itself';
  assert.equal(taken.fileBytes, Math.max(4_096, body.length), counted);
  while ((await job()).state === 'QUEUED') {
    await db.transaction().execute(async (tx) => takeJob(tx, await job()));
    const stopping = new AbortController();
    let batches = 0;
    const handler = handlers.get((await job()).kind);
    assert.ok(handler);
    const isFirst = (await job()).doneCount === 0;
    await runJob({
      db,
      job: await job(),
      handler: (run) =>
        handler({
          ...run,
          save: async (work, change) => {
            await run.save(work, change);
            batches += 1;
            if (isFirst && batches === interruptAfter) stopping.abort();
          },
        }),
      stopping: stopping.signal,
      log,
    });
  }
  const done = await job();
  assert.deepEqual([done.state, done.doneCount], ['COMPLETED', rows.length]);
  const content = await text(files.read(fileOf(done, 'result')));
  const outcomes: Outcome[] = content
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const count = (status: string) => outcomes.filter((each) => each.status === status).length;
  assert.deepEqual(
    [done.created, done.updated, done.failedCount],
    [count('CREATED'), count('UPDATED'), count('FAILED')],
  );
  return outcomes;
}

/** Enough rows to put the rows before and after them into different batches. */
const BETWEEN = Array.from({ length: 600 }, (_, at) => ({ externalId: `q${at}`, name: `Q ${at}` }));

function newScope(): Scope {
  return { organizationId: newUuid(), environment: 'LIVE' };
}

for (const interruptAfter of [0, 2]) {
  test(`a dry run reports the same for each row as the import${interruptAfter ? ', also when it is interrupted' : ''}`, async () => {
    const scope = newScope();
    const [old, renamed] = await db.transaction().execute((tx) =>
      importProducts({ db: tx, scope }, [
        { externalId: 'old', name: 'Old' },
        { externalId: 'renamed', name: 'Renamed' },
      ]),
    );
    assert.ok(old && 'id' in old && renamed && 'id' in renamed);
    const oldId = encodeId('product', old.id ?? '');
    const rows = [
      { externalId: 'a', name: 'A', sku: 'S' },
      { externalId: 'old', name: 'Older' },
      { id: encodeId('product', renamed.id ?? ''), externalId: null },
      { externalId: 'broken' },
      ...BETWEEN,
      { externalId: 'a', sku: 'T' },
      { externalId: 'old', name: 'Older' },
      { externalId: 'renamed', name: 'Another' },
      { externalId: 'broken', name: 'Whole' },
      ...BETWEEN,
      { externalId: 'a', name: 'A', expectedVersion: 1 },
      { externalId: 'a', name: 'A', sku: 'T', expectedVersion: 2 },
      { externalId: 'broken', name: 'Whole again' },
      { id: oldId, name: 'Oldest', expectedVersion: 2 },
    ];
    const inDryRun = await outcomesOf(scope, 'PRODUCTS', rows, { isDryRun: true, interruptAfter });
    const products = await inspect('select from products where organization_id = $1', [
      scope.organizationId,
    ]);
    assert.equal(products.length, 2, 'a dry run writes nothing');

    const done = await outcomesOf(scope, 'PRODUCTS', rows);
    const statuses = (outcomes: readonly Outcome[]) => outcomes.map(({ status }) => status);
    assert.deepEqual(statuses(inDryRun), statuses(done));
    assert.deepEqual(statuses(done).slice(0, 4), ['CREATED', 'UPDATED', 'UPDATED', 'FAILED']);
    assert.deepEqual(statuses(done).slice(604, 608), [
      'UPDATED',
      'UNCHANGED',
      'CREATED',
      'CREATED',
    ]);
    assert.deepEqual(statuses(done).slice(-4), ['FAILED', 'UNCHANGED', 'UPDATED', 'UPDATED']);
    const told = inDryRun.flatMap(({ id }) => id ?? []);
    assert.deepEqual(told, [oldId, encodeId('product', renamed.id ?? ''), oldId, oldId]);
  });
}

test('a dry run of customers meets what its earlier rows would have written', async () => {
  const rows = [{ externalId: 'a', name: 'Ada' }, ...BETWEEN, { externalId: 'a', tags: ['vip'] }];
  const outcomes = await outcomesOf(newScope(), 'CUSTOMERS', rows, {
    isDryRun: true,
  });
  assert.deepEqual(
    [outcomes[0], outcomes.at(-1)].map((each) => each && [each.status, each.id]),
    [
      ['CREATED', null],
      ['UPDATED', null],
    ],
  );
});
