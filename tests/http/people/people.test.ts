import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { inviteMember } from '../../../server/src/domains/accounts/index.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { COMMAND_LINE } from '../../../server/src/rules/access/actor.ts';
import { PERMISSIONS } from '../../../server/src/rules/access/permissions.ts';
import { at, codesOf, dataOf, textAt } from '../client.ts';
import { service, world } from '../world.ts';
import { Browser, PASSWORD, personIn, readJson } from './browser.ts';

const ME = '{ me { id name email tier environment organization { name } apiKey { id } } }';
const MEMBERS = '{ members { totalCount nodes { id name email role } } }';

test('a person who joins by an invitation is signed in, and sees the organization', async () => {
  const { organization } = await world({ tier: 'GROWTH' });
  const { browser, email } = await personIn(organization, 'OWNER');
  const session = await browser.json('/app/session');
  assert.equal(at(session, 'person', 'email'), email);
  assert.equal(at(session, 'organizations', 0, 'role'), 'OWNER');
  assert.deepEqual(at(session, 'organizations', 0, 'permissions'), PERMISSIONS);
  const me = at(dataOf(await browser.query(organization, 'LIVE', ME)), 'me');
  assert.match(String(at(me, 'id')), /^usr_/);
  assert.equal(at(me, 'email'), email);
  assert.equal(at(me, 'tier'), 'GROWTH');
  assert.equal(at(me, 'apiKey'), null);
});

test('in the sandbox a person tries any tier; live only that of the organization', async () => {
  const { organization } = await world({ tier: 'FREE' });
  const { browser } = await personIn(organization, 'OWNER');
  const tier = async (environment: 'LIVE' | 'SANDBOX', asked?: string) => {
    const headers = asked === undefined ? {} : { 'x-trackway-tier': asked };
    return at(
      dataOf(await browser.query(organization, environment, ME, {}, headers)),
      'me',
      'tier',
    );
  };
  assert.equal(await tier('SANDBOX'), 'ENTERPRISE');
  assert.equal(await tier('SANDBOX', 'GROWTH'), 'GROWTH');
  assert.equal(await tier('LIVE', 'ENTERPRISE'), 'FREE');
});

test('an invitation of the command line names nobody, so that pages say it in their language', async () => {
  const { organization } = await world();
  const { token } = await service.db
    .transaction()
    .execute((tx) =>
      inviteMember(tx, organization.id, COMMAND_LINE, { email: null, role: 'VIEWER' }),
    );
  assert.equal(at(await new Browser().json(`/app/invitations/${token}`), 'invitedBy'), null);
  const owner = await personIn(organization, 'OWNER');
  const { invitations } = Object(
    dataOf(
      await owner.browser.query(organization, 'LIVE', '{ invitations { nodes { invitedBy } } }'),
    ),
  );
  assert.deepEqual(invitations, { nodes: [{ invitedBy: null }] });
});

test('an invitation works once, for its address, and until it is revoked', async () => {
  const { organization } = await world();
  const owner = await personIn(organization, 'OWNER');
  const invite = async (email: string) => {
    const answer = await owner.browser.query(
      organization,
      'LIVE',
      'mutation ($input: InviteMemberInput!) { inviteMember(input: $input) { url invitation { id } } }',
      { input: { email, role: 'MEMBER' } },
    );
    const url = textAt(answer, 'inviteMember', 'url');
    return {
      token: url.split('/').at(-1) ?? '',
      id: textAt(answer, 'inviteMember', 'invitation', 'id'),
    };
  };
  const first = await invite('once@example.com');
  const shown = await new Browser().json(`/app/invitations/${first.token}`);
  assert.equal(at(shown, 'organizationName'), organization.name);
  const join = (token: string, email: string) =>
    new Browser().post('/app/join', { token, name: 'Once', email, password: PASSWORD });
  const [one, two] = await Promise.all([
    join(first.token, 'other@example.com'),
    join(first.token, 'once@example.com'),
  ]);
  assert.deepEqual([one.status, two.status].toSorted(), [200, 400]);
  const members = at(dataOf(await owner.browser.query(organization, 'LIVE', MEMBERS)), 'members');
  assert.equal(at(members, 'totalCount'), 2);
  assert.equal(
    at(members, 'nodes', 1, 'email'),
    'once@example.com',
    'the address of the invitation',
  );
  const second = await invite('twice@example.com');
  const revoked = await owner.browser.query(
    organization,
    'LIVE',
    'mutation ($input: RevokeInvitationInput!) { revokeInvitation(input: $input) { invitation { id } } }',
    { input: { id: second.id } },
  );
  assert.equal(textAt(revoked, 'revokeInvitation', 'invitation', 'id'), second.id);
  assert.equal((await join(second.token, 'twice@example.com')).status, 400);
});

