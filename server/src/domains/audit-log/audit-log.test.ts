import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { openDatabase } from '../../platform/database/index.ts';
import { testDatabase } from '../../platform/database/testing.ts';
import type { Scope } from '../../platform/scope.ts';
import { SYSTEM } from '../../rules/access/actor.ts';
import { auditedActionsOf, recordAudit } from '../../rules/events/audit.ts';
import { auditEntries, deleteOldAuditEntries } from './store.ts';

const { db, url, inspect } = await testDatabase();
const scope: Scope = { organizationId: randomUUID(), environment: 'LIVE' };
const tenant = { db, scope };
const tested = auditedActionsOf({ name: 'test', idKind: 'product' })('done', {
  meaning: 'A test was done.',
  details: {},
});

const record = () =>
  db
    .transaction()
    .execute((tx) => recordAudit({ db: tx, scope, by: SYSTEM }, tested.of(randomUUID(), {})));

/** As the test's own past: the row is written with another time. */
const recordAgo = (days: number) =>
  inspect(
    `insert into audit_entries (organization_id, environment, id, action, object_kind, object_id, details, actor_kind, created_at)
      values ($1, 'LIVE', uuid_v7(), 'test.done', 'product', $2, '{}', 'SYSTEM', now() - $3 * interval '1 day')`,
    [scope.organizationId, randomUUID(), days],
  );

test('the database refuses to change or delete entries', async () => {
  await record();
  for (const change of [
    `update audit_entries set actor_kind = 'PERSON'`,
    'delete from audit_entries',
    'truncate audit_entries',
  ])
    await assert.rejects(inspect(change), /Entries of the audit log cannot be changed/);
  assert.equal(await auditEntries.total(tenant), 1);
});

test('entries are deleted after their retention time, and their counter follows', async () => {
  const before = await auditEntries.total(tenant);
  await recordAgo(729);
  await recordAgo(731);
  await deleteOldAuditEntries(db);
  assert.equal(await auditEntries.total(tenant), before + 1);
});

test('entries whose time is over are deleted a batch at a time', async () => {
  const statements: string[] = [];
  const watched = await openDatabase({ url, onStatement: (text) => statements.push(text) });
  after(() => watched.destroy());
  const before = await auditEntries.total(tenant);
  for (let count = 0; count < 5; count += 1) await recordAgo(731);
  await deleteOldAuditEntries(watched, undefined, 2);
  assert.equal(statements.filter((text) => text.startsWith('delete from audit_entries')).length, 3);
  assert.equal(await auditEntries.total(tenant), before);
});
