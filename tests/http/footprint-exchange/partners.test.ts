import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, mock, test } from 'node:test';
import { sql } from 'kysely';
import { claimDue } from '../../../server/src/domains/footprint-exchange/request-store.ts';
import { announceFootprints } from '../../../server/src/domains/footprint-exchange/requests.ts';
import { openDatabase } from '../../../server/src/platform/database/index.ts';
import { decodeId, encodeId, newUuid } from '../../../server/src/platform/ids.ts';
import { untilFound } from '../../../server/src/platform/testing.ts';
import {
  at,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  sendForId,
  textAt,
} from '../client.ts';
import { service, world } from '../world.ts';
import { assertPact, calculated, jsonOf, partnerOf, rootOf } from './partner.ts';
import { footprintOf, SECRET, startPeer } from './peer-server.ts';

const peer = await startPeer();
after(() => peer.close());
const owner = await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' });
const { organization } = owner;
const key = await world({
  organization,
  tier: 'ENTERPRISE',
  environment: 'SANDBOX',
  permissions: ['FOOTPRINTS_READ'],
});
const mill = await partnerOf(key);
const partnerId = await newPartner({ apiKeyId: encodeId('apiKey', key.keyId) });
const URN = 'urn:gtin:09506000134352';

function newPartner(input: JsonObject = {}): Promise<string> {
  return owner
    .send(mutationText('createFootprintPartner', 'partner { id }'), {
      input: { name: 'Mill', url: peer.url, clientId: 'us', clientSecret: SECRET, ...input },
    })
    .then((answer) => textAt(answer, 'createFootprintPartner', 'partner', 'id'));
}

async function newShirt(): Promise<string> {
  return sendForId(owner, 'createProduct', 'product', {
    name: 'Shirt',
    components: [{ name: 'Cloth', material: 'cotton fibre', massKg: 0.2 }],
  });
}

async function request(input: JsonObject): Promise<string> {
  const answer = await owner.send(mutationText('requestFootprint', 'request { id state }'), {
    input: { partnerId, productIds: [URN], ...input },
  });
  return textAt(answer, 'requestFootprint', 'request', 'id');
}

const REQUEST = `query ($id: ID!) { footprintRequest(id: $id) { kind state component document documentSha256 error
  attemptCount nextAttemptAt eventId partner { name } product { id } } }`;

async function requestIn(id: string, states: readonly string[], attempts = 1): Promise<Json> {
  return untilFound(async () => {
    const found = at(dataOf(await owner.send(REQUEST, { id })), 'footprintRequest');
    const isThere = states.includes(String(at(found, 'state')));
    return isThere && Number(at(found, 'attemptCount')) >= attempts ? (found ?? null) : undefined;
  });
}

/** Makes the next attempt due now: the clock of retries is hours long. */
async function makeDue(id: string): Promise<void> {
  await untilFound(async () => {
    const { numAffectedRows } = await sql`update footprint_requests set due_at = now()
      where organization_id = ${organization.id} and environment = 'SANDBOX'
        and id = ${decodeId('footprintRequest', id)} and due_at is not null and leased_until is null`.execute(
      service.db,
    );
    return numAffectedRows === 1n ? true : undefined;
  });
}

async function componentOf(productId: string): Promise<Json> {
  const query = `query ($id: ID!) { product(id: $id) { version components { name material supplier supplierPcf massKg } } }`;
  return at(dataOf(await owner.send(query, { id: productId })), 'product', 'components', 0) ?? null;
}

