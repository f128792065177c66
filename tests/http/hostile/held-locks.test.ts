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

type Waiting = {
  readonly hold: (tx: Tx) => Promise<unknown>;
  /** Sends requests that wait for a lock which `hold` takes. */
  readonly send: () => readonly Promise<Answer>[];
  readonly times: number;
  readonly meanwhile: () => Promise<unknown>;
};

/** Codes of errors of requests that wait for locks which a transaction holds meanwhile. */
async function codesOfWaiting({
  hold,
  send,
  times,
  meanwhile,
}: Waiting): Promise<readonly string[]> {
  const sent: Promise<Answer>[] = [];
  await service.db.transaction().execute(async (tx) => {
    await hold(tx);
    for (let count = 0; count < times; count += 1) sent.push(...send());
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

type Attackers = Pick<Waiting, 'hold' | 'send'>;

/** Organizations with a product each, whose lock their mutations wait for. */
async function attackers(count: number): Promise<Attackers> {
  const updates: (() => Promise<Answer>)[] = [];
  const keys: string[] = [];
  for (let made = 0; made < count; made += 1) {
    const mine = await world();
    const id = await sendForId(mine, 'createProduct', 'product', { name: 'Thing' });
    keys.push(`('${mine.organization.id}', 'LIVE', '${decodeId('product', id)}')`);
    updates.push(() =>
      mine.send(
        `mutation { updateProduct(input: { id: "${id}", name: "New" }) { product { id } } }`,
      ),
    );
  }
  return {
    send: () => updates.map((update) => update()),
    hold: (tx) =>
      sql`select from products
        where (organization_id, environment, id) in (${sql.raw(keys.join())}) for update`.execute(
        tx,
      ),
  };
}

test('mutations of three organizations that wait for a product each leave connections to a fourth', async () => {
  const [mine, theirs] = [await attackers(3), await world()];
  const timed = async () => {
    const startedAtMs = performance.now();
    await answers(theirs);
    return performance.now() - startedAtMs;
  };
  await timed();
  const atRestMs = await timed();
  let attackedMs = 0;
  const codes = await codesOfWaiting({
    ...mine,
    times: MANY,
    meanwhile: async () => {
      attackedMs = await timed();
    },
  });
  assert.deepEqual(codes, []);
  // A connection is given up after a second: 20 mutations that waited for one would take 20.
  assert.ok(attackedMs < 10 * atRestMs, `${attackedMs} ms, at rest ${atRestMs} ms`);
});

test('mutations of more organizations than the service has connections give theirs up to others', async () => {
  const [mine, theirs] = [await attackers(20), await world()];
  const codes = await codesOfWaiting({
    ...mine,
    times: 3,
    meanwhile: async () => {
      for (let count = 0; count < 3; count += 1) dataOf(await create(theirs));
    },
  });
  assert.deepEqual(codes, []);
});

test('mutations that wait for one idempotency key leave connections to other organizations', async () => {
  const [mine, theirs] = [await world(), await world()];
  const codes = await codesOfWaiting({
    hold: (tx) =>
      sql`insert into idempotency_keys
          (organization_id, environment, idempotency_key, response_path, arguments_hash)
        values (${mine.organization.id}, 'LIVE', 'key', 'made', '')`.execute(tx),
    send: () => [
      mine.send(
        'mutation { made: calculateMaterial(input: { material: "steel", massKg: 1, idempotencyKey: "key" }) { calculation { id } } }',
      ),
    ],
    times: MANY,
    meanwhile: () => answers(theirs),
  });
  assert.deepEqual(codes, ['IDEMPOTENCY_KEY_REUSED']);
});
