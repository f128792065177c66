import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { untilFound } from '../../testing.ts';
import { openDatabase, query } from '../database.ts';
import { testDatabase } from '../testing.ts';
import { isDatabaseGone, isEntryRefused, isOutage } from './failures.ts';

const { url, inspect } = await testDatabase();

const ofSystem = (code: string) => Object.assign(new Error(`connect ${code}`), { code });
const ofServer = (code: string) =>
  Object.assign(new pg.DatabaseError('terminating connection', 0, 'error'), { code });

test('a host that no way leads to is a database that is away', () => {
  for (const code of ['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ECONNABORTED'])
    assert.ok(isDatabaseGone(ofSystem(code)), code);
});

test('so is a server that ended the transaction of a process that was frozen', () => {
  for (const code of ['25P03', '25P04']) assert.ok(isDatabaseGone(ofServer(code)), code);
  assert.ok(!isOutage(ofServer('25P02')), 'a statement failed before this one');
});

test('a service that is not let in any more waits as for one that is away, a start does not', async () => {
  const role = `locked_out_${process.pid}`;
  await inspect(`create role ${role} login`);
  after(() => inspect(`drop role ${role}`));
  const own = await openDatabase({ url: url.replace(/\/\/[^@]*@/, `//${role}@`) });
  after(() => own.destroy());
  await inspect(`alter role ${role} nologin`);
  await inspect('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
    role,
  ]);
  const refused = await untilFound(async () => {
    const error = await query(own, 'select 1').catch((cause: unknown) => cause);
    // A statement may still be on the connection that was ended.
    return isDatabaseGone(error) ? undefined : error;
  });
  assert.deepEqual([isOutage(refused), isEntryRefused(refused)], [true, true], String(refused));
});
