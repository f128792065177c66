import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, at, type Client, clientOf } from '../http/client.ts';
import { assertConsistent } from '../http/random-walk/consistency.ts';
import { walk } from '../http/random-walk/walk.ts';
import { TRACKWAY_SECRET } from '../http/service.ts';
import { service, type World } from '../http/world.ts';
import { endProcess, type ServerProcess, startServer } from '../server-process.ts';
import { roundsOf } from './share.ts';

const WALKS = 20;
const LIVES_MS = [2_000, 6_000] as const;
const AGAIN_MS = 50;

/** The answer to a request without a key whose process died: it may have happened. */
const LOST: Answer = {
  status: 0,
  headers: new Headers(),
  data: null,
  errors: [{ message: 'The process died.', extensions: { code: 'LOST' } }],
  extensions: { requestId: '', cost: 0, rateLimit: { remaining: 0, resetAt: '' } },
};

for (let seed = 1; seed <= roundsOf(WALKS); seed += 1)
  test(`answers fit together after the random walk ${seed} through processes that are killed`, async (t) => {
    const { processes, end } = await mortals();
    try {
      const walked = await walk({
        calls: 5_000,
        clients: 8,
        seed,
        through: (here) => persistent(here, processes),
      });
      const kills = await end();
      assert.ok(kills > 0, 'No process was killed.');
      await assertConsistent(walked);
      const lost = [...walked.outcomes].filter(([outcome]) => outcome.endsWith(' LOST'));
      t.diagnostic(`${kills} kills, ${walked.outcomes.size} kinds of answers, ${lost.join(', ')}`);
    } finally {
      await end();
    }
  });

/** Two processes on the database of the service; one after the other is killed and another one started. */
async function mortals() {
  const start = () =>
    startServer({
      dataFolder: service.dataFolder,
      env: {
        DATABASE_URL: service.databaseUrl,
        TRACKWAY_SECRET,
        WEBHOOK_ALLOWED_HOSTS: 'localhost',
        TRACKWAY_TRUSTED_PROXIES: '127.0.0.1',
      },
    });
  const processes: ServerProcess[] = await Promise.all([start(), start()]);
  let isOver = false;
  let kills = 0;
  const killing = (async () => {
    while (!isOver) {
      await sleep(LIVES_MS[kills % LIVES_MS.length]);
      const [oldest] = processes;
      if (oldest === undefined || isOver) break;
      await endProcess(oldest.child, 'SIGKILL');
      kills += 1;
      processes.shift();
      processes.push(await start());
    }
  })();
  const end = async () => {
    isOver = true;
    await killing;
    await Promise.all(processes.map(({ child }) => endProcess(child, 'SIGKILL')));
    return kills;
  };
  return { processes, end };
}

/** A client that asks another process if its own one dies, unless what it asked for could happen twice. */
function persistent({ key, post }: World, processes: readonly ServerProcess[]): Client {
  let turn = 0;
  return {
    post,
    send: async (document, variables) => {
      const isSafe =
        !document.startsWith('mutation') || at(variables, 'input', 'idempotencyKey') !== undefined;
      for (;;) {
        turn += 1;
        const process = processes[turn % processes.length];
        try {
          return await clientOf(`${process?.url}/graphql`, key).send(document, variables);
        } catch (error) {
          const isSent = !(
            error instanceof Error &&
            'code' in error &&
            error.code === 'ECONNREFUSED'
          );
          if (isSent && !isSafe) return LOST;
          await sleep(AGAIN_MS);
        }
      }
    },
  };
}
