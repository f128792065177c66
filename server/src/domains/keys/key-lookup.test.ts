import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { until } from '../../platform/testing.ts';
import { COMMAND_LINE } from '../../rules/access/actor.ts';
import { createOrganization } from '../accounts/index.ts';
import { createKeyLookup } from './key-lookup.ts';
import { newSecret } from './secret.ts';
import { createKey } from './service.ts';
import { apiKeys, writeKeyUses } from './store.ts';

const PEPPER = Buffer.alloc(32, 1);

test('refuses a key with a wrong checksum without asking the database', async () => {
  const { url } = await testDatabase();
  const db = await openDatabase({ url });
  await db.destroy();
  const ring = createKeyLookup(db, [PEPPER], () => {});
  const good = newSecret('LIVE');
  const bad = `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`;
  await assert.rejects(async () => ring.identify(bad, 'LIVE', '/graphql'), {
    code: 'INVALID_API_KEY',
  });
  // The same with the right checksum shows that the database really is gone.
  await assert.rejects(
    async () => ring.identify(good, 'LIVE', '/graphql'),
    (error) => !('extensions' in Object(error)),
  );
});

test('asks one and the same question of the database for a known and for an unknown key', async () => {
  const { db, url } = await testDatabase();
  const { id: organizationId } = await createOrganization(db, 'Known', 'FREE');
  const scope = { organizationId, environment: 'LIVE' } as const;
  const wanted = { name: 'Key', tier: null, permissions: null, expiresAt: null };
  const { secret } = await db
    .transaction()
    .execute((tx) => createKey({ db: tx, scope, by: COMMAND_LINE }, PEPPER, undefined, wanted));

  const asked: string[] = [];
  const watched = await openDatabase({ url, onStatement: (statement) => asked.push(statement) });
  after(() => watched.destroy());
  const ring = createKeyLookup(watched, [PEPPER], () => {});
  asked.length = 0;
  await ring.identify(secret, 'LIVE', '/graphql');
  await assert.rejects(async () => ring.identify(newSecret('LIVE'), 'LIVE', '/graphql'), {
    code: 'INVALID_API_KEY',
  });
  assert.equal(asked.length, 2);
  assert.equal(asked[0], asked[1]);
});

test('no key is refused while processes with the old and the new secret take it over from each other', async () => {
  const { db, url } = await testDatabase();
  const { id: organizationId } = await createOrganization(db, 'Rotating', 'FREE');
  const scope = { organizationId, environment: 'LIVE' } as const;
  const wanted = { name: 'Key', tier: null, permissions: null, expiresAt: null };
  const { secret } = await db
    .transaction()
    .execute((tx) => createKey({ db: tx, scope, by: COMMAND_LINE }, PEPPER, undefined, wanted));
  const looked: string[] = [];
  const onStatement = (text: string) => {
    if (text.startsWith('select')) looked.push(text);
  };
  const watched = await openDatabase({ url, onStatement });
  after(() => watched.destroy());
  looked.length = 0;
  const [old, next] = [PEPPER, Buffer.alloc(32, 2)];
  for (const peppers of [[old, next], [next, old], [next, old], [old, next], [next]]) {
    const ring = createKeyLookup(watched, peppers, () => {});
    const asked = Promise.resolve(ring.identify(secret, 'LIVE', '/graphql'));
    if (peppers.length === 1) await assert.rejects(asked, { code: 'INVALID_API_KEY' });
    else assert.equal((await asked).scope.organizationId, organizationId);
    await ring.close();
  }
  assert.equal(looked.length, 5, 'between two statements another process could replace the digest');
});

test('processes that write the last uses of the same keys at once never deadlock, and the latest counts', async () => {
  const { db, inspect } = await testDatabase();
  const { id: organizationId } = await createOrganization(db, 'Used', 'ENTERPRISE');
  const scope = { organizationId, environment: 'LIVE' } as const;
  const wanted = { name: 'Key', tier: null, permissions: null, expiresAt: null };
  const ids: string[] = [];
  for (let key = 0; key < 4; key += 1) {
    const { apiKey } = await db
      .transaction()
      .execute((tx) => createKey({ db: tx, scope, by: COMMAND_LINE }, PEPPER, undefined, wanted));
    ids.push(apiKey.id);
  }
  const [first = '', held = '', alsoHeld = '', last = ''] = ids;
  const usesOf = (keys: readonly string[], at: Date) => keys.map((keyId) => ({ scope, keyId, at }));
  const later = new Date('2026-11-22T12:00:00Z');
  const earlier = new Date('2026-11-22T11:59:59Z');
  const written = await db.transaction().execute(async (tx) => {
    await apiKeys.lock({ db: tx, scope }, { by: 'id', value: held });
    await apiKeys.lock({ db: tx, scope }, { by: 'id', value: alsoHeld });
    const writing = Promise.all([
      writeKeyUses(db, usesOf([first, held, last], later)),
      writeKeyUses(db, usesOf([last, alsoHeld, first], earlier)),
    ]);
    await until(async () => {
      const waiting = await inspect<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return waiting[0]?.count === 2;
    });
    return { writing };
  });
  await written.writing;
  const used = await apiKeys.find({ db, scope }, [first, last]);
  assert.deepEqual(
    used.map(({ lastUsedAt }) => lastUsedAt),
    [later, later],
  );
});
