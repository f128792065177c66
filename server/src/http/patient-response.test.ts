import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { listening } from '../platform/testing.ts';
import { PatientResponse } from './patient-response.ts';

const MB = 1024 ** 2;

const server = createServer({ ServerResponse: PatientResponse }, (_request, response) => {
  response.writeHead(413, { 'Content-Length': 'too large'.length });
  response.end('too large');
});
const port = await listening(server);

const head = (connection: string, bytes: number) =>
  `POST / HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Length: ${bytes}\r\n\r\n`;

/** A connection, and what came on it until it closed. */
async function connected(): Promise<{ socket: Socket; received: Promise<string> }> {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  await once(socket, 'connect');
  const { promise, resolve } = Promise.withResolvers<string>();
  let text = '';
  socket.on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', (error) => resolve(`${text} ${error.message}`));
  socket.on('close', () => resolve(text));
  return { socket, received: promise };
}

test('a client that sends all of a large body before it reads gets the answer, and no reset', async () => {
  const { socket, received } = await connected();
  socket.pause();
  socket.write(head('close', 20 * MB));
  for (let sent = 0; sent < 20; sent += 1)
    if (!socket.write('x'.repeat(MB))) await once(socket, 'drain');
  socket.resume();
  assert.match(await received, /^HTTP\/1\.1 413 .*\r\n\r\ntoo large$/s);
});

test('the answer comes at once, and the connection takes another request after the body', async () => {
  const { socket, received } = await connected();
  socket.write(head('keep-alive', MB));
  const [first] = await once(socket, 'data');
  assert.match(first, /too large$/);
  socket.write('x'.repeat(MB));
  socket.end(head('close', 0));
  assert.equal((await received).match(/HTTP\/1\.1 413/g)?.length, 2);
});

test('a body that comes in crumbs is cut off', async () => {
  const { socket, received } = await connected();
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
  for (let sent = 0; sent < 30 && !socket.destroyed; sent += 1)
    socket.write('1\r\nx\r\n'.repeat(1_000));
  assert.doesNotMatch(await received, /HTTP.*HTTP/s);
});
