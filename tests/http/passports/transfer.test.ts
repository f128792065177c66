import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import {
  findPublicPassport,
  signVersionsAgain,
} from '../../../server/src/domains/passports/index.ts';
import { listKeys, rotateSigningKey } from '../../../server/src/domains/trust/index.ts';
import { query } from '../../../server/src/platform/database/index.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { until } from '../../../server/src/platform/testing.ts';
import {
  at,
  type Client,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
} from '../client.ts';
import { service, type World, world } from '../world.ts';
import { act, attempt, draft, GENERIC, newProduct, published, read, textOf } from './desk.ts';
import { trust } from './published.ts';

const ours = await world({ tier: 'ENTERPRISE' });
const theirs = await world({ tier: 'ENTERPRISE' });
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();

const NEW_OPERATOR: JsonObject = {
  economicOperator: {
    name: 'Second Life',
    id: '9506000134376',
    scheme: 'GLN',
    role: 'MANUFACTURER',
    country: 'PT',
  },
};

const offering = (client: Client, input: JsonObject) =>
  client.send(mutationText('offerDppTransfer', 'token transfer { id state }'), {
    input: { recipient: 'Second Life', ...input, expiresAt: input['expiresAt'] ?? TOMORROW },
  });

async function offer(id: string): Promise<{ readonly token: string; readonly transfer: string }> {
  const offered = at(dataOf(await offering(ours, { id })), 'offerDppTransfer');
  const [token, transfer] = [at(offered, 'token'), at(offered, 'transfer', 'id')];
  assert.ok(typeof token === 'string' && typeof transfer === 'string');
  assert.equal(at(offered, 'transfer', 'state'), 'OFFERED');
  return { token, transfer };
}

const accept = (client: Client, token: string, input: JsonObject = {}) =>
  attempt(client, 'acceptDppTransfer', { token, ...NEW_OPERATOR, ...input });

async function stateOf(transfer: string): Promise<Json | undefined> {
  const query = 'query ($id: ID!) { node(id: $id) { ... on DppTransfer { state acceptedBy } } }';
  return at(dataOf(await ours.send(query, { id: transfer })), 'node');
}

const auditOf = ({ scope }: World) =>
  query<{ action: string; actor: string }>(
    service.db,
    `select action, actor_kind as actor from audit_entries
     where organization_id = $1 and environment = $2 order by id desc limit 3`,
    [scope.organizationId, scope.environment],
  );

async function lastEvents(client: Client): Promise<Json | undefined> {
  const answer = await client.send('{ events(last: 2) { nodes { type data } } }');
  return at(dataOf(answer), 'events', 'nodes');
}

test('an accepted passport belongs to the other organization, with its id, address and chain', async () => {
  const id = await published(ours, { internalNote: 'zz-secret' });
  await act(ours, 'amendDpp', { id, reason: 'Typing error', modelNumber: 'TS-1' });
  const before = await read(ours, id, 'uri productIdentifier integrity { hash }');
  const { token, transfer } = await offer(id);
  const productId = await newProduct(theirs);
  const dpp = at(
    dataOf(await accept(theirs, token, { productId, externalId: 'taken' })),
    'acceptDppTransfer',
    'dpp',
  );
  assert.equal(at(dpp, 'publishedVersion'), 3);
  const after = await read(
    theirs,
    id,
    `uri productIdentifier externalId product { id } statusReason
     versions { nodes { number integrity { hash previousHash jws } content } }`,
  );
  assert.equal(at(after, 'uri'), at(before, 'uri'));
  assert.equal(at(after, 'productIdentifier'), at(before, 'productIdentifier'));
  assert.equal(at(after, 'product', 'id'), productId);
  assert.match(String(at(after, 'statusReason')), /passed from Acme Apparel to Second Life/);
  const earlier = await fetch(`${at(after, 'uri')}/versions/2?lang=de`, {
    headers: { accept: 'text/html' },
  });
  assert.match(
    await earlier.text(),
    /Grund: Die Verantwortung ging von Acme Apparel auf Second Life über\./,
  );
  const link = (place: number, name: string) =>
    at(after, 'versions', 'nodes', place, 'integrity', name);
  assert.equal(link(1, 'hash'), at(before, 'integrity', 'hash'));
  assert.equal(link(2, 'previousHash'), link(1, 'hash'));
  assert.equal(link(1, 'previousHash'), link(0, 'hash'));
  assert.ok(!JSON.stringify(after).includes('zz-secret'), 'INTERNAL fields stay behind');
  const issuers = [0, 2].map((place) => {
    const { issuer } = decodeJwt<{ issuer: { id: string } }>(String(link(place, 'jws')));
    return issuer.id;
  });
  assert.notEqual(issuers[0], issuers[1]);
  const gone = await ours.send('query ($id: ID!) { dpp(id: $id) { id } }', { id });
  assert.deepEqual(codesOf(gone), ['NOT_FOUND']);
  assert.deepEqual(await stateOf(transfer), { state: 'ACCEPTED', acceptedBy: 'Second Life' });
  const lists = await ours.send(
    `query ($id: ID!) {
      accepted: dppTransfers(filter: { dppId: $id, state: [WITHDRAWN, ACCEPTED] }) { totalCount nodes { id } }
      others: dppTransfers(filter: { dpp: { id: $id }, state: [OFFERED, EXPIRED, WITHDRAWN] }) { totalCount }
    }`,
    { id },
  );
  const accepted = { totalCount: 1, nodes: [{ id: transfer }] };
  assert.deepEqual(dataOf(lists), { accepted, others: { totalCount: 0 } });
});

