import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { decodedSymbols } from '../../../server/src/domains/assets/drawing/decode-symbol.ts';
import { newProduct, problemsOf, resultOf } from '../calculations/desk.ts';
import {
  at,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  textAt,
} from '../client.ts';
import { service, world } from '../world.ts';
import { GTIN, generate, generated, labelledProduct } from './desk.ts';

const ours = await world({ tier: 'ENTERPRISE' });

const mug = await labelledProduct(ours);

test('a label is generated, listed, read by its signed address and deleted', async () => {
  const asset = await generated(ours, { kind: 'CARBON_LABEL', productId: mug, locale: 'de-AT' });
  assert.equal(at(asset, 'locale'), 'de');
  assert.equal(at(asset, 'size'), 'UPRIGHT');
  assert.equal(at(asset, 'product', 'id'), mug);
  assert.match(String(at(asset, 'description')), /^CO2-Fußabdruck: .* CO2e/);
  const url = String(at(asset, 'url'));
  const file = await fetch(url);
  assert.equal(file.status, 200);
  assert.equal(file.headers.get('content-type'), 'image/svg+xml');
  assert.equal(file.headers.get('cache-control'), 'private, no-store');
  const bytes = Buffer.from(await file.arrayBuffer());
  assert.equal(createHash('sha256').update(bytes).digest('hex'), at(asset, 'sha256'));
  assert.ok(bytes.toString().includes(String(at(asset, 'snapshotHash'))));

  const id = String(at(asset, 'id'));
  const listed = await ours.send(
    `query ($id: ID!, $product: ID!) { asset(id: $id) { id }
      assets(filter: { productId: $product, kind: CARBON_LABEL }) { nodes { id } totalCount }
      product(id: $product) { assets { nodes { id } } } node(id: $id) { id } }`,
    { id, product: mug },
  );
  assert.equal(textAt(listed, 'asset', 'id'), id);
  assert.equal(textAt(listed, 'node', 'id'), id);
  assert.equal(textAt(listed, 'assets', 'nodes', 0, 'id'), id);
  assert.equal(textAt(listed, 'product', 'assets', 'nodes', 0, 'id'), id);

  const unsigned = new URL(url);
  unsigned.search = '';
  assert.equal((await fetch(unsigned)).status, 404);
  assert.equal((await fetch(url.replace(/expires=\d/, 'expires=9'))).status, 404);
  const deleted = await ours.send(mutationText('deleteAsset', 'deletedAssetId asset { id kind }'), {
    input: { id },
  });
  assert.equal(textAt(deleted, 'deleteAsset', 'deletedAssetId'), id);
  assert.equal(textAt(deleted, 'deleteAsset', 'asset', 'id'), id);
  assert.equal((await fetch(url)).status, 404);
});

test('a product without a footprint and a calculation that is no label are refused', async () => {
  const productId = await newProduct(ours, { name: 'Blank', gtin: GTIN });
  const none = await generate(ours, { kind: 'CARBON_LABEL', productId });
  assert.deepEqual(codesOf(none), ['CONFLICT']);
  const material = await resultOf(
    ours,
    'calculateMaterial',
    { material: 'steel', massKg: 1 },
    'id',
  );
  const url = 'https://halden.example/steel';
  const wrong = await generate(ours, {
    kind: 'CARBON_LABEL',
    calculationId: String(at(material, 'id')),
    url,
  });
  assert.deepEqual(codesOf(wrong), ['CONFLICT']);
});

test('a label names no phase as missing that it shows an amount of', async () => {
  const components = [
    { name: 'Jersey', material: 'cotton', massKg: 0.15, originCountry: 'FR' },
    // Its factor has no processors inside, which is a gap of the raw materials.
    { name: 'Board', material: 'populated circuit board', massKg: 0.01, originCountry: 'FR' },
  ];
  const productId = await newProduct(ours, { name: 'Glowing shirt', gtin: GTIN, components });
  const method = { detail: 'FULL', asProductFootprint: true };
  await resultOf(ours, 'calculateProductFootprint', { productId, ...method });
  const input = { kind: 'CARBON_LABEL', productId, format: 'JSON' };
  const asset = await generated(ours, input);
  const label: Json = JSON.parse(await (await fetch(String(at(asset, 'url')))).text());
  const facts = at(label, 'facts');
  const missing = at(facts, 'missingPhases');
  assert.ok(Array.isArray(missing) && missing.includes('USE'), JSON.stringify(missing));
  assert.ok(!missing.includes('RAW_MATERIALS'), JSON.stringify(missing));
  assert.equal(at(facts, 'isMissingMore'), true);
});

test('all problems of an input come in one response', async () => {
  const productId = await newProduct(ours, { name: 'Climate-neutral cup' });
  const refused = await generate(ours, {
    kind: 'QR_TAG',
    productId,
    size: 'WIDE',
    locale: 'tlh',
    dotsPerInch: 10,
    organizationName: 'a\u202eb',
  });
  const problems = problemsOf(refused).map(({ path, code }) => `${JSON.stringify(path)} ${code}`);
  assert.deepEqual(problems, [
    '["input","locale"] INVALID_LANGUAGE',
    '["input","size"] NOT_ALLOWED',
    '["input","dotsPerInch"] OUT_OF_RANGE',
    '["input","productName"] REFUSED_CLAIM',
    '["input","organizationName"] INVALID_TEXT',
    '["input","url"] REQUIRED',
  ]);
  const both = await generate(ours, { kind: 'QR_TAG', productId, product: { id: productId } });
  assert.deepEqual(
    problemsOf(both).map(({ code }) => code),
    ['EXACTLY_ONE'],
  );
});

