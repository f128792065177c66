import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { findContents } from '../../../server/src/domains/passports/versions/store.ts';
import { query } from '../../../server/src/platform/database/index.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { packJson, unpackJson } from '../../../server/src/platform/json/index.ts';
import { collectAll } from '../../../server/src/platform/process/heap-bound.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { type JsonObject, mutationText, sendForId, textAt } from '../client.ts';
import { service, world } from '../world.ts';
import { draft, newProduct } from './desk.ts';

/** Jobs of passports of the largest products: each part of their work would hold up others for a tenth of a second and more. */

const ours = await world({ tier: 'ENTERPRISE' });

async function runJob(
  input: JsonObject,
  mutation: 'generateDpps' | 'publishDpps' = 'generateDpps',
): Promise<void> {
  const id = await sendForId(ours, mutation, 'job', input);
  const document = 'query ($id: ID!) { dppJob(id: $id) { state } }';
  await until(
    async () => textAt(await ours.send(document, { id }), 'dppJob', 'state') === 'COMPLETED',
  );
}

/** CPU time of this thread, which other programs on the machine hardly change. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** CPU time of the longest turn of the event loop until some work has come to its end. */
async function longestTurnMs(work: () => Promise<void>): Promise<number> {
  // Garbage of the tests before is not collected in a turn of this work.
  collectAll();
  let longestMs = 0;
  let endedAtMs = cpuMs();
  const endTurn = () => {
    longestMs = Math.max(longestMs, cpuMs() - endedAtMs);
    endedAtMs = cpuMs();
    next = setImmediate(endTurn);
  };
  let next = setImmediate(endTurn);
  await work();
  clearImmediate(next);
  return longestMs;
}

function timedMs(work: () => void): number {
  const startedAtMs = cpuMs();
  work();
  return cpuMs() - startedAtMs;
}

test('the items of a product are drafted without packing their content for each of them', async () => {
  const materials = Array.from({ length: 250 }, (_each, at) => ({
    name: `Material ${at} ${'x'.repeat(600)}`,
  }));
  const productId = await newProduct(ours);
  const id = await draft(ours, { productId, materials });
  const [stored] = await findContents({ db: service.db, scope: ours.scope }, [
    decodeId('dpp', id) ?? '',
  ]);
  const COUNT = 200;
  const longestMs = await longestTurnMs(() => runJob({ productId, count: COUNT }));
  const allMs = timedMs(() => {
    for (let at = 0; at < COUNT; at++) packJson(stored?.content);
  });
  assert.ok(longestMs < allMs / 2, `a turn of ${longestMs} ms; packing takes ${allMs}`);
});

test('large passports are published in turns of the event loop', async () => {
  const components = Array.from({ length: 250 }, (_each, at) => ({
    name: `Component ${at}`,
    uri: `https://example.com/passports/${randomBytes(250).toString('hex')}`,
  }));
  const productId = await newProduct(ours);
  const id = await draft(ours, { productId, components });
  const COUNT = 200;
  await runJob({ productId, count: COUNT });
  const [stored] = await findContents({ db: service.db, scope: ours.scope }, [
    decodeId('dpp', id) ?? '',
  ]);
  const longestMs = await longestTurnMs(() => runJob({ productId }, 'publishDpps'));
  const allMs = timedMs(() => {
    for (let at = 0; at < COUNT; at++) packJson(stored?.content);
  });
  // Packing is a quarter of the work that one turn had.
  assert.ok(longestMs < allMs, `a turn of ${longestMs} ms; packing takes ${allMs}`);
  const published = `{ dpps(filter: { product: { id: "${productId}" } }, first: 1) { nodes { status } } }`;
  assert.equal(textAt(await ours.send(published), 'dpps', 'nodes', 0, 'status'), 'PUBLISHED');
});

test('passports of many large products are drafted in turns of the event loop', async () => {
  const COUNT = 20;
  const components = Array.from({ length: 250 }, (_each, at) => ({
    name: `Part ${at}`,
    material: 'cotton fibre',
    massKg: 0.001,
    transportLegs: [100, 400, 700, 1_000].map((distanceKm) => ({
      method: 'ROAD',
      distanceKm: distanceKm + at,
    })),
  }));
  for (let at = 0; at < COUNT; at++) {
    const productId = await newProduct(ours, { name: `Large ${at}`, netMassKg: 0.25, components });
    await ours.send(mutationText('calculateProductFootprint', 'calculation { id }'), {
      input: { productId },
    });
  }
  const { organizationId, environment } = ours.scope;
  const results = await query<{ result: Buffer }>(
    service.db,
    'select result from calculations where organization_id = $1 and environment = $2',
    [organizationId, environment],
  );
  assert.equal(results.length, COUNT);
  const longestMs = await longestTurnMs(() => runJob({ filter: {} }));
  const allMs = timedMs(() => {
    for (const { result } of results) unpackJson(result);
  });
  assert.ok(
    longestMs < allMs / 2,
    `a turn of ${longestMs} ms; reading the footprints takes ${allMs}`,
  );
});