test('refuses passwords that are short, common, or the own address', async () => {
  const { organization } = await world();
  const owner = await personIn(organization, 'OWNER');
  const answer = await owner.browser.query(
    organization,
    'LIVE',
    'mutation { inviteMember(input: { email: "rosalind@example.com", role: VIEWER }) { url } }',
  );
  const token = textAt(answer, 'inviteMember', 'url').split('/').at(-1) ?? '';
  for (const password of ['short', 'password123', 'rosalind rosalind', 'aaaaaaaaaaaaaaa']) {
    const body = { token, name: 'R', email: 'rosalind@example.com', password };
    const response = await new Browser().post('/app/join', body);
    assert.equal(response.status, 400, password);
    assert.equal(
      at(await readJson(response), 'errors', 0, 'extensions', 'problems', 0, 'code'),
      'WEAK_PASSWORD',
    );
  }
  // PostgreSQL stores no NUL in a text.
  const nameless = { token, name: 'R\0', email: 'rosalind@example.com', password: PASSWORD };
  assert.equal((await new Browser().post('/app/join', nameless)).status, 400);
});

test('signs in, signs out, and says the same for a wrong address as for a wrong password', async () => {
  const { organization } = await world();
  const { email } = await personIn(organization, 'MEMBER');
  const signIn = (address: string, password: string) =>
    new Browser().post('/app/auth/sign-in/email', { email: address, password });
  const wrong = [
    await signIn(email, 'not this one, sorry'),
    await signIn('nobody@example.com', PASSWORD),
  ];
  assert.deepEqual(
    wrong.map(({ status }) => status),
    [401, 401],
  );
  assert.equal(await wrong[0]?.text(), await wrong[1]?.text());
  const browser = new Browser();
  assert.equal(
    (await browser.post('/app/auth/sign-in/email', { email, password: PASSWORD })).status,
    200,
  );
  assert.deepEqual((await browser.query(organization, 'LIVE', ME)).errors, []);
  const stolen = browser.cookies;
  await browser.post('/app/auth/sign-out', {});
  const answer = await new Browser().query(organization, 'LIVE', ME, {}, { cookie: stolen });
  assert.deepEqual(codesOf(answer), ['UNAUTHENTICATED']);
});

