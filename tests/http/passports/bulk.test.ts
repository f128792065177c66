import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareFootprints } from '../../../server/src/domains/passports/index.ts';
import { query } from '../../../server/src/platform/database/index.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { until, untilFound } from '../../../server/src/platform/testing.ts';
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
import { act, GENERIC, newProduct, textOf } from './desk.ts';

const ours = await world({ tier: 'ENTERPRISE' });

async function finished(
  mutation: string,
  input: JsonObject,
  more = '',
  client = ours,
): Promise<Json> {
  const answer = await client.send(mutationText(mutation, 'job { id }'), { input });
  const id = textAt(answer, mutation, 'job', 'id');
  return untilFound(async () => {
    const read = await client.send(
      `query ($id: ID!) { dppJob(id: $id) { state doneCount failedCount error ${more} } }`,
      { id },
    );
    const job = at(dataOf(read), 'dppJob') ?? null;
    return ['QUEUED', 'RUNNING'].includes(String(at(job, 'state'))) ? undefined : job;
  });
}

async function modelOf(content: JsonObject): Promise<string> {
  const productId = await newProduct(ours);
  const dpp = await act(ours, 'generateDpp', { productId, ...content });
  assert.ok(textOf(dpp, 'id'));
  return productId;
}

const itemsOf = (productId: string) =>
  query<{ serial: string; status: string; jws: string | null }>(
    service.db,
    `select d.serial_number as serial, d.status, v.jws from dpps d
     join dpp_versions v on v.organization_id = d.organization_id
       and v.environment = d.environment and v.dpp_id = d.id
     where d.organization_id = $1 and d.environment = $2 and d.product_id = $3
       and d.granularity = 'ITEM' order by d.serial_number`,
    [ours.scope.organizationId, ours.scope.environment, decodeId('product', productId)],
  );

test('a serial range becomes drafts once, and their publication signs each', async () => {
  const productId = await modelOf(GENERIC);
  const range = { productId, batchNumber: 'L9', serialPrefix: 'S', digits: 4, count: 450 };
  const job = await finished('generateDpps', range);
  assert.deepEqual(job, { state: 'COMPLETED', doneCount: 450, failedCount: 0, error: null });
  const again = await finished('generateDpps', { ...range, first: 440, count: 20 });
  assert.equal(at(again, 'state'), 'COMPLETED');
  const drafts = await itemsOf(productId);
  assert.equal(drafts.length, 459);
  assert.deepEqual([drafts[0]?.serial, drafts[0]?.status], ['S0001', 'DRAFT']);
  const published = await finished('publishDpps', { productId });
  assert.deepEqual(published, { state: 'COMPLETED', doneCount: 460, failedCount: 0, error: null });
  const items = await itemsOf(productId);
  assert.ok(items.every(({ status, jws }) => status === 'PUBLISHED' && jws !== null));
  assert.equal(new Set(items.map(({ jws }) => jws)).size, 459);
});

test('drafts that lack something stay drafts and are counted', async () => {
  const productId = await modelOf({});
  await finished('generateDpps', { productId, count: 3 });
  const job = await finished('publishDpps', { productId });
  assert.deepEqual(job, { state: 'COMPLETED', doneCount: 4, failedCount: 4, error: null });
  assert.ok((await itemsOf(productId)).every(({ status }) => status === 'DRAFT'));
});

test('a range that is too large, or without a model, is refused', async () => {
  const text = mutationText('generateDpps', 'job { id }');
  const productId = await newProduct(ours);
  const without = await ours.send(text, { input: { productId, count: 1 } });
  assert.deepEqual(codesOf(without), ['BAD_USER_INPUT']);
  const large = await ours.send(text, {
    input: { productId: await modelOf(GENERIC), count: 100_001 },
  });
  assert.deepEqual(codesOf(large), ['BAD_USER_INPUT']);
});

test('fields of items are refused with a filter, those of models with a product, and a schema that there is not', async () => {
  const pathsOf = async (name: string, input: JsonObject) => {
    const answer = await ours.send(mutationText(name, 'job { id }'), { input });
    const problems = at(answer.errors[0]?.extensions, 'problems');
    assert.ok(Array.isArray(problems), JSON.stringify(answer.data));
    return problems.map((each) => at(each, 'path', 1));
  };
  const productId = await newProduct(ours);
  const schema = 'textile';
  const ofModels = { schema, category: 'x' };
  assert.deepEqual(await pathsOf('generateDpps', { productId, count: 1, ...ofModels }), [
    ...['schema', 'category'],
  ]);
  assert.deepEqual(await pathsOf('generateDpps', { filter: {}, schema, count: 1, digits: 9 }), [
    ...['digits', 'count'],
  ]);
  assert.deepEqual(await pathsOf('publishDpps', { schema: 'textil' }), ['schema']);
  const listed = await ours.send('{ dpps(filter: { schema: "textil" }) { totalCount } }');
  assert.deepEqual(codesOf(listed), ['BAD_USER_INPUT']);
});