function post(event: unknown, token = mill.token): Promise<Response> {
  return fetch(`${rootOf(owner)}/3/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/cloudevents+json' },
    body: JSON.stringify(event),
  });
}

function eventOf(type: string, data: JsonObject, rest: JsonObject = {}): JsonObject {
  return {
    type: `org.wbcsd.pact.ProductFootprint.${type}.3`,
    specversion: '1.0',
    id: randomUUID(),
    source: '//mill.example/3/events',
    time: new Date().toISOString(),
    data,
    ...rest,
  };
}

test('credentials are tried when they are saved, and saved whatever the partner answers', async () => {
  const checkOf = (id: string) =>
    untilFound(async () => {
      const text = `query ($id: ID!) { node(id: $id) { ... on FootprintPartner {
        credentialCheck { kind state error finishedAt } } } }`;
      const check = at(dataOf(await owner.send(text, { id })), 'node', 'credentialCheck');
      return at(check, 'finishedAt') === null ? undefined : (check ?? null);
    });
  const id = await newPartner({ clientId: 'other' });
  const refused = await checkOf(id);
  assert.deepEqual([at(refused, 'kind'), at(refused, 'state')], ['CHECK', 'FAILED']);
  assert.equal(
    at(refused, 'error'),
    'The token endpoint answered 401: check the client id and secret.',
  );
  const text = mutationText('updateFootprintPartner', 'partner { credentialCheck { state } }');
  const update = async (input: JsonObject) => {
    const answer = await owner.send(text, { input: { id, ...input } });
    return at(dataOf(answer), 'updateFootprintPartner', 'partner', 'credentialCheck', 'state');
  };
  assert.equal(await update({ name: 'Cloth mill' }), 'FAILED');
  const other = await startPeer();
  after(() => other.close());
  assert.equal(await update({ url: other.url, clientId: 'us' }), 'QUEUED');
  assert.equal(at(await checkOf(id), 'state'), 'COMPLETED');
  await other.close();
  assert.equal(await update({ url: `${other.url}/down` }), 'QUEUED');
  assert.match(String(at(await checkOf(id), 'error')), /could not be reached/);
});

test('a footprint of the partner becomes that of the component, with its provenance', async () => {
  const wanted = footprintOf(randomUUID(), URN, 4.5);
  peer.footprints = [
    footprintOf(randomUUID(), 'urn:gtin:00000000000017', 1),
    footprintOf(randomUUID(), URN, 9, { created: '2026-01-01T00:00:00Z' }),
    footprintOf(randomUUID(), URN, 2, { status: 'Deprecated' }),
    footprintOf(randomUUID(), URN, 3, { validityPeriodEnd: '2020-01-01T00:00:00Z' }),
    wanted,
  ];
  peer.refused = 1;
  const productId = await newShirt();
  const id = await request({ productId, component: 'Cloth' });
  const found = await requestIn(id, ['COMPLETED']);
  assert.deepEqual(at(found, 'document'), wanted);
  assert.match(String(at(found, 'documentSha256')), /^[\da-f]{64}$/);
  assert.equal(at(found, 'partner', 'name'), 'Mill');
  const component = await componentOf(productId);
  assert.deepEqual(at(component, 'supplierPcf'), wanted);
  assert.equal(at(component, 'supplier'), 'Mill');
  assert.equal(at(component, 'material'), null);
  const calculation = await owner.send(
    mutationText('calculateProductFootprint', 'calculation { co2eKg }'),
    { input: { productId } },
  );
  const co2eKg = at(dataOf(calculation), 'calculateProductFootprint', 'calculation', 'co2eKg');
  assert.ok(Math.abs(Number(co2eKg) - 0.9) < 1e-9, String(co2eKg));
});

const ENDED = ['COMPLETED', 'REJECTED', 'FAILED'];

test('a footprint of a unit that the component cannot have fails the request with the reason', async () => {
  const { pcf } = footprintOf(randomUUID(), URN, 1);
  const perKwh = {
    pcf: {
      ...Object(pcf),
      declaredUnitOfMeasurement: 'kilowatt hour',
      productMassPerDeclaredUnit: '0',
    },
  };
  const reason =
    /^The component "Cloth" cannot take the footprint: .* per kilowatt hour.* only its mass/;
  const productId = await newShirt();
  peer.footprints = [footprintOf(randomUUID(), URN, 1, perKwh)];
  const listed = await requestIn(await request({ productId, component: 'Cloth' }), ENDED);
  assert.equal(at(listed, 'state'), 'FAILED');
  assert.match(String(at(listed, 'error')), reason);
  peer.footprints = [];
  const id = await request({ productId, component: 'Cloth' });
  const requestEventId = String(at(await requestIn(id, ['WAITING']), 'eventId'));
  const pfs = [footprintOf(randomUUID(), URN, 1, perKwh)];
  const sent = await post(eventOf('RequestFulfilledEvent', { requestEventId, pfs }));
  assert.equal(sent.status, 200);
  const fulfilled = await requestIn(id, ENDED);
  assert.equal(at(fulfilled, 'state'), 'FAILED');
  assert.match(String(at(fulfilled, 'error')), reason);
  assert.equal(at(fulfilled, 'document'), null);
  assert.equal(at(await componentOf(productId), 'material'), 'cotton fibre');
});

test('an update of a slow partner keeps its lease while it fetches', async () => {
  const leases: number[] = [];
  peer.misbehave = (_request, answer) => {
    const held = sql<{ until: number }>`select extract(epoch from leased_until)::float8 as until
      from footprint_requests where organization_id = ${organization.id} and environment = 'SANDBOX'
        and kind = 'UPDATE' and leased_until is not null`.execute(service.db);
    held.then(({ rows }) => {
      leases.push(...rows.map(({ until }) => until));
      answer.writeHead(404).end('{}');
    }, answer.destroy.bind(answer));
  };
  assert.equal(at(await published([randomUUID(), randomUUID()]), 'state'), 'FAILED');
  peer.misbehave = undefined;
  const [first = 0, second = 0] = leases;
  assert.ok(second > first, String(leases));
});

test('a footprint that the list does not have is asked for, and taken from the event that fulfils it', async () => {
  peer.footprints = [];
  peer.events.length = 0;
  const productId = await newShirt();
  const id = await request({ productId, component: 'Cloth', geographies: ['PT'] });
  const waiting = await requestIn(id, ['WAITING']);
  const [asked] = peer.events;
  assert.deepEqual(at(asked, 'data'), { productId: [URN], geography: ['PT'] });
  assert.equal(at(asked, 'id'), at(waiting, 'eventId'));
  const requestEventId = String(at(waiting, 'eventId'));
  const wrong = [footprintOf(randomUUID(), 'urn:gtin:00000000000017', 1)];
  const refused = await post(eventOf('RequestFulfilledEvent', { requestEventId, pfs: wrong }));
  assert.equal(refused.status, 400);
  assertPact('Error', await jsonOf(refused));
  const first = footprintOf(randomUUID(), URN, 4.5);
  const fulfilled = eventOf('RequestFulfilledEvent', { requestEventId, pfs: [first] });
  for (const _twice of [1, 2]) {
    const taken = await post(fulfilled);
    assert.deepEqual([taken.status, await taken.text()], [200, '']);
  }
  assert.deepEqual(at(await requestIn(id, ['COMPLETED']), 'document'), first);

  // A later footprint of the same product replaces it; one of another product does not.
  const next = footprintOf(randomUUID(), URN, 4.1, { precedingPfIds: [String(first['id'])] });
  const other = footprintOf(randomUUID(), 'urn:gtin:00000000000017', 1);
  peer.footprints = [next, other];
  const unknown = randomUUID();
  const [nextId, otherId] = [String(next['id']), String(other['id'])];
  const failed = await published([unknown, nextId, otherId]);
  assert.equal(at(failed, 'state'), 'FAILED');
  assert.equal(at(failed, 'error'), `${unknown}: The partner answered 404: None.`);
  assert.equal(at(await componentOf(productId), 'supplierPcf', 'id'), nextId);

  // A component that was given something else in the meantime keeps it.
  const components = [{ name: 'Cloth', material: 'polyester', massKg: 0.2 }];
  await owner.send(mutationText('updateProduct', 'product { id }'), {
    input: { id: productId, components },
  });
  const last = footprintOf(randomUUID(), URN, 4, { precedingPfIds: [nextId] });
  peer.footprints = [last];
  assert.equal(at(await published([String(last['id'])]), 'state'), 'COMPLETED');
  const kept = await componentOf(productId);
  assert.deepEqual([at(kept, 'material'), at(kept, 'supplierPcf')], ['polyester', null]);
});

/** The outcome of an event that publishes footprints. */
async function published(pfIds: readonly string[]): Promise<Json> {
  assert.equal((await post(eventOf('PublishedEvent', { pfIds: [...pfIds] }))).status, 200);
  const text = `{ footprintRequests(first: 20) { nodes { kind criteria state error finishedAt } } }`;
  return untilFound(async () => {
    const nodes = at(dataOf(await owner.send(text)), 'footprintRequests', 'nodes');
    const found = (Array.isArray(nodes) ? nodes : []).find(
      (each) =>
        at(each, 'kind') === 'UPDATE' && at(each, 'criteria', 'pfIds', 0) === (pfIds[0] ?? ''),
    );
    return at(found, 'finishedAt') ? found : undefined;
  });
}

test('silent partners of one organization keep no other organization waiting', async () => {
  const other = await world({ tier: 'ENTERPRISE' });
  const claim = { limit: 20, ofOrganization: 10, leaseSeconds: 300 };
  const tx = await service.db.startTransaction().execute();
  const wait = async (id: string, partners: number, requests: number, ageMinutes: number) => {
    await sql`with partners as (
        insert into footprint_partners (organization_id, environment, id, name, url, client_id, client_secret)
        select ${id}, 'LIVE', gen_random_uuid(), 'P', 'https://p.example/' || at, 'us', ''
        from generate_series(1, ${partners}::int) at returning id)
      insert into footprint_requests (organization_id, environment, id, partner_id, kind, state, event_id, criteria, due_at)
      select ${id}, 'LIVE', gen_random_uuid(), partners.id, 'REQUEST', 'QUEUED', number::text, '{}',
        now() - ${ageMinutes} * interval '1 minute'
      from partners, generate_series(1, ${requests}::int) number`.execute(tx);
  };
  // Older than all that the service of this test has to do.
  await wait(organization.id, 12, 90, 600);
  const ofOurs = (due: Awaited<ReturnType<typeof claimDue>>) =>
    due.filter(({ organizationId }) => organizationId === organization.id).length;
  assert.equal(ofOurs(await claimDue(tx, claim)), 10);
  await wait(other.organization.id, 1, 2, 500);
  const second = await claimDue(tx, claim);
  assert.equal(ofOurs(second), 0);
  const { rows } = await sql<{ held: string }>`select count(*) as held from footprint_requests
    where organization_id = ${other.organization.id} and leased_until > now()`.execute(tx);
  await tx.rollback().execute();
  assert.equal(Number(rows[0]?.held), 1);
  assert.ok(second.some(({ organizationId }) => organizationId === other.organization.id));
});

test('a footprint as large as no request may be is refused, and so are more criteria than a partner reads', async () => {
  const large = footprintOf(randomUUID(), URN, 1, { comment: 'x'.repeat(1_048_576) });
  peer.footprints = [large];
  const productId = await newShirt();
  const found = await requestIn(await request({ productId, component: 'Cloth' }), ENDED);
  peer.footprints = [];
  assert.equal(at(found, 'state'), 'FAILED');
  assert.match(String(at(found, 'error')), /^The footprint is too large: it has more than 1048576/);
  const many = Array.from({ length: 101 }, (_, at) => `${URN}${at}`);
  const refused = await owner.send(mutationText('requestFootprint', 'request { id }'), {
    input: { partnerId, productIds: many, geographies: many },
  });
  const problems = at(refused.errors[0]?.extensions, 'problems');
  assert.deepEqual(
    [0, 1].map((place) => [at(problems, place, 'path'), at(problems, place, 'code')]),
    [
      [['input', 'productIds'], 'TOO_MANY'],
      [['input', 'geographies'], 'TOO_MANY'],
    ],
  );
});

test('a rejection ends the request with the words of the partner', async () => {
  peer.footprints = [];
  const id = await request({});
  const requestEventId = String(at(await requestIn(id, ['WAITING']), 'eventId'));
  const error = { code: 'NotFound', message: 'We do not make it.' };
  assert.equal(
    (await post(eventOf('RequestRejectedEvent', { requestEventId, error }))).status,
    200,
  );
  const found = await requestIn(id, ['REJECTED']);
  assert.equal(at(found, 'error'), 'NotFound: We do not make it.');
});

test('a partner that answers wrongly is tried again, and a footprint that it has later is taken', async () => {
  const stranger = await startPeer();
  stranger.footprints = [footprintOf(randomUUID(), URN, 0.01)];
  peer.footprints = [];
  const id = await request({});
  await requestIn(id, ['WAITING']);
  let attempts = 1;
  // The clock of the process is ahead during the first of these attempts.
  mock.timers.enable({ apis: ['Date'], now: Date.now() + 30 * 86_400_000 });
  for (const [misbehave, expected] of [
    [(_: unknown, answer: Reply) => answer.writeHead(500).end('sorry'), /answered 500: sorry$/],
    [
      (_: unknown, answer: Reply) => answer.writeHead(503).end('{"message": "Back at noon."}'),
      /answered 503: Back at noon\.$/,
    ],
    [(_: unknown, answer: Reply) => answer.writeHead(200).end('<html>'), /not a JSON object/],
    [
      (_: unknown, answer: Reply) => answer.writeHead(302, { Location: stranger.url }).end(),
      /answered 302/,
    ],
    [(_: unknown, answer: Reply) => answer.writeHead(200).end('{"data": 1}'), /no `data`/],
    [(_: unknown, answer: Reply) => answer.destroy(), /could not be reached/],
    [(_: unknown, answer: Reply) => answer.writeHead(500).end('\0'), /answered 500/],
    [
      (_: unknown, answer: Reply) => answer.writeHead(200).end('{"data": ["\\u0000"]}'),
      /`data\.0`.* null byte/,
    ],
    [
      (_: unknown, answer: Reply) =>
        answer
          .writeHead(200, { Link: `<${stranger.url}/3/footprints>; rel="next"` })
          .end('{"data": []}'),
      null,
    ],
  ] as const) {
    peer.misbehave = misbehave;
    await makeDue(id);
    attempts += 1;
    const found = await requestIn(id, ['WAITING'], attempts);
    assert.notEqual(at(found, 'nextAttemptAt'), null);
    // An attempt counts from its beginning; the peer behaves so until it has ended.
    await untilFound(async () => {
      const text = at(await requestIn(id, ['WAITING'], attempts), 'error');
      const isAsExpected = expected === null ? text === null : expected.test(String(text));
      return isAsExpected ? true : undefined;
    });
    mock.timers.reset();
  }
  assert.equal(stranger.tokens, 0);
  await stranger.close();
  peer.misbehave = undefined;
  const late = footprintOf(randomUUID(), URN, 4.4);
  peer.footprints = [late];
  await makeDue(id);
  assert.deepEqual(at(await requestIn(id, ['COMPLETED']), 'document'), late);
});

type Reply = import('node:http').ServerResponse;

/** Adds copies of a calculation after it. */
async function repeatCalculation(calculationId: string, count: number): Promise<void> {
  const ids = Array.from({ length: count }, () => newUuid());
  await sql`insert into calculations
    select (jsonb_populate_record(calculations, jsonb_build_object('id', copy))).*
    from calculations, unnest(${ids}::uuid[]) copy
    where organization_id = ${organization.id} and environment = 'SANDBOX'
      and id = ${decodeId('calculation', calculationId)}`.execute(service.db);
}

test('a request of the partner is answered by an event, once however often it is sent', async () => {
  const rope = await calculated(owner, { sku: 'ROPE', declaredUnit: { amount: 1, unit: 'M' } });
  await repeatCalculation(rope.calculationId, 100);
  const { calculationId } = await calculated(owner, { sku: 'FOR-MILL' });
  peer.events.length = 0;
  const productId = ['rope', 'for-mill'].map((sku) => `urn:pact:localhost:product-id:${sku}`);
  const status = ['Active', 'Deprecated'];
  // A metre is no unit of PACT: the footprints of the rope are passed over.
  const asked = eventOf('RequestCreatedEvent', { productId, status });
  for (const _twice of [1, 2]) assert.equal((await post(asked)).status, 200);
  const unknown = eventOf('RequestCreatedEvent', { productId: ['urn:gtin:00000000000017'] });
  assert.equal((await post(unknown)).status, 200);
  await untilFound(async () => (peer.events.length >= 2 ? true : undefined));
  const answerTo = (event: JsonObject) =>
    peer.events.filter((each) => at(each, 'data', 'requestEventId') === event['id']);
  const [fulfilled, ...again] = answerTo(asked);
  assert.deepEqual(again, []);
  assert.match(String(fulfilled?.['type']), /RequestFulfilledEvent/);
  assert.equal(at(fulfilled, 'data', 'pfs', 0, 'id'), decodeId('calculation', calculationId));
  assert.match(String(answerTo(unknown)[0]?.['type']), /RequestRejectedEvent/);

  await owner.send(mutationText('announceFootprints', 'request { id }'), {
    input: { partnerId, calculationIds: [calculationId, calculationId] },
  });
  const published = await untilFound(async () =>
    peer.events.find((each) => /PublishedEvent/.test(String(each['type']))),
  );
  assert.deepEqual(at(published, 'data', 'pfIds'), [decodeId('calculation', calculationId)]);
});

test('an announcement names footprints without reading their results', async () => {
  const texts: string[] = [];
  const onStatement = (text: string) => texts.push(text);
  const url = service.databaseUrl;
  const db = await openDatabase({ url, pipelines: 1, poolSize: 1, onStatement });
  const { calculationId } = await calculated(owner);
  const partner = decodeId('footprintPartner', partnerId) ?? '';
  const { scope } = owner;
  await db
    .transaction()
    .execute((tx) => announceFootprints({ db: tx, scope }, partner, [calculationId]));
  await db.destroy();
  assert.ok(texts.some((text) => text.includes('from calculations')));
  assert.deepEqual(
    texts.filter((text) => /select .*\bresult as\b/s.test(text)),
    [],
  );
});

test('malformed events and those of a key without a partner are BadRequest', async () => {
  for (const event of [
    null,
    {},
    eventOf('RequestCreatedEvent', {}, { specversion: '0.3' }),
    eventOf('RequestCreatedEvent', {}, { id: '' }),
    eventOf('RequestCreatedEvent', { productId: 'urn:gtin:1' }),
    eventOf('RequestCreatedEvent', { validOn: 'soon' }),
    eventOf('PublishedEvent', { pfIds: [] }),
    eventOf('PublishedEvent', { pfIds: ['urn:gtin:4712345060507'] }),
    eventOf('RequestFulfilledEvent', { requestEventId: 'unknown', pfs: [{}] }),
    eventOf('RequestRejectedEvent', { requestEventId: 'unknown', error: {} }),
    eventOf('SomethingEvent', {}),
    eventOf('PublishedEvent', { pfIds: ['\0'] }),
    eventOf('PublishedEvent', { pfIds: ['\ud83d'] }),
    eventOf('RequestCreatedEvent', {}, { id: '\0' }),
  ]) {
    const refused = await post(event);
    const body = await jsonOf(refused);
    assert.deepEqual([refused.status, body['code']], [400, 'BadRequest'], JSON.stringify(event));
  }
  const stranger = await partnerOf(owner);
  const refused = await post(eventOf('RequestCreatedEvent', {}), stranger.token);
  assert.equal(refused.status, 400);
  assert.match(String((await jsonOf(refused))['message']), /No partner is registered/);
});

test('an address and client id that a partner has are a conflict that names it', async () => {
  const twin = { name: 'Mill again', url: `${peer.url}/`, clientId: 'us', clientSecret: SECRET };
  const text = mutationText('createFootprintPartner', 'partner { id }');
  const refused = await owner.send(text, { input: twin });
  assert.deepEqual(codesOf(refused), ['CONFLICT']);
  assert.equal(refused.errors[0]?.extensions['id'], partnerId);
  assert.match(
    refused.errors[0]?.message ?? '',
    new RegExp(`^The partner ${partnerId} \\(Mill\\) has`),
  );
  const id = await newPartner({ clientId: 'another company there' });
  const change = mutationText('updateFootprintPartner', 'partner { id }');
  const changed = await owner.send(change, { input: { id, clientId: 'us' } });
  assert.deepEqual(codesOf(changed), ['CONFLICT']);
});

test('partners have public addresses, secrets that are not shown, and keys of their own', async () => {
  const create = (input: JsonObject) =>
    owner.send(mutationText('createFootprintPartner', 'partner { id clientId apiKey { id } }'), {
      input: {
        name: 'X',
        url: 'https://pact.example/',
        clientId: 'us',
        clientSecret: 's',
        ...input,
      },
    });
  for (const url of ['https://169.254.169.254/', 'https://10.0.0.1/', 'http://pact.example/'])
    assert.deepEqual(codesOf(await create({ url })), ['BAD_USER_INPUT'], url);
  const apiKeyId = encodeId('apiKey', key.keyId);
  assert.deepEqual(codesOf(await create({ apiKeyId })), ['CONFLICT']);
  const id = await newPartner({ clientId: 'weaver' });
  const changed = await owner.send(
    mutationText('updateFootprintPartner', 'partner { name url version }'),
    { input: { id, name: 'Weaver', expectedVersion: 1 } },
  );
  assert.deepEqual(at(dataOf(changed), 'updateFootprintPartner', 'partner'), {
    name: 'Weaver',
    url: peer.url,
    version: 2,
  });
  const emptied = await owner.send(mutationText('updateFootprintPartner', 'partner { name }'), {
    input: { id, name: null, clientSecret: null },
  });
  const nulls = at(emptied.errors[0]?.extensions, 'problems');
  assert.deepEqual(
    [at(nulls, 0, 'path'), at(nulls, 1, 'code')],
    [['input', 'name'], 'NOT_NULLABLE'],
  );
  const gone = await owner.send(
    mutationText('deleteFootprintPartner', 'deletedFootprintPartnerId'),
    { input: { id } },
  );
  assert.equal(textAt(gone, 'deleteFootprintPartner', 'deletedFootprintPartnerId'), id);
  const narrow = await key.send('{ footprintPartners { nodes { id } } }');
  assert.deepEqual(codesOf(narrow), ['FORBIDDEN']);
});
