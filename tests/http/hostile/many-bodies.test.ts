import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { dataOf } from '../client.ts';
import { service, world } from '../world.ts';

/** Largest body that a request may have. */
const BODY_BYTES = 1024 ** 2;
const WAIT_MS = 500;

/** A request whose body of a megabyte does not come. */
async function slowRequest(key: string) {
  const sent = request(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json', 'content-length': BODY_BYTES },
  });
  sent.on('error', () => {});
  sent.write('{');
  await once(sent, 'socket');
  return sent;
}

test('two megabytes of bodies of one organization are in work at a time, and others do not wait for them', async () => {
  const [mine, theirs] = [await world({ tier: 'FREE' }), await world({ tier: 'FREE' })];
  const large = JSON.stringify({ query: '{ me { id } }', extensions: { x: 'x'.repeat(20_000) } });
  dataOf(await mine.post(large));
  const slow = [await slowRequest(mine.key), await slowRequest(mine.key)];
  await sleep(WAIT_MS);
  let isAnswered = false;
  const waiting = mine.post(large).then((answer) => {
    isAnswered = true;
    return answer;
  });
  dataOf(await theirs.post(large));
  dataOf(await mine.send('{ me { id } }'));
  await sleep(WAIT_MS);
  assert.equal(isAnswered, false);
  slow[0]?.destroy();
  dataOf(await waiting);
  slow[1]?.destroy();
});
