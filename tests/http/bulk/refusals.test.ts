import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codesOf, dataOf, textAt } from '../client.ts';
import { world } from '../world.ts';
import { askForImport, exported, hasEnded, idIn, imported, jobWhen, jsonl, put } from './files.ts';

const ROW = { externalId: 'a', name: 'A' };

type Extensions = { readonly code: string; readonly requiredTier?: string };

async function refusal(response: Response) {
  const body: { readonly errors: readonly [{ readonly extensions: Extensions }] } = JSON.parse(
    await response.text(),
  );
  return { status: response.status, ...body.errors[0].extensions };
}

test('a file of more than 1,000 rows is refused whole on FREE, and taken on GROWTH', async () => {
  const free = await world();
  const rows = Array.from({ length: 1001 }, (_, at) => ({ externalId: `p${at}`, name: `P ${at}` }));
  const url = await askForImport(free);
  assert.deepEqual(await refusal(await put(url, free.key, jsonl(rows))), {
    status: 403,
    code: 'FORBIDDEN',
    requiredTier: 'GROWTH',
  });
  const answer = await free.send(
    '{ products { totalCount } bulkJobs { edges { node { state } } } }',
  );
  assert.deepEqual(dataOf(answer), {
    products: { totalCount: 0 },
    bulkJobs: { edges: [{ node: { state: 'AWAITING_FILE' } }] },
  });
  const fewer = await put(url, free.key, jsonl(rows.slice(1)));
  assert.equal(fewer.status, 200, 'a shorter file may follow');
  const job = await jobWhen(free, idIn(url), hasEnded);
  assert.equal(job['createdCount'], 1000);

  const { job: taken } = await imported(await world({ tier: 'GROWTH' }), jsonl(rows));
  assert.equal(taken['createdCount'], 1001);
});

test('more than 1,000 rows are not exported on FREE', async () => {
  const growth = await world({ tier: 'GROWTH' });
  const free = await world({ organization: growth.organization });
  const row = (at: number) => ({ externalId: `p${at}`, name: `P ${at}` });
  await imported(growth, jsonl(Array.from({ length: 1000 }, (_, at) => row(at))));
  assert.equal((await exported(free)).trim().split('\n').length, 1000);
  await imported(growth, jsonl([row(1000)]));
  const refused = await free.send(
    'mutation { bulkExport(input: { type: PRODUCTS }) { job { id } } }',
  );
  assert.deepEqual(codesOf(refused), ['FORBIDDEN']);
  assert.equal(refused.errors[0]?.extensions['requiredTier'], 'GROWTH');
  assert.equal((await exported(growth)).trim().split('\n').length, 1001);

  // The key of GROWTH looks at the jobs of the other: that has 60 requests a minute.
  const filtered = async (filter: string) => {
    const text = `mutation { bulkExport(input: { type: PRODUCTS, filter: { ${filter} } }) { job { id } } }`;
    return jobWhen(growth, textAt(await free.send(text), 'bulkExport', 'job', 'id'), hasEnded);
  };
  const none = await filtered('createdUntil: "2000-01-01T00:00:00Z"');
  assert.deepEqual([none['state'], none['totalCount']], ['COMPLETED', 0]);
  const failed = await filtered('createdSince: "2000-01-01T00:00:00Z"');
  assert.deepEqual([failed['state'], failed['downloadUrl']], ['FAILED', null]);
  assert.match(String(failed['error']), /up to 1,000 rows/);
});

test('the file is taken only with a key, of the right environment and organization', async () => {
  const here = await world();
  const url = await askForImport(here);
  assert.equal((await refusal(await put(url, undefined, jsonl([ROW])))).code, 'UNAUTHENTICATED');
  const sandbox = await world({ organization: here.organization, environment: 'SANDBOX' });
  const elsewhere = await put(url, sandbox.key, jsonl([ROW]));
  assert.equal((await refusal(elsewhere)).status, 401);
  const inSandbox = url.replace('/bulk/', '/sandbox/bulk/');
  assert.equal((await refusal(await put(inSandbox, sandbox.key, jsonl([ROW])))).status, 404);
  const other = await world();
  assert.deepEqual(await refusal(await put(url, other.key, jsonl([ROW]))), {
    status: 404,
    code: 'NOT_FOUND',
  });
  const seen = await other.send(
    'query ($id: ID!) { bulkJob(id: $id) { id } node(id: $id) { id } }',
    {
      id: idIn(url),
    },
  );
  assert.deepEqual(codesOf(seen), ['NOT_FOUND']);
  assert.deepEqual(seen.data, { bulkJob: null, node: null });
});

