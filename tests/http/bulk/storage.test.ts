import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { mock, test } from 'node:test';
import { tidyFiles } from '../../../server/src/domains/bulk/index.ts';
import { TIER_LIMITS } from '../../../server/src/domains/limits/index.ts';
import { periodicWork } from '../../../server/src/jobs.ts';
import { folderFiles } from '../../../server/src/platform/files/index.ts';
import { decodeId, newUuid } from '../../../server/src/platform/ids.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { at, codesOf, type JsonObject, textAt } from '../client.ts';
import { service, type World, world } from '../world.ts';
import { askForImport, exported, hasEnded, idIn, imported, jobWhen, jsonl, put } from './files.ts';

const { uploadBytes, storedBytes, openJobs } = TIER_LIMITS.FREE;
const ASK = 'mutation { bulkImport(input: { type: PRODUCTS }) { job { id } } }';

async function filesOf({ scope: { organizationId, environment } }: World): Promise<string[]> {
  const folder = join(service.dataFolder, 'files', organizationId, environment);
  return existsSync(folder) ? readdir(folder) : [];
}

async function fileBytesOf({ scope }: World): Promise<number[]> {
  const rows = await service.db
    .selectFrom('jobs')
    .select('file_bytes')
    .where('organization_id', '=', scope.organizationId)
    .where('environment', '=', scope.environment)
    .orderBy('id')
    .execute();
  return rows.map(({ file_bytes }) => file_bytes);
}

/** A job that ended, whose files take so many bytes. */
async function fill({ scope }: World, bytes: number): Promise<void> {
  await service.db
    .insertInto('jobs')
    .values({
      organization_id: scope.organizationId,
      environment: scope.environment,
      id: newUuid(),
      kind: 'EXPORT_PRODUCTS',
      state: 'COMPLETED',
      input: {},
      checkpoint: null,
      total_count: null,
      file_bytes: bytes,
      error: null,
      leased_until: null,
      started_at: null,
      finished_at: new Date(),
    })
    .execute();
}

async function refusal(response: Response) {
  const body: { readonly errors: readonly [{ readonly extensions: JsonObject }] } = JSON.parse(
    await response.text(),
  );
  return { status: response.status, ...body.errors[0].extensions };
}

test('an upload larger than the tier allows is refused and leaves nothing', async () => {
  const free = await world();
  const url = await askForImport(free);
  const declared = await put(url, free.key, 'x'.repeat(uploadBytes + 1));
  assert.deepEqual(await refusal(declared), {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    maxBytes: uploadBytes,
  });
  assert.deepEqual(await filesOf(free), []);
  const piece = new Uint8Array(1024 ** 2).fill(120);
  const chunked = await fetch(url, {
    method: 'PUT',
    headers: { 'X-API-Key': free.key },
    body: new ReadableStream({
      pull(controller) {
        sent += piece.length;
        if (sent > uploadBytes + piece.length) controller.close();
        else controller.enqueue(piece);
      },
    }),
    duplex: 'half',
  });
  assert.equal((await refusal(chunked)).status, 413);
  assert.deepEqual(await filesOf(free), []);
  assert.deepEqual(await fileBytesOf(free), [0]);
  assert.equal((await put(url, free.key, jsonl([{ name: 'A' }]))).status, 200);
});

let sent = 0;

test('an upload that breaks off leaves nothing', async () => {
  const free = await world();
  const url = await askForImport(free);
  const upload = request(url, {
    method: 'PUT',
    headers: { 'X-API-Key': free.key, 'Content-Length': 1_000_000 },
  });
  upload.on('error', () => {});
  upload.write('x'.repeat(1_000));
  await until(async () => (await filesOf(free)).length > 0);
  assert.equal((await filesOf(free)).length, 1);
  assert.deepEqual(await fileBytesOf(free), [1_000_000], 'reserved before it arrives');
  upload.destroy();
  await until(async () => (await filesOf(free)).length === 0);
  assert.deepEqual(await filesOf(free), []);
  await until(async () => (await fileBytesOf(free))[0] === 0);
  assert.deepEqual(await fileBytesOf(free), [0]);
});

test('the upload of a failed import goes at once', async () => {
  const free = await world();
  const csv = `unknown column\n${'x'.repeat(100_000)}\n`;
  const { job } = await imported(free, csv, { format: 'CSV' });
  assert.equal(job['state'], 'FAILED');
  assert.deepEqual(
    (await filesOf(free)).filter((name) => !name.endsWith('.result')),
    [],
  );
  assert.deepEqual(await fileBytesOf(free), [4_096], 'the empty result has one block');
});

