import assert from 'node:assert/strict';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { readBody } from './receive.ts';

function incoming(): IncomingMessage {
  return new IncomingMessage(new Socket());
}

test('reads a body that comes in pieces, up to its ceiling', async () => {
  const request = incoming();
  const body = readBody(request, 4);
  for (const piece of ['ab', 'cd', null]) request.push(piece);
  assert.equal((await body).toString(), 'abcd');

  const larger = incoming();
  const refused = readBody(larger, 4);
  for (const piece of ['ab', 'cde', null]) larger.push(piece);
  await assert.rejects(refused, { code: 'PAYLOAD_TOO_LARGE' });
});

test('copies small pieces together, and refuses a body that comes in crumbs', async () => {
  const text = 'a text of a few words'.repeat(100);
  const request = incoming();
  const body = readBody(request, 2 * text.length);
  for (let at = 0; at < text.length; at += 3) request.push(text.slice(at, at + 3));
  request.push(null);
  assert.equal((await body).toString(), text);

  const crumbs = incoming();
  const refused = readBody(crumbs, 100_000);
  for (let at = 0; at < 2_000; at += 1) crumbs.push('x');
  crumbs.push(null);
  await assert.rejects(refused, { code: 'PAYLOAD_TOO_LARGE', message: /pieces/ });
});

test('a body whose sender goes, before or while it is read, has an end all the same', async () => {
  const going = incoming();
  const body = readBody(going, 4);
  going.push('ab');
  going.destroy();
  await assert.rejects(body, /broke off/);

  const gone = incoming();
  gone.destroy();
  await once(gone, 'close');
  await assert.rejects(readBody(gone, 4), /broke off/);
});