test('importing takes the WRITE permission of the type, exporting its READ permission', async () => {
  const here = await world();
  const reader = await world({ organization: here.organization, permissions: ['PRODUCTS_READ'] });
  const asked = await reader.send(
    'mutation { bulkImport(input: { type: PRODUCTS }) { job { id } } }',
  );
  assert.deepEqual(asked.errors[0]?.extensions['requiredPermission'], 'PRODUCTS_WRITE');
  const url = await askForImport(here);
  const sent = await refusal(await put(url, reader.key, jsonl([ROW])));
  assert.deepEqual([sent.status, sent.code], [403, 'FORBIDDEN']);
  const customers = await reader.send(
    'mutation { bulkExport(input: { type: CUSTOMERS }) { job { id } } }',
  );
  assert.deepEqual(customers.errors[0]?.extensions['requiredPermission'], 'CUSTOMERS_READ');
  const stranger = await world({ organization: here.organization, permissions: ['FACTORS_READ'] });
  const list = await stranger.send('{ bulkJobs { totalCount edges { node { id } } } }');
  assert.deepEqual(dataOf(list), { bulkJobs: { totalCount: 0, edges: [] } });
  const one = await stranger.send('query ($id: ID!) { bulkJob(id: $id) { id } }', {
    id: idIn(url),
  });
  assert.deepEqual(codesOf(one), ['FORBIDDEN']);
});

test('a job takes one file, and none once it is cancelled', async () => {
  const here = await world();
  const { job } = await imported(here, jsonl([ROW]));
  const again = await refusal(
    await put(`${new URL(here.endpoint).origin}/bulk/${job['id']}`, here.key, jsonl([ROW])),
  );
  assert.deepEqual([again.status, again.code], [409, 'CONFLICT']);
  const url = await askForImport(here);
  const cancelled = await here.send(
    'mutation ($id: ID!) { cancelBulkJob(input: { id: $id }) { job { state uploadUrl } } }',
    { id: idIn(url) },
  );
  assert.equal(textAt(cancelled, 'cancelBulkJob', 'job', 'state'), 'CANCELLED');
  assert.equal((await refusal(await put(url, here.key, jsonl([ROW])))).status, 409);
  const twice = await here.send(
    'mutation ($id: ID!) { cancelBulkJob(input: { id: $id }) { job { state } } }',
    { id: idIn(url) },
  );
  assert.deepEqual(codesOf(twice), ['CONFLICT']);
  const lists = await here.send(
    `query ($one: [JobState!], $both: [JobState!]) {
      one: bulkJobs(filter: { state: $one }) { totalCount nodes { id } }
      both: bulkJobs(filter: { state: $both, type: PRODUCTS, direction: IMPORT }) { totalCount nodes { id } }
      exports: bulkJobs(filter: { direction: EXPORT, state: $both }) { totalCount nodes { id } }
      customers: bulkJobs(filter: { type: CUSTOMERS }) { totalCount nodes { id } }
      none: bulkJobs(filter: { state: [] }) { totalCount nodes { id } }
    }`,
    { one: ['CANCELLED', 'CANCELLED'], both: ['COMPLETED', 'CANCELLED'] },
  );
  const nodes = [{ id: idIn(url) }, { id: job['id'] }];
  const none = { totalCount: 0, nodes: [] };
  assert.deepEqual(dataOf(lists), {
    one: { totalCount: 1, nodes: nodes.slice(0, 1) },
    both: { totalCount: 2, nodes },
    exports: none,
    customers: none,
    none,
  });
});

test('an empty file is refused, and the job still waits for one', async () => {
  const here = await world();
  for (const format of ['JSONL', 'CSV'] as const) {
    const url = await askForImport(here, { format });
    const empty = await refusal(await put(url, here.key, ''));
    assert.deepEqual([empty.status, empty.code], [400, 'BAD_REQUEST']);
    const whole = format === 'CSV' ? 'name\nMug\n' : jsonl([ROW]);
    assert.equal((await put(url, here.key, whole)).status, 200);
    assert.equal((await jobWhen(here, idIn(url), hasEnded))['createdCount'], 1);
  }
});

test('a file of another media type is refused', async () => {
  const here = await world();
  const url = await askForImport(here);
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'X-API-Key': here.key, 'Content-Type': 'image/png' },
    body: 'x',
  });
  assert.deepEqual((await refusal(response)).status, 415);
});

test('a repeated idempotency key gives the first job again', async () => {
  const here = await world();
  const ask = () =>
    here.send(
      'mutation { bulkImport(input: { type: PRODUCTS, idempotencyKey: "k" }) { job { id } } }',
    );
  assert.equal(
    textAt(await ask(), 'bulkImport', 'job', 'id'),
    textAt(await ask(), 'bulkImport', 'job', 'id'),
  );
});
