import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { decodedSymbols } from '../../../server/src/domains/assets/drawing/decode-symbol.ts';
import { deleteOrphanedFiles, verifyAsset } from '../../../server/src/domains/assets/index.ts';
import { countedRows } from '../../../server/src/platform/database/index.ts';
import { folderFiles } from '../../../server/src/platform/files/index.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { MUG, newProduct, problemsOf, resultOf } from '../calculations/desk.ts';
import {
  at,
  type Client,
  codesOf,
  dataOf,
  type JsonObject,
  mutationText,
  textAt,
} from '../client.ts';
import { act, draft, published } from '../passports/desk.ts';
import { service, world } from '../world.ts';

const ours = await world({ tier: 'ENTERPRISE' });
const GTIN = '09506000134352';
const ASSET = `id kind size format mediaType locale url sha256 fileBytes widthMm heightMm description isPublic
  isOutdated snapshotHash version product { id } calculation { id }`;

/** A product with a GTIN and a FULL footprint. */
async function labelledProduct(client: Client = ours): Promise<string> {
  const productId = await newProduct(client, { ...MUG, name: 'Stoneware mug', gtin: GTIN });
  await resultOf(client, 'calculateProductFootprint', {
    productId,
    detail: 'FULL',
    asProductFootprint: true,
  });
  return productId;
}

function generate(client: Client, input: JsonObject) {
  return client.send(mutationText('generateAsset', `asset { ${ASSET} }`), { input });
}

async function generated(input: JsonObject) {
  return at(dataOf(await generate(ours, input)), 'generateAsset', 'asset') ?? null;
}

const mug = await labelledProduct();

test('a label is generated, listed, read by its signed address and deleted', async () => {
  const asset = await generated({ kind: 'CARBON_LABEL', productId: mug, locale: 'de-AT' });
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
  const deleted = await ours.send(mutationText('deleteAsset', 'deletedAssetId'), { input: { id } });
  assert.equal(textAt(deleted, 'deleteAsset', 'deletedAssetId'), id);
  assert.equal((await fetch(url)).status, 404);
});