test('the session cookie is for this host, for no script and no other site', async () => {
  const { organization } = await world();
  const { email } = await personIn(organization, 'MEMBER');
  const response = await new Browser().post('/app/auth/sign-in/email', {
    email,
    password: PASSWORD,
  });
  const [line = ''] = response.headers.getSetCookie();
  assert.match(line, /^__Host-trackway_session=/);
  for (const word of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/'])
    assert.ok(line.includes(word), line);
  assert.ok(!/domain=/i.test(line));
});

test('refuses other origins, keys at the entrance, and sessions at the endpoint', async () => {
  const { organization, key, endpoint } = await world();
  const { browser } = await personIn(organization, 'OWNER');
  const elsewhere = await browser.query(
    organization,
    'LIVE',
    ME,
    {},
    { origin: 'https://evil.example' },
  );
  assert.deepEqual(codesOf(elsewhere), ['FORBIDDEN']);
  const withKey = await browser.query(organization, 'LIVE', ME, {}, { 'x-api-key': key });
  assert.deepEqual(codesOf(withKey), ['BAD_REQUEST']);
  const withCookie = await fetch(endpoint, {
    method: 'POST',
    body: JSON.stringify({ query: ME }),
    headers: { 'content-type': 'application/json', cookie: browser.cookies },
  });
  assert.equal(withCookie.status, 401);
});

test('nobody enters an organization of others', async () => {
  const [mine, other] = [await world(), await world()];
  const { browser } = await personIn(mine.organization, 'OWNER');
  assert.deepEqual(codesOf(await browser.query(other.organization, 'LIVE', ME)), ['FORBIDDEN']);
  const nowhere = await browser.request('/app/graphql/org_nonsense/live', {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  });
  assert.equal(at(await readJson(nowhere), 'errors', 0, 'extensions', 'code'), 'FORBIDDEN');
});

test('a demoted or removed member loses the permissions with the next request', async () => {
  const { organization } = await world();
  const owner = await personIn(organization, 'OWNER');
  const member = await personIn(organization, 'ADMIN');
  const list = at(
    dataOf(await owner.browser.query(organization, 'LIVE', MEMBERS)),
    'members',
    'nodes',
    1,
    'id',
  );
  const change = (role: string) =>
    owner.browser.query(
      organization,
      'LIVE',
      'mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) { member { role } } }',
      { input: { id: String(list), role } },
    );
  assert.deepEqual(codesOf(await member.browser.query(organization, 'LIVE', MEMBERS)), []);
  assert.deepEqual((await change('VIEWER')).errors, []);
  assert.deepEqual(codesOf(await member.browser.query(organization, 'LIVE', MEMBERS)), [
    'FORBIDDEN',
  ]);
  const write = 'mutation { createCustomer(input: { name: "A" }) { customer { id } } }';
  assert.deepEqual(codesOf(await member.browser.query(organization, 'LIVE', write)), ['FORBIDDEN']);
  const removed = await owner.browser.query(
    organization,
    'LIVE',
    'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }',
    { input: { id: String(list) } },
  );
  assert.deepEqual(removed.errors, []);
  assert.deepEqual(codesOf(await member.browser.query(organization, 'LIVE', ME)), ['FORBIDDEN']);
});

test('the last owner cannot go, and only an owner makes owners', async () => {
  const { organization } = await world();
  const owner = await personIn(organization, 'OWNER');
  const admin = await personIn(organization, 'ADMIN');
  const nodes = at(
    dataOf(await owner.browser.query(organization, 'LIVE', MEMBERS)),
    'members',
    'nodes',
  );
  const remove = (browser: Browser, id: string) =>
    browser.query(
      organization,
      'LIVE',
      'mutation ($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }',
      { input: { id } },
    );
  const ownerId = String(at(nodes, 0, 'id'));
  assert.deepEqual(codesOf(await remove(owner.browser, ownerId)), ['CONFLICT']);
  assert.deepEqual(codesOf(await remove(admin.browser, ownerId)), ['FORBIDDEN']);
  const invited = await admin.browser.query(
    organization,
    'LIVE',
    'mutation { inviteMember(input: { role: OWNER }) { url } }',
  );
  assert.deepEqual(codesOf(invited), ['FORBIDDEN']);
});

test('a link to a new password works once and ends all sessions', async () => {
  const { organization } = await world();
  const owner = await personIn(organization, 'OWNER');
  const member = await personIn(organization, 'MEMBER');
  const id = at(
    dataOf(await owner.browser.query(organization, 'LIVE', MEMBERS)),
    'members',
    'nodes',
    1,
    'id',
  );
  const linkOf = async () => {
    const answer = await owner.browser.query(
      organization,
      'LIVE',
      'mutation ($input: CreatePasswordResetInput!) { createPasswordReset(input: $input) { url } }',
      { input: { id: String(id) } },
    );
    return textAt(answer, 'createPasswordReset', 'url').split('/').at(-1) ?? '';
  };
  const earlier = await linkOf();
  const promoted = await owner.browser.query(
    organization,
    'LIVE',
    'mutation ($input: ChangeMemberRoleInput!) { changeMemberRole(input: $input) { member { role } } }',
    { input: { id: String(id), role: 'ADMIN' } },
  );
  assert.deepEqual(promoted.errors, []);
  const token = await linkOf();
  const choose = (newPassword: string, link = token) =>
    new Browser().post('/app/auth/reset-password', { newPassword, token: link });
  assert.equal((await choose('ten brisk ferries', earlier)).status, 400, 'of another role');
  assert.equal((await choose('password123')).status, 400);
  assert.equal((await choose('eleven brisk ferries')).status, 200);
  assert.equal((await choose('twelve brisk ferries')).status, 400);
  assert.deepEqual(codesOf(await member.browser.query(organization, 'LIVE', ME)), [
    'UNAUTHENTICATED',
  ]);
  const again = new Browser();
  const credentials = { email: member.email, password: 'eleven brisk ferries' };
  assert.equal((await again.post('/app/auth/sign-in/email', credentials)).status, 200);

  const link = await linkOf();
  const other = await world();
  const { token: invitation } = await service.db
    .transaction()
    .execute((tx) =>
      inviteMember(tx, other.organization.id, COMMAND_LINE, { email: null, role: 'VIEWER' }),
    );
  assert.equal((await again.post('/app/join', { token: invitation })).status, 200);
  assert.equal((await choose('ten brisk ferries', link)).status, 400, 'a way into the other one');
});

test('a link to a new password is not made for one who is joining another organization', async () => {
  const { organization } = await world();
  const other = await world();
  const owner = await personIn(organization, 'OWNER');
  const { email } = await personIn(organization, 'MEMBER');
  const members = dataOf(await owner.browser.query(organization, 'LIVE', MEMBERS));
  const id = String(at(members, 'members', 'nodes', 1, 'id'));
  const asked = await service.db.transaction().execute(async (tx) => {
    await sql`insert into members (organization_id, id, user_id, role)
      select ${other.organization.id}, gen_random_uuid(), id, 'VIEWER' from users where email = ${email}`.execute(
      tx,
    );
    const answer = owner.browser.query(
      organization,
      'LIVE',
      'mutation ($input: CreatePasswordResetInput!) { createPasswordReset(input: $input) { url } }',
      { input: { id } },
    );
    const isWaiting = until(async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%users%'`.execute(
        service.db,
      );
      return rows.length > 0;
    });
    await Promise.race([answer, isWaiting]);
    return { answer };
  });
  assert.deepEqual(codesOf(await asked.answer), ['FORBIDDEN']);
});

