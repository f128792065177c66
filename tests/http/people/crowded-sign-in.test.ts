import assert from 'node:assert/strict';
import { test } from 'node:test';
import { world } from '../world.ts';
import { Browser, PASSWORD, personIn } from './browser.ts';

const ATTACKERS = 3;
const ATTEMPTS = 30;

test('a person signs in while a few addresses make all attempts that they have', async () => {
  const { organization } = await world();
  const { email } = await personIn(organization, 'MEMBER');
  const statuses: number[] = [];
  const attempt = async (guesser: Browser, account: string) => {
    const body = { email: account, password: 'not this one, sorry' };
    statuses.push((await guesser.post('/app/auth/sign-in/email', body)).status);
  };
  const attempts = Array.from({ length: ATTACKERS }, () => new Browser()).flatMap((guesser, at) =>
    Array.from({ length: ATTEMPTS }, (_, each) => attempt(guesser, `${at}-${each}@example.com`)),
  );
  // The others wait by then, because each check of a password takes 50 ms.
  await Promise.race(attempts);
  const credentials = { email, password: PASSWORD };
  const answer = await new Browser().post('/app/auth/sign-in/email', credentials);
  const answeredBefore = statuses.length;
  assert.equal(answer.status, 200, await answer.text());
  await Promise.all(attempts);
  const known = new Set([401, 429]);
  assert.deepEqual(new Set(statuses).difference(known), new Set(), 'wrong, or no turn in time');
  assert.ok(
    answeredBefore < (ATTACKERS * ATTEMPTS) / 2,
    `after ${answeredBefore} of ${statuses.length} attempts`,
  );
});