test('the models of a filter are drafted once, with a line for each product', async () => {
  const catalogue = await world({ tier: 'ENTERPRISE' });
  const products = await Promise.all(
    ['One', 'Two', 'Call me at +351 912 345 678'].map((name) => newProduct(catalogue, { name })),
  );
  await act(catalogue, 'generateDpp', { productId: products[1] ?? '' });
  const lines =
    'totalCount lines { totalCount nodes { outcome product { id } dpp { status granularity } problems } }';
  const input = { filter: {}, schema: 'textile' };
  const job = await finished('generateDpps', input, lines, catalogue);
  assert.deepEqual(
    ['state', 'totalCount', 'doneCount', 'failedCount'].map((name) => at(job, name)),
    ['COMPLETED', 3, 3, 1],
  );
  const nodes = at(job, 'lines', 'nodes');
  assert.ok(Array.isArray(nodes));
  const outcomeOf = (place: number) =>
    nodes.find((line: Json) => at(line, 'product', 'id') === products[place]);
  assert.deepEqual(at(outcomeOf(0), 'dpp'), { status: 'DRAFT', granularity: 'MODEL' });
  assert.deepEqual(
    [0, 1, 2].map((place) => at(outcomeOf(place), 'outcome')),
    ['CREATED', 'EXISTED', 'REFUSED'],
  );
  assert.equal(at(outcomeOf(2), 'problems', 0, 'code'), 'PERSONAL_DATA');
  const again = await finished('generateDpps', input, lines, catalogue);
  assert.equal(at(again, 'doneCount'), 3);
  const drafts = await catalogue.send('{ dpps { totalCount } }');
  assert.equal(at(dataOf(drafts), 'dpps', 'totalCount'), 2);
  const published = await finished('publishDpps', { schema: 'textile' }, lines, catalogue);
  assert.equal(at(published, 'failedCount'), 1);
  assert.equal(at(published, 'lines', 'nodes', 0, 'outcome'), 'REFUSED');
  assert.match(JSON.stringify(at(published, 'lines', 'nodes', 0, 'problems')), /REQUIRED/);
});

test('products of one GTIN share a draft, also when two jobs draft them at the same time', async () => {
  const catalogue = await world({ tier: 'ENTERPRISE' });
  const gtin = '04006381333931';
  const products = await Promise.all(
    ['Black', 'White', 'Red'].map((name) => newProduct(catalogue, { name, gtin })),
  );
  const input = { filter: {}, schema: 'textile' };
  const lines = 'lines { nodes { outcome } }';
  const jobs = await Promise.all(
    [1, 2].map(() => finished('generateDpps', input, lines, catalogue)),
  );
  const outcomes = jobs.flatMap((job) => {
    assert.deepEqual([at(job, 'state'), at(job, 'doneCount')], ['COMPLETED', products.length]);
    const nodes = at(job, 'lines', 'nodes');
    return Array.isArray(nodes) ? nodes.map((line) => at(line, 'outcome')) : [];
  });
  assert.deepEqual(outcomes.toSorted(), ['CREATED', ...Array(5).fill('EXISTED')]);
});

test('a job of drafts names exactly one of a product and a filter', async () => {
  const text = mutationText('generateDpps', 'job { id }');
  const productId = await modelOf(GENERIC);
  for (const input of [
    {},
    { productId, filter: {}, count: 1 },
    { productId },
    { filter: {}, schema: 'nothing' },
  ])
    assert.deepEqual(codesOf(await ours.send(text, { input })), ['BAD_USER_INPUT']);
});

test('a change of a product compares a hundred of its passports, and a worker the others', async () => {
  const productId = await modelOf(GENERIC);
  await finished('generateDpps', { productId, serialPrefix: 'N', count: 150 });
  const inState = async (state: string) => {
    const filter = `{ footprintState: [${state}], productId: $id }`;
    const text = `query ($id: ID!) { dpps(filter: ${filter}) { totalCount } }`;
    return at(dataOf(await ours.send(text, { id: productId })), 'dpps', 'totalCount');
  };
  assert.equal(await inState('NOT_CALCULATED'), 151);
  const calculation = mutationText('calculateProductFootprint', 'calculation { id }');
  dataOf(await ours.send(calculation, { input: { productId } }));
  // On a busy machine the worker of the service may have compared the others already.
  const atOnce = await inState('NOT_TAKEN');
  assert.ok(atOnce === 100 || atOnce === 151, `${atOnce} are compared`);
  // It may also hold what is left at that moment.
  const compared = (isDone: () => Promise<boolean>) =>
    until(async () => {
      await compareFootprints(service.db).work(new AbortController().signal, assert.ifError);
      return isDone();
    });
  await compared(async () => (await inState('NOT_TAKEN')) === 151);
  const deletion = mutationText('deleteProduct', 'deletedProductId');
  dataOf(await ours.send(deletion, { input: { id: productId } }));
  const states = () =>
    query(
      service.db,
      `select from dpp_footprints where organization_id = $1 and environment = $2 and product_id = $3`,
      [ours.scope.organizationId, ours.scope.environment, decodeId('product', productId)],
    );
  const left = (await states()).length;
  assert.ok(left === 51 || left === 0, `${left} are left`);
  await compared(async () => (await states()).length === 0);
  assert.equal((await itemsOf(productId)).length, 150);
});

test('of passports of one item that are drafted at the same time, one is made and the others are refused', async () => {
  const productId = await newProduct(ours);
  const text = mutationText('generateDpp', 'dpp { id }');
  const input = { productId, serialNumber: 'at-once', ...GENERIC };
  const answers = await Promise.all(Array.from({ length: 8 }, () => ours.send(text, { input })));
  const outcomes = answers.map((answer) => codesOf(answer)[0] ?? 'OK');
  assert.deepEqual(outcomes.toSorted(), [...Array<string>(7).fill('CONFLICT'), 'OK']);
});
