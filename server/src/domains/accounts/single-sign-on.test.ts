import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import { createLog } from '../../platform/log.ts';
import { openSecrets } from '../../platform/secrets.ts';
import { COMMAND_LINE } from '../../rules/access/actor.ts';
import { AUTH_PATH, openAuthentication } from './authentication.ts';
import { foundOrganization, inviteMember, signUp } from './members.ts';
import { insertPerson, listMemberships } from './people-store.ts';
import { openIdProvider } from './single-sign-on.ts';
import { createOrganization } from './store.ts';
import { CLIENT, type Claims, FORGERIES, NO_FAULTS, startFakeIssuer } from './testing-issuer.ts';

const { db } = await testDatabase();
const secrets = await openSecrets('the secret of this service, at length', '', []);
const log = createLog('silent');
const ORIGIN = 'http://localhost:4000';
const PASSWORD = 'seven quiet lighthouses';
const CLIENT_ADDRESS = '127.0.0.1';

const issuer = await startFakeIssuer();
after(issuer.close);
beforeEach(() => Object.assign(issuer.faults, NO_FAULTS));

async function serviceOf(isSignUpOpen: boolean) {
  const singleSignOn = { issuer: issuer.url, name: 'Acme', ...CLIENT };
  const baseUrl = () => ORIGIN;
  return openAuthentication({
    db,
    secrets,
    baseUrl,
    singleSignOn,
    isSignUpOpen,
    log,
  });
}
const closed = await serviceOf(false);
const open = await serviceOf(true);

