import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { MUG, newProduct, problemsOf, resultOf } from '../calculations/desk.ts';
import { at, codesOf, dataOf, mutationText, textAt } from '../client.ts';
import { act, draft, published } from '../passports/desk.ts';
import { service, world } from '../world.ts';
import { generate, generated, labelledProduct } from './desk.ts';

const ours = await world({ tier: 'ENTERPRISE' });

const mug = await labelledProduct(ours);

test('a report is PDF or JSON, of a FULL calculation; a lost JSON file is rendered again', async () => {
  const input = { kind: 'FOOTPRINT_REPORT', productId: mug, locale: 'el', isPublic: true };
  const report = await generated(ours, input);
  assert.deepEqual([at(report, 'format'), at(report, 'widthMm')], ['PDF', 210]);
  const pdf = Buffer.from(await (await fetch(String(at(report, 'url')))).arrayBuffer());
  assert.ok(pdf.toString('latin1').includes('<pdfaid:conformance>A</pdfaid:conformance>'));
  const data = await generated(ours, { ...input, format: 'JSON' });
  const name = `${at(data, 'sha256')}.json`;
  await rm(join(service.dataFolder, 'assets', ours.organization.id, 'LIVE', name));
  const { facts } = JSON.parse(await (await fetch(String(at(data, 'url')))).text());
  assert.ok(facts.contributions.length > 0 && facts.sets.length > 0);
  // An assumption about a material bears its name, not that of one of its ways or wastes.
  const parts = facts.assumptions.map(({ part }: { readonly part: string }) => part);
  assert.ok(parts.includes('steel can'), parts.join('; '));

  const study = { goal: 'Find what to change first.', conclusions: 'Start with the can.' };
  const studied = await generated(ours, { ...input, ...study, format: 'JSON' });
  const written = JSON.parse(await (await fetch(String(at(studied, 'url')))).text()).facts;
  assert.deepEqual([written.goal, written.conclusions], Object.values(study));
  assert.equal(facts.goal, null);
  const claimed = {
    ...input,
    goal: 'Show that it is climate neutral.',
    conclusions: 'x'.repeat(1001),
  };
  assert.deepEqual(
    problemsOf(await generate(ours, claimed)).map(({ code }) => code),
    ['REFUSED_CLAIM', 'TOO_LONG'],
  );
  const onLabel = await generate(ours, { ...study, kind: 'CARBON_LABEL', productId: mug });
  assert.deepEqual(
    problemsOf(onLabel).map(({ path, code }) => [at(path ?? null, 1), code]),
    [
      ['goal', 'NOT_ALLOWED'],
      ['conclusions', 'NOT_ALLOWED'],
    ],
  );
  const refused = await generate(ours, { ...input, format: 'SVG', url: 'https://halden.example/' });
  assert.deepEqual(
    problemsOf(refused).map(({ code }) => code),
    ['NOT_ALLOWED', 'NOT_ALLOWED'],
  );
  const basic = await newProduct(ours, MUG);
  await resultOf(ours, 'calculateProductFootprint', { productId: basic });
  assert.deepEqual(codesOf(await generate(ours, { ...input, productId: basic })), ['CONFLICT']);
  const preview = await ours.send(
    'query ($input: AssetPreviewInput!) { assetPreview(input: $input) { svg heightMm } }',
    { input: { kind: 'FOOTPRINT_REPORT', productId: mug } },
  );
  assert.equal(at(dataOf(preview), 'assetPreview', 'heightMm'), 297);
});

test('a published passport is a document of its public part; a draft and one of others are none', async () => {
  const description = [{ language: 'en', text: 'Wash it cold.\nIron it.' }];
  const dppId = await published(ours, { description });
  const input = { kind: 'PASSPORT_DOCUMENT', dppId, locale: 'fr' };
  const asset = await generated(ours, { ...input, format: 'JSON' });
  const { facts } = JSON.parse(await (await fetch(String(at(asset, 'url')))).text());
  const page = await fetch(`${service.url}/dpp/${dppId}.json`);
  const shown = JSON.parse(await page.text());
  assert.equal(facts.json.uniqueProductIdentifier, shown.uniqueProductIdentifier);
  assert.deepEqual(facts.json.economicOperator, shown.economicOperator);
  const pdf = await generated(ours, input);
  assert.equal(at(pdf, 'format'), 'PDF');
  const listed = await ours.send(
    '{ assets(filter: { kind: PASSPORT_DOCUMENT }) { totalCount nodes { dpp { id } } } }',
  );
  assert.equal(textAt(listed, 'assets', 'nodes', 0, 'dpp', 'id'), dppId);
  const other = await world({ tier: 'ENTERPRISE' });
  const unpublished = { ...input, dppId: await draft(ours) };
  assert.deepEqual(codesOf(await generate(ours, unpublished)), ['CONFLICT']);
  assert.deepEqual(codesOf(await generate(other, input)), ['NOT_FOUND']);
  const batch = await ours.send(mutationText('generateAssets', 'batch { id }'), {
    input: { kind: 'PASSPORT_DOCUMENT' },
  });
  assert.deepEqual(codesOf(batch), ['BAD_USER_INPUT']);
});

test('an asset that a published passport shows is neither deleted nor made private, until it is revoked', async () => {
  const asset = await generated(ours, { kind: 'INFOGRAPHIC', productId: mug, isPublic: true });
  const id = String(at(asset, 'id'));
  const remove = () => ours.send(mutationText('deleteAsset', 'deletedAssetId'), { input: { id } });
  const dppId = await published(ours, { images: [String(at(asset, 'url'))] });
  const refused = await remove();
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.ok(refused.errors[0]?.message.includes(dppId));
  const hide = mutationText('updateAsset', 'asset { id }');
  assert.deepEqual(codesOf(await ours.send(hide, { input: { id, isPublic: false } })), [
    'CONFLICT',
  ]);
  await act(ours, 'amendDpp', { id: dppId, reason: 'Without a picture', images: [] });
  assert.deepEqual(codesOf(await remove()), ['CONFLICT'], 'the earlier version stays readable');
  await act(ours, 'revokeDpp', { id: dppId, reason: 'Withdrawn' });
  assert.equal(textAt(await remove(), 'deleteAsset', 'deletedAssetId'), id);
});
