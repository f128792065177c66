import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../server/src/platform/testing.ts';
import { MUG, newProduct, problemsOf, resultOf } from '../calculations/desk.ts';
import { at, codesOf, mutationText, sendForId, textAt } from '../client.ts';
import { world } from '../world.ts';
import { generate, generated, labelledProduct } from './desk.ts';

const ours = await world({ tier: 'ENTERPRISE' });

const mug = await labelledProduct(ours);

test('cards show equivalents with sources, and compare two footprints of equal unit and boundary', async () => {
  const card = await generated(ours, { kind: 'EQUIVALENCY_CARD', productId: mug, region: 'DE' });
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
  const asset = await generated(ours, compared);
  const { facts, comparedWith } = JSON.parse(await (await fetch(String(at(asset, 'url')))).text());
  assert.equal(facts.paired.iterations, 1000);
  assert.equal(comparedWith.snapshotHash, facts.other.snapshotHash);

  const wrong = await generate(ours, { ...compared, kind: 'CARBON_LABEL' });
  assert.deepEqual(codesOf(wrong), ['BAD_USER_INPUT']);
});

test('the outcome of a scenario is compared, and never labelled as a footprint', async () => {
  const scenarioId = await sendForId(ours, 'createScenario', 'scenario', {
    ...{ name: 'Less clay', productId: mug, detail: 'FULL' },
    overrides: [{ select: { path: 'components.0' }, setRecycledShare: 0.5 }],
  });
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
  const asset = await generated(ours, input);
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
  const asset = await generated(ours, {
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
  const asset = await generated(ours, {
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
  const first = await generated(ours, { ...input, brand });
  const svg = await (await fetch(String(at(first, 'url')))).text();
  assert.ok(svg.includes('#cc0000') && svg.includes('#003366'));
  assert.equal(at(await generated(ours, { ...input, brand }), 'sha256'), at(first, 'sha256'));
  const hostile = { logo: logo('<image href="/etc/passwd"/>'), color: '#ffee00' };
  assert.deepEqual(
    problemsOf(await generate(ours, { ...input, brand: hostile })).map(({ path }) =>
      JSON.stringify(path),
    ),
    ['["input","brand","color"]', '["input","brand","logo"]'],
  );
});

test('a logo of nearly 50,000 bytes is taken by an asset and by its preview', async () => {
  const paths = '<path d="M0 0h40v10z" fill="#cc0000"/>'.repeat(1_250);
  const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10">${paths}</svg>`;
  const input = { kind: 'INFOGRAPHIC', productId: mug, brand: { logo } };
  assert.match(String(at(await generated(ours, input), 'id')), /^ast_/);
  const preview = 'query ($input: AssetPreviewInput!) { assetPreview(input: $input) { svg } }';
  const answer = await ours.send(preview, { input });
  assert.match(textAt(answer, 'assetPreview', 'svg'), /#cc0000/);
});
