import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../server/src/platform/testing.ts';
import { at, type Client, clientOf, mutationText, sendForId } from '../http/client.ts';
import { runCli, startServer } from '../server-process.ts';

/**
 * The drill of an operator: fill, back up under load, destroy the machine, restore on another one, start, and
 * calculate the same footprints again.
 */

const PRODUCTS = 40;
const RESULT = 'calculation { co2eKg snapshotHash }';
const folder = await temporaryFolder('drill');
const [first, second, backups] = ['first', 'second', 'backups'].map((name) => join(folder, name));
assert.ok(first !== undefined && second !== undefined && backups !== undefined);
const TRACKWAY_BACKUP_SECRET = 'a secret that the operator keeps elsewhere';

async function footprintOf(client: Client, externalId: string): Promise<unknown> {
  const answer = await client.send(mutationText('calculateProductFootprint', RESULT), {
    input: { product: { externalId } },
  });
  assert.deepEqual(answer.errors, []);
  return at(answer.data ?? undefined, 'calculateProductFootprint', 'calculation');
}

async function makeProduct(client: Client, number: number): Promise<string> {
  const input = { externalId: `drill-${number}`, name: `Product ${number}`, netMassKg: 1 + number };
  return sendForId(client, 'createProduct', 'product', input);
}

test('a machine that is lost comes back from its back-up with the same keys and footprints', async () => {
  const before = await startServer({ dataFolder: first });
  const key = / sandbox +(sk_\S+)$/m.exec(before.output())?.[1] ?? '';
  const client = clientOf(`${before.url}/sandbox/graphql`, key);
  for (let number = 0; number < PRODUCTS; number += 1) await makeProduct(client, number);
  const listed = await client.send('{ products(first: 100) { edges { node { externalId } } } }');
  const edges = at(listed.data ?? undefined, 'products', 'edges');
  assert.ok(Array.isArray(edges));
  const names = edges
    .map((edge) => String(at(edge, 'node', 'externalId')))
    .filter((name) => name.startsWith('garment-'))
    .slice(0, 20);
  assert.ok(names.length >= 5, `${names.length} garments`);
  const footprints = await Promise.all(names.map((name) => footprintOf(client, name)));

  let isWriting = true;
  let acknowledged = PRODUCTS;
  const writing = (async () => {
    for (; isWriting; acknowledged += 1) await makeProduct(client, acknowledged);
  })();
  const backUp = await runCli(['backup', backups, '--json'], {
    TRACKWAY_DATA: first,
    TRACKWAY_BACKUP_SECRET,
  });
  isWriting = false;
  await writing;
  assert.equal(backUp.code, 0, backUp.stderr);
  assert.ok(acknowledged > PRODUCTS, 'others wrote meanwhile');
  await before.stop();
  await rm(first, { recursive: true });

  const { file } = JSON.parse(backUp.stdout);
  const env = { TRACKWAY_DATA: second, TRACKWAY_BACKUP_SECRET };
  const restored = await runCli(['restore', file], env);
  assert.equal(restored.code, 0, restored.stderr);
  const again = await startServer({ dataFolder: second });
  const sameClient = clientOf(`${again.url}/sandbox/graphql`, key);
  assert.deepEqual(
    await Promise.all(names.map((name) => footprintOf(sameClient, name))),
    footprints,
  );
  const counted = await sameClient.send('{ products(filter: { text: "Product" }) { totalCount } }');
  const total = Number(at(counted.data ?? undefined, 'products', 'totalCount'));
  assert.ok(total >= PRODUCTS && total <= acknowledged + 5, `${total} products`);
  await again.stop();
});
