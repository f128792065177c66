import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { portOf } from '../platform/testing.ts';
import { oneAtATime } from './one-at-a-time.ts';

const REQUEST = 'GET /mine HTTP/1.1\r\nHost: test\r\n\r\n';

/** Paths in the order in which they were answered; `mostOfMine` is the most of one connection at a time. */
const answered: string[] = [];
let running = 0;
let mostOfMine = 0;

const server = createServer(
  oneAtATime(({ url = '' }, response) => {
    running += url === '/mine' ? 1 : 0;
    mostOfMine = Math.max(mostOfMine, running);
    setImmediate(() => {
      running -= url === '/mine' ? 1 : 0;
      answered.push(url);
      response.end(url);
    });
  }),
);
const port = await portOf(server);
after(() => server.close());

async function connected(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

test('requests of one connection are answered one after the other, those of others between them', async () => {
  const [mine, theirs] = [await connected(), await connected()];
  let received = '';
  mine.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  mine.write(REQUEST.repeat(50));
  theirs.write('GET /theirs HTTP/1.1\r\nHost: test\r\n\r\n');
  while (received.split('/mine').length <= 50) await once(mine, 'data');
  assert.equal(mostOfMine, 1);
  assert.equal(answered.length, 51);
  assert.ok(answered.indexOf('/theirs') < 25);
  mine.destroy();
  theirs.destroy();
});

test('a connection on which more than 100 requests wait is closed', async () => {
  const mine = await connected();
  answered.length = 0;
  mine.on('error', () => {}).resume();
  mine.write(REQUEST.repeat(1_000));
  await once(mine, 'close');
  assert.ok(answered.length <= 1);
});