test('a footprint is of the operator that calculated it, also after a transfer, until the new one refreshes it', async () => {
  const calculated = async (client: Client) => {
    const productId = await newProduct(client);
    await sendForId(client, 'calculateProductFootprint', 'calculation', {
      productId,
      asProductFootprint: true,
    });
    return productId;
  };
  const content = { productId: await calculated(ours), ...GENERIC };
  const id = textOf(await act(ours, 'generateDpp', content), 'id');
  await act(ours, 'publishDpp', { id });
  const author = async (client: Client) =>
    at(await read(client, id, 'footprint { calculatedBy }'), 'footprint', 'calculatedBy');
  const pageOf = async () => {
    const address = textOf(await read(theirs, id, 'uri'), 'uri');
    const page = await fetch(new URL(new URL(address).pathname, service.url), {
      headers: { accept: 'text/html' },
    });
    return page.text();
  };
  assert.equal(await author(ours), null);
  const productId = await calculated(theirs);
  dataOf(await accept(theirs, (await offer(id)).token, { productId }));
  assert.equal(await author(theirs), 'Acme Apparel');
  await until(async () => /Calculated by Acme Apparel/.test(await pageOf()));
  await act(theirs, 'amendDpp', { id, reason: 'Own footprint', refreshFootprint: true });
  assert.equal(await author(theirs), null);
  await until(async () => /Calculated by Second Life/.test(await pageOf()));
});

test('both organizations get an event and an entry of the audit log, which name no person of the other', async () => {
  const { token } = await offer(await published(ours));
  dataOf(await accept(theirs, token));
  const given = await lastEvents(ours);
  assert.equal(at(given, 1, 'type'), 'dpp.transferred');
  assert.equal(at(given, 1, 'data', 'direction'), 'HANDED_OVER');
  const taken = await lastEvents(theirs);
  assert.deepEqual(
    [at(taken, 0, 'type'), at(taken, 1, 'type')],
    ['dpp.transferred', 'dpp.amended'],
  );
  assert.equal(at(taken, 0, 'data', 'direction'), 'TAKEN_OVER');
  assert.deepEqual((await auditOf(ours))[0], { action: 'dpp.handed_over', actor: 'SYSTEM' });
  assert.deepEqual(
    (await auditOf(theirs)).slice(0, 2).map(({ action }) => action),
    ['dpp.amended', 'dpp.taken_over'],
  );
});

test('of two organizations that accept at once, exactly one gets the passport', async () => {
  const id = await published(ours);
  const { token } = await offer(id);
  const third = await world({ tier: 'ENTERPRISE' });
  const answers = await Promise.all([accept(theirs, token), accept(third, token)]);
  const codes = answers.map((answer) => codesOf(answer).join());
  assert.deepEqual(codes.toSorted(), ['', 'CONFLICT']);
  const owners = await query(
    service.db,
    'select organization_id from dpps where id = $1 and environment = $2 and organization_id = any($3)',
    [decodeId('dpp', id), 'LIVE', [ours, theirs, third].map(({ scope }) => scope.organizationId)],
  );
  assert.equal(owners.length, 1);
});

