import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findPublicPassport } from '../../../server/src/domains/passports/index.ts';
import { query } from '../../../server/src/platform/database/index.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { at, type Client, codesOf, dataOf, type JsonObject, mutationText } from '../client.ts';
import { service, world } from '../world.ts';
import { newProduct, published, read as readDpp, textOf } from './desk.ts';

const ours = await world({ tier: 'ENTERPRISE' });
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

const CONTENT: JsonObject = {
  restrictedDocuments: [{ type: 'REPAIR', url: 'https://acme.example/repair' }],
  conformityDocuments: [{ type: 'TEST_REPORT', url: 'https://acme.example/test' }],
};

const grant = (client: Client, input: JsonObject) =>
  client.send(mutationText('grantDppAccess', 'token grant { id }'), {
    input: {
      audience: 'LEGITIMATE_INTEREST',
      purpose: 'Repair',
      holder: 'Fix Ltd',
      ...input,
      expiresAt: input['expiresAt'] ?? TOMORROW,
    },
  });

async function tokenFor(input: JsonObject): Promise<{ token: string; id: string }> {
  const granted = at(dataOf(await grant(ours, input)), 'grantDppAccess');
  const [token, id] = [at(granted, 'token'), at(granted, 'grant', 'id')];
  assert.ok(typeof token === 'string' && typeof id === 'string');
  return { token, id };
}

const seen = async (id: string, token?: string) => {
  const view = await findPublicPassport(service.db, decodeId('dpp', id) ?? '', { token });
  return ['restrictedDocuments', 'conformityDocuments'].filter((name) => view?.content[name]);
};

test('a token opens the classes of its audience, and each use is recorded', async () => {
  const id = await published(ours, CONTENT);
  const repairer = await tokenFor({ dppId: id });
  const authority = await tokenFor({ dppId: id, audience: 'AUTHORITY' });
  assert.deepEqual(await seen(id), []);
  assert.deepEqual(await seen(id, repairer.token), ['restrictedDocuments']);
  assert.deepEqual(await seen(id, authority.token), ['restrictedDocuments', 'conformityDocuments']);
  const uses = await ours.send(
    'query ($id: ID!) { node(id: $id) { ... on DppGrant { uses { dpp { id } } } } }',
    { id: repairer.id },
  );
  assert.deepEqual(at(dataOf(uses), 'node', 'uses'), [{ dpp: { id } }]);
});

test('a token opens no passport but those it is of', async () => {
  const [one, other] = [await published(ours, CONTENT), await published(ours, CONTENT)];
  const { token } = await tokenFor({ dppId: one });
  assert.deepEqual(await seen(other, token), []);
  const ofProduct = await tokenFor({ productId: await newProduct(ours) });
  assert.deepEqual(await seen(one, ofProduct.token), []);
  const ofSchema = await tokenFor({ schema: 'generic' });
  assert.deepEqual(await seen(one, ofSchema.token), ['restrictedDocuments']);
  const stranger = await world({ tier: 'ENTERPRISE' });
  const foreign = await published(stranger, CONTENT);
  assert.deepEqual(await seen(foreign, ofSchema.token), []);
});

test('a revoked, an expired, a wrong and a malformed token read as the public does', async () => {
  const id = await published(ours, CONTENT);
  const revoked = await tokenFor({ dppId: id });
  await ours.send(mutationText('revokeDppAccess', 'grant { revokedAt }'), {
    input: { id: revoked.id },
  });
  const expired = await tokenFor({ dppId: id });
  await query(
    service.db,
    `update dpp_grants set expires_at = now() - interval '1 second'
     where organization_id = $1 and environment = $2 and id = $3`,
    [ours.scope.organizationId, ours.scope.environment, decodeId('dppGrant', expired.id)],
  );
  const wrong = `${revoked.token.slice(0, -1)}${revoked.token.endsWith('A') ? 'B' : 'A'}`;
  for (const token of [revoked.token, expired.token, wrong, 'x', ''])
    assert.deepEqual(await seen(id, token), [], token);
  const active = await tokenFor({ dppId: id, holder: 'Other Ltd' });
  const filters: readonly (readonly [JsonObject, readonly string[]])[] = [
    [{ dpp: { id } }, [active.id, expired.id, revoked.id]],
    [{ dppId: id, state: ['ACTIVE'] }, [active.id]],
    [{ dppId: id, state: ['REVOKED'] }, [revoked.id]],
    [{ dppId: id, state: ['EXPIRED', 'REVOKED'] }, [expired.id, revoked.id]],
    [{ holder: 'Other Ltd' }, [active.id]],
    [{ holder: 'other ltd' }, []],
    [{ dppId: id, schema: 'generic' }, []],
    [{ dppId: id, productId: await newProduct(ours) }, []],
  ];
  for (const [filter, ids] of filters) {
    const list = await ours.send(
      'query ($filter: DppGrantFilter) { dppGrants(filter: $filter) { totalCount nodes { id } } }',
      { filter },
    );
    const nodes = ids.map((each) => ({ id: each }));
    assert.deepEqual(at(dataOf(list), 'dppGrants'), { totalCount: ids.length, nodes });
  }
  const states = 'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on DppGrant { state } } }';
  const shown = await ours.send(states, { ids: [active.id, expired.id, revoked.id] });
  const expected = ['ACTIVE', 'EXPIRED', 'REVOKED'].map((state) => ({ state }));
  assert.deepEqual(at(dataOf(shown), 'nodes'), expected);
  const unknown = await ours.send('{ dppGrants(filter: { schema: "nothing" }) { totalCount } }');
  assert.deepEqual(at(unknown.errors, 0, 'extensions', 'problems', 0, 'path'), [
    'filter',
    'schema',
  ]);
});

