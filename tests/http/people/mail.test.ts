import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { untilFound } from '../../../server/src/platform/testing.ts';
import { at, type Json, type JsonObject } from '../client.ts';
import { COLD, startTestService } from '../service.ts';
import { startMailServer } from './mail-server.ts';

const { smtpUrl, mails, tokenMailedTo, fallSilent } = await startMailServer();
const { url, db } = await startTestService(
  {
    SMTP_URL: smtpUrl,
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

let addresses = 0;

/** Each request comes from a network address of its own: attempts are counted by it. */
function nextAddress(): string {
  addresses += 1;
  return `198.51.100.${addresses}`;
}

async function post(
  path: string,
  body: JsonObject,
  { cookie = '', languages = '*' }: { readonly cookie?: string; readonly languages?: string } = {},
): Promise<Answered> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'accept-language': languages,
      origin: url,
      cookie,
      'x-forwarded-for': nextAddress(),
    },
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

const askForPassword = (email: string) => post('/app/auth/request-password-reset', { email });

const mailsTo = (email: string) => mails.filter(({ to }) => to === email);

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
  const twins = await Promise.all([signUp('Emmy'), signUp('Emmy')]);
  const codes = twins.map(({ body }) => at(body, 'errors', 0, 'extensions', 'code'));
  assert.deepEqual(new Set(codes), new Set([undefined, 'CONFLICT']));
  const second = await post('/app/sign-up', { organization: 'Two Ltd' }, answer);
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
  const { cookie } = await signUp('Katherine');
  const email = 'katherine@example.com';
  await post('/app/email', { email: 'other@example.org', password: PASSWORD }, { cookie });
  const link = await tokenMailedTo('other@example.org', 'email');
  const asked = await post('/app/auth/request-password-reset', { email });
  assert.equal(asked.status, 200);
  const token = await tokenMailedTo(email, 'reset');
  const newPassword = 'eleven brisk ferries';
  assert.equal((await post('/app/auth/reset-password', { newPassword, token })).status, 200);
  assert.equal((await signIn(email, PASSWORD)).status, 401);
  assert.equal((await signIn(email, newPassword)).status, 200);
  const confirmed = await post('/app/email/confirm', { token: link });
  assert.equal(confirmed.status, 400, 'whoever knew the old password takes the account no more');
});

test('who asks for a new password does not wait for the mail server', async () => {
  await signUp('Annie');
  const ask = () => post('/app/auth/request-password-reset', { email: 'annie@example.com' });
  const askedAt = performance.now();
  await ask();
  const silentAt = performance.now();
  const speak = fallSilent();
  const asked = await ask();
  const ms = performance.now() - silentAt;
  speak();
  assert.equal(asked.status, 200);
  // The mail server has 10 s to answer.
  assert.ok(ms < 5_000 + 10 * (silentAt - askedAt), `answered after ${ms} ms`);
});

test('a new address needs the password and the link that is sent to it', async () => {
  const { cookie } = await signUp('Dorothy');
  const change = (password: string) =>
    post(
      '/app/email',
      { email: 'Dot@example.org', password },
      { cookie, languages: 'it, fr-CH;q=0.9, de;q=0.5' },
    );
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
  const [toNew, toOld] = ['dot@example.org', 'dorothy@example.com'].flatMap(mailsTo);
  assert.match(toNew?.text ?? '', /^Ouvrez ce lien /m, 'in a language that the person reads');
  assert.match(toNew?.text ?? '', /^Auto-Submitted: auto-generated$/m);
  const notice = toOld?.text.includes(`${url}/forgotten-password`);
  assert.ok(notice, 'the old address gets a notice, with the way to a new password');
});

test('many network addresses together have five links an hour sent to a mailbox, and the answer shows nothing of it', async () => {
  const [email, other] = ['mary@example.com', 'joan@example.com'];
  await Promise.all([signUp('Mary'), signUp('Joan')]);
  const asked = await Promise.all(Array.from({ length: 12 }, () => askForPassword(email)));
  const nobody = await askForPassword('nobody@example.com');
  for (const { status, body } of asked) assert.deepEqual({ status, body, cookie: '' }, nobody);
  // A mail that was asked for later has arrived, so that no other is on its way.
  await askForPassword(other);
  const token = await tokenMailedTo(other, 'reset');
  await untilFound(async () => mailsTo(email)[4]);
  assert.equal(mailsTo(email).length, 5);

  const newPassword = 'eleven brisk ferries';
  const choose = (link: string | undefined) =>
    post('/app/auth/reset-password', { newPassword, token: link ?? '' });
  const [first] = mailsTo(email).map(({ text }) => /\/reset\/([\w-]+)/.exec(text)?.[1]);
  assert.deepEqual([(await choose(first)).status, (await choose(token)).status], [200, 200]);

  await sql`update mail_windows set ends_at = now()`.execute(db);
  await askForPassword(email);
  await untilFound(async () => mailsTo(email)[5]);
});

test('accounts together have five mails an hour sent to a mailbox of somebody else, and further ones are refused', async () => {
  const people = [await signUp('Vera'), await signUp('Hedy')];
  const change = async ({ cookie }: Answered, email: string) => {
    const answer = await post('/app/email', { email, password: PASSWORD }, { cookie });
    return at(answer.body, 'errors', 0, 'extensions', 'code') ?? at(answer.body, 'isInEffect');
  };
  const answers = [];
  for (const person of people)
    for (const tag of ['', '+1', '+two'])
      answers.push(await change(person, `stranger${tag}@example.org`));
  assert.deepEqual(answers, [...Array<boolean>(5).fill(false), 'RATE_LIMITED']);
  assert.equal(mails.filter(({ to }) => to.startsWith('stranger')).length, 5);
  const [vera, hedy] = people;
  assert.ok(vera && hedy);
  assert.equal(await change(hedy, 'x<stranger@example.org>'), 'BAD_USER_INPUT');
  const more = [];
  for (const each of [1, 2, 3]) more.push(await change(vera, `vera@${each}.example.org`));
  assert.deepEqual(more, [false, false, 'RATE_LIMITED'], 'each change has a notice to the person');
});
