import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { until, untilFound } from '../../../server/src/platform/testing.ts';
import { assertClose } from '../../close.ts';
import {
  at,
  type Client,
  codesOf,
  dataOf,
  type Json,
  mutationText,
  numberAt,
  textAt,
} from '../client.ts';
import { service, world } from '../world.ts';
import { calculate, MUG, newProduct, resultOf, sumAt } from './desk.ts';

const RUN = `query ($id: ID!) { calculation(id: $id) { state catalogue {
  totalCount doneCount failedCount progress error startedAt finishedAt
  results(first: 100) { totalCount edges { node {
    productId product { name } co2eKg phases { phase co2eKg share } indicators { category value } problems } } } } } }`;

async function start(client: Client, input = {}): Promise<string> {
  const text = mutationText(
    'calculateCatalogue',
    'calculation { id state catalogue { progress } }',
  );
  return textAt(await client.send(text, { input }), 'calculateCatalogue', 'calculation', 'id');
}

async function runOf(client: Client, id: string): Promise<Json> {
  return at(dataOf(await client.send(RUN, { id })), 'calculation') ?? null;
}

/** The run once it has ended. */
function ended(client: Client, id: string): Promise<Json> {
  return untilFound(async () => {
    const calculation = await runOf(client, id);
    const isUnderWay = ['QUEUED', 'RUNNING'].includes(String(at(calculation, 'state')));
    return isUnderWay ? undefined : calculation;
  });
}

test('a catalogue gives each product the result that it has alone, and reports why others failed', async () => {
  const ours = await world({ tier: 'GROWTH' });
  const mug = await newProduct(ours, MUG);
  const box = await newProduct(ours, {
    name: 'Box',
    components: [{ productId: mug, quantity: 6 }],
  });
  const odd = await newProduct(ours, { components: [{ material: 'vibranium', massKg: 1 }] });
  const run = await ended(ours, await start(ours));
  assert.equal(at(run, 'state'), 'COMPLETED');
  const catalogue = at(run, 'catalogue') ?? null;
  assert.deepEqual(
    ['totalCount', 'doneCount', 'failedCount', 'progress'].map((name) => at(catalogue, name)),
    [3, 3, 1, 1],
  );
  const rows = at(catalogue, 'results', 'edges');
  assert.ok(Array.isArray(rows));
  assert.deepEqual(
    rows.map((row) => at(row, 'node', 'productId')),
    [mug, box, odd],
  );
  for (const [place, productId] of [mug, box].entries()) {
    const row = at(rows[place], 'node') ?? null;
    const wanted = { productId, detail: 'FULL' };
    const alone = await resultOf(ours, 'calculateProductFootprint', wanted);
    assertClose(numberAt(row, 'co2eKg'), numberAt(alone, 'co2eKg'), 1e-9);
    assertClose(sumAt(row, 'phases'), numberAt(row, 'co2eKg'), 1e-9);
  }
  assert.equal(at(rows, 2, 'node', 'co2eKg'), null);
  assert.equal(at(rows, 2, 'node', 'problems', 0, 'code'), 'MISSING_FACTOR');
});

test('an empty catalogue is completed, and an ended one cannot be cancelled', async () => {
  const ours = await world({ tier: 'GROWTH' });
  const id = await start(ours, { detail: 'BASIC' });
  const run = await ended(ours, id);
  assert.equal(at(run, 'state'), 'COMPLETED');
  assert.equal(at(run, 'catalogue', 'results', 'totalCount'), 0);
  const answer = await calculate(ours, 'cancelCalculation', { id });
  assert.deepEqual(codesOf(answer), ['CONFLICT']);
  assert.equal(answer.errors[0]?.extensions['state'], 'COMPLETED');
});

test('a catalogue that is cancelled writes nothing more, though its last products are calculated', async () => {
  const ours = await world({ tier: 'GROWTH' });
  await newProduct(ours, MUG);
  const id = await service.db.transaction().execute(async (tx) => {
    // A small catalogue would be done before it can be cancelled; this one cannot write its result.
    await sql`lock table catalogue_results in share mode`.execute(tx);
    const started = await start(ours);
    await until(async () => at(await runOf(ours, started), 'state') === 'RUNNING');
    const answer = await calculate(ours, 'cancelCalculation', { id: started }, 'state');
    assert.deepEqual(codesOf(answer), []);
    return started;
  });
  const run = await ended(ours, id);
  assert.equal(at(run, 'state'), 'CANCELLED');
  assert.equal(at(run, 'catalogue', 'results', 'totalCount'), 0);
});

test('a catalogue and its results are those of one organization', async () => {
  const ours = await world({ tier: 'GROWTH' });
  const id = await start(ours);
  const stranger = await world({ tier: 'GROWTH' });
  assert.deepEqual(codesOf(await stranger.send(RUN, { id })), ['NOT_FOUND']);
  const cancelled = await calculate(stranger, 'cancelCalculation', { id });
  assert.deepEqual(codesOf(cancelled), ['NOT_FOUND']);
  assert.equal(at(await ended(ours, id), 'state'), 'COMPLETED');
});