test('the token is shown once and stored as its hash', async () => {
  const id = await published(ours);
  const input = { dppId: id, idempotencyKey: 'grant-once' };
  const first = dataOf(await grant(ours, input));
  const token = at(first, 'grantDppAccess', 'token');
  assert.match(String(token), /^dpg_[\w-]{43}$/);
  assert.equal(at(dataOf(await grant(ours, input)), 'grantDppAccess', 'token'), null);
  const rows = await query<{ text: string }>(
    service.db,
    `select encode(token_hash, 'escape') as text from dpp_grants
     where organization_id = $1 and environment = $2`,
    [ours.scope.organizationId, ours.scope.environment],
  );
  assert.ok(rows.every(({ text }) => !text.includes(String(token).slice(4, 20))));
});

test('a grant needs something that it opens, an end in the future and no personal data', async () => {
  const id = await published(ours);
  const wrong = [
    {},
    { dppId: id, expiresAt: '2020-01-01T00:00:00Z' },
    { dppId: id, expiresAt: '2100-01-01T00:00:00Z' },
    { dppId: id, holder: 'jane.doe@fix.example' },
    { schema: 'nothing' },
  ];
  for (const input of wrong) {
    assert.deepEqual(codesOf(await grant(ours, input)), ['BAD_USER_INPUT'], JSON.stringify(input));
  }
});

test('the public address shows more to the holder of a token, in an answer that no cache keeps', async () => {
  const id = await published(ours, CONTENT);
  const { token } = await tokenFor({ dppId: id });
  const read = (headers: Readonly<Record<string, string>>) =>
    fetch(`${service.url}/dpp/${id}`, { headers: { accept: 'application/json', ...headers } });
  const held = await read({ authorization: `Bearer ${token}` });
  assert.match(await held.text(), /acme\.example\/repair/);
  assert.equal(held.headers.get('cache-control'), 'private, no-store');
  assert.equal(held.headers.get('www-authenticate'), null);
  const wrong = { authorization: 'Bearer dpg_wrong' };
  for (const headers of [{}, wrong])
    assert.doesNotMatch(await (await read(headers)).text(), /acme\.example\/(repair|test)/);
  assert.equal((await read({})).headers.get('www-authenticate'), null);
  assert.match((await read(wrong)).headers.get('www-authenticate') ?? '', /error="invalid_token"/);
  const product = encodeURIComponent(textOf(await readDpp(ours, id), 'productIdentifier'));
  const rest = (path: string, headers: Record<string, string>) =>
    fetch(`${service.url}/v1/${path}`, { headers });
  for (const path of [`dpps/${id}`, `dpps/${id}/elements/$.name`, `dppsByProductId/${product}`]) {
    const answer = await rest(path, wrong);
    assert.match(answer.headers.get('www-authenticate') ?? '', /error="invalid_token"/, path);
  }
  for (const path of [`dpps/${id}`, `dppsByProductId/${product}`]) {
    const answer = await rest(path, { authorization: `Bearer ${token}` });
    assert.equal(answer.headers.get('www-authenticate'), null, path);
    assert.match(await answer.text(), /acme\.example\/repair/, path);
  }
});

test('the page takes the token of a person without a program by a form, which no cache keeps', async () => {
  const id = await published(ours, CONTENT);
  const { token } = await tokenFor({ dppId: id });
  const address = `${service.url}/dpp/${id}`;
  const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text();
  const action = /<form method="post" action="([^"]*)"/.exec(page)?.[1];
  assert.equal(action, `/dpp/${id}?lang=en`);
  assert.match(page, /<input name="token" type="password" aria-label="Access code"/);
  const send = (value: string) =>
    fetch(new URL(action, address), {
      method: 'POST',
      headers: { accept: 'text/html' },
      body: new URLSearchParams({ token: value }),
    });
  const opened = await send(` ${token} `);
  assert.equal(opened.headers.get('cache-control'), 'private, no-store');
  const shown = await opened.text();
  assert.match(shown, /href="https:\/\/acme\.example\/repair"/);
  assert.doesNotMatch(shown, /acme\.example\/test|opens nothing/);
  const uses = dataOf(await ours.send('{ dppGrants(first: 1) { nodes { uses { dpp { id } } } } }'));
  assert.equal(at(uses, 'dppGrants', 'nodes', 0, 'uses', 0, 'dpp', 'id'), id);
  assert.match(await (await send('dpg_wrong')).text(), /This access code opens nothing here/);
  for (const path of ['.json', '/qr.svg', '/events', '/versions'])
    assert.equal((await fetch(`${address}${path}`, { method: 'POST' })).status, 405, path);
});
