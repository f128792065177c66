import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, type Client, dataOf, type Json, numberAt, sendForId } from '../http/client.ts';
import { completed, workThroughKills } from './killed-work.ts';
import { roundsOf } from './share.ts';

const PRODUCTS = 4_003;

const RESULT = `scenario(id: $id) { state error catalogue { doneCount } result {
  total { baseline outcome difference share } phases { phase baseline outcome }
  indicators { category baseline outcome }
  catalogue { calculatedCount changedCount failedCount quantiles { probability differenceCo2eKg }
    histogram { lowCo2eKg highCo2eKg count }
    products(first: 100) { totalCount nodes { productId total { baseline outcome } } } } } }`;

async function begin(client: Client): Promise<string> {
  const overrides = [{ select: { material: 'aluminium can' }, setRecycledShare: 0.5 }];
  const input = { name: 'Killed', catalogue: {}, boundary: 'CRADLE_TO_GATE', overrides };
  const id = await sendForId(client, 'createScenario', 'scenario', input);
  await sendForId(client, 'runScenario', 'scenario', { id });
  return id;
}

async function resultOf(client: Client, id: string): Promise<Json> {
  return (
    at(dataOf(await client.send(`query ($id: ID!) { ${RESULT} }`, { id })), 'scenario') ?? null
  );
}

test('a catalogue scenario whose process and database are killed continues, and equals one that was not broken off', async () => {
  const { client, ended } = await workThroughKills({
    kills: roundsOf(5),
    products: Array.from({ length: PRODUCTS }, (_, number) => {
      const material = number % 2 === 0 ? 'cotton fibre' : 'aluminium can';
      const components = [{ name: 'Body', material, massKg: 0.1 + number / 1000 }];
      return { name: `Product ${number}`, components };
    }),
    begin,
    progressOf: resultOf,
  });
  const id = await begin(client);
  const unbroken = await completed(() => resultOf(client, id));
  assert.equal(numberAt(ended, 'result', 'catalogue', 'calculatedCount'), PRODUCTS);
  assert.deepEqual(ended, unbroken);
});
