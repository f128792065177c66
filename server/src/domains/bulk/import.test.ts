import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { startFakeS3 } from '../../../../tests/fake-s3.ts';
import { bulkJobHandlers } from '../../jobs.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import {
  type Files,
  folderFiles,
  S3Bucket,
  S3Requests,
  s3Files,
  sizeOf,
} from '../../platform/files/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { findJobs, type JobRun, runJob, takeJob, updateJob } from '../../platform/jobs/index.ts';
import { createLog } from '../../platform/log.ts';
import type { Scope } from '../../platform/scope.ts';
import { temporaryFolder } from '../../platform/testing.ts';
import type { BulkFormat } from './file-rows.ts';
import { type BulkJob, bulkJobOf, fileOf } from './model.ts';
import { createBulkJob, receiveFile } from './service.ts';

const { db, inspect } = await testDatabase();
const folder = await temporaryFolder('bulk');
const storage = await startFakeS3();
const requests = new S3Requests(storage.account, { timeoutMs: 4_000, retryAfterMs: 5 });
after(async () => {
  await requests.close();
  await storage.stop();
});
const inFolder = folderFiles(join(folder, 'files'));
const inBucket = s3Files(new S3Bucket(requests, 'bucket', ''));
const log = createLog('silent');

const ROWS = 3_500;

function jsonl(rows = ROWS): string {
  return Array.from({ length: rows }, (_, at) =>
    at % 100 === 99 ? '{"broken' : JSON.stringify({ externalId: `p${at}`, name: `Product ${at}` }),
  ).join('\n');
}

function csv(rows = ROWS): string {
  const lines = Array.from({ length: rows }, (_, at) =>
    at % 100 === 99 ? `"p${at}` : `p${at},"Product\n${at}"`,
  );
  return ['externalId,name', ...lines].join('\n');
}

async function uploaded(
  file: string,
  format: BulkFormat = 'JSONL',
  files = inFolder,
): Promise<BulkJob> {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const task = {
    direction: 'IMPORT',
    type: 'PRODUCTS',
    format,
    isDryRun: false,
    tier: 'GROWTH',
  } as const;
  const job = await db.transaction().execute((tx) => createBulkJob({ db: tx, scope }, task));
  const body = Readable.from([Buffer.from(file)]);
  return receiveFile({ db, files, tier: 'GROWTH' }, job, body, (tx) => takeJob(tx, job));
}

async function reread({ scope, id }: BulkJob): Promise<BulkJob> {
  const [row] = await findJobs({ db, scope }, [id]);
  const job = row && bulkJobOf(row);
  assert.ok(job);
  return job;
}

/** Runs a job; `onBatch` is called after each batch, to interrupt it. */
async function run(
  job: BulkJob,
  onBatch: (batch: number) => void,
  stopping = new AbortController(),
  files = inFolder,
) {
  const handler = bulkJobHandlers(files).get(job.kind);
  assert.ok(handler);
  let batches = 0;
  const watched = (given: JobRun) =>
    handler({
      ...given,
      save: async (work, change) => {
        await given.save(work, change);
        batches += 1;
        onBatch(batches);
      },
    });
  await runJob({ db, job, handler: watched, stopping: stopping.signal, log });
  return reread(job);
}

async function linesOf(job: BulkJob, files: Files) {
  const content = await text(files.read(fileOf(job, 'result')));
  return content
    .trimEnd()
    .split('\n')
    .map((line): { readonly row: number; readonly status: string } => JSON.parse(line));
}

async function countProducts({ scope }: BulkJob): Promise<number | undefined> {
  const [row] = await inspect<{ count: number }>(
    'select count(*)::int as count from products where organization_id = $1',
    [scope.organizationId],
  );
  return row?.count;
}

