import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '../../platform/testing.ts';
import { BodyTimeouts } from './body-timeouts.ts';

const LIMIT_MS = 500;

const slowBodies = new BodyTimeouts(LIMIT_MS);
/** For bodies that come in time, also on a busy machine. */
const patience = new BodyTimeouts(60_000);
const server = createServer(async (request, response) => {
  const body = text(request);
  const answer = await (request.url === '/upload'
    ? body
    : (request.url === '/in-time' ? patience : slowBodies).watch(request, body)
  ).catch(() => 'broken off');
  // The body arrived immediately; the answer takes longer than a body may.
  if (request.url === '/slow') await sleep(4 * LIMIT_MS);
  response.end(answer);
});
const port = await listening(server);
after(() => {
  slowBodies.close();
  patience.close();
});

/** Sends half of a body, waits, and then sends the rest; what came back, nothing when it was cut off. */
async function dribble(url: string, pauseMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let answer = '';
  socket.on('data', (part: string) => {
    answer += part;
  });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = `POST ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json`;
  socket.write(`${head}\r\nContent-Length: 10\r\n\r\n{"a":`);
  await Promise.race([sleep(pauseMs, undefined, { ref: false }), once(socket, 'close')]);
  if (!socket.destroyed) {
    socket.write('1234}');
    await once(socket, 'close');
  }
  return answer;
}

test('a body that takes too long is cut off', async () => {
  const startedAt = performance.now();
  assert.doesNotMatch(await dribble('/graphql', 60_000), / 200 OK/);
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs > LIMIT_MS, `${tookMs} ms`);
});

test('a body that comes in time is answered, and so is a slow one where it may be slow', async () => {
  assert.match(await dribble('/in-time', 10), / 200 OK.*\{"a":1234\}/s);
  assert.match(await dribble('/upload', 4 * LIMIT_MS), / 200 OK.*\{"a":1234\}/s);
});

test('an answer may take longer than a body', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/slow`, { method: 'POST', body: 'done' });
  assert.equal(await response.text(), 'done');
});