/** A browser with its cookies on a service. */
function browserOn({ answer, personOf }: Awaited<ReturnType<typeof serviceOf>>) {
  const cookies = new Map<string, string>();
  const headersOf = () =>
    new Headers({
      'content-type': 'application/json',
      origin: ORIGIN,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    });
  const ask = async (path: string, body?: object): Promise<Response> => {
    const response = await answer(
      new Request(new URL(path, ORIGIN), {
        headers: headersOf(),
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      }),
      CLIENT_ADDRESS,
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0(;|$)/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
  /** The address of the provider that the button leads to. */
  const press = async (more: object = {}, path = '/sign-in/social'): Promise<string> => {
    const body = { provider: 'oidc', callbackURL: '/', errorCallbackURL: '/sign-in', ...more };
    const answered: object = Object(await (await ask(`${AUTH_PATH}${path}`, body)).json());
    return 'url' in answered ? String(answered.url) : assert.fail(JSON.stringify(answered));
  };
  const follow = async (back: URL): Promise<string> => {
    const { status, headers } = await ask(back.pathname + back.search);
    assert.equal(status, 302);
    return headers.get('location') ?? '';
  };
  return {
    ask,
    press,
    follow,
    /** The whole way through the provider; the address that it ends at. */
    enter: async (claims: Claims, more: object = {}, path?: string) =>
      follow(issuer.authorize(await press(more, path), claims)),
    person: () => personOf(headersOf()),
  };
}

let people = 0;
/** Claims of a person whom the provider knows. */
function claimsOf(more: Claims = {}): Claims & { readonly sub: string; readonly email: string } {
  people += 1;
  const email = `person${people}@example.com`;
  return {
    sub: `subject ${people}`,
    email,
    email_verified: true,
    name: `Person ${people}`,
    ...more,
  };
}

async function invitationFor(email: string | null): Promise<string> {
  const { id } = await createOrganization(db, `Organization ${newUuid()}`, 'FREE');
  const { token } = await db
    .transaction()
    .execute((tx) => inviteMember(tx, id, COMMAND_LINE, { email, role: 'MEMBER' }));
  return token;
}

test('a person with an invitation enters by the provider, and comes back without one', async () => {
  const claims = claimsOf();
  const browser = browserOn(closed);
  const invitation = await invitationFor(claims.email);
  const more = { callbackURL: `/invite/${invitation}`, additionalData: { invitation } };
  assert.equal(await browser.enter(claims, more), `/invite/${invitation}`);
  const person = await browser.person();
  assert.equal(person?.email, claims.email);
  const again = browserOn(closed);
  assert.equal(await again.enter(claims), '/');
  assert.deepEqual(await again.person(), person);
  const kept = await db
    .selectFrom('credentials')
    .selectAll()
    .where('user_id', '=', person?.id ?? '')
    .execute();
  assert.equal(kept.length, 1);
  assert.match(JSON.stringify(kept), /"access_token":null.*"id_token":null/);
});

test('nobody enters without an invitation of their own', async () => {
  const claims = claimsOf();
  const other = await invitationFor('someone.else@example.com');
  for (const [invitation, error] of [
    [undefined, 'signup_disabled'],
    ['no such link', 'invitation_closed'],
    [other, 'invitation_of_another'],
  ]) {
    const browser = browserOn(closed);
    const to = await browser.enter(claims, { requestSignUp: true, additionalData: { invitation } });
    assert.equal(new URL(to, ORIGIN).searchParams.get('error'), error);
    assert.equal(await browser.person(), undefined);
  }
});

test('with open sign-up everybody enters, and founds one organization', async () => {
  const browser = browserOn(open);
  assert.equal(await browser.enter(claimsOf()), '/');
  const person = (await browser.person()) ?? assert.fail();
  const founded = await Promise.allSettled(
    ['One', 'Two'].map((name) => foundOrganization(db, `${name} of ${person.id}`, person)),
  );
  assert.deepEqual(founded.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.equal((await listMemberships(db, person.id))[0]?.role, 'OWNER');
});

test('signing in with the digest that was just made of the password makes none', async () => {
  const { email } = claimsOf();
  // A digest of nothing: every derivation ends in another one.
  const passwordDigest = `$argon2id$v=19$m=19456,t=2,p=1$${newUuid()}$`;
  await insertPerson(db, { name: 'Ada', email, passwordDigest });
  const signIn = async (digest?: string) => {
    const request = new Request(new URL(`${AUTH_PATH}/sign-in/email`, ORIGIN), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: ORIGIN },
      body: JSON.stringify({ email, password: PASSWORD }),
    });
    return (await open.answer(request, CLIENT_ADDRESS, digest)).status;
  };
  assert.deepEqual(
    [await signIn(), await signIn('of another'), await signIn(passwordDigest)],
    [401, 401, 200],
  );
});

test('an account of the same address is linked only if both sides have verified it', async () => {
  const claims = claimsOf();
  const given = { name: 'Ada', email: claims.email, password: PASSWORD };
  const person = await signUp(db, {
    ...given,
    organization: `Ada's of ${claims.email}`,
    clientAddress: CLIENT_ADDRESS,
  });
  const browser = browserOn(open);
  assert.match(await browser.enter(claims), /error=account_not_linked/);
  assert.equal(await browser.person(), undefined);

  // The person proves the password here, then the address there.
  await browser.ask(`${AUTH_PATH}/sign-in/email`, given);
  const another = { ...claimsOf(), sub: claims.sub };
  assert.match(await browser.enter(another, {}, '/link-social'), /error=email_does_not_match/);
  const unproven = { ...claims, email_verified: false };
  assert.match(await browser.enter(unproven, {}, '/link-social'), /error=email_not_verified/);
  assert.equal(await browser.enter(claims, {}, '/link-social'), '/');
  const later = browserOn(open);
  assert.equal(await later.enter(claims), '/');
  assert.equal((await later.person())?.id, person.id);

  const verified = claimsOf();
  const known = await signUp(db, {
    ...given,
    email: verified.email,
    organization: `Ada's of ${verified.email}`,
    clientAddress: CLIENT_ADDRESS,
  });
  await db.updateTable('users').set({ email_verified: true }).where('id', '=', known.id).execute();
  assert.match(await later.enter({ ...verified, email_verified: false }), /error=/);
  assert.equal(await later.enter(verified), '/');
  assert.equal((await later.person())?.id, known.id);
});

test('an address that the provider has not verified opens nothing', async () => {
  for (const email_verified of [false, undefined, 'no']) {
    const browser = browserOn(open);
    assert.match(await browser.enter(claimsOf({ email_verified })), /error=email_not_verified/);
    assert.equal(await browser.person(), undefined);
  }
  assert.equal(await browserOn(open).enter(claimsOf({ email_verified: 'true' })), '/');
});

test('false ID tokens are refused', async () => {
  const past = Math.floor(Date.now() / 1_000) - 3_600;
  const lies: readonly Claims[] = [
    { nonce: 'of another sign-in' },
    { nonce: undefined },
    { iss: 'https://evil.example' },
    { aud: 'another client' },
    { aud: [CLIENT.clientId, 'another client'], azp: 'another client' },
    { exp: past },
    { sub: undefined },
    { sub: '' },
  ];
  for (const [lie, sign] of [
    ...lies.map((each) => [each, undefined] as const),
    ...Object.values(FORGERIES).map((each) => [{}, each] as const),
  ]) {
    const browser = browserOn(open);
    Object.assign(issuer.faults, { lies: lie, sign });
    const to = await browser.enter(claimsOf());
    assert.match(to, /^\/sign-in\?error=/, JSON.stringify(lie));
    assert.equal(await browser.person(), undefined);
  }
});

test('an answer that this browser did not ask for opens nothing', async () => {
  const claims = claimsOf();
  const victim = browserOn(open);
  const attacker = browserOn(open);
  const stolen = issuer.authorize(await attacker.press(), claims);
  const { tokenRequests } = issuer;
  assert.match(await victim.follow(stolen), /error=state_mismatch/, 'the state of another browser');
  const wrong = issuer.authorize(await victim.press(), claims);
  wrong.searchParams.set('state', 'invented');
  assert.match(await victim.follow(wrong), /error=state_mismatch/);
  const mixed = issuer.authorize(await victim.press(), claims);
  mixed.searchParams.set('iss', 'https://evil.example');
  assert.match(await victim.follow(mixed), /error=issuer_mismatch/);
  assert.equal(issuer.tokenRequests, tokenRequests, 'no code was spent');
  const right = issuer.authorize(await victim.press(), claims);
  assert.equal(await victim.follow(right), '/');
  assert.match(await victim.follow(right), /error=/, 'an answer counts once');
  const outside = await victim.ask(`${AUTH_PATH}/sign-in/social`, {
    provider: 'oidc',
    callbackURL: 'https://evil.example/',
  });
  assert.equal(outside.status, 403);
});

test('keys that change, claims in the user info, and a secret in the body', async () => {
  const claims = claimsOf();
  assert.equal(await browserOn(open).enter(claims), '/');
  await issuer.rotate();
  assert.equal(await browserOn(open).enter(claims), '/', 'the key is looked up at once');
  const { email, email_verified, name, ...bare } = claimsOf();
  issuer.faults.userInfo = { sub: 'another subject', email, email_verified, name };
  assert.match(await browserOn(open).enter(bare), /error=unable_to_get_user_info/);
  issuer.faults.userInfo = { sub: bare.sub, email, email_verified, name };
  const browser = browserOn(open);
  assert.equal(await browser.enter(bare), '/');
  assert.equal((await browser.person())?.email, email);
  issuer.faults.discovery = { token_endpoint_auth_methods_supported: ['client_secret_post'] };
  assert.equal(await browserOn(await serviceOf(true)).enter(claims), '/');
});

test('a provider that is silent, gone or another is said to be so, and tried again', async () => {
  const settings = { issuer: issuer.url, name: 'Acme', ...CLIENT };
  const provider = openIdProvider(settings, { log, answerMs: 1_000 });
  const begin = async () => {
    const asked = { state: 's', codeVerifier: 'v'.repeat(43), redirectURI: `${ORIGIN}/back` };
    return provider.createAuthorizationURL({ ...asked, idTokenNonce: 'n' });
  };
  const refusal = { message: /^Acme does not answer/, statusCode: 503 };
  issuer.faults.isSilent = true;
  await assert.rejects(begin, refusal);
  issuer.faults.isSilent = false;
  for (const discovery of [
    { issuer: 'https://evil.example' },
    { token_endpoint: 'ftp://evil.example' },
    { jwks_uri: undefined },
  ]) {
    issuer.faults.discovery = discovery;
    await assert.rejects(begin, refusal);
  }
  issuer.faults.discovery = {};
  assert.equal((await begin()).searchParams.get('nonce'), 'n');
  issuer.faults.isSilent = true;
  const late = provider.validateAuthorizationCode({ code: 'c', redirectURI: `${ORIGIN}/back` });
  await assert.rejects(late, /timeout/i);
});
