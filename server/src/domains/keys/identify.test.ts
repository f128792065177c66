import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDatabase } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { createKeyRing } from './identify.ts';
import { newSecret } from './secret.ts';

const PEPPER = Buffer.alloc(32, 1);

test('refuses a key with a wrong checksum without asking the database', async () => {
  const { url } = await testDatabase();
  const db = await openDatabase({ url });
  await db.destroy();
  const ring = createKeyRing(db, PEPPER, () => {});
  const good = newSecret('LIVE');
  const bad = `${good.slice(0, -1)}${good.endsWith('0') ? '1' : '0'}`;
  await assert.rejects(ring.identify(bad, 'LIVE'), { code: 'INVALID_API_KEY' });
  // The same with the right checksum shows that the database really is gone.
  await assert.rejects(ring.identify(good, 'LIVE'), (error) => !('extensions' in Object(error)));
});
