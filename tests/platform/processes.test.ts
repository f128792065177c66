import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { until } from '../../server/src/platform/testing.ts';
import { startFakeS3 } from '../fake-s3.ts';
import { at, clientOf, textAt } from '../http/client.ts';
import { seededFolder } from '../seeded-folder.ts';
import { startServer } from '../server-process.ts';

/** One process alone gets all of them once in eight million runs. */
const REQUESTS = 24;

test('several processes share the port, the limits, the metrics and the files in a bucket, survive the end of one, and stop as one', async () => {
  const { dataFolder, key } = await seededFolder();
  after(() => rm(dataFolder, { recursive: true, force: true }));
  const storage = await startFakeS3();
  after(storage.stop);
  const server = await startServer({
    dataFolder,
    env: {
      TRACKWAY_PROCESSES: '2',
      S3_BUCKET: 'files',
      S3_REGION: storage.account.region,
      S3_ENDPOINT: storage.account.endpoint,
      S3_ACCESS_KEY_ID: storage.account.accessKeyId,
      S3_SECRET_ACCESS_KEY: storage.account.secretAccessKey,
    },
  });
  await until(() => /Trackway answers/.test(server.output()));
  const { send } = clientOf(`${server.url}/graphql`, key);

  // Each request has a connection of its own; the kernel gives each connection to one of the processes.
  const ask = () => send('{ __typename }', {}, { Connection: 'close' });
  const left: number[] = [];
  for (let number = 0; number < REQUESTS; number += 1)
    left.push((await ask()).extensions.rateLimit.remaining);
  const [most = 0] = left;
  // A request that waits for 0.25 s for its count, as on a busy machine, shows that of its process, and is counted.
  const late = left.filter((remaining, at) => remaining !== most - at);
  assert.ok(late.length <= 2, `each request is counted once, whichever process answers: ${left}`);
  assert.equal(left.at(-1), most - (REQUESTS - 1));
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const answered = [
    ...metrics.matchAll(/^trackway_graphql_requests_total\{process="(\d)".* (\d+)$/gm),
  ];
  assert.deepEqual(
    answered.map(([, number]) => number),
    ['1', '2'],
    'both processes answered',
  );
  assert.equal(
    answered.reduce((sum, [, , count]) => sum + Number(count), 0),
    REQUESTS,
  );

  const [first] = processesOf(server.child.pid);
  assert.ok(first !== undefined);
  process.kill(first, 'SIGKILL');
  // Until its parent has waited for it, a dying process may still listen, and resets what it is given.
  await until(() => !existsSync(`/proc/${first}`));
  const { data } = await ask();
  assert.equal(at(data ?? undefined, '__typename'), 'Query', 'the other one answers');
  await until(() => processesOf(server.child.pid).length === 2);
  await until(async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return new Set(text.match(/process="\d"/g)).size === 2;
  });
  const { remaining } = (await ask()).extensions.rateLimit;
  assert.equal(remaining, most - REQUESTS - 1, 'the counts outlive a process');

  const close = { Connection: 'close' };
  const IMPORT = 'mutation { bulkImport(input: { type: PRODUCTS }) { job { id uploadUrl } } }';
  const asked = await send(IMPORT, {}, close);
  const headers = { 'X-API-Key': key, ...close };
  const body = '{"externalId":"a","name":"A"}\n';
  const put = { method: 'PUT', headers, body };
  const uploadUrl = textAt(asked, 'bulkImport', 'job', 'uploadUrl');
  storage.faults.push({ match: /^PUT/, fault: 'DENIED' });
  const refused = await fetch(uploadUrl, put);
  assert.equal(refused.status, 503);
  assert.match(await refused.text(), /"code":"UNAVAILABLE","retryAfterSeconds":2/);
  assert.equal((await fetch(uploadUrl, put)).status, 200, 'the same file is taken afterwards');
  const id = textAt(asked, 'bulkImport', 'job', 'id');
  const JOB = 'query ($id: ID!) { bulkJob(id: $id) { state resultUrl } }';
  await until(
    async () => textAt(await send(JOB, { id }, close), 'bulkJob', 'state') === 'COMPLETED',
  );
  const url = textAt(await send(JOB, { id }, close), 'bulkJob', 'resultUrl');
  for (let number = 0; number < 4; number += 1) {
    const result = await (await fetch(url, { headers })).text();
    assert.match(result, /^\{"row":1,.*"CREATED"/, 'whichever process is asked');
  }
  const keys = [...storage.objects.keys()];
  assert.equal(keys.length, 1, keys.join());
  assert.match(keys[0] ?? '', /^files\/[0-9a-f-]{36}\/LIVE\/[0-9a-f-]{36}\.result\/0{16}$/);

  const all = processesOf(server.child.pid);
  assert.equal(await server.stop(), 0);
  for (const pid of all) assert.throws(() => process.kill(pid, 0), `process ${pid} ended`);
  assert.match(server.output(), /Process \d ended by itself; starting another one/);
  assert.equal(server.output().match(/Trackway answers/g)?.length, 1);
});

/** The processes of the service below their parent; the embedded database is another program. */
function processesOf(parent: number | undefined): number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim();
  return children
    .split(' ')
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/src/main.ts'));
}
