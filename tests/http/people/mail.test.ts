import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import { test } from 'node:test';
import { listening, untilFound } from '../../../server/src/platform/testing.ts';
import { at, type Json, type JsonObject } from '../client.ts';
import { COLD, startTestService } from '../service.ts';

/** Mails as a small SMTP server takes them. */
const mails: { readonly to: string; readonly text: string }[] = [];
const silent: Socket[] = [];
let isSilent = false;
const mailServer = createServer((socket) => {
  socket.on('error', () => {});
  if (isSilent) {
    silent.push(socket);
    return;
  }
  let to = '';
  let text: string | undefined;
  let rest = '';
  socket.write('220 mail ready\r\n');
  socket.on('data', (bytes) => {
    const lines = `${rest}${bytes}`.split('\r\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (text !== undefined && line !== '.') {
        text += `${line}\n`;
        continue;
      }
      if (text !== undefined) {
        // Long lines are folded with "=" at their end.
        mails.push({ to, text: text.replaceAll('=\n', '').replaceAll('=3D', '=') });
        text = undefined;
        socket.write('250 taken\r\n');
      } else if (line === 'DATA') {
        text = '';
        socket.write('354 go on\r\n');
      } else {
        to = /^RCPT TO:<(.*)>/i.exec(line)?.[1] ?? to;
        socket.write(line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n');
      }
    }
  });
});

const { url } = await startTestService(
  {
    SMTP_URL: `smtp://127.0.0.1:${await listening(mailServer)}?from=trackway@example.com`,
    TRACKWAY_SIGN_UP: 'open',
    // Nobody listens there: a provider that is gone must not keep people from their passwords.
    TRACKWAY_OIDC_ISSUER: 'http://127.0.0.1:9',
    TRACKWAY_OIDC_CLIENT_ID: 'trackway',
    TRACKWAY_OIDC_NAME: 'Acme',
  },
  COLD,
);
const PASSWORD = 'seven quiet lighthouses';

type Answered = { readonly status: number; readonly body: Json; readonly cookie: string };

async function post(path: string, body: JsonObject, cookie = ''): Promise<Answered> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, cookie },
    body: JSON.stringify(body),
  });
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
  return {
    status: response.status,
    body: JSON.parse(await response.text()),
    cookie: cookies.join('; '),
  };
}

const signUp = (name: string) =>
  post('/app/sign-up', {
    organization: `${name} Ltd`,
    name,
    email: `${name.toLowerCase()}@example.com`,
    password: PASSWORD,
  });

const signIn = (email: string, password: string) =>
  post('/app/auth/sign-in/email', { email, password });

/** The token in the link of the last mail to an address. */
function tokenMailedTo(email: string, path: string): Promise<string> {
  return untilFound(async () => {
    const mail = mails.findLast(({ to }) => to === email);
    return new RegExp(`/${path}/([\\w-]+)`).exec(mail?.text ?? '')?.[1];
  });
}

test('everybody registers with an organization of their own when sign-up is open', async () => {
  const answer = await signUp('Grace');
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const session = await fetch(`${url}/app/session`, { headers: { cookie: answer.cookie } });
  const read: Json = JSON.parse(await session.text());
  assert.deepEqual(at(read, 'isSignUpOpen'), true);
  assert.deepEqual(
    ['name', 'tier', 'role'].map((name) => at(read, 'organizations', 0, name)),
    ['Grace Ltd', 'FREE', 'OWNER'],
  );
  assert.equal(at((await signUp('Grace')).body, 'errors', 0, 'extensions', 'code'), 'CONFLICT');
  const second = await post('/app/sign-up', { organization: 'Two Ltd' }, answer.cookie);
  assert.equal(at(second.body, 'errors', 0, 'extensions', 'code'), 'CONFLICT');
});

test('a provider that is gone is named, and said to be gone', async () => {
  const session: Json = JSON.parse(await (await fetch(`${url}/app/session`)).text());
  assert.deepEqual(at(session, 'singleSignOn'), { name: 'Acme' });
  const asked = await post('/app/auth/sign-in/social', { provider: 'oidc', callbackURL: '/' });
  assert.equal(asked.status, 503);
  assert.match(String(at(asked.body, 'message')), /^Acme does not answer\. Try again/);
});

test('a forgotten password is replaced by the link of a mail', async () => {
  await signUp('Katherine');
  const email = 'katherine@example.com';
  const asked = await post('/app/auth/request-password-reset', { email });
  assert.equal(asked.status, 200);
  const token = await tokenMailedTo(email, 'reset');
  const newPassword = 'eleven brisk ferries';
  assert.equal((await post('/app/auth/reset-password', { newPassword, token })).status, 200);
  assert.equal((await signIn(email, PASSWORD)).status, 401);
  assert.equal((await signIn(email, newPassword)).status, 200);
});

test('who asks for a new password does not wait for the mail server', async () => {
  await signUp('Annie');
  const ask = () => post('/app/auth/request-password-reset', { email: 'annie@example.com' });
  const askedAt = performance.now();
  await ask();
  const silentAt = performance.now();
  isSilent = true;
  const asked = await ask();
  const ms = performance.now() - silentAt;
  isSilent = false;
  for (const socket of silent) socket.destroy();
  assert.equal(asked.status, 200);
  // The mail server has 10 s to answer.
  assert.ok(ms < 5_000 + 10 * (silentAt - askedAt), `answered after ${ms} ms`);
});

test('a new address needs the password and the link that is sent to it', async () => {
  const { cookie } = await signUp('Dorothy');
  const change = (password: string) =>
    post('/app/email', { email: 'Dot@example.org', password }, cookie);
  const wrong = await change('not my password');
  assert.equal(at(wrong.body, 'errors', 0, 'extensions', 'code'), 'BAD_USER_INPUT');
  const asked = await change(PASSWORD);
  assert.deepEqual(asked.body, { isInEffect: false });
  assert.equal((await signIn('dot@example.org', PASSWORD)).status, 401);
  const token = await tokenMailedTo('dot@example.org', 'email');
  assert.equal((await post('/app/email/confirm', { token })).status, 200);
  assert.equal((await post('/app/email/confirm', { token })).status, 400, 'a link works once');
  assert.equal((await signIn('dot@example.org', PASSWORD)).status, 200);
  assert.equal((await signIn('dorothy@example.com', PASSWORD)).status, 401);
  assert.ok(
    mails.some(({ to }) => to === 'dorothy@example.com'),
    'the old address gets a notice',
  );
});