for (const [format, file, files, place] of [
  ['JSONL', jsonl(), inFolder, 'a folder'],
  ['CSV', csv(), inBucket, 'a bucket'],
] as const) {
  test(`an import of ${format} from ${place} that is stopped goes on where it was: no row twice, none missing`, async () => {
    const stopping = new AbortController();
    const stopped = await run(
      await uploaded(file, format, files),
      (batch) => {
        if (batch === 2) stopping.abort();
      },
      stopping,
      files,
    );
    assert.equal(stopped.state, 'QUEUED');
    assert.ok(stopped.doneCount > 0 && stopped.doneCount < ROWS, String(stopped.doneCount));
    // As after a kill: the result file is longer than the last checkpoint.
    const result = await files.open(fileOf(stopped, 'result'));
    const size = (await sizeOf(files, fileOf(stopped, 'result'))) ?? 0;
    await result.write(Buffer.from('{"row":"half a li'), size);
    await result.close();

    await db.transaction().execute((tx) => takeJob(tx, stopped));
    const done = await run(await reread(stopped), () => {}, undefined, files);
    assert.equal(done.state, 'COMPLETED');
    assert.deepEqual([done.doneCount, done.created, done.failedCount], [ROWS, ROWS - 35, 35]);
    const rows = (await linesOf(done, files)).map(({ row }) => row);
    assert.deepEqual(
      rows,
      Array.from({ length: ROWS }, (_, at) => at + 1),
    );
    assert.equal(await countProducts(done), ROWS - 35);
    const events = await inspect<{ id: string }>(
      `select data ->> 'productId' as id from events where organization_id = $1 and type = 'product.created'`,
      [done.scope.organizationId],
    );
    assert.equal(new Set(events.map(({ id }) => id)).size, ROWS - 35);
    assert.equal(events.length, ROWS - 35);
    assert.equal(await sizeOf(files, fileOf(done, 'upload')), undefined, 'the upload is not kept');
  });
}

test('a storage that is gone fails no import: it goes on from its checkpoint, no row twice, none missing', async () => {
  const rows = 1_000;
  const job = await uploaded(jsonl(rows), 'JSONL', inBucket);
  const goneAfter = (batches: number) => (batch: number) => {
    if (batch === batches) storage.faults.push({ match: /result/, fault: 'DENIED' });
  };
  let current = job;
  for (const batches of [1, 2]) {
    current = await run(current, goneAfter(batches), undefined, inBucket);
    assert.deepEqual([current.state, current.error], ['QUEUED', null]);
    assert.equal(storage.faults.length, 0);
    await db.transaction().execute((tx) => takeJob(tx, current));
    current = await reread(current);
  }
  assert.ok(current.doneCount > 0 && current.doneCount < rows, String(current.doneCount));
  const done = await run(current, () => {}, undefined, inBucket);
  assert.equal(done.state, 'COMPLETED');
  assert.deepEqual([done.doneCount, done.created, done.failedCount], [rows, rows - 10, 10]);
  assert.deepEqual(
    (await linesOf(done, inBucket)).map(({ row }) => row),
    Array.from({ length: rows }, (_, at) => at + 1),
  );
  assert.equal(await countProducts(done), rows - 10);
});

test('a cancelled import ends at a batch and keeps what it wrote', async () => {
  const job = await uploaded(jsonl());
  await updateJob({ db, scope: job.scope }, job.id, { isCancelRequested: true });
  const cancelled = await run(await reread(job), () => {});
  assert.equal(cancelled.state, 'CANCELLED');
  assert.equal(await countProducts(cancelled), cancelled.doneCount);
});

test('large rows are written a megabyte at a time, because several imports hold theirs in memory', async () => {
  const row = JSON.stringify({ name: 'x'.repeat(400 * 1024) });
  const job = await uploaded(Array(8).fill(row).join('\n'));
  let batches = 0;
  const imported = await run(job, (batch) => {
    batches = batch;
  });
  // Three rows, three, two, and the end.
  assert.deepEqual([imported.doneCount, batches], [8, 4]);
});

