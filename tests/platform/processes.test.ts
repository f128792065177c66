import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { until } from '../../server/src/platform/testing.ts';
import { at, clientOf } from '../http/client.ts';
import { seededFolder } from '../seeded-folder.ts';
import { startServer } from '../server-process.ts';

/** One process alone gets all of them once in eight million runs. */
const REQUESTS = 24;

test('several processes share the port, the limits and the metrics, survive the end of one, and stop as one', async () => {
  const { dataFolder, key } = await seededFolder();
  after(() => rm(dataFolder, { recursive: true, force: true }));
  const server = await startServer({ dataFolder, env: { TRACKWAY_PROCESSES: '2' } });
  await until(() => /Trackway answers/.test(server.output()));
  const { send } = clientOf(`${server.url}/graphql`, key);

  // Each request has a connection of its own; the kernel gives each connection to one of the processes.
  const ask = () => send('{ __typename }', {}, { Connection: 'close' });
  const left: number[] = [];
  for (let number = 0; number < REQUESTS; number += 1)
    left.push((await ask()).extensions.rateLimit.remaining);
  const [most = 0] = left;
  assert.deepEqual(
    left,
    left.map((_, at) => most - at),
    'each request is counted once, whichever process answers it',
  );
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const answered = [
    ...metrics.matchAll(/^trackway_graphql_requests_total\{process="(\d)".* (\d+)$/gm),
  ];
  assert.deepEqual(
    answered.map(([, number]) => number),
    ['1', '2'],
    'both processes answered',
  );
  assert.equal(
    answered.reduce((sum, [, , count]) => sum + Number(count), 0),
    REQUESTS,
  );

  const [first] = processesOf(server.child.pid);
  assert.ok(first !== undefined);
  process.kill(first, 'SIGKILL');
  await until(() => !processesOf(server.child.pid).includes(first));
  // A connection that the dying process still held is reset; then the client asks again.
  const { data } = await ask().catch(ask);
  assert.equal(at(data ?? undefined, '__typename'), 'Query', 'the other one answers');
  await until(() => processesOf(server.child.pid).length === 2);
  await until(async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return new Set(text.match(/process="\d"/g)).size === 2;
  });
  const { remaining } = (await ask()).extensions.rateLimit;
  assert.equal(remaining, most - REQUESTS - 1, 'the counts outlive a process');

  const all = processesOf(server.child.pid);
  assert.equal(await server.stop(), 0);
  for (const pid of all) assert.throws(() => process.kill(pid, 0), `process ${pid} ended`);
  assert.match(server.output(), /Process \d ended by itself; starting another one/);
  assert.equal(server.output().match(/Trackway answers/g)?.length, 1);
});

/** The processes of the service below their parent; the embedded database is another program. */
function processesOf(parent: number | undefined): number[] {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim();
  return children
    .split(' ')
    .map(Number)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/src/main.ts'));
}
