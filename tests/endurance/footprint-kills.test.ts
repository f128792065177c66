import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { until } from '../../server/src/platform/testing.ts';
import {
  at,
  type Client,
  clientOf,
  dataOf,
  type Json,
  mutationText,
  numberAt,
  textAt,
} from '../http/client.ts';
import { postmasterPid } from '../platform/kill-rounds.ts';
import { seededFolder } from '../seeded-folder.ts';
import { endProcess, runCli, startServer } from '../server-process.ts';
import { roundsOf } from './share.ts';

/** Products of one checkpoint of a run, about. */
const SLICE = 50;

async function runOf(client: Client, id: string): Promise<Json> {
  const document =
    'query ($id: ID!) { calculation(id: $id) { state catalogue { totalCount doneCount failedCount error } } }';
  return at(dataOf(await client.send(document, { id })), 'calculation') ?? null;
}

/** Calculations and versions of all products, and the events of their footprints. */
async function writtenOf(client: Client) {
  const documents = {
    products: `query ($after: String) { page: products(first: 100, after: $after) {
      nodes { id version footprintState } pageInfo { hasNextPage endCursor } } }`,
    calculations: `query ($after: String) { page: calculations(first: 100, after: $after, filter: { kind: PRODUCT }) {
      nodes { product { id } } pageInfo { hasNextPage endCursor } } }`,
    events: `query ($after: String) { page: events(first: 100, after: $after, filter: { types: ["product.footprint_changed"] }) {
      nodes { id } pageInfo { hasNextPage endCursor } } }`,
  };
  const allOf = async (document: string) => {
    const nodes: Json[] = [];
    for (let place: string | null = null; ; ) {
      const page: Json = at(dataOf(await client.send(document, { after: place })), 'page') ?? null;
      const some = at(page, 'nodes');
      assert.ok(Array.isArray(some));
      nodes.push(...some);
      if (at(page, 'pageInfo', 'hasNextPage') !== true) return nodes;
      place = String(at(page, 'pageInfo', 'endCursor'));
    }
  };
  const [products, calculations, events] = await Promise.all(Object.values(documents).map(allOf));
  assert.ok(products && calculations && events);
  return { products, calculations: calculations.length, events: events.length };
}

test('footprints of a catalogue whose process and database are killed: none twice, none missing', async () => {
  const rounds = roundsOf(10);
  const count = (4 * rounds + 4) * SLICE;
  const { dataFolder, key } = await seededFolder();
  after(() => rm(dataFolder, { recursive: true, force: true }));
  const env = { TRACKWAY_DATA: dataFolder };
  const raised = await runCli(['organizations', 'set', 'Demo', '--tier', 'ENTERPRISE'], env);
  assert.equal(raised.code, 0, raised.stderr);

  let server = await startServer({ dataFolder });
  const client = (): Client => clientOf(`${server.url}/graphql`, key);
  const create = mutationText('createProduct', 'product { id }');
  for (let number = 0; number < count; number += 1) {
    const material = number % 50 === 7 ? 'vibranium' : 'cotton fibre';
    const input = { name: `Shirt ${number}`, components: [{ material, massKg: 0.1 + number }] };
    dataOf(await client().send(create, { input }));
  }
  const before = await writtenOf(client());
  const started = await client().send(mutationText('calculateCatalogue', 'calculation { id }'), {
    input: { asProductFootprint: true },
  });
  const id = textAt(started, 'calculateCatalogue', 'calculation', 'id');

  let [seen, kills] = [0, 0];
  while (kills < rounds) {
    await until(async () => numberAt(await runOf(client(), id), 'catalogue', 'doneCount') > seen);
    const run = await runOf(client(), id);
    if (at(run, 'state') === 'COMPLETED') break;
    seen = numberAt(run, 'catalogue', 'doneCount');
    if (kills % 2 === 1) process.kill(postmasterPid(dataFolder), 'SIGKILL');
    await endProcess(server.child, 'SIGKILL');
    kills += 1;
    server = await startServer({ dataFolder });
  }
  assert.ok(kills > 0, 'no process was killed during the run');
  await until(async () => {
    const run = await runOf(client(), id);
    assert.notEqual(at(run, 'state'), 'FAILED', String(at(run, 'catalogue', 'error')));
    return at(run, 'state') === 'COMPLETED';
  });
  const catalogue = at(await runOf(client(), id), 'catalogue') ?? null;
  const failed = count / 50;
  assert.deepEqual(
    ['totalCount', 'doneCount', 'failedCount'].map((name) => numberAt(catalogue, name)),
    [count, count, failed],
  );
  const { products, calculations, events } = await writtenOf(client());
  await endProcess(server.child, 'SIGTERM');
  assert.equal(calculations - before.calculations, count - failed);
  assert.equal(events - before.events, count - failed);
  const versions = Map.groupBy(products, (product) =>
    [at(product, 'footprintState'), at(product, 'version')].join(' '),
  );
  assert.deepEqual(
    ['CURRENT 2', 'NOT_CALCULATED 1'].map((name) => versions.get(name)?.length),
    [count - failed, failed],
  );
});
