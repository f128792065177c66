import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import type { Scope } from '../../platform/scope.ts';
import { SYSTEM } from '../../rules/access/actor.ts';
import { draftFrom } from '../../rules/properties/draft.ts';
import { registerPersonalData } from './personal-data.ts';
import { GIVEN } from './properties.ts';
import { createCustomer, deleteCustomer } from './service.ts';
import { addToCustomerTotals, customers } from './store.ts';

const { db } = await testDatabase();
const scope: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
const other: Scope = { ...scope, environment: 'SANDBOX' };

function newCustomer(): Promise<string> {
  return db.transaction().execute(async (tx) => {
    const { id } = await createCustomer({ db: tx, scope }, { name: 'Ada' });
    return id;
  });
}

async function read(id: string) {
  return (
    (await customers.named({ db, scope }, { by: 'id', value: id })) ??
    assert.fail('the customer is gone')
  );
}

test('totals add up per currency, come back to zero, and leave the version alone', async () => {
  const id = await newCustomer();
  const add = (change: Parameters<typeof addToCustomerTotals>[2], where = scope) =>
    db.transaction().execute((tx) => addToCustomerTotals({ db: tx, scope: where }, id, change));
  await add({ orderCount: 1, co2eKg: 0.1, spent: { minor: 1990, currency: 'EUR' } });
  await add({ orderCount: 1, co2eKg: 0.2, spent: { minor: 500, currency: 'JPY' } });
  await add({ spent: { minor: -990, currency: 'EUR' } });
  await add({ orderCount: 100 }, other);
  const customer = await read(id);
  assert.equal(customer.orderCount, 2);
  assert.equal(customer.totalCo2eKg, 0.3);
  assert.deepEqual(customer.totalSpent, { EUR: 1000, JPY: 500 });
  assert.equal(customer.version, 1);
  await add({ orderCount: -2, co2eKg: -0.3 });
  assert.equal((await read(id)).totalCo2eKg, 0);
});

test('no total is lost when orders come in at once', async () => {
  const id = await newCustomer();
  await Promise.all(
    Array.from({ length: 20 }, () =>
      db.transaction().execute((tx) =>
        addToCustomerTotals({ db: tx, scope }, id, {
          orderCount: 1,
          spent: { minor: 5, currency: 'EUR' },
        }),
      ),
    ),
  );
  const customer = await read(id);
  assert.deepEqual([customer.orderCount, customer.totalSpent], [20, { EUR: 100 }]);
});

test('an erasure reaches every domain that holds data, in the same transaction', async () => {
  const erased: string[] = [];
  let isBroken = true;
  registerPersonalData('letters', {
    permission: 'ORDERS_READ',
    load: async () => [],
    erase: async (_tenant, customerId) => {
      if (isBroken) throw new Error('letters are closed');
      erased.push(customerId);
    },
  });
  const id = await newCustomer();
  const erase = () =>
    db
      .transaction()
      .execute((tx) =>
        deleteCustomer({ db: tx, scope, by: SYSTEM }, { reference: { by: 'id', value: id } }),
      );
  await assert.rejects(erase(), /letters are closed/);
  assert.equal((await read(id)).name, 'Ada', 'nothing is half erased');
  isBroken = false;
  await erase();
  assert.deepEqual(erased, [id]);
  const left = await read(id);
  assert.equal(left.name, null);
  assert.ok(left.erasedAt instanceof Date);
});

test('input replaces current values: an absent field stays, null empties', () => {
  const { draft } = draftFrom(GIVEN, { name: 'Ada', tags: ['vip'], metadata: { a: 1 } }, undefined);
  const { draft: changed, problems } = draftFrom(GIVEN, { name: null, language: 'fr' }, draft);
  assert.deepEqual(problems, []);
  assert.deepEqual(changed, {
    externalId: null,
    name: null,
    email: null,
    country: null,
    language: 'fr',
    tags: ['vip'],
    metadata: { a: 1 },
  });
});

test('an address is accepted if it has text on both sides of its @', () => {
  const isGood = (email: string) => draftFrom(GIVEN, { email }, undefined).problems.length === 0;
  assert.ok(['a@b.co', "o'neill+x@mail.example.org", 'ü@exämple.de'].every(isGood));
  assert.ok(!['', 'a', '@b.co', 'a@b', 'a b@c.de', `${'x'.repeat(250)}@b.co`].some(isGood));
});
