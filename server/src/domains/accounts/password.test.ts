import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOfPassword, isPassword, passwordProblems } from './password.ts';

const PASSWORD = 'seven quiet lighthouses';
const CLIENT_ADDRESS = '192.0.2.1';
/** Of the program `argon2`: `echo -n "seven quiet lighthouses" | argon2 "sixteen bytes ok" -id -t 2 -k 19456 -p 1 -l 32 -e`. */
const OF_OTHER_PROGRAM =
  '$argon2id$v=19$m=19456,t=2,p=1$c2l4dGVlbiBieXRlcyBvaw$utL5+FKOeS1WeOrT1vIRBuxbfrj1vZun1UeCw6CBZok';
const BEFORE_ARGON2ID =
  'scrypt$c2l4dGVlbiBieXRlcyBvaw==$AEzFMkiNa4XAtwrf2UbY4+ci0TMToujmCrAD7kNJl1U=';

test('a password is the one of its digest, also of one made by another program or with scrypt', async () => {
  const own = await digestOfPassword(PASSWORD, CLIENT_ADDRESS);
  assert.equal(own.length, OF_OTHER_PROGRAM.length);
  for (const digest of [own, OF_OTHER_PROGRAM, BEFORE_ARGON2ID]) {
    assert.equal(await isPassword(PASSWORD, digest, CLIENT_ADDRESS), true, digest);
    assert.equal(await isPassword(`${PASSWORD}.`, digest, CLIENT_ADDRESS), false, digest);
  }
});

test('two digests of a password differ, and nothing is the password of a digest without a key', async () => {
  const digests = await Promise.all([1, 2].map(() => digestOfPassword(PASSWORD, CLIENT_ADDRESS)));
  assert.notEqual(digests[0], digests[1]);
  const [whole = ''] = digests;
  const withoutKey = whole.slice(0, whole.lastIndexOf('$') + 1);
  assert.equal(await isPassword(PASSWORD, withoutKey, CLIENT_ADDRESS), false);
});

test('a password has no name of its owner of four letters or more', async () => {
  assert.deepEqual(await passwordProblems(PASSWORD, 'e@example.com'), []);
  assert.equal((await passwordProblems(PASSWORD, 'quiet@example.com')).length, 1);
});