test('an expired, a withdrawn, a replaced and a used offer are refused with their state', async () => {
  const id = await published(ours);
  const expired = await offer(id);
  await query(
    service.db,
    `update dpp_transfers set expires_at = now() - interval '1 second'
     where organization_id = $1 and environment = $2 and id = $3`,
    [ours.scope.organizationId, 'LIVE', decodeId('dppTransfer', expired.transfer)],
  );
  const refused = async ({ token }: { token: string }, state: string) => {
    const answer = await accept(theirs, token);
    assert.deepEqual(codesOf(answer), ['CONFLICT'], state);
    assert.equal(answer.errors[0]?.extensions['state'], state);
  };
  await refused(expired, 'EXPIRED');
  const replaced = await offer(id);
  const withdrawn = await offer(id);
  await refused(replaced, 'WITHDRAWN');
  const withdraw = () =>
    ours.send(mutationText('withdrawDppTransfer', 'transfer { state }'), {
      input: { id: withdrawn.transfer },
    });
  assert.equal(
    at(dataOf(await withdraw()), 'withdrawDppTransfer', 'transfer', 'state'),
    'WITHDRAWN',
  );
  assert.deepEqual(codesOf(await withdraw()), ['CONFLICT']);
  await refused(withdrawn, 'WITHDRAWN');
  const used = await offer(id);
  dataOf(await accept(theirs, used.token));
  await refused(used, 'ACCEPTED');
});

test('a token opens nothing in another environment, for its own organization, or when it is wrong', async () => {
  const { token } = await offer(await published(ours));
  const sandbox = await world({
    ...{ tier: 'ENTERPRISE', environment: 'SANDBOX' },
    organization: theirs.organization,
  });
  assert.deepEqual(codesOf(await accept(sandbox, token)), ['NOT_FOUND']);
  assert.deepEqual(codesOf(await accept(ours, token)), ['BAD_USER_INPUT']);
  const wrong = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
  for (const each of [wrong, '', 'dpt_x'])
    assert.deepEqual(codesOf(await accept(theirs, each)), ['NOT_FOUND'], each);
  const growth = await world({ tier: 'GROWTH' });
  assert.deepEqual(codesOf(await accept(growth, token)), ['FORBIDDEN']);
});

test('a key without DPPS_READ that asks for the passport is refused, and accepts nothing', async () => {
  const { token } = await offer(await published(ours));
  const permissions = ['DPPS_WRITE'] as const;
  const writer = await world({
    ...{ tier: 'ENTERPRISE', permissions },
    organization: theirs.organization,
  });
  const answer = await accept(writer, token);
  assert.deepEqual(codesOf(answer), ['FORBIDDEN']);
  assert.deepEqual(answer.data, { acceptDppTransfer: null });
  dataOf(await accept(theirs, token));
});

test('only a published passport is offered and accepted, for a bounded time', async () => {
  assert.deepEqual(codesOf(await offering(ours, { id: await draft(ours) })), ['CONFLICT']);
  const id = await published(ours);
  const { token } = await offer(id);
  for (const [input, code] of [
    [{ expiresAt: '2020-01-01T00:00:00Z' }, 'BAD_USER_INPUT'],
    [{ expiresAt: '2100-01-01T00:00:00Z' }, 'BAD_USER_INPUT'],
    [{ recipient: 'jane.doe@second.example' }, 'BAD_USER_INPUT'],
    [{ expectedVersion: 77 }, 'CONFLICT'],
  ] as const)
    assert.deepEqual(codesOf(await offering(ours, { id, ...input })), [code]);
  await act(ours, 'suspendDpp', { id, reason: 'Recall' });
  const suspended = await accept(theirs, token);
  assert.deepEqual(codesOf(suspended), ['CONFLICT']);
  assert.equal(suspended.errors[0]?.extensions['state'], 'SUSPENDED');
});

