import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { listening } from '../../platform/testing.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { openMailer } from './mailer.ts';

const MAIL = { to: 'jane@example.com', subject: 'Hello', text: 'Hello.' };

/** A mail server that knows nobody. */
function startStrictServer(): Promise<number> {
  const server = createServer((socket) => {
    socket.write('220 ready\r\n');
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const [, to] = /^RCPT TO:<(.*)>/i.exec(String(bytes)) ?? [];
      socket.write(to === undefined ? '250 fine\r\n' : `550 5.1.1 ${to} is unknown\r\n`);
    });
  });
  return listening(server);
}

async function refusalOf(port: number): Promise<{ readonly error: unknown; readonly log: string }> {
  let log = '';
  const stream = { write: (line: string) => (log += line) };
  const mailer = await openMailer(`smtp://127.0.0.1:${port}`, pino({}, stream));
  const error: unknown = await mailer.send(MAIL).catch((refusal: unknown) => refusal);
  await mailer.close();
  return { error, log };
}

test('a mail that is not taken is refused as UNAVAILABLE, and logged without the address', async () => {
  const unknown = await refusalOf(await startStrictServer());
  assert.match(
    unknown.log,
    /"command":"RCPT TO","responseCode":550,"msg":"The mail server of SMTP/,
  );
  assert.doesNotMatch(unknown.log, /jane/);
  // Nobody listens there.
  const gone = await refusalOf(9);
  assert.match(gone.log, /"message":"connect ECONNREFUSED 127\.0\.0\.1:9"/);
  for (const { error } of [unknown, gone]) {
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'UNAVAILABLE');
    assert.doesNotMatch(error.message, /database/);
  }
});
