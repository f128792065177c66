import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../server/src/platform/testing.ts';
import { at, codesOf, dataOf, type Json, mutationText, problemsOf } from '../client.ts';
import { world } from '../world.ts';
import { act, attempt, draft, GENERIC, newProduct, published, read, textOf } from './desk.ts';

const ours = await world({ tier: 'ENTERPRISE' });

test('a draft begins with the product, its bill and its footprint, frozen', async () => {
  const productId = await newProduct(ours);
  const calculated = await ours.send(
    mutationText('calculateProductFootprint', 'calculation { id }'),
    { input: { productId } },
  );
  dataOf(calculated);
  const dpp = await act(ours, 'generateDpp', { productId });
  assert.deepEqual(at(dpp, 'name'), [{ language: 'en', text: 'Crew neck T-shirt' }]);
  assert.deepEqual(at(dpp, 'materials', 1), {
    name: 'Trim',
    massKg: 0.05,
    massFraction: 0.25,
    recycledFraction: 0.5,
    origin: null,
  });
  assert.match(textOf(dpp, 'footprint', 'snapshotHash'), /^[0-9a-f]{64}$/);
  const before = at(dpp, 'footprint', 'co2eKg');
  await ours.send(mutationText('updateProduct', 'product { id }'), {
    input: { id: productId, components: [{ material: 'cotton fibre', massKg: 5 }] },
  });
  await ours.send(mutationText('calculateProductFootprint', 'calculation { id }'), {
    input: { productId },
  });
  const id = textOf(dpp, 'id');
  assert.equal(at(await read(ours, id), 'footprint', 'co2eKg'), before);
  const fresh = await act(ours, 'updateDpp', { id, refreshFootprint: true });
  assert.notEqual(at(fresh, 'footprint', 'co2eKg'), before);
});

const STATES = ['CURRENT', 'OUTDATED', 'NOT_TAKEN', 'NOT_CALCULATED'];

test('passports are found by a part of their name, in any case', async () => {
  const named = async (name: string) => {
    const input = { productId: await newProduct(ours, { name }), ...GENERIC };
    return textOf(await act(ours, 'generateDpp', input), 'id');
  };
  const [wool, percent] = [await named('Wool Scarf 100 %'), await named('Scarf_2')];
  const found = async (text: string) => {
    const list = 'query ($text: String) { dpps(filter: { text: $text }) { nodes { id } } }';
    const nodes = at(dataOf(await ours.send(list, { text })), 'dpps', 'nodes');
    return Array.isArray(nodes) ? nodes.map((node: Json) => at(node, 'id')) : [];
  };
  assert.deepEqual(await found('SCARF'), [wool, percent]);
  assert.deepEqual(await found('0 %'), [wool]);
  assert.deepEqual(await found('f_2'), [percent]);
  assert.deepEqual(await found('shawl'), []);
});

test('a passport whose name is too long for lists is published, without half of a character', async () => {
  const text = `${'a'.repeat(254)}👟`;
  const id = await published(ours, { name: [{ language: 'en', text }] });
  assert.deepEqual(at(await read(ours, id), 'name'), [{ language: 'en', text }]);
  const list = 'query ($text: String) { dpps(filter: { text: $text }) { nodes { id } } }';
  const listed = dataOf(await ours.send(list, { text: 'a'.repeat(254) }));
  assert.equal(at(listed, 'dpps', 'nodes', 0, 'id'), id);
});

test('a passport says if it has the footprint of its product, and takes it over', async () => {
  const productId = await newProduct(ours);
  const id = textOf(await act(ours, 'generateDpp', { productId, ...GENERIC }), 'id');
  // Each state is that of the passport, and of the only list that has it.
  const stateOf = async () => {
    const lists = STATES.map(
      (state) => `${state}: dpps(filter: { footprintState: [${state}], productId: $productId }) {
        totalCount nodes { id } }`,
    );
    const text = `query ($productId: ID!) { ${lists.join(' ')} }`;
    const found = dataOf(await ours.send(text, { productId }));
    const state = at(await read(ours, id, 'footprintState'), 'footprintState');
    for (const name of STATES) {
      const listed = { totalCount: 1, nodes: [{ id }] };
      const empty = { totalCount: 0, nodes: [] };
      assert.deepEqual(at(found, name), name === state ? listed : empty);
    }
    return state;
  };
  const refresh = { id, refreshFootprint: true, reason: 'Footprint' };
  assert.equal(await stateOf(), 'NOT_CALCULATED');
  const { reason: _reason, ...ofDraft } = refresh;
  const refused = await attempt(ours, 'updateDpp', ofDraft);
  assert.deepEqual(problemsOf(refused), [['input.refreshFootprint', 'NOT_FOUND']]);
  const calculate = (netMassKg: number) =>
    ours.send(
      `mutation ($id: ID!, $kg: Float!, $productId: ID!) {
        updateProduct(input: { id: $id, netMassKg: $kg }) { product { id } }
        calculateProductFootprint(input: { productId: $productId }) { calculation { id } } }`,
      { id: productId, productId, kg: netMassKg },
    );
  await calculate(0.3);
  assert.equal(await stateOf(), 'NOT_TAKEN');
  await act(ours, 'publishDpp', { id });
  await act(ours, 'amendDpp', refresh);
  assert.equal(await stateOf(), 'CURRENT');
  await calculate(0.4);
  assert.equal(await stateOf(), 'OUTDATED');
  await act(ours, 'suspendDpp', { id, reason: 'Check' });
  assert.equal(await stateOf(), 'OUTDATED');
  await act(ours, 'resumeDpp', { id });
  const archived = textOf(
    await act(ours, 'generateDpp', { productId, batchNumber: 'A', ...GENERIC }),
    'id',
  );
  await act(ours, 'publishDpp', { id: archived });
  await act(ours, 'archiveDpp', { id: archived });
  assert.equal(at(await read(ours, archived, 'footprintState'), 'footprintState'), null);
  assert.equal(await stateOf(), 'OUTDATED');
  await ours.send(mutationText('deleteProduct', 'deletedProductId'), { input: { id: productId } });
  assert.equal(await stateOf(), null);
  const gone = await attempt(ours, 'amendDpp', refresh);
  assert.deepEqual(problemsOf(gone), [['input.refreshFootprint', 'NOT_FOUND']]);
});

