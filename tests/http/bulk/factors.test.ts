import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textAt } from '../client.ts';
import { world } from '../world.ts';
import { hasEnded, idIn, jobWhen, put } from './files.ts';

const SET = {
  name: 'growers',
  version: '2026',
  licence: 'proprietary',
  attribution: 'Measured by our growers.',
  format: 'CSV',
};
const IMPORT =
  'mutation ($input: BulkImportInput!) { bulkImport(input: $input) { job { uploadUrl format } } }';

type Place = Awaited<ReturnType<typeof world>>;

async function imported(place: Place, factorSet: object, body: string, dryRun = false) {
  const input = { type: 'FACTORS', dryRun, factorSet: { ...SET, ...factorSet } };
  const url = textAt(await place.send(IMPORT, { input }), 'bulkImport', 'job', 'uploadUrl');
  const response = await put(url, place.key, body);
  assert.ok(response.ok, await response.clone().text());
  const job = await jobWhen(place, idIn(url), hasEnded);
  const result = await fetch(String(job['resultUrl']), { headers: { 'X-API-Key': place.key } });
  const rows = (await result.text())
    .trim()
    .split('\n')
    .filter((line) => line !== '');
  return { job, rows: rows.map((line): Record<string, unknown> => JSON.parse(line)) };
}

/** Factors of the imported set; undefined if it does not exist. */
async function ownFactorCount(place: Place): Promise<string | undefined> {
  const { data } = await place.send('{ factorSets { slug isOwn factorCount } }');
  return /"slug":"growers-2026","isOwn":true,"factorCount":(\d+)/.exec(JSON.stringify(data))?.[1];
}

const HEADER = 'name;unit;kgco2e_per_unit;geography;source_note\n';
const NOTE = 'x'.repeat(500);
/** More than fits into a request. */
const LARGE = `${HEADER}${Array.from({ length: 4000 }, (_, at) => `Crop ${at};kg;${at},5;FR;${NOTE}\n`).join('')}`;

test('imports a set that is larger than a request, with a result line per row', async () => {
  const place = await world({ tier: 'GROWTH' });
  assert.ok(LARGE.length > 2_000_000);
  const { job, rows } = await imported(place, {}, LARGE);
  assert.deepEqual(
    [job['state'], job['totalCount'], job['createdCount'], job['failedCount']],
    ['COMPLETED', 4000, 4000, 0],
    String(job['error']),
  );
  assert.equal(rows.length, 4000);
  assert.equal(rows[7]?.['status'], 'CHANGED');
  assert.equal(await ownFactorCount(place), '4000');
});

test('refuses a file with an unusable row whole, unless the import is partial', async () => {
  const place = await world({ tier: 'GROWTH' });
  const csv = `${HEADER}A;kg;1.5;FR;\nB;kg;much;FR;\n`;
  const refused = await imported(place, {}, csv);
  assert.equal(refused.job['state'], 'FAILED');
  assert.match(String(refused.job['error']), /Line 3 .*not a number: much/);
  assert.equal(await ownFactorCount(place), undefined);
  const partial = await imported(place, { partial: true }, csv);
  assert.deepEqual(
    [partial.job['state'], partial.job['createdCount'], partial.job['failedCount']],
    ['COMPLETED', 1, 1],
  );
  assert.deepEqual(
    partial.rows.map(({ status }) => status),
    ['CHANGED', 'REFUSED'],
  );
});

test('a dry run reports the rows and writes no set', async () => {
  const place = await world({ tier: 'GROWTH' });
  const { job, rows } = await imported(place, {}, `${HEADER}A;kg;1.5;FR;\n`, true);
  assert.deepEqual([job['state'], job['createdCount']], ['COMPLETED', 1]);
  assert.equal(rows.length, 1);
  assert.equal(await ownFactorCount(place), undefined);
});

test('refuses factors without a set, a set for products, and factors on FREE', async () => {
  const place = await world({ tier: 'GROWTH' });
  const none = await place.send(IMPORT, { input: { type: 'FACTORS' } });
  assert.match(JSON.stringify(none.errors), /`name` is needed/);
  const other = await place.send(IMPORT, { input: { type: 'PRODUCTS', factorSet: SET } });
  assert.match(JSON.stringify(other.errors), /for the type FACTORS only/);
  const free = await world({ tier: 'FREE' });
  const refused = await free.send(IMPORT, { input: { type: 'FACTORS', factorSet: SET } });
  assert.match(JSON.stringify(refused.errors), /"requiredTier":"GROWTH"/);
});

test('exports own factors in a form that can be imported again', async () => {
  const place = await world({ tier: 'GROWTH' });
  await imported(place, {}, `${HEADER}A;kg;1.5;FR;measured\n`);
  const answer = await place.send(
    'mutation { bulkExport(input: { type: FACTORS }) { job { id } } }',
  );
  const job = await jobWhen(place, textAt(answer, 'bulkExport', 'job', 'id'), hasEnded);
  const file = await fetch(String(job['downloadUrl']), { headers: { 'X-API-Key': place.key } });
  const text = await file.text();
  const again = await imported(place, { version: '2027', format: 'JSON' }, text);
  assert.deepEqual([again.job['state'], again.job['createdCount']], ['COMPLETED', 1], text);
});