test('uploads, results and exports count, and beyond the ceiling uploads are refused', async () => {
  const free = await world();
  const { job } = await imported(free, jsonl([{ externalId: 'a', name: 'A' }, { name: 1 }]));
  assert.equal(job['failedCount'], 1);
  await exported(free);
  assert.deepEqual(await fileBytesOf(free), [4_096, 4_096]);
  const body = jsonl(Array.from({ length: 900 }, (_, row) => ({ name: `Product ${row}` })));
  await fill(free, storedBytes - 2 * 4_096 - body.length + 1);
  const url = await askForImport(free);
  assert.deepEqual(await refusal(await put(url, free.key, body)), {
    status: 409,
    code: 'CONFLICT',
    storedBytes: storedBytes - body.length + 1,
    maxStoredBytes: storedBytes,
  });
  assert.equal((await put(url, free.key, body.slice(0, body.indexOf('\n', 5_000)))).status, 200);
  const sandbox = await world({ organization: free.organization, environment: 'SANDBOX' });
  assert.equal((await imported(sandbox, body)).job['state'], 'COMPLETED', 'has its own ceiling');
});

test('concurrent uploads cannot exceed the ceiling together', async () => {
  const free = await world();
  const body = 'x'.repeat(1024 ** 2);
  await fill(free, storedBytes - 1.5 * body.length);
  const url = await askForImport(free);
  const answers = await Promise.all([1, 2, 3].map(() => put(url, free.key, body)));
  const statuses = answers.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 409, 409]);
});

test('an export that grows beyond the ceiling fails and its file goes at once', async () => {
  const free = await world();
  await imported(free, jsonl([{ externalId: 'a', name: 'A' }]));
  await fill(free, storedBytes);
  const asked = await free.send(
    'mutation { bulkExport(input: { type: PRODUCTS }) { job { id } } }',
  );
  const job = await jobWhen(free, textAt(asked, 'bulkExport', 'job', 'id'), hasEnded);
  assert.equal(job['state'], 'FAILED');
  assert.match(String(job['error']), /^The files of imports and exports have 128 MB together/);
  assert.deepEqual(
    (await filesOf(free)).filter((name) => name.endsWith('.download')),
    [],
  );
});

test('jobs that have not ended are bounded, and cancelling one makes room', async () => {
  const free = await world();
  const url = await askForImport(free);
  for (let more = 1; more < openJobs; more += 1) await free.send(ASK);
  const refused = await free.send(ASK);
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.equal(refused.errors[0]?.extensions['maxOpenJobs'], openJobs);
  const cancel = 'mutation ($id: ID!) { cancelBulkJob(input: { id: $id }) { job { state } } }';
  await free.send(cancel, { id: idIn(url) });
  const [one, other] = await Promise.all([free.send(ASK), free.send(ASK)]);
  assert.equal([one, other].filter(({ errors }) => errors.length === 0).length, 1);
});

test('files past their time stop counting, and an import without a file is cancelled after a day', async () => {
  const free = await world();
  const { job } = await imported(free, jsonl([{ name: 'A' }]));
  const waiting = idIn(await askForImport(free));
  const files = folderFiles(join(service.dataFolder, 'files'));
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
  const work = periodicWork(
    service.db,
    { bulk: { files }, assets: { files } },
    { requestLogDays: 7 },
  );
  mock.timers.enable({ apis: ['Date'], now: inDays(30) });
  await work
    .find(({ name }) => name === 'tidying files')
    ?.work(AbortSignal.abort(), assert.ifError);
  mock.timers.reset();
  assert.deepEqual(await fileBytesOf(free), [4_096, 0], 'the clock of a process is ahead');
  await tidyFiles(service.db, files, inDays(0.9));
  assert.deepEqual(await fileBytesOf(free), [4_096, 0]);
  await tidyFiles(service.db, files, inDays(1.1));
  const states = await free.send('{ bulkJobs { nodes { id state } } }');
  assert.deepEqual(at(states.data ?? null, 'bulkJobs', 'nodes'), [
    { id: waiting, state: 'CANCELLED' },
    { id: job['id'], state: 'COMPLETED' },
  ]);
  await tidyFiles(service.db, files, inDays(7.1));
  assert.deepEqual(await fileBytesOf(free), [0, 0]);
  assert.deepEqual(await filesOf(free), []);
  assert.ok(decodeId('job', waiting));
});