test('guesses are throttled by address and account', async () => {
  const guesser = new Browser();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const response = await guesser.post('/app/auth/sign-in/email', {
      email: 'guessed@example.com',
      password: `guess number ${attempt}`,
    });
    statuses.push(response.status);
  }
  assert.equal(statuses.filter((status) => status === 401).length, 6);
  assert.equal(statuses.at(-1), 429);
});

test('a text that is too long for an e-mail address is counted by network address only', async () => {
  const guesser = new Browser();
  const credentials = { email: 'long'.repeat(100), password: PASSWORD };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 32; attempt += 1)
    statuses.push((await guesser.post('/app/auth/sign-in/email', credentials)).status);
  assert.deepEqual(statuses.slice(0, 30), Array<number>(30).fill(400));
  assert.deepEqual(statuses.slice(30), [429, 429]);
});

test('a person has a hundred sessions at most: the least recently used ones end', async () => {
  const { organization } = await world();
  const { browser, email } = await personIn(organization, 'MEMBER');
  await sql`insert into sessions (id, user_id, token, expires_at, updated_at)
    select uuid_v7(), users.id, n || ' minutes unused, of ' || email, now() + interval '1 day',
      now() - n * interval '1 minute'
    from users, generate_series(1, 99) as n where email = ${email}`.execute(service.db);
  const signIn = () => new Browser().post('/app/auth/sign-in/email', { email, password: PASSWORD });
  const answers = await Promise.all([signIn(), signIn(), signIn()]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  const { rows } = await sql`
    select count(*)::int as count, max(substring(token from '^[0-9]+ ')::int) as "mostMinutes"
    from sessions join users on users.id = user_id where email = ${email}`.execute(service.db);
  assert.deepEqual(rows, [{ count: 100, mostMinutes: 96 }]);
  assert.deepEqual((await browser.query(organization, 'LIVE', ME)).errors, []);
});

test('a key that a person makes says whose it is', async () => {
  const { organization } = await world();
  const { browser, email } = await personIn(organization, 'OWNER');
  const made = await browser.query(
    organization,
    'LIVE',
    'mutation { createApiKey(input: { name: "Shop" }) { key } }',
  );
  const answer = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    body: JSON.stringify({ query: ME }),
    headers: {
      'content-type': 'application/json',
      'x-api-key': textAt(made, 'createApiKey', 'key'),
    },
  });
  assert.equal(at(await readJson(answer), 'data', 'me', 'email'), email);
});

test('no password, session or link is stored as it is', async () => {
  const { organization } = await world();
  const { browser } = await personIn(organization, 'OWNER');
  const answer = await browser.query(
    organization,
    'LIVE',
    'mutation { inviteMember(input: { role: VIEWER }) { url } }',
  );
  const token = textAt(answer, 'inviteMember', 'url').split('/').at(-1) ?? '';
  const { rows } = await sql`
    select (select count(*)::int from credentials where password like ${`%${PASSWORD}%`}) as passwords,
      (select count(*)::int from invitations
        where encode(token_digest, 'escape') like ${`%${token}%`}) as links`.execute(service.db);
  assert.deepEqual(rows, [{ passwords: 0, links: 0 }]);
});

test('without mail a new address is in effect at once, and nobody registers without an invitation', async () => {
  const { organization } = await world();
  const { browser } = await personIn(organization, 'OWNER');
  const other = await personIn(organization, 'MEMBER');
  const change = (email: string) => browser.post('/app/email', { email, password: PASSWORD });
  assert.equal((await change(other.email)).status, 400, 'the address of another');
  const changed = await change('changed@example.org');
  assert.deepEqual(await readJson(changed), { isInEffect: true });
  const session = await browser.json('/app/session');
  assert.equal(at(session, 'person', 'email'), 'changed@example.org');
  assert.equal(at(session, 'isSignUpOpen'), false);
  assert.equal(at(session, 'singleSignOn'), null);
  const anonymous = await new Browser().post('/app/email', {
    email: 'x@example.org',
    password: '',
  });
  assert.equal(at(await readJson(anonymous), 'errors', 0, 'extensions', 'code'), 'UNAUTHENTICATED');
  const refused = await new Browser().post('/app/sign-up', {});
  assert.equal(at(await readJson(refused), 'errors', 0, 'extensions', 'code'), 'FORBIDDEN');
});
