import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { eraseAnswers, type PartsLeft } from './erasure-store.ts';
import { createCustomer } from './service.ts';

const { db, inspect } = await testDatabase();
const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
const TENANT = [scope.organizationId, scope.environment];

/** A customer who was erased so far, with a cart that a stored answer names. */
async function erased(parts: PartsLeft, answerKey: string): Promise<string> {
  const { id } = await db
    .transaction()
    .execute((tx) => createCustomer({ db: tx, scope }, { name: 'Ada' }));
  const cartId = newUuid();
  await inspect(
    'update customers set erased_at = now() where organization_id = $1 and environment = $2 and id = $3',
    [...TENANT, id],
  );
  await inspect(
    `insert into shopping_carts (organization_id, environment, id, state, customer_id, expires_at)
     values ($1, $2, $3, 'OPEN', $4, now())`,
    [...TENANT, cartId, id],
  );
  await storeAnswer(answerKey, cartId);
  await inspect(
    'insert into customer_erasures (organization_id, environment, customer_id, parts) values ($1, $2, $3, $4)',
    [...TENANT, id, JSON.stringify(parts)],
  );
  return id;
}

const storeAnswer = (key: string, id: string) =>
  inspect(
    `insert into idempotency_keys (organization_id, environment, idempotency_key, response_path, arguments_hash, answer)
     values ($1, $2, $3, 'path', 'x', convert_to($4, 'UTF8'))`,
    [...TENANT, key, id],
  );

test('a page of stored answers is read for all erasures that are within it', async () => {
  const orders = { orders: '', storedAnswers: '' };
  const places = [{ storedAnswers: '' }, { storedAnswers: 'b path' }, { storedAnswers: 'x path' }];
  const ids: string[] = [];
  for (const [at, parts] of [...places, orders].entries())
    ids.push(await erased(parts, `answer-${at}`));
  for (const key of ['a', 'b', 'c', 'd', 'x', 'y']) await storeAnswer(key, newUuid());
  const left = async () => {
    const rows = await inspect<{ id: string; parts: PartsLeft }>(
      'select customer_id as id, parts from customer_erasures where organization_id = $1 and environment = $2',
      TENANT,
    );
    const byId = new Map(rows.map(({ id, parts }) => [id, parts]));
    return ids.map((id) => byId.get(id));
  };
  const page = (after: string, limit: number) =>
    db.transaction().execute((tx) => eraseAnswers({ db: tx, scope }, { after, limit }));

  assert.equal(await page('', 7), 'c path');
  const reached = { storedAnswers: 'c path' };
  assert.deepEqual(await left(), [reached, reached, places[2], orders]);
  const named = `select from idempotency_keys where organization_id = $1 and environment = $2
    and idempotency_key like 'answer-%'`;
  assert.deepEqual(await inspect(named, TENANT), []);

  assert.equal(await page('c path', 7), undefined);
  assert.deepEqual(await left(), [{}, {}, {}, orders]);
});
