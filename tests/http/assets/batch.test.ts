import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import yauzl from 'yauzl';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { MUG, newProduct, resultOf } from '../calculations/desk.ts';
import {
  at,
  type Client,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
} from '../client.ts';
import { service, world } from '../world.ts';

const BATCH = `id state totalCount doneCount failedCount error zipUrl
  results(first: 100) { totalCount nodes { product { id } asset { id sha256 } problems } }`;

async function batched(client: Client, input: JsonObject): Promise<Json> {
  const id = await sendForId(client, 'generateAssets', 'batch', input);
  let batch: Json = null;
  await until(async () => {
    const answer = await client.send(`query ($id: ID!) { assetBatch(id: $id) { ${BATCH} } }`, {
      id,
    });
    batch = at(dataOf(answer), 'assetBatch') ?? null;
    return !['QUEUED', 'RUNNING'].includes(String(at(batch, 'state')));
  });
  return batch;
}

/** The entries of a ZIP by name. */
async function entriesOf(zip: Buffer): Promise<Map<string, Buffer>> {
  const archive = await promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer)(zip, {});
  const reading: Promise<readonly [string, Buffer]>[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  archive.on('error', reject).on('end', resolve);
  archive.on('entry', (entry: yauzl.Entry) => {
    const open = promisify<yauzl.Entry, Readable>(archive.openReadStream.bind(archive));
    reading.push(open(entry).then(async (stream) => [entry.fileName, await buffer(stream)]));
  });
  await promise;
  return new Map(await Promise.all(reading));
}

test('a batch renders each product of a filter, says why one has no label, and gives a ZIP', async () => {
  const ours = await world({ tier: 'ENTERPRISE' });
  const [one, other] = [
    await newProduct(ours, { ...MUG, name: 'Mug one', gtin: '9506000134352' }),
    await newProduct(ours, { ...MUG, name: 'Mug other', gtin: '9506000134369' }),
  ];
  for (const productId of [one, other]) {
    await resultOf(ours, 'calculateProductFootprint', { productId });
  }
  const blank = await newProduct(ours, { name: 'Mug without footprint', gtin: '9506000134376' });
  await newProduct(ours, { name: 'Plate', gtin: '9506000134383' });
  const batch = await batched(ours, {
    kind: 'CARBON_LABEL',
    locale: 'fr',
    filter: { text: 'mug' },
  });
  assert.equal(at(batch, 'state'), 'COMPLETED');
  assert.deepEqual(
    [at(batch, 'totalCount'), at(batch, 'doneCount'), at(batch, 'failedCount')],
    [3, 3, 1],
  );
  assert.equal(at(batch, 'results', 'totalCount'), 3);
  const nodes = at(batch, 'results', 'nodes');
  assert.ok(Array.isArray(nodes));
  assert.deepEqual(
    nodes.map((node) => at(node, 'product', 'id')),
    [one, other, blank],
  );
  assert.equal(at(nodes[2] ?? null, 'problems', 0, 'code'), 'CONFLICT');

  const url = String(at(batch, 'zipUrl'));
  const answer = await fetch(url);
  assert.equal(answer.headers.get('content-type'), 'application/zip');
  const entries = await entriesOf(Buffer.from(await answer.arrayBuffer()));
  assert.deepEqual(
    [...entries.keys()].sort(),
    [`${one}.svg`, `${other}.svg`, 'lines.jsonl'].sort(),
  );
  for (const [at0, id] of [one, other].entries()) {
    const hash = createHash('sha256')
      .update(entries.get(`${id}.svg`) ?? '')
      .digest('hex');
    assert.equal(hash, at(nodes[at0] ?? null, 'asset', 'sha256'));
  }
  const lines = String(entries.get('lines.jsonl')).trim().split('\n');
  assert.equal(lines.length, 3);
  assert.equal(at(JSON.parse(lines[2] ?? ''), 'problems', 0, 'code'), 'CONFLICT');
  assert.equal((await fetch(url.replace('/live/', '/sandbox/'))).status, 404);

  const listed = await ours.send(
    '{ assetBatches(first: 5) { totalCount nodes { id doneCount } } }',
  );
  assert.deepEqual(at(dataOf(listed), 'assetBatches'), {
    totalCount: 1,
    nodes: [{ id: String(at(batch, 'id')), doneCount: 3 }],
  });

  const failed = await ours.send(
    '{ events(filter: { types: ["asset.failed"] }, last: 1) { nodes { data } } }',
  );
  assert.equal(at(dataOf(failed), 'events', 'nodes', 0, 'data', 'productId'), blank);
});

test('a batch needs ENTERPRISE, and another organization finds nothing of it', async () => {
  const ours = await world({ tier: 'ENTERPRISE' });
  const batch = await batched(ours, { kind: 'QR_TAG', url: 'https://halden.example/' });
  assert.equal(at(batch, 'totalCount'), 0);
  // Choices that no product could have are refused before there is a batch.
  const wrong = { locale: 'xx', dotsPerInch: 5, goal: 'To sell', url: 'x', verifier: ' ' };
  const unfit = await ours.send(mutationText('generateAssets', 'batch { id }'), {
    input: { kind: 'QR_TAG', size: 'A4', ...wrong },
  });
  const problems = at(unfit.errors[0]?.extensions, 'problems');
  assert.ok(Array.isArray(problems));
  assert.deepEqual(
    problems.map((each) => String(at(each, 'path', 1))).toSorted(),
    ['size', ...Object.keys(wrong)].toSorted(),
  );
  const growth = await world({ tier: 'GROWTH' });
  const refused = await growth.send(mutationText('generateAssets', 'batch { id }'), {
    input: { kind: 'QR_TAG' },
  });
  assert.equal(refused.errors[0]?.extensions['requiredTier'], 'ENTERPRISE');
  const foreign = await growth.send('query ($id: ID!) { assetBatch(id: $id) { id } }', {
    id: String(at(batch, 'id')),
  });
  assert.deepEqual(codesOf(foreign), ['NOT_FOUND']);
});

test('a batch holds the result of one large product and few large files at a time: those of 50 products are more than a thread may hold', async () => {
  const ours = await world({ tier: 'ENTERPRISE' });
  const transportLegs = Array.from({ length: 4 }, (_each, at) => ({
    method: 'ROAD',
    distanceKm: 100 + at,
  }));
  const components = Array.from({ length: 250 }, (_each, at) => ({
    name: `Part ${at}`,
    material: 'cotton fibre',
    massKg: 0.001,
    transportLegs,
  }));
  const productId = await newProduct(ours, { name: 'Coat', components });
  await resultOf(ours, 'calculateProductFootprint', {
    productId,
    detail: 'FULL',
    asProductFootprint: true,
  });
  const { organizationId, environment } = ours.scope;
  await sql`insert into products select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid()))).*
    from products p, generate_series(1, 49)
    where organization_id = ${organizationId} and environment = ${environment}
      and id = ${decodeId('product', productId)}`.execute(service.db);
  const infographics = { kind: 'INFOGRAPHIC', format: 'PNG', dotsPerInch: 180 };
  const batch = await batched(ours, { ...infographics, filter: {} });
  assert.equal(at(batch, 'state'), 'COMPLETED');
  assert.deepEqual([at(batch, 'doneCount'), at(batch, 'failedCount')], [50, 0]);
  const slices = await sql`select created_at from assets
    where organization_id = ${organizationId} and environment = ${environment} group by 1`.execute(
    service.db,
  );
  assert.ok(slices.rows.length > 1, 'files of 4 MB were held at a time');
});
