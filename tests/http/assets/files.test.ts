import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { decodedSymbols } from '../../../server/src/domains/assets/drawing/decode-symbol.ts';
import { deleteOrphanedFiles, verifyAsset } from '../../../server/src/domains/assets/index.ts';
import { countedRows } from '../../../server/src/platform/database/index.ts';
import { folderFiles } from '../../../server/src/platform/files/index.ts';
import { temporaryFolder } from '../../../server/src/platform/testing.ts';
import { newProduct } from '../calculations/desk.ts';
import { at, codesOf, dataOf, mutationText, textAt } from '../client.ts';
import { service, world } from '../world.ts';
import { GTIN, generate, generated, labelledProduct } from './desk.ts';

const ours = await world({ tier: 'ENTERPRISE' });

const mug = await labelledProduct(ours);

test('a public file has an immutable address with a tag and headers that make it inert', async () => {
  const asset = await generated(ours, { kind: 'FIGURE_TAG', productId: mug, isPublic: true });
  const url = String(at(asset, 'url'));
  assert.equal(url.includes('?'), false);
  const file = await fetch(url);
  assert.equal(file.status, 200);
  assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.match(file.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
  assert.equal(file.headers.get('access-control-allow-origin'), '*');
  assert.equal(file.headers.get('x-content-type-options'), 'nosniff');
  const tag = file.headers.get('etag') ?? '';
  assert.equal(tag, `"${at(asset, 'sha256')}"`);
  const again = await fetch(url, { headers: { 'If-None-Match': tag } });
  assert.equal(again.status, 304);
  assert.equal((await fetch(url.replace('.svg', '.png'))).status, 404);
  const input = { id: String(at(asset, 'id')), isPublic: false };
  const hidden = await ours.send(mutationText('updateAsset', 'asset { isPublic version url }'), {
    input,
  });
  assert.equal(at(dataOf(hidden), 'updateAsset', 'asset', 'version'), 2);
  assert.equal((await fetch(url)).status, 404);
  assert.equal((await fetch(textAt(hidden, 'updateAsset', 'asset', 'url'))).status, 200);
});

test('all formats hold the origin of the label, and the symbol of the PNG leads to the product', async () => {
  const common = { kind: 'CARBON_LABEL', productId: mug, size: 'WIDE', locale: 'el' };
  const files = new Map<string, Buffer>();
  for (const format of ['SVG', 'PNG', 'PDF', 'JSON']) {
    const asset = await generated(ours, { ...common, format });
    const file = await fetch(String(at(asset, 'url')));
    assert.equal(file.headers.get('content-type')?.split(';')[0], at(asset, 'mediaType'));
    files.set(format, Buffer.from(await file.arrayBuffer()));
    const text = files.get(format)?.toString('latin1') ?? '';
    assert.ok(text.includes(String(at(asset, 'snapshotHash'))), format);
  }
  const png = files.get('PNG') ?? Buffer.alloc(0);
  assert.deepEqual(await decodedSymbols(png), [`${service.url}/01/${GTIN}`]);
  assert.equal(png.readUInt32BE(16), Math.round((82 / 25.4) * 300));
  const pdf = files.get('PDF')?.toString('latin1') ?? '';
  const [, width, height] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? [];
  assert.ok(Math.abs(Number(width) - (82 / 25.4) * 72) < 0.01);
  assert.ok(Math.abs(Number(height) - (50 / 25.4) * 72) < 0.01);
  assert.match(pdf, /<pdfaid:part>3<\/pdfaid:part>/);
  assert.match(pdf, /<pdfuaid:part>1<\/pdfuaid:part>/);
  assert.match(pdf, /\/Lang \(el\)/);
  assert.match(pdf, /\/S \/Figure/);
  const facts = JSON.parse(files.get('JSON')?.toString() ?? '{}');
  assert.equal(facts.facts.url, `${service.url}/01/${GTIN}`);
  assert.ok(inflateSync(png.subarray(png.indexOf('IDAT') + 4)).length > 0);
});

test('equal input gives equal bytes, and a lost file is rendered again to the same bytes', async () => {
  const input = { kind: 'CARBON_LABEL', productId: mug, size: 'SMALL', isPublic: true };
  const [one, other] = [await generated(ours, input), await generated(ours, input)];
  assert.equal(at(one, 'sha256'), at(other, 'sha256'));
  assert.notEqual(at(one, 'id'), at(other, 'id'));
  const folder = join(service.dataFolder, 'assets', ours.organization.id, 'LIVE');
  const name = `${at(one, 'sha256')}.svg`;
  assert.ok((await readdir(folder)).includes(name));
  await rm(join(folder, name));
  const file = await fetch(String(at(one, 'url')));
  const bytes = Buffer.from(await file.arrayBuffer());
  assert.equal(createHash('sha256').update(bytes).digest('hex'), at(one, 'sha256'));
  assert.ok((await readdir(folder)).includes(name));
});

test('files that no asset has are deleted an hour after they were written, others never', async () => {
  const asset = await generated(ours, { kind: 'FIGURE_TAG', productId: mug });
  const folder = await temporaryFolder('orphans');
  const files = folderFiles(folder);
  const tenant = `${ours.organization.id}/LIVE`;
  const used = `${tenant}/${at(asset, 'sha256')}.svg`;
  const orphan = `${tenant}/${'0'.repeat(64)}.svg`;
  const ofSandbox = `${ours.organization.id}/SANDBOX/${at(asset, 'sha256')}.svg`;
  for (const name of [used, orphan, ofSandbox, 'notes.txt'])
    await files.put(name, Buffer.from('file'), 'image/svg+xml');
  const left = async (now: number) => {
    await deleteOrphanedFiles(service.db, files, new Date(now));
    const names: string[] = [];
    for await (const { name } of files.list()) names.push(name);
    return names.toSorted();
  };
  assert.equal((await left(Date.now())).length, 4);
  assert.deepEqual(await left(Date.now() + 3_700_000), [used, 'notes.txt'].toSorted());
});

test('a file is verified against the stored asset and its calculation; making and deleting are audited', async () => {
  const asset = await generated(ours, { kind: 'FIGURE_TAG', productId: mug, locale: 'hu' });
  const bytes = Buffer.from(await (await fetch(String(at(asset, 'url')))).arrayBuffer());
  const check = await verifyAsset({ db: service.db, scope: ours.scope }, bytes);
  const { isValid, assetId, origin } = check;
  assert.deepEqual([isValid, assetId], [true, at(asset, 'id')]);
  assert.equal(origin?.['snapshotHash'], at(asset, 'snapshotHash'));
  const changed = Buffer.from(bytes.toString().replace('#000000', '#000001'));
  const other = await verifyAsset({ db: service.db, scope: ours.scope }, changed);
  assert.deepEqual([other.isValid, other.assetId], [false, null]);
  const sandbox = { ...ours.scope, environment: 'SANDBOX' } as const;
  assert.equal((await verifyAsset({ db: service.db, scope: sandbox }, bytes)).isValid, false);

  const id = String(at(asset, 'id'));
  await ours.send(mutationText('deleteAsset', 'deletedAssetId'), { input: { id } });
  assert.equal((await verifyAsset({ db: service.db, scope: ours.scope }, bytes)).isValid, false);
  const log = await ours.send(
    `{ auditLog(first: 2, sortBy: { field: CREATED_AT, direction: DESC }) {
      nodes { action details } } }`,
  );
  const entries = at(dataOf(log), 'auditLog', 'nodes');
  assert.ok(Array.isArray(entries));
  assert.deepEqual(
    entries.map((entry) => at(entry, 'action')),
    ['asset.deleted', 'asset.created'],
  );
});

test('the files of assets have a ceiling of bytes, and a deletion makes room', async () => {
  const tenant = await world({ tier: 'ENTERPRISE' });
  const productId = await newProduct(tenant, { name: 'Blank', gtin: GTIN });
  const made = await generate(tenant, { kind: 'QR_TAG', productId });
  const { organizationId, environment } = tenant.scope;
  const fileBytes = Number(at(dataOf(made), 'generateAsset', 'asset', 'fileBytes'));
  assert.equal(
    await countedRows({ db: service.db, scope: tenant.scope }, 'asset_bytes'),
    fileBytes,
  );
  const most = 102_400 * 1024 ** 2;
  await sql`insert into list_counts (organization_id, environment, list, bucket, shard, row_count)
    values (${organizationId}, ${environment}, 'asset_bytes', '', 99, ${most - fileBytes})`.execute(
    service.db,
  );
  const refused = await generate(tenant, { kind: 'QR_TAG', productId });
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.match(refused.errors[0]?.message ?? '', /102400 MiB together/);
  const id = textAt(made, 'generateAsset', 'asset', 'id');
  await tenant.send(mutationText('deleteAsset', 'deletedAssetId'), { input: { id } });
  assert.deepEqual(codesOf(await generate(tenant, { kind: 'QR_TAG', productId })), []);
});
