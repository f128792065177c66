import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { listening } from '../../platform/testing.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { openMailer } from './mailer.ts';

const MAIL = { to: 'jane@example.com', subject: 'Hello', text: 'Hello.' };

/** A mail server that says what `answers` has for the commands that begin so, and is content with the others. */
async function startServer(answers: Readonly<Record<string, string>>, greeting = '220 ready') {
  const seen: string[] = [];
  const server = createServer((socket) => {
    socket.write(`${greeting}\r\n`);
    socket.on('error', () => {});
    socket.on('data', (bytes) => {
      const line = String(bytes);
      seen.push(line);
      const [, answer = '250 fine'] =
        Object.entries(answers).find(([command]) => line.startsWith(command)) ?? [];
      if (answer === CUT) socket.destroy();
      else socket.write(`${answer}\r\n`);
    });
  });
  return { port: await listening(server), seen };
}

const CUT = 'the connection ends';

async function refusalOf(host: string): Promise<{ readonly error: unknown; readonly log: string }> {
  let log = '';
  const stream = { write: (line: string) => (log += line) };
  const mailer = await openMailer(`smtp://${host}`, pino({}, stream));
  const error: unknown = await mailer.send(MAIL).catch((refusal: unknown) => refusal);
  await mailer.close();
  return { error, log };
}

test('a mail that is not taken is refused as UNAVAILABLE, and logged without the address', async () => {
  const knowsNobody = await startServer({ 'RCPT TO:': '550 5.1.1 <jane@example.com> is unknown' });
  const isBusy = await startServer({}, '421 4.3.2 come again later');
  const cutsIn = await startServer({ DATA: '354 go on', 'Auto-Submitted:': CUT });
  for (const [host, logged] of [
    [
      `127.0.0.1:${knowsNobody.port}`,
      /"command":"RCPT TO","responseCode":550,"msg":"The mail server of SMTP/,
    ],
    [`127.0.0.1:${isBusy.port}`, /"responseCode":421/],
    [`127.0.0.1:${cutsIn.port}`, /"message":"Connection closed unexpectedly"/],
    // Nobody listens there.
    ['127.0.0.1:9', /"message":"connect ECONNREFUSED 127\.0\.0\.1:9"/],
  ] as const) {
    const { error, log } = await refusalOf(host);
    assert.match(log, logged);
    assert.doesNotMatch(log, /jane/);
    assert.ok(error instanceof ApiError);
    assert.equal(error.code, 'UNAVAILABLE');
    assert.doesNotMatch(error.message, /database/);
  }
});

test('a password is not sent to another machine without TLS', async () => {
  const refusesTls = { EHLO: '250-mail\r\n250 AUTH PLAIN', STARTTLS: '502 no' };
  const { port, seen } = await startServer({ ...refusesTls, AUTH: '235 welcome' });
  // This machine too, by an address that the mailer takes for another.
  const { error, log } = await refusalOf(`me:secret@127.1:${port}`);
  assert.ok(error instanceof ApiError);
  assert.match(log, /"code":"ETLS"/);
  assert.deepEqual(
    seen.filter((line) => line.startsWith('AUTH')),
    [],
  );
});
