import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { untilFound } from '../../../server/src/platform/testing.ts';
import { at, type Client, dataOf, inTime, mutationText, sendForId } from '../client.ts';
import { create } from '../scenarios/desk.ts';
import { world } from '../world.ts';

/** Long calculations of some organizations had all threads until they ended: a sweep of a large product for two minutes. */

/** Of two overrides: 10,000 points. */
const LEVELS = Array.from({ length: 100 }, (_each, level) => 1 + level / 100);
const CALCULATE = mutationText('calculateMaterial', 'calculation { co2eKg }');
const STATE = 'query ($id: ID!) { scenario(id: $id) { state result { total { outcome } } } }';

async function largeProduct(client: Client): Promise<string> {
  return sendForId(client, 'createProduct', 'product', {
    name: 'Large',
    components: Array.from({ length: 250 }, (_each, part) => ({
      name: `Part ${part}`,
      material: 'cotton fibre',
      massKg: 1,
      transportLegs: [{ method: 'ROAD', distanceKm: 100 }],
    })),
  });
}

/** A scenario that is calculated for a minute, of which a thread has begun. */
async function longScenario(): Promise<{ readonly state: () => Promise<string> }> {
  const client = await world({ tier: 'ENTERPRISE' });
  const productId = await largeProduct(client);
  const id = await create(client, {
    productId,
    overrides: ['RAW_MATERIALS', 'INBOUND_TRANSPORT'].map((phase) => ({
      name: phase,
      select: { phase },
      scale: 1.01,
    })),
    sweep: [0, 1].map((override) => ({ override, values: LEVELS })),
  });
  dataOf(await client.send(mutationText('runScenario', 'scenario { id }'), { input: { id } }));
  const state = async () =>
    String(at(dataOf(await client.send(STATE, { id })), 'scenario', 'state') ?? '');
  await untilFound(async () => ((await state()) === 'RUNNING' ? true : undefined));
  after(() => client.send(mutationText('cancelScenario', 'scenario { id }'), { input: { id } }));
  return { state };
}

test('long calculations of two organizations give way to short ones of a third', async () => {
  const theirs = await world();
  // A thread that gave way starts anew, which may take longer than a request on a very busy machine.
  const calculate = async () =>
    dataOf(await inTime(() => theirs.send(CALCULATE, { input: { material: 'steel', massKg: 1 } })));
  await calculate();
  const long = await Promise.all([longScenario(), longScenario()]);
  for (let count = 0; count < 5; count += 1) await calculate();
  assert.deepEqual(await Promise.all(long.map(({ state }) => state())), ['RUNNING', 'RUNNING']);
});