test('an import that is cancelled during its last step ends as cancelled and reports no completion', async () => {
  const job = await uploaded(jsonl(100));
  let cancelling = Promise.resolve();
  await run(job, () => {
    cancelling = updateJob({ db, scope: job.scope }, job.id, { isCancelRequested: true });
  });
  await cancelling;
  const cancelled = await reread(job);
  assert.deepEqual([cancelled.state, cancelled.doneCount], ['CANCELLED', 100]);
  const events = await inspect(
    `select type from events where organization_id = $1 and type like 'bulk_job.%'`,
    [job.scope.organizationId],
  );
  assert.deepEqual(events, []);
});

test('several imports of the same products at once leave each product once', async () => {
  const first = await uploaded(jsonl(2_000));
  const task = {
    direction: 'IMPORT',
    type: 'PRODUCTS',
    format: 'JSONL',
    isDryRun: false,
    tier: 'GROWTH',
  } as const;
  const second = await db
    .transaction()
    .execute((tx) => createBulkJob({ db: tx, scope: first.scope }, task));
  const body = Readable.from([Buffer.from(jsonl(2_000))]);
  const other = await receiveFile({ db, files: inFolder, tier: 'GROWTH' }, second, body, (tx) =>
    takeJob(tx, second),
  );
  const ended = await Promise.all([run(first, () => {}), run(other, () => {})]);
  assert.deepEqual(
    ended.map(({ state, failedCount }) => [state, failedCount]),
    [
      ['COMPLETED', 20],
      ['COMPLETED', 20],
    ],
  );
  assert.equal(
    ended.reduce((count, { created }) => count + created, 0),
    1_980,
  );
  assert.equal(await countProducts(first), 1_980);
});

test('a header without a column of the type fails the job with the list of columns', async () => {
  const job = await run(await uploaded('externalId,colour\n1,red\n', 'CSV'), () => {});
  assert.equal(job.state, 'FAILED');
  assert.match(job.error ?? '', /Unknown columns: colour\. There are id, externalId, name,/);
});

test('a header of very many columns is refused before its names are compared', async () => {
  const columns = Array.from({ length: 20_000 }, (_each, at) => `c${at}`).join(',');
  const job = await run(await uploaded(`${columns}\n`, 'CSV'), () => {});
  assert.match(job.error ?? '', /^The header has 20000 columns\. There are id, externalId, name,/);
});

test('a file of a European spreadsheet is imported, also after an interruption', async () => {
  const rows = Array.from({ length: 1_200 }, (_, at) => `p${at};"Shirt; ""${at}""";0,2;19,90;EUR`);
  const header = 'externalId;name;netMassKg;priceAmount;priceCurrency';
  const file = [header, ...rows, ';;;;', 'wide;a;b;c;d;e'].join('\r\n');
  const job = await uploaded(file, 'CSV');
  const stopping = new AbortController();
  const broken = await run(job, (batch) => batch === 1 && stopping.abort(), stopping);
  assert.ok(broken.doneCount > 0 && broken.doneCount < 1_201, `${broken.doneCount}`);
  await updateJob({ db, scope: job.scope }, job.id, { state: 'RUNNING' });
  const done = await run(broken, () => {});
  assert.deepEqual([done.state, done.doneCount, done.failedCount], ['COMPLETED', 1_201, 1]);
  assert.equal(await countProducts(done), 1_200);
  const products = await inspect(
    'select distinct net_mass_kg, price_minor::int from products where organization_id = $1',
    [job.scope.organizationId],
  );
  assert.deepEqual(products, [{ net_mass_kg: 0.2, price_minor: 1_990 }]);
  const refused = await text(inFolder.read(fileOf(done, 'result')));
  assert.match(refused, /Cells of the row: 6, of the header: 5\. A cell with a semicolon needs/);
});

test('a column without a name is called that', async () => {
  const unnamed = await run(await uploaded('externalId,name,\n1,Shirt,\n', 'CSV'), () => {});
  assert.match(unnamed.error ?? '', /Unknown columns: \(column 3, without a name\)\. There are/);
});

test('an empty file is an import of nothing', async () => {
  const job = await run(await uploaded('\n'), () => {});
  assert.deepEqual([job.state, job.totalCount, job.doneCount], ['COMPLETED', 0, 0]);
});
