import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openDatabase } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { COMMAND_LINE } from '../../rules/access/actor.ts';
import { createOrganization } from '../accounts/index.ts';
import { createKeyLookup } from './key-lookup.ts';
import { newSecret } from './secret.ts';
import { createKey } from './service.ts';

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
