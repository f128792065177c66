import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { deleteOrphanedFiles } from '../../../server/src/domains/assets/index.ts';
import { folderFiles } from '../../../server/src/platform/files/index.ts';
import { temporaryFolder } from '../../../server/src/platform/testing.ts';
import { MUG, newProduct, problemsOf, resultOf } from '../calculations/desk.ts';
import { at, codesOf, dataOf, type JsonObject, mutationText, textAt } from '../client.ts';
import { service, world } from '../world.ts';

const ours = await world({ tier: 'ENTERPRISE' });
const BRAND = 'name color logo { url mediaType width height sha256 } version updatedAt';
const DAY_MS = 86_400_000;

const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10">${content}</svg>`;
const RED = svg('<title>Halden</title><path d="M0 0h40v10z" fill="#cc0000"/>');
const BLUE = svg('<path d="M0 0h40v10z" fill="#0000cc"/>');

function update(input: JsonObject, client = ours) {
  return client.send(mutationText('updateBrand', `brand { ${BRAND} }`), { input });
}

async function brandOf(client = ours) {
  const answer = await client.send(`{ me { organization { brand { ${BRAND} } } } }`);
  return at(dataOf(answer), 'me', 'organization', 'brand') ?? null;
}

async function generated(input: JsonObject) {
  const answer = await ours.send(mutationText('generateAsset', 'asset { id url sha256 }'), {
    input: { isPublic: true, ...input },
  });
  return at(dataOf(answer), 'generateAsset', 'asset') ?? null;
}

async function fileOf(asset: unknown): Promise<string> {
  const url = typeof asset === 'string' ? asset : String(Object(asset).url);
  return (await fetch(url)).text();
}

/** Sweeps logos; the folder is empty, so that no file of another test is an orphan. */
const empty = await temporaryFolder('brands');
const sweep = (now: Date) => deleteOrphanedFiles(service.db, folderFiles(empty), now);

test('a brand is stored once: its name on every asset, its logo and colour where a kind has room', async () => {
  const sandbox = await world({
    ...{ tier: 'ENTERPRISE', environment: 'SANDBOX' },
    organization: ours.organization,
  });
  const none = { name: null, color: null, logo: null, version: 0, updatedAt: null };
  assert.deepEqual(await brandOf(), none);
  const answer = await update({ name: 'Halden', color: '#003366', logo: { svg: RED } });
  assert.equal(textAt(answer, 'updateBrand', 'brand', 'name'), 'Halden');
  const brand = await brandOf();
  assert.deepEqual([at(brand, 'color'), at(brand, 'version')], ['#003366', 1]);
  assert.deepEqual([at(brand, 'logo', 'width'), at(brand, 'logo', 'height')], [40, 10]);
  assert.deepEqual(await brandOf(sandbox), none);

  const productId = await newProduct(ours, { ...MUG, gtin: '09506000134352' });
  await resultOf(ours, 'calculateProductFootprint', {
    ...{ productId, detail: 'FULL', asProductFootprint: true },
  });
  const label = await fileOf(await generated({ kind: 'CARBON_LABEL', productId }));
  assert.ok(label.includes('aria-label="Halden"') && !label.includes('#cc0000'));
  const infographic = await generated({ kind: 'INFOGRAPHIC', productId });
  const drawn = await fileOf(infographic);
  assert.ok(drawn.includes('#cc0000') && drawn.includes('#003366'));
  assert.ok(
    (await fileOf(await generated({ kind: 'EQUIVALENCY_CARD', productId }))).includes('#cc0000'),
  );
  const plain = await fileOf(await generated({ kind: 'INFOGRAPHIC', productId, brand: {} }));
  assert.ok(!plain.includes('#cc0000') && !plain.includes('#003366'));

  // A lost file is rendered again with the logo that it had, which the sweep keeps for it.
  await update({ logo: { svg: BLUE } });
  await sweep(new Date(Date.now() + 8 * DAY_MS));
  const folder = join(service.dataFolder, 'assets');
  const sha256 = String(at(infographic, 'sha256'));
  await rm(join(folder, ours.organization.id, 'LIVE', `${sha256}.svg`));
  assert.equal(
    createHash('sha256')
      .update(await fileOf(infographic))
      .digest('hex'),
    sha256,
  );

  const removed = await update({ name: null, color: null, logo: null, expectedVersion: 2 });
  assert.equal(at(dataOf(removed), 'updateBrand', 'brand', 'version'), 3);
  const { data } = await ours.send('{ auditLog(first: 100) { nodes { action details } } }');
  assert.match(JSON.stringify(data ?? null), /brand\.updated.*#003366/);
});

test('the file of a logo is public, immutable and runs nothing; one that nothing shows is deleted', async () => {
  const other = await world({ tier: 'ENTERPRISE' });
  const url = textAt(
    await update({ logo: { svg: RED } }, other),
    ...['updateBrand', 'brand', 'logo', 'url'],
  );
  const file = await fetch(url);
  assert.equal(file.headers.get('content-type'), 'image/svg+xml');
  assert.match(file.headers.get('content-security-policy') ?? '', /sandbox; default-src 'none'/);
  assert.match(file.headers.get('cache-control') ?? '', /immutable/);
  const text = await file.text();
  assert.ok(text.includes('#cc0000') && !text.includes('Halden'));
  assert.ok(url.endsWith(`${createHash('sha256').update(text).digest('hex')}.svg`));
  for (const wrong of [url.replace('/live/', '/sandbox/'), url.replace('.svg', '.png')]) {
    assert.equal((await fetch(wrong)).status, 404);
  }

  await update({ logo: null }, other);
  await sweep(new Date());
  assert.equal((await fetch(url)).status, 200, 'pages that are cached may show it');
  await sweep(new Date(Date.now() + 8 * DAY_MS));
  assert.equal((await fetch(url)).status, 404);
});

test('all problems of a brand come at once; other tiers and stale versions are refused', async () => {
  const answer = await update({
    name: 'Climate neutral Ltd',
    color: '#ffee00',
    logo: { svg: svg('<image href="/etc/passwd"/>') },
  });
  assert.deepEqual(
    problemsOf(answer).map(({ path, code }) => `${JSON.stringify(path)} ${code}`),
    [
      '["input","name"] REFUSED_CLAIM',
      '["input","color"] OUT_OF_RANGE',
      '["input","logo"] INVALID_FORMAT',
    ],
  );
  const both = await update({ logo: { svg: RED, png: 'AAAA' } });
  assert.match(JSON.stringify(both), /one of `svg` and `png`/);
  const growth = await world({ tier: 'GROWTH' });
  assert.deepEqual(codesOf(await update({ name: 'Halden' }, growth)), ['FORBIDDEN']);
  assert.deepEqual(codesOf(await update({ name: 'Halden', expectedVersion: 99 })), ['CONFLICT']);
  const { rows } = await sql<{ readonly count: number }>`
    select count(*)::int as count from brands
    where organization_id = ${growth.organization.id}`.execute(service.db);
  assert.deepEqual(rows, [{ count: 0 }]);
});