test('a tag of one item has its serial number in the symbol and below it', async () => {
  const asset = await generated(ours, {
    kind: 'QR_TAG',
    size: 'ITEM',
    symbol: 'DATA_MATRIX',
    productId: mug,
    serial: 'A/1',
    format: 'PNG',
  });
  assert.match(String(at(asset, 'description')), /\(01\) 09506000134352\. \(21\) A\/1/);
  const file = await fetch(String(at(asset, 'url')));
  const png = Buffer.from(await file.arrayBuffer());
  assert.deepEqual(await decodedSymbols(png), [`${service.url}/01/${GTIN}/21/A%2F1`]);
  for (const serial of ['ä', '..']) {
    const wrong = await generate(ours, { kind: 'QR_TAG', productId: mug, serial });
    const codes = problemsOf(wrong).map(({ code }) => code);
    assert.deepEqual(codes, ['INVALID_FORMAT'], serial);
  }
});

test('the sandbox prints SAMPLE, and another organization finds nothing', async () => {
  const sandbox = await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' });
  const productId = await labelledProduct(sandbox);
  const answer = await generate(sandbox, { kind: 'FIGURE_TAG', productId, isPublic: true });
  const file = await fetch(textAt(answer, 'generateAsset', 'asset', 'url'));
  assert.match(await file.text(), /aria-label="SAMPLE"/);
  const id = textAt(answer, 'generateAsset', 'asset', 'id');
  const foreign = await ours.send('query ($id: ID!) { asset(id: $id) { id } }', { id });
  assert.deepEqual(codesOf(foreign), ['NOT_FOUND']);
  const theirs = await generate(ours, { kind: 'FIGURE_TAG', productId });
  assert.deepEqual(codesOf(theirs), ['NOT_FOUND']);
});

test('a preview is stored nowhere and carries PREVIEW', async () => {
  const folder = join(service.dataFolder, 'assets', ours.organization.id, 'LIVE');
  const before = await readdir(folder);
  const answer = await ours.send(
    `query ($input: AssetPreviewInput!) { assetPreview(input: $input) { svg widthMm description } }`,
    { input: { kind: 'CARBON_LABEL', productId: mug } },
  );
  assert.match(textAt(answer, 'assetPreview', 'svg'), /aria-label="PREVIEW"/);
  assert.deepEqual(await readdir(folder), before);
});

test('making needs ENTERPRISE and ASSETS_WRITE; reading is for every tier', async () => {
  const growth = await world({ tier: 'GROWTH' });
  const refused = await generate(growth, { kind: 'QR_TAG', productId: mug });
  assert.equal(refused.errors[0]?.extensions['requiredTier'], 'ENTERPRISE');
  const reader = await world({ organization: ours.organization, tier: 'FREE' });
  const listed = await reader.send('{ assets(first: 1) { nodes { id url } } }');
  assert.equal(codesOf(listed).length, 0);
  const withoutRead = await world({ tier: 'FREE', permissions: ['PRODUCTS_READ'] });
  const denied = await withoutRead.send('{ assets(first: 1) { nodes { id } } }');
  assert.equal(denied.errors[0]?.extensions['requiredPermission'], 'ASSETS_READ');
});

test('a footprint that is older than its product is refused, unless it is asked for', async () => {
  const productId = await labelledProduct(ours);
  const input = { kind: 'CARBON_LABEL', productId };
  const change = async (changes: JsonObject) => {
    const sent = { input: { id: productId, ...changes } };
    const answer = await ours.send(
      mutationText('updateProduct', 'product { footprintState }'),
      sent,
    );
    return at(dataOf(answer), 'updateProduct', 'product', 'footprintState');
  };
  assert.equal(at(await generated(ours, input), 'isOutdated'), false);
  assert.equal(await change({ description: 'Glazed by hand.' }), 'CURRENT');
  assert.equal(at(await generated(ours, input), 'isOutdated'), false);
  const other = { productId, detail: 'BASIC' };
  const calculationId = at(await resultOf(ours, 'calculateProductFootprint', other), 'id') ?? '';
  const basic = { kind: 'CARBON_LABEL', calculationId };
  await change({ description: 'Glazed and painted by hand.' });
  assert.equal(at(await generated(ours, basic), 'isOutdated'), false);
  assert.equal(await change({ netMassKg: 0.31 }), 'OUTDATED');
  assert.deepEqual(codesOf(await generate(ours, basic)), ['CONFLICT']);
  const refused = await generate(ours, input);
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.match(
    refused.errors[0]?.message ?? '',
    /changed after its footprint was calculated on \d{4}-/,
  );
  const shown = await generated(ours, { ...input, allowOutdated: true });
  assert.equal(at(shown, 'isOutdated'), true);
  assert.match(String(at(shown, 'description')), /Product changed since!/);
});

test('a rendered asset is an event with the hash of its file', async () => {
  const asset = await generated(ours, { kind: 'QR_TAG', productId: mug });
  const answer = await ours.send(
    '{ events(filter: { types: ["asset.rendered"] }, last: 1) { nodes { data } } }',
  );
  assert.equal(at(dataOf(answer), 'events', 'nodes', 0, 'data', 'sha256'), at(asset, 'sha256'));
});