test('a validity ends in the future, in a draft, at publication and in an amendment', async () => {
  const past = '2020-01-01T00:00:00.000Z';
  const productId = await newProduct(ours);
  const id = textOf(await act(ours, 'generateDpp', { productId, ...GENERIC }), 'id');
  const tooLate = [['input.validUntil', 'IN_THE_PAST']];
  assert.deepEqual(problemsOf(await attempt(ours, 'updateDpp', { id, validUntil: past })), tooLate);
  // On a busy machine a request takes a second.
  const later = new Date(Date.now() + 3_000).toISOString();
  await act(ours, 'updateDpp', { id, validUntil: later });
  await until(() => new Date() > new Date(later));
  // The draft has the time, the input does not.
  assert.deepEqual(problemsOf(await attempt(ours, 'publishDpp', { id })), [
    ['validUntil', 'IN_THE_PAST'],
  ]);
  await act(ours, 'updateDpp', { id, validUntil: null });
  await act(ours, 'publishDpp', { id });
  const amend = { id, reason: 'End', validUntil: past };
  assert.deepEqual(problemsOf(await attempt(ours, 'amendDpp', amend)), tooLate);
});

test('the range of a footprint is that of its sampled runs, as on labels', async () => {
  const productId = await newProduct(ours);
  const answer = await ours.send(
    mutationText(
      'calculateProductFootprint',
      'calculation { full { monteCarlo { lowCo2eKg highCo2eKg } } }',
    ),
    {
      input: {
        productId,
        detail: 'FULL',
        asProductFootprint: true,
        monteCarlo: { iterations: 500 },
      },
    },
  );
  const sampled = at(
    dataOf(answer),
    'calculateProductFootprint',
    'calculation',
    'full',
    'monteCarlo',
  );
  const footprint = at(await act(ours, 'generateDpp', { productId }), 'footprint');
  assert.deepEqual(
    [at(footprint, 'co2eKgLow'), at(footprint, 'co2eKgHigh')],
    [at(sampled, 'lowCo2eKg'), at(sampled, 'highCo2eKg')],
  );
});

test('completeness and vcReady name what is missing, with the rule and its source', async () => {
  const dpp = await act(ours, 'generateDpp', { productId: await newProduct(ours) });
  const missing = at(dpp, 'completeness', 'missing');
  assert.ok(Array.isArray(missing));
  const paths = missing.map((each: Json) => at(each, 'path'));
  assert.ok(paths.includes('commodityCode') && paths.includes('economicOperator.role'));
  assert.match(textOf(missing[0] ?? null, 'rule'), /required.*Regulation/);
  assert.equal(at(dpp, 'vcReady', 'isReady'), false);
  const filled = await act(ours, 'updateDpp', { id: textOf(dpp, 'id'), ...GENERIC });
  assert.deepEqual(at(filled, 'completeness'), { share: 1, missing: [] });
  assert.deepEqual(at(filled, 'vcReady'), { isReady: true, missing: [] });
});

test('problems name field and rule, all in one response', async () => {
  const id = await draft(ours, { schema: 'battery', category: 'EV' });
  const answer = await attempt(ours, 'updateDpp', {
    id,
    commodityCode: '12345',
    substances: [{ name: 'Cobalt', cas: '7440-48-5', ec: '231-158-0' }],
    economicOperator: { name: 'A', id: '4006381333932', scheme: 'GLN', role: 'BOSS' },
    sectorData: { ratedCapacityAh: -1, chemistri: 'NMC', fullCycles: 3, batteryStatus: 'NEW' },
  });
  assert.deepEqual(problemsOf(answer).toSorted(), [
    ['input.commodityCode', 'INVALID_FORMAT'],
    ['input.economicOperator.id', 'INVALID_FORMAT'],
    ['input.economicOperator.role', 'INVALID_FORMAT'],
    ['input.sectorData.batteryStatus', 'INVALID_FORMAT'],
    ['input.sectorData.chemistri', 'UNKNOWN_FIELD'],
    ['input.sectorData.fullCycles', 'NOT_ALLOWED'],
    ['input.sectorData.ratedCapacityAh', 'OUT_OF_RANGE'],
    ['input.substances.0.cas', 'INVALID_FORMAT'],
  ]);
});