test('a public file has an immutable address with a tag and headers that make it inert', async () => {
  const asset = await generated({ kind: 'FIGURE_TAG', productId: mug, isPublic: true });
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
    const asset = await generated({ ...common, format });
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
  const [one, other] = [await generated(input), await generated(input)];
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
  const asset = await generated({ kind: 'FIGURE_TAG', productId: mug });
  const folder = await mkdtemp(join(tmpdir(), 'trackway-orphans-'));
  after(() => rm(folder, { recursive: true }));
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

test('a footprint that is older than its product is refused, unless it is asked for', async () => {
  const productId = await labelledProduct();
  const input = { kind: 'CARBON_LABEL', productId };
  assert.equal(at(await generated(input), 'isOutdated'), false);
  await ours.send(mutationText('updateProduct', 'product { id }'), {
    input: { id: productId, netMassKg: 0.31 },
  });
  const refused = await generate(ours, input);
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.match(
    refused.errors[0]?.message ?? '',
    /changed after its footprint was calculated on \d{4}-/,
  );
  const shown = await generated({ ...input, allowOutdated: true });
  assert.equal(at(shown, 'isOutdated'), true);
  assert.match(String(at(shown, 'description')), /Product changed since!/);
});

test('a report is PDF or JSON, of a FULL calculation; a lost JSON file is rendered again', async () => {
  const input = { kind: 'FOOTPRINT_REPORT', productId: mug, locale: 'el', isPublic: true };
  const report = await generated(input);
  assert.deepEqual([at(report, 'format'), at(report, 'widthMm')], ['PDF', 210]);
  const pdf = Buffer.from(await (await fetch(String(at(report, 'url')))).arrayBuffer());
  assert.ok(pdf.toString('latin1').includes('<pdfaid:conformance>A</pdfaid:conformance>'));
  const data = await generated({ ...input, format: 'JSON' });
  const name = `${at(data, 'sha256')}.json`;
  await rm(join(service.dataFolder, 'assets', ours.organization.id, 'LIVE', name));
  const { facts } = JSON.parse(await (await fetch(String(at(data, 'url')))).text());
  assert.ok(facts.contributions.length > 0 && facts.sets.length > 0);

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

test('cards show equivalents with sources, and compare two footprints of equal unit and boundary', async () => {
  const card = await generated({ kind: 'EQUIVALENCY_CARD', productId: mug, region: 'DE' });
  assert.match(String(at(card, 'description')), /about \d+.*Source: .*\(DE\)/);

  const lighter = await newProduct(ours, { ...MUG, name: 'Light mug', netMassKg: 0.2 });
  const input = { kind: 'COMPARISON_CARD', productId: mug, format: 'JSON', isPublic: true };
  const alone = await generate(ours, input);
  assert.deepEqual(
    problemsOf(alone).map(({ path }) => JSON.stringify(path)),
    ['["input","comparedWith"]'],
  );
  const compared = { ...input, comparedWith: { productId: lighter } };
  assert.deepEqual(codesOf(await generate(ours, compared)), ['CONFLICT']);
  const calculate = (boundary: string) =>
    resultOf(ours, 'calculateProductFootprint', {
      ...{ productId: lighter, detail: 'FULL', asProductFootprint: true, boundary },
    });
  await calculate('CRADLE_TO_GATE');
  const unequal = await generate(ours, compared);
  assert.match(unequal.errors[0]?.message ?? '', /equal unit and boundary/);
  await calculate('CRADLE_TO_GRAVE');
  const asset = await generated(compared);
  const { facts, comparedWith } = JSON.parse(await (await fetch(String(at(asset, 'url')))).text());
  assert.equal(facts.paired.iterations, 1000);
  assert.equal(comparedWith.snapshotHash, facts.other.snapshotHash);

  const wrong = await generate(ours, { ...compared, kind: 'CARBON_LABEL' });
  assert.deepEqual(codesOf(wrong), ['BAD_USER_INPUT']);
});

test('the outcome of a scenario is compared, and never labelled as a footprint', async () => {
  const made = await ours.send(mutationText('createScenario', 'scenario { id }'), {
    input: {
      ...{ name: 'Less clay', productId: mug, detail: 'FULL' },
      overrides: [{ select: { path: 'components.0' }, setRecycledShare: 0.5 }],
    },
  });
  const scenarioId = textAt(made, 'createScenario', 'scenario', 'id');
  const input = { kind: 'COMPARISON_CARD', productId: mug, comparedWith: { scenarioId } };
  const unrun = await generate(ours, input);
  assert.match(unrun.errors[0]?.message ?? '', /no result yet/);
  const label = await generate(ours, { kind: 'CARBON_LABEL', scenarioId });
  assert.match(label.errors[0]?.message ?? '', /no footprint of a product/);
  await ours.send(mutationText('runScenario', 'scenario { id }'), { input: { id: scenarioId } });
  await until(async () => {
    const answer = await ours.send('query ($id: ID!) { scenario(id: $id) { state } }', {
      id: scenarioId,
    });
    return textAt(answer, 'scenario', 'state') === 'COMPLETED';
  });
  const asset = await generated(input);
  assert.match(String(at(asset, 'description')), /B: Scenario: Less clay/);
});

test('the names of both sides of a comparison, and of a scenario, are checked before they are printed', async () => {
  const calculated = async (name: string) => {
    const productId = await newProduct(ours, { ...MUG, name });
    await resultOf(ours, 'calculateProductFootprint', {
      ...{ productId, detail: 'FULL', asProductFootprint: true },
    });
    return productId;
  };
  const card = { kind: 'COMPARISON_CARD', productId: mug };
  const unknown = { comparedWith: { productId: await calculated('马克杯') } };
  const claim = { comparedWith: { productId: await calculated('Climate neutral mug') } };
  for (const [input, code] of [
    [unknown, 'INVALID_TEXT'],
    [claim, 'REFUSED_CLAIM'],
  ] as const)
    assert.deepEqual(
      problemsOf(await generate(ours, { ...card, ...input })).map((each) => each.code),
      [code],
    );
  // A letter that the text has and the headline lacks.
  const irish = { kind: 'INFOGRAPHIC', productId: mug, productName: 'Muga \u1e6a' };
  assert.deepEqual(
    problemsOf(await generate(ours, irish)).map((each) => each.code),
    ['INVALID_TEXT'],
  );
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
  const asset = await generated({
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
  const wrong = await generate(ours, { kind: 'QR_TAG', productId: mug, serial: 'ä' });
  assert.deepEqual(
    problemsOf(wrong).map(({ code }) => code),
    ['INVALID_FORMAT'],
  );
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

test('a supply chain is shown on a map, and only there', async () => {
  const made = await ours.send(
    `mutation { createSupplyChain(input: { name: "Mug", externalId: "mug-chain",
      facilities: [
        { key: "kiln", name: "Kiln", tier: 0, country: "PT" }
        { key: "pit", name: "Clay pit", tier: 1, country: "DE", material: "CERAMIC" }
        { key: "lab", name: "Laboratory", tier: 1 }
      ]
      flows: [{ from: "pit", to: "kiln", quantity: 1.2 }]
    }) { supplyChain { id } } }`,
  );
  const supplyChainId = textAt(made, 'createSupplyChain', 'supplyChain', 'id');
  const asset = await generated({
    kind: 'SUPPLY_CHAIN_MAP',
    supplyChain: { externalId: 'mug-chain' },
    format: 'JSON',
  });
  const { facts } = JSON.parse(await (await fetch(String(at(asset, 'url')))).text());
  assert.deepEqual(
    facts.stops.map(({ key, isApproximate }: Record<string, unknown>) => [key, isApproximate]),
    [
      ['kiln', true],
      ['pit', true],
    ],
  );
  assert.equal(facts.unplacedCount, 1);
  const listed = await ours.send(
    'query ($id: ID!) { assets(filter: { supplyChainId: $id }) { nodes { supplyChain { id } } } }',
    { id: supplyChainId },
  );
  assert.equal(textAt(listed, 'assets', 'nodes', 0, 'supplyChain', 'id'), supplyChainId);
  for (const [input, message] of [
    [{ kind: 'SUPPLY_CHAIN_MAP', productId: mug }, /exactly one supply chain/],
    [{ kind: 'CARBON_LABEL', supplyChainId }, /a SUPPLY_CHAIN_MAP of a supply chain/],
    [{ kind: 'SUPPLY_CHAIN_MAP', supplyChainId, url: 'https://a.example' }, /has no symbol/],
  ] as const) {
    assert.match(JSON.stringify((await generate(ours, input)).errors), message);
  }
});

test('an infographic shows the largest contributions, and its PNG has the pixels of a post', async () => {
  const asset = await generated({
    kind: 'INFOGRAPHIC',
    productId: mug,
    format: 'PNG',
    locale: 'el',
  });
  const png = Buffer.from(await (await fetch(String(at(asset, 'url')))).arrayBuffer());
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1080, 1350]);
  assert.match(String(at(asset, 'description')), /Συνεισφορές, kg CO2e: /);
});

test('an infographic shows a logo and a colour; a logo that loads a file is refused', async () => {
  const logo = (content: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10">${content}</svg>`;
  const input = { kind: 'INFOGRAPHIC', productId: mug, size: 'LANDSCAPE' };
  const brand = { logo: logo('<path d="M0 0h40v10z" fill="#cc0000"/>'), color: '#003366' };
  const first = await generated({ ...input, brand });
  const svg = await (await fetch(String(at(first, 'url')))).text();
  assert.ok(svg.includes('#cc0000') && svg.includes('#003366'));
  assert.equal(at(await generated({ ...input, brand }), 'sha256'), at(first, 'sha256'));
  const hostile = { logo: logo('<image href="/etc/passwd"/>'), color: '#ffee00' };
  assert.deepEqual(
    problemsOf(await generate(ours, { ...input, brand: hostile })).map(({ path }) =>
      JSON.stringify(path),
    ),
    ['["input","brand","color"]', '["input","brand","logo"]'],
  );
});

test('a published passport is a document of its public part; a draft and one of others are none', async () => {
  const dppId = await published(ours);
  const input = { kind: 'PASSPORT_DOCUMENT', dppId, locale: 'fr' };
  const asset = await generated({ ...input, format: 'JSON' });
  const { facts } = JSON.parse(await (await fetch(String(at(asset, 'url')))).text());
  const page = await fetch(`${service.url}/dpp/${dppId}.json`);
  const shown = JSON.parse(await page.text());
  assert.equal(facts.json.uniqueProductIdentifier, shown.uniqueProductIdentifier);
  assert.deepEqual(facts.json.economicOperator, shown.economicOperator);
  const pdf = await generated(input);
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
  const asset = await generated({ kind: 'INFOGRAPHIC', productId: mug, isPublic: true });
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

test('a rendered asset is an event with the hash of its file', async () => {
  const asset = await generated({ kind: 'QR_TAG', productId: mug });
  const answer = await ours.send(
    '{ events(filter: { types: ["asset.rendered"] }, last: 1) { nodes { data } } }',
  );
  assert.equal(at(dataOf(answer), 'events', 'nodes', 0, 'data', 'sha256'), at(asset, 'sha256'));
});

test('a file is verified against the stored asset and its calculation; making and deleting are audited', async () => {
  const asset = await generated({ kind: 'FIGURE_TAG', productId: mug, locale: 'hu' });
  const bytes = Buffer.from(await (await fetch(String(at(asset, 'url')))).arrayBuffer());
  const check = await verifyAsset(service.db, ours.scope, bytes);
  const { isValid, assetId, origin } = check;
  assert.deepEqual([isValid, assetId], [true, at(asset, 'id')]);
  assert.equal(origin?.['snapshotHash'], at(asset, 'snapshotHash'));
  const changed = Buffer.from(bytes.toString().replace('#000000', '#000001'));
  const other = await verifyAsset(service.db, ours.scope, changed);
  assert.deepEqual([other.isValid, other.assetId], [false, null]);
  const sandbox = { ...ours.scope, environment: 'SANDBOX' } as const;
  assert.equal((await verifyAsset(service.db, sandbox, bytes)).isValid, false);

  const id = String(at(asset, 'id'));
  await ours.send(mutationText('deleteAsset', 'deletedAssetId'), { input: { id } });
  assert.equal((await verifyAsset(service.db, ours.scope, bytes)).isValid, false);
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
  assert.equal(await countedRows(service.db, tenant.scope, 'asset_bytes'), fileBytes);
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
