import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redisAddressOf } from './redis-address.ts';

test('reads the address of a server, of sentinels and of a cluster', () => {
  const plain = { hasTls: false, username: undefined, password: undefined, name: '', db: 0 };
  assert.deepEqual(redisAddressOf('redis://cache'), {
    ...plain,
    kind: 'server',
    hosts: [{ host: 'cache', port: 6379 }],
  });
  assert.deepEqual(redisAddressOf('valkeys://me:se%40cret@[::1]:7000/2'), {
    kind: 'server',
    hosts: [{ host: '::1', port: 7000 }],
    hasTls: true,
    username: 'me',
    password: 'se@cret',
    name: '',
    db: 2,
  });
  assert.deepEqual(redisAddressOf('redis+sentinel://:secret@one,two:26380/limits/1'), {
    ...plain,
    kind: 'sentinel',
    hosts: [
      { host: 'one', port: 26_379 },
      { host: 'two', port: 26_380 },
    ],
    password: 'secret',
    name: 'limits',
    db: 1,
  });
  assert.deepEqual(redisAddressOf('rediss+cluster://one:1,two:2'), {
    ...plain,
    kind: 'cluster',
    hosts: [
      { host: 'one', port: 1 },
      { host: 'two', port: 2 },
    ],
    hasTls: true,
  });
});

test('refuses an address that leads nowhere', () => {
  const wrong = [
    'http://cache',
    'redis://',
    'redis://one,two',
    'redis://cache:99999',
    'redis://cache/first',
    'redis+sentinel://one',
    'redis+cluster://one/1',
    'redis://user@name@cache',
    'redis://:100%@cache',
  ];
  for (const url of wrong) assert.equal(redisAddressOf(url), undefined, url);
});