test('personal data is refused', async () => {
  const id = await draft(ours);
  const texts = [
    'Ask jane.doe@acme.example',
    'Call +49 170 1234567',
    'IBAN DE89 3704 0044 0532 0130 00',
    'born on 3 May',
  ];
  for (const text of texts) {
    const input = { id, description: [{ language: 'en', text }] };
    const answer = await attempt(ours, 'updateDpp', input);
    assert.deepEqual(problemsOf(answer), [['input.description.0.text', 'PERSONAL_DATA']], text);
  }
  const text = 'Write to info@acme.example about GTIN 04006381333931, made 2026-11-20.';
  await act(ours, 'updateDpp', { id, description: [{ language: 'en', text }] });
});

test('sectorData is merged by its fields; null removes one', async () => {
  const id = await draft(ours, { schema: 'textile', sectorData: { brand: 'A', color: 'red' } });
  const dpp = await act(ours, 'updateDpp', { id, sectorData: { color: null, size: null } });
  assert.deepEqual(at(dpp, 'sectorData'), { brand: 'A' });
});

test('an item begins with the content of its model, and links upward', async () => {
  const productId = await newProduct(ours);
  const model = await act(ours, 'generateDpp', { productId, ...GENERIC });
  await act(ours, 'publishDpp', { id: textOf(model, 'id') });
  const batch = await act(ours, 'generateDpp', { productId, batchNumber: 'L1' });
  const item = await act(ours, 'generateDpp', { productId, batchNumber: 'L1', serialNumber: '7' });
  assert.equal(at(item, 'granularity'), 'ITEM');
  assert.equal(at(item, 'completeness', 'share'), 1);
  const links = await read(ours, textOf(item, 'id'), 'model { id } batch { id }');
  assert.deepEqual(links, {
    model: { id: textOf(model, 'id') },
    batch: { id: textOf(batch, 'id') },
  });
  const of = await ours.send(
    'query ($id: ID!) { product(id: $id) { passports { nodes { id } totalCount } } }',
    { id: productId },
  );
  assert.equal(at(dataOf(of), 'product', 'passports', 'totalCount'), 3);
});

test('a second passport of the same product, batch or item is a conflict', async () => {
  const productId = await newProduct(ours);
  await act(ours, 'generateDpp', { productId, serialNumber: 'A' });
  const again = await attempt(ours, 'generateDpp', { productId, serialNumber: 'A' });
  assert.deepEqual(codesOf(again), ['CONFLICT']);
  const inBatch = { productId, batchNumber: 'L1', serialNumber: 'A' };
  assert.deepEqual(codesOf(await attempt(ours, 'generateDpp', inBatch)), ['CONFLICT']);
  // A dot alone is a value of GS1, but a browser takes it out of the address in the code.
  for (const [name, value] of [
    ['serialNumber', 'ö'.repeat(3)],
    ['serialNumber', '..'],
    ['batchNumber', '.'],
  ] as const) {
    const wrong = await attempt(ours, 'generateDpp', { productId, [name]: value });
    assert.deepEqual(problemsOf(wrong), [[`input.${name}`, 'INVALID_FORMAT']], value);
  }
});

test('schemas are listed with all fields, sources and what they leave out', async () => {
  const answer = await ours.send(
    '{ dppSchemas { schemaId isDraft omitted { name } fields { path type access unit isMultilingual } } }',
  );
  const schemas = at(dataOf(answer), 'dppSchemas');
  assert.ok(Array.isArray(schemas));
  const battery = schemas.find((each: Json) => at(each, 'schemaId') === 'battery');
  assert.ok(JSON.stringify(at(battery, 'omitted')).includes('performance class'));
  const fields = at(battery, 'fields');
  assert.ok(Array.isArray(fields));
  assert.deepEqual(
    fields.find((each: Json) => at(each, 'path') === 'sectorData.remainingCapacityAh'),
    {
      path: 'sectorData.remainingCapacityAh',
      type: 'NUMBER',
      access: 'INDIVIDUAL',
      unit: 'AMH',
      isMultilingual: false,
    },
  );
});

test('a passport is found by its address, its Digital Link and by words', async () => {
  const id = await published(ours, { serialNumber: 'SER/77' });
  const dpp = await read(ours, id);
  for (const uri of [textOf(dpp, 'uri'), textOf(dpp, 'productIdentifier')]) {
    const found = await ours.send('query ($uri: String!) { dpp(uri: $uri) { id } }', { uri });
    assert.equal(at(dataOf(found), 'dpp', 'id'), id, uri);
  }
  const found = await ours.send(
    '{ search(query: "SER/77", types: [DPP]) { nodes { ... on DPP { id } } } }',
  );
  assert.deepEqual(at(dataOf(found), 'search', 'nodes'), [{ id }]);
});
