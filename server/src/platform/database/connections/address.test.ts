import assert from 'node:assert/strict';
import { test } from 'node:test';
import { databaseAddressOf, problemOfDatabaseUrl } from './address.ts';

test('an address of several hosts is one URL per host, of which the primary is used', () => {
  assert.deepEqual(
    databaseAddressOf(
      'postgresql://me:pw@one:1,two,[::1]:3/db?sslmode=require&target_session_attrs=read-write',
    ),
    {
      urls: [
        'postgresql://me:pw@one:1/db?sslmode=require',
        'postgresql://me:pw@two/db?sslmode=require',
        'postgresql://me:pw@[::1]:3/db?sslmode=require',
      ],
      isPrimaryOnly: true,
    },
  );
  const socket = 'postgresql://me@/db?host=%2Ftmp%2Fx';
  assert.deepEqual(databaseAddressOf(socket), { urls: [socket], isPrimaryOnly: false });
});

test('accepts what works and says of all else what to do', () => {
  const right = [
    'postgres://host',
    'postgres://me:p%40ss@host:5432/db?application_name=x',
    'postgresql://me@/db?host=/var/run/postgresql',
    'postgresql://one:1,two:2/db?target_session_attrs=primary',
  ];
  for (const url of right) assert.equal(problemOfDatabaseUrl(url), undefined, url);
  const wrong: Readonly<Record<string, RegExp>> = {
    'postgresql://me@one:a,two:2/db': /host:port,host:port/,
    'postgresql://one:1,two:2/db?target_session_attrs=any': /read-write or none/,
    'postgresql://one/db?connect_timeout=3': /"connect_timeout", which has no effect: remove it/,
    'postgresql://one/db?pool_size=3': /TRACKWAY_DATABASE_POOL_SIZE/,
    'postgresql://me@/db?host=/one,/two': /separated by commas/,
  };
  for (const [url, expected] of Object.entries(wrong))
    assert.match(problemOfDatabaseUrl(url) ?? 'no problem', expected, url);
});
