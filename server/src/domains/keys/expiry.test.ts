import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stoppedClock } from '../../platform/clock.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { COMMAND_LINE } from '../../rules/access/actor.ts';
import { createOrganization } from '../accounts/index.ts';
import { announceExpiringKeys } from './expiry.ts';
import { createKey, revokeKey, rotateKey } from './service.ts';

const { db, inspect } = await testDatabase();
const DAY_MS = 86_400_000;
const PEPPER = Buffer.alloc(32);

const clock = stoppedClock(new Date());
const organization = await createOrganization(db, 'Keys', 'ENTERPRISE');
const scope: Scope = { organizationId: organization.id, environment: 'LIVE' };

async function keyFor(days: number): Promise<string> {
  const expiresAt = new Date(clock.now().getTime() + days * DAY_MS);
  const wanted = { name: 'Key', tier: null, permissions: null, expiresAt };
  const { apiKey } = await db
    .transaction()
    .execute((tx) => createKey({ db: tx, scope, by: COMMAND_LINE }, PEPPER, undefined, wanted));
  return apiKey.id;
}

async function notices(): Promise<Readonly<Record<string, unknown>>[]> {
  const rows = await inspect<{ readonly data: Readonly<Record<string, unknown>> }>(
    `select data from events where type = 'api_key.expiring' order by id`,
  );
  return rows.map(({ data }) => data);
}

test('a key is announced 7 days and 1 day before it expires, once each, however many workers look', async () => {
  const long = await keyFor(30);
  const short = await keyFor(3);
  const revoked = await keyFor(30);
  const rotated = await keyFor(30);
  await db.transaction().execute(async (tx) => {
    await revokeKey({ db: tx, scope, by: COMMAND_LINE }, revoked);
    await rotateKey({ db: tx, scope, by: COMMAND_LINE }, PEPPER, undefined, {
      id: rotated,
      gracePeriodSeconds: 30 * 86_400,
    });
  });
  // The key that took the place of the rotated one expires with it, and is announced.
  const look = () => announceExpiringKeys(db, clock.now(), undefined, 1);
  const lookTogether = async () =>
    (await Promise.all([look(), look(), look()])).reduce((sum, count) => sum + count);

  assert.equal(await lookTogether(), 0);
  clock.advance(2.5 * DAY_MS);
  assert.equal((await lookTogether()) + (await look()), 1, 'the short one has 1 day left');
  clock.advance(21 * DAY_MS);
  assert.equal((await lookTogether()) + (await look()), 2, 'both long ones have 7 days left');
  assert.equal(await look(), 0);
  clock.advance(6 * DAY_MS);
  assert.equal((await lookTogether()) + (await look()), 2, 'both long ones have 1 day left');
  assert.equal(await look(), 0);

  const told = (await notices()).map(({ apiKeyId, daysLeft }) => `${apiKeyId} ${daysLeft}`);
  assert.equal(told.length, 5);
  assert.equal(told[0], `${encodeId('apiKey', short)} 1`);
  for (const days of [7, 1]) assert.ok(told.includes(`${encodeId('apiKey', long)} ${days}`));
  assert.ok(!told.some((each) => each.startsWith(encodeId('apiKey', revoked))));
  assert.ok(!told.some((each) => each.startsWith(encodeId('apiKey', rotated))));
});

test('after an outage only the latest notice is given, and none of a key that has expired', async () => {
  const missed = await keyFor(30);
  const expired = await keyFor(30);
  const before = (await notices()).length;
  clock.advance(29.5 * DAY_MS);
  await announceExpiringKeys(db, clock.now());
  const given = (await notices()).slice(before);
  assert.deepEqual(
    new Set(given.map(({ apiKeyId, daysLeft }) => `${apiKeyId} ${daysLeft}`)),
    new Set([`${encodeId('apiKey', missed)} 1`, `${encodeId('apiKey', expired)} 1`]),
  );
  clock.advance(DAY_MS);
  assert.equal(await announceExpiringKeys(db, clock.now()), 0);
});
