import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { world } from './world.ts';

type Refused = {
  readonly errors: readonly [{ readonly message: string; readonly extensions: { code: string } }];
  readonly extensions: { requestId: string; cost: number; rateLimit: { remaining: number } };
};

/** Sends raw bytes and reads until the server hangs up. */
async function sendRaw(endpoint: string, bytes: string): Promise<{ head: string; body: Refused }> {
  const { hostname, port } = new URL(endpoint);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  let answer = '';
  socket.on('data', (text: string) => {
    answer += text;
  });
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

const REFUSALS: Readonly<Record<string, readonly [string, string]>> = {
  'headers larger than 16 kB': [
    `POST /graphql HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    '431',
  ],
  'text that is not HTTP': ['HELLO\r\n\r\n', '400'],
  'a header without a name': ['POST /graphql HTTP/1.1\r\nHost: x\r\n: x\r\n\r\n', '400'],
};

for (const [name, [bytes, status]] of Object.entries(REFUSALS)) {
  test(`refuses ${name} in the form of every other refusal`, async () => {
    const { endpoint } = await world();
    const { head, body } = await sendRaw(endpoint, bytes);
    assert.match(head, new RegExp(`^HTTP/1.1 ${status} `));
    assert.match(head, /\r\nX-Content-Type-Options: nosniff/);
    assert.equal(body.errors[0].extensions.code, 'BAD_REQUEST');
    assert.match(body.extensions.requestId, /^req_/);
    assert.match(head, new RegExp(`\r\nX-Request-Id: ${body.extensions.requestId}`));
    assert.deepEqual([body.extensions.cost, body.extensions.rateLimit.remaining], [0, 0]);
  });
}

test('answers of bulk addresses have the extensions of all answers', async () => {
  const { endpoint, key } = await world({ requestsPerMinute: 60 });
  const url = `${new URL(endpoint).origin}/bulk/job_01jz0000000000000000000000`;
  const without = await fetch(url, { method: 'PUT', body: 'x' });
  const unknown = await fetch(url, { method: 'PUT', body: 'x', headers: { 'X-API-Key': key } });
  const bodies: Refused[] = [JSON.parse(await without.text()), JSON.parse(await unknown.text())];
  assert.deepEqual(
    bodies.map(({ extensions }) => [extensions.cost, extensions.rateLimit.remaining]),
    [
      [0, 0],
      [0, 59],
    ],
  );
  assert.deepEqual([without.status, unknown.status], [401, 404]);
});
