import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, type Client, dataOf, type Json, mutationText, textAt } from '../http/client.ts';
import { nodesOf, workThroughKills } from './killed-work.ts';
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
  const allOf = (list: string, filter: string, fields: string) =>
    nodesOf(
      client,
      `query ($after: String) { page: ${list}(first: 100, after: $after${filter}) {
        nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`,
    );
  const changed = ', filter: { types: ["product.footprint_changed"] }';
  const [products, calculations, events] = await Promise.all([
    allOf('products', '', 'id version footprintState'),
    allOf('calculations', ', filter: { kind: PRODUCT }', 'id'),
    allOf('events', changed, 'id'),
  ]);
  return { products, calculations: calculations.length, events: events.length };
}

test('footprints of a catalogue whose process and database are killed: none twice, none missing', async () => {
  const kills = roundsOf(10);
  const count = (4 * kills + 4) * SLICE;
  const failed = count / 50;
  let before = { calculations: 0, events: 0 };
  const { client, ended } = await workThroughKills({
    kills,
    products: Array.from({ length: count }, (_, number) => {
      const material = number % 50 === 7 ? 'vibranium' : 'cotton fibre';
      return { name: `Shirt ${number}`, components: [{ material, massKg: 0.1 + number }] };
    }),
    begin: async (first) => {
      before = await writtenOf(first);
      const input = { asProductFootprint: true };
      const started = await first.send(mutationText('calculateCatalogue', 'calculation { id }'), {
        input,
      });
      return textAt(started, 'calculateCatalogue', 'calculation', 'id');
    },
    progressOf: runOf,
  });
  const catalogue = { totalCount: count, doneCount: count, failedCount: failed, error: null };
  assert.deepEqual(ended, { state: 'COMPLETED', catalogue });
  const { products, calculations, events } = await writtenOf(client);
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
