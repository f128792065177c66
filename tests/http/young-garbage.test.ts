import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { world } from './world.ts';

const REQUESTS = 300;

setFlagsFromString('--expose-gc');
const collect: (options?: { readonly type: 'minor' }) => void = runInNewContext('gc');

test('a collection of young objects removes all of a request that was answered', async () => {
  const { endpoint, key } = await world();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const ask = async (): Promise<string> => {
    const asked = request(endpoint, { method: 'POST', agent, headers });
    asked.end('{"query":"{ me { id name } }"}');
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    asked.on('response', (response) => text(response).then(resolve, reject)).on('error', reject);
    return promise;
  };
  const rounds: number[] = [];
  for (const _ of ['to warm up', 'second', 'third', 'fourth']) {
    collect();
    const before = oldBytes();
    for (let count = 0; count < REQUESTS; count += 1) await ask();
    rounds.push((oldBytes() - before) / REQUESTS);
  }
  agent.destroy();
  const [, median = Number.NaN] = rounds.slice(1).toSorted((a, b) => a - b);
  assert.ok(median < 2_000, `bytes of a request that became old, by round: ${rounds}`);
});

/** Size of the old objects once all that survives is among them. */
function oldBytes(): number {
  for (const _ of ['moved', 'made old']) collect({ type: 'minor' });
  const spaces = getHeapSpaceStatistics();
  return spaces.find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? Number.NaN;
}
