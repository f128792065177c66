import assert from 'node:assert/strict';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { bulkJobHandlers } from '../../jobs.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { folderFiles, sizeOf } from '../../platform/files/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { findJobs, type Job, runJob, takeJob, updateJob } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import { temporaryFolder } from '../../platform/testing.ts';
import { exportOfObjects } from '../../rules/bulk/bulk-type.ts';
import { importProducts } from '../products/index.ts';
import { exportHandler } from './export.ts';
import { fileOf } from './model.ts';
import { createBulkJob } from './service.ts';
import { bulkTypeNamed } from './types.ts';

const { db, inspect } = await testDatabase();
const folder = await temporaryFolder('bulk');
const files = folderFiles(join(folder, 'files'));
const handlers = bulkJobHandlers(files);

async function taken(scope: Scope, id: string): Promise<Job> {
  const tenant = { db, scope };
  await updateJob(tenant, id, { state: 'QUEUED' });
  await db.transaction().execute((tx) => takeJob(tx, { scope, id }));
  const [job] = await findJobs(tenant, [id]);
  assert.ok(job);
  return job;
}

async function run(job: Job): Promise<void> {
  const handler = handlers.get(job.kind);
  assert.ok(handler);
  const stopping = new AbortController().signal;
  await runJob({ db, job, handler, stopping, log: createLog('silent') });
}

async function eventsOf({ organizationId }: Scope): Promise<string[]> {
  const rows = await inspect<{ type: string }>(
    `select type from events where organization_id = $1 and type like 'bulk_job.%'`,
    [organizationId],
  );
  return rows.map(({ type }) => type);
}

test('an export that another worker took over writes and reports nothing', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const task = {
    direction: 'EXPORT',
    type: 'PRODUCTS',
    format: 'JSONL',
    isDryRun: false,
    tier: 'GROWTH',
  } as const;
  const { id } = await db.transaction().execute(async (tx) => {
    const work = { db: tx, scope };
    const names = ['Scarf', 'Hat', 'Glove'];
    await importProducts(
      work,
      names.map((name) => ({ externalId: name, name })),
    );
    return createBulkJob(work, task);
  });
  const held = await taken(scope, id);
  const taker = await taken(scope, id);
  const download = fileOf(held, 'download');

  await run(held);
  assert.equal(await sizeOf(files, download), 0);
  assert.deepEqual(await eventsOf(scope), []);

  await run(taker);
  const lines = (await text(files.read(download))).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).name),
    ['Scarf', 'Hat', 'Glove'],
  );
  assert.deepEqual(await eventsOf(scope), ['bulk_job.completed']);
});

test('exports at once and one after the other have the rows of their own', async () => {
  const task = { direction: 'EXPORT', format: 'JSONL', isDryRun: false, tier: 'GROWTH' } as const;
  const exported = async (name: string): Promise<string[]> => {
    const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
    const rows = Array.from({ length: 2_500 }, () => ({ name }));
    const { id } = await db.transaction().execute(async (tx) => {
      const work = { db: tx, scope };
      await importProducts(work, rows);
      return createBulkJob(work, { ...task, type: 'PRODUCTS' });
    });
    const job = await taken(scope, id);
    await run(job);
    const lines = (await text(files.read(fileOf(job, 'download')))).trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line).name);
  };
  for (const names of [['Scarf', 'A hat with a longer name'], ['Glove', 'Belt'], ['Sock']]) {
    const found = await Promise.all(names.map(exported));
    assert.deepEqual(
      found,
      names.map((name) => Array.from({ length: 2_500 }, () => name)),
    );
  }
});

test('an export of large rows reads few of them at a time, and all', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const task = { direction: 'EXPORT', format: 'JSONL', isDryRun: false, tier: 'GROWTH' } as const;
  const { id } = await db
    .transaction()
    .execute((tx) => createBulkJob({ db: tx, scope }, { ...task, type: 'PRODUCTS' }));
  const rows = Array.from({ length: 300 }, (_, at) => ({
    id: newUuid(),
    row: { at, text: 'x'.repeat(100_000) },
  }));
  const pages: number[] = [];
  const type = {
    ...bulkTypeNamed('PRODUCTS'),
    export: exportOfObjects(async (_db, { after, limit }) => {
      const from = rows.findIndex((row) => row.id === after) + 1;
      pages.push(limit);
      return rows.slice(from, from + limit);
    }),
  };
  const job = await taken(scope, id);
  const stopping = new AbortController().signal;
  const handler = exportHandler(type, files);
  await runJob({ db, job, handler, stopping, log: createLog('silent') });

  const lines = (await text(files.read(fileOf(job, 'download')))).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).at),
    rows.map(({ row }) => row.at),
  );
  assert.deepEqual(new Set(pages), new Set([10]), '1 MB has 10 rows');
});

test('an export whose rows become large holds a few megabytes of them, and has each once', async () => {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const task = { direction: 'EXPORT', format: 'JSONL', isDryRun: false, tier: 'GROWTH' } as const;
  const names = Array.from({ length: 3_300 }, (_, at) => `Product ${at}`);
  const id = await db.transaction().execute(async (tx) => {
    const work = { db: tx, scope };
    const rows = names.map((name, at) => ({
      externalId: name,
      name,
      ...(at < 1_550 ? {} : { description: 'x'.repeat(10_000) }),
    }));
    await importProducts(work, rows);
    return (await createBulkJob(work, { ...task, type: 'PRODUCTS' })).id;
  });
  const writes: number[] = [];
  const open: typeof files.open = async (name) => {
    const file = await files.open(name);
    return {
      ...file,
      write: (data, atByte) => {
        writes.push(data.length);
        return file.write(data, atByte);
      },
    };
  };
  const job = await taken(scope, id);
  const handler = exportHandler(bulkTypeNamed('PRODUCTS'), { ...files, open });
  const stopping = new AbortController().signal;
  await runJob({ db, job, handler, stopping, log: createLog('silent') });

  const lines = (await text(files.read(fileOf(job, 'download')))).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).name),
    names,
  );
  assert.ok(Math.max(...writes) < 9 * 1024 * 1024, `writes of ${writes} bytes`);
});