test('an acceptance that lacks something, or has a living passport in the way, changes nothing', async () => {
  const gtin = '4006381333931';
  const id = await published(ours);
  const { token, transfer } = await offer(id);
  const incomplete = await attempt(theirs, 'acceptDppTransfer', { token });
  assert.deepEqual(codesOf(incomplete), ['BAD_USER_INPUT']);
  assert.match(JSON.stringify(incomplete.errors), /economicOperator\.id/);
  const [ourProduct, theirProduct] = [
    await newProduct(ours, { gtin }),
    await newProduct(theirs, { gtin }),
  ];
  const same = await draft(ours, { productId: ourProduct });
  await act(ours, 'publishDpp', { id: same });
  await draft(theirs, { productId: theirProduct });
  const taken = await accept(theirs, (await offer(same)).token);
  assert.deepEqual(codesOf(taken), ['CONFLICT']);
  assert.deepEqual(await stateOf(transfer), { state: 'OFFERED', acceptedBy: null });
  assert.equal(at(await read(ours, id), 'publishedVersion'), 1);
});

test('the token of an offer is shown once, and a repeated acceptance gives the first answer', async () => {
  const id = await published(ours);
  const input = { id, idempotencyKey: 'offer-once' };
  const token = at(dataOf(await offering(ours, input)), 'offerDppTransfer', 'token');
  assert.match(String(token), /^dpt_[\w-]{43}$/);
  assert.equal(at(dataOf(await offering(ours, input)), 'offerDppTransfer', 'token'), null);
  const once = { idempotencyKey: 'accept-once' };
  const first = dataOf(await accept(theirs, String(token), once));
  assert.deepEqual(dataOf(await accept(theirs, String(token), once)), first);
});

test('grants of the passport end; the former list says revoked when the new owner revokes', async () => {
  const id = await published(ours, {
    restrictedDocuments: [{ type: 'REPAIR', url: 'https://acme.example/repair' }],
  });
  const granted = await ours.send(mutationText('grantDppAccess', 'token grant { id }'), {
    input: {
      ...{ dppId: id, audience: 'AUTHORITY', purpose: 'Test', holder: 'Office' },
      expiresAt: TOMORROW,
    },
  });
  const token = String(at(dataOf(granted), 'grantDppAccess', 'token'));
  const seen = async () => {
    const view = await findPublicPassport(service.db, decodeId('dpp', id) ?? '', { token });
    return view?.content['restrictedDocuments'] !== undefined;
  };
  assert.equal(await seen(), true);
  dataOf(await accept(theirs, (await offer(id)).token));
  assert.equal(await seen(), false);
  const grant = await ours.send(
    'query ($id: ID!) { node(id: $id) { ... on DppGrant { revokedAt uses { dpp { id } } } } }',
    { id: String(at(dataOf(granted), 'grantDppAccess', 'grant', 'id')) },
  );
  assert.ok(at(dataOf(grant), 'node', 'revokedAt'));
  await act(theirs, 'revokeDpp', { id, reason: 'Recall' });
  const bits = await query(
    service.db,
    `select is_revoked as revoked, is_superseded as superseded from credential_statuses
     where organization_id = $1 and environment = $2 and subject_id = $3`,
    [ours.scope.organizationId, 'LIVE', decodeId('dpp', id)],
  );
  assert.deepEqual(bits, [{ revoked: true, superseded: true }]);
});

test('a compromised key signs again what it had signed before the passport passed on', async () => {
  const giver = await world({ tier: 'ENTERPRISE' });
  const id = await published(giver);
  const offered = await offering(giver, { id });
  dataOf(await accept(theirs, String(at(dataOf(offered), 'offerDppTransfer', 'token'))));
  const count = await service.db.transaction().execute(async (tx) => {
    const work = { db: tx, scope: giver.scope };
    const { endedId } = await rotateSigningKey(work, trust, true);
    return signVersionsAgain(work, trust, endedId ?? '');
  });
  assert.equal(count, 1);
  const active = (await listKeys({ db: service.db, scope: giver.scope })).find(
    ({ state }) => state === 'ACTIVE',
  );
  const dpp = await read(theirs, id, 'versions { nodes { integrity { jws } } }');
  const jws = String(at(dpp, 'versions', 'nodes', 0, 'integrity', 'jws'));
  assert.ok(decodeProtectedHeader(jws).kid?.endsWith(`#${active?.thumbprint}`));
});
