import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fastify } from 'fastify';
import { OperatorError } from '../platform/operator-error.ts';
import { listen } from './listen.ts';

const places = [
  {
    what: 'an address that this machine does not have',
    options: { host: '203.0.113.1', port: 4_000, setting: 'PORT' },
    message:
      /^Nothing can listen on port 4000 of 203\.0\.113\.1: .*\. Set HOST or PORT otherwise\.$/,
  },
  {
    what: 'a port that is taken',
    options: { host: '127.0.0.1', port: undefined, setting: 'METRICS_PORT' },
    message: /^Port \d+ is taken by another program: set METRICS_PORT to a free one\.$/,
  },
] as const;

for (const { what, options, message } of places) {
  for (const siblings of [undefined, { isFirst: true }]) {
    const who = siblings === undefined ? 'one process' : 'the first of several processes';
    test(`${who} says in a sentence that it cannot listen at ${what}`, async () => {
      const [first, second] = [fastify(), fastify()];
      try {
        const taken = new URL(await first.listen({ host: '127.0.0.1', port: 0 })).port;
        const port = options.port ?? Number(taken);
        await assert.rejects(listen(second, { ...options, port, siblings }), (error) => {
          assert.ok(error instanceof OperatorError);
          assert.match(error.message, message);
          return true;
        });
      } finally {
        await Promise.all([first.close(), second.close()]);
      }
    });
  }
}
