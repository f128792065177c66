import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Tx } from '../../../server/src/platform/database/index.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { type Answer, type Client, codesOf, dataOf, sendForId } from '../client.ts';
import { service, type World, world } from '../world.ts';

/** More than the service has connections. */
const MANY = 40;

const create = ({ send }: Client) =>
  send('mutation { createProduct(input: { name: "Thing" }) { product { id } } }');

/** Codes of errors of requests that wait for a lock which a transaction holds meanwhile. */
async function codesOfWaiting(
  hold: (tx: Tx) => Promise<unknown>,
  sendOne: () => Promise<Answer>,
  meanwhile: () => Promise<void>,
): Promise<readonly string[]> {
  const sent: Promise<Answer>[] = [];
  await service.db.transaction().execute(async (tx) => {
    await hold(tx);
    sent.push(...Array.from({ length: MANY }, sendOne));
    await meanwhile();
  });
  return [...new Set((await Promise.all(sent)).flatMap(codesOf))];
}

/** Requests of another organization are answered; the lock is held until then. */
async function answers(theirs: World): Promise<void> {
  for (let count = 0; count < 20; count += 1) {
    dataOf(await create(theirs));
    dataOf(await theirs.send('{ products(first: 1) { nodes { name } } }'));
  }
}

test('mutations that wait for one product leave connections to other organizations', async () => {
  const [mine, theirs] = [await world(), await world()];
  const id = await sendForId(mine, 'createProduct', 'product', { name: 'Thing' });
  const codes = await codesOfWaiting(
    (tx) =>
      sql`select from products where organization_id = ${mine.organization.id}
        and environment = 'LIVE' and id = ${decodeId('product', id)} for update`.execute(tx),
    () =>
      mine.send(
        `mutation { updateProduct(input: { id: "${id}", name: "New" }) { product { id } } }`,
      ),
    () => answers(theirs),
  );
  assert.deepEqual(codes, []);
});

test('mutations that wait for one idempotency key leave connections to other organizations', async () => {
  const [mine, theirs] = [await world(), await world()];
  const codes = await codesOfWaiting(
    (tx) =>
      sql`insert into idempotency_keys
          (organization_id, environment, idempotency_key, response_path, arguments_hash)
        values (${mine.organization.id}, 'LIVE', 'key', 'made', '')`.execute(tx),
    () =>
      mine.send(
        'mutation { made: calculateMaterial(input: { material: "steel", massKg: 1, idempotencyKey: "key" }) { calculation { id } } }',
      ),
    () => answers(theirs),
  );
  assert.deepEqual(codes, ['IDEMPOTENCY_KEY_REUSED']);
});
