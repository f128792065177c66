import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Audience, VISIBLE_CLASSES } from '../../../server/src/domains/passports/index.ts';
import { FIELD_CLASSES } from '../../../server/src/domains/passports/model.ts';
import {
  at,
  codesOf,
  dataOf,
  type Json,
  type JsonObject,
  mutationText,
  textAt,
} from '../client.ts';
import { service, world } from '../world.ts';
import { act, CAPTURED, capture, documentOf, published, read, textOf } from './desk.ts';

const ours = await world({ tier: 'ENTERPRISE' });
const id = await published(ours, { serialNumber: 'S/1' });
const uri = textOf(await read(ours, id), 'productIdentifier');

function eventOf(change: JsonObject = {}): JsonObject {
  return {
    type: 'ObjectEvent',
    eventTime: '2026-11-22T09:30:00Z',
    eventTimeZoneOffset: '+00:00',
    action: 'OBSERVE',
    epcList: [uri],
    ...change,
  };
}

const outcomesOf = (results: readonly Json[]) => results.map((result) => at(result, 'outcome'));

/** Events of a passport that a reader finds at its public address. */
async function publicEvents(path: string, token?: string): Promise<Json[]> {
  const headers: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`${service.url}${path}`, { headers });
  assert.equal(answer.status, 200);
  const document: Json = JSON.parse(await answer.text());
  assert.equal(at(document, 'type'), 'EPCISQueryDocument');
  const list = at(document, 'epcisBody', 'queryResults', 'resultsBody', 'eventList');
  assert.ok(Array.isArray(list));
  return list;
}

test('each event of a document has its own result, and a repeated one is stored once', async () => {
  const event = eventOf({ eventID: 'urn:uuid:0c9c9f0e-7b6e-4c6e-8d94-2f2d1b3a4c5d' });
  const first = await capture(ours, 'INTERNAL', event, eventOf({ bizStep: 'sending' }), event, 7);
  assert.deepEqual(outcomesOf(first), ['CREATED', 'REFUSED', 'EXISTED', 'REFUSED']);
  const path = ['input', 'document', 'epcisBody', 'eventList', 1, 'bizStep'];
  assert.deepEqual(at(first, 1, 'problems', 0, 'path'), path);
  const again = await capture(ours, 'INTERNAL', event, { ...event, bizStep: 'shipping' });
  assert.deepEqual(outcomesOf(again), ['EXISTED', 'REFUSED']);
  assert.equal(at(again, 1, 'problems', 0, 'code'), 'CONFLICT');
  assert.equal(at(again, 0, 'event', 'id'), at(first, 0, 'event', 'id'));
  const mistake = { ...event, errorDeclaration: { declarationTime: '2026-11-23T09:30:00Z' } };
  assert.deepEqual(outcomesOf(await capture(ours, 'INTERNAL', mistake)), ['CREATED']);
});

test('events name an item of a batch by its serial number alone, as URNs of EPC do', async () => {
  const item = await published(ours, { batchNumber: 'L1', serialNumber: 'S2' });
  const view = await read(ours, item, 'gtin productIdentifier');
  const gtin = textOf(view, 'gtin');
  const urn = `urn:epc:id:sgtin:${gtin.slice(1, 8)}.${gtin.slice(0, 1)}${gtin.slice(8, 13)}.S2`;
  const names = [textOf(view, 'productIdentifier'), `https://id.gs1.org/01/${gtin}/21/S2`, urn];
  await capture(ours, 'PUBLIC', ...names.map((name) => eventOf({ epcList: [name] })));
  assert.equal((await publicEvents(`/dpp/${item}/events`)).length, names.length);
});

test('events are found by their id, type, time and what they name', async () => {
  const client = await world({ tier: 'ENTERPRISE' });
  const [late, early, other] = ['urn:x:late', 'urn:x:early', 'urn:x:other'];
  await capture(
    client,
    'INTERNAL',
    eventOf({ eventID: late, eventTime: '2026-11-23T09:30:00Z' }),
    eventOf({ eventID: early, eventTime: '2026-11-21T09:30:00Z' }),
    {
      ...{ type: 'AggregationEvent', eventID: other, action: 'OBSERVE' },
      ...{ eventTime: '2026-11-22T09:30:00Z', eventTimeZoneOffset: '+00:00' },
      ...{ parentID: 'urn:epc:id:sscc:9506000.1234567890', childEPCs: [uri] },
    },
  );
  const byTime: JsonObject = { field: 'EVENT_TIME' };
  const asked: readonly (readonly [JsonObject, readonly string[]])[] = [
    [{}, [other, early, late]],
    [{ sortBy: byTime }, [early, other, late]],
    [{ filter: { epc: uri }, sortBy: byTime }, [early, other, late]],
    [{ filter: { epc: uri.replace(/\/21\/.*/, '') } }, []],
    [{ filter: { eventId: early } }, [early]],
    [{ filter: { type: 'AGGREGATION', epc: uri } }, [other]],
    [
      { filter: { eventSince: '2026-11-22T09:30:00Z', eventUntil: '2026-11-23T09:30:00Z' } },
      [other],
    ],
    [{ filter: { epc: uri, eventSince: '2026-11-22T09:30:00Z' } }, [late, other]],
  ];
  const text = `query ($filter: EpcisEventFilter, $sortBy: EpcisEventSort) {
    epcisEvents(filter: $filter, sortBy: $sortBy) { totalCount nodes { eventId } } }`;
  for (const [variables, ids] of asked) {
    const nodes = ids.map((eventId) => ({ eventId }));
    const expected = { totalCount: ids.length, nodes };
    assert.deepEqual(at(dataOf(await client.send(text, variables)), 'epcisEvents'), expected);
  }
  const byCapture = {
    filter: { eventSince: '2026-11-22T09:30:00Z' },
    sortBy: { field: 'CREATED_AT' },
  };
  assert.deepEqual(codesOf(await client.send(text, byCapture)), ['BAD_USER_INPUT']);
  for (const epc of ['7', 'urn:epc:id:sscc:9506000.1234567890']) {
    const refused = await client.send(text, { filter: { epc } });
    assert.deepEqual(at(refused.errors, 0, 'extensions', 'problems', 0, 'path'), ['filter', 'epc']);
  }
});

test('twins that capture the same events at the same time store each once', async () => {
  const client = await world({ tier: 'ENTERPRISE' });
  const events = [1, 2, 3].map((count) => eventOf({ eventID: `urn:x:${count}` }));
  const [one = [], two = []] = await Promise.all([
    capture(client, 'PUBLIC', ...events),
    capture(client, 'PUBLIC', ...events.toReversed()),
  ]);
  assert.deepEqual(
    [...one, ...two].filter((result) => at(result, 'outcome') === 'CREATED').length,
    3,
  );
});

test('what is no document of EPCIS 2.0 is refused whole', async () => {
  for (const [document, code] of [
    [{}, 'INVALID_FORMAT'],
    [{ ...documentOf(), schemaVersion: '1.2' }, 'UNKNOWN'],
    [documentOf(...Array.from({ length: 251 }, () => 1)), 'TOO_MANY'],
  ] as const) {
    const sent = await ours.send(mutationText('captureEpcisEvents', CAPTURED), {
      input: { document },
    });
    assert.equal(at(sent.errors, 0, 'extensions', 'problems', 0, 'code'), code);
  }
});

test('a reader sees exactly the events of the classes of its audience, without extensions', async () => {
  const sign = 'zzextension';
  const marks = FIELD_CLASSES.map((access) => [access, `urn:zz:${access}`] as const);
  for (const [access, eventID] of marks)
    await capture(
      ours,
      access,
      eventOf({
        eventID,
        'acme:note': sign,
        ilmd: { 'acme:lot': sign },
        readPoint: { id: 'https://acme.example/gate', 'acme:note': sign },
      }),
    );
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const audiences: readonly Audience[] = ['PUBLIC', 'LEGITIMATE_INTEREST', 'AUTHORITY'];
  for (const audience of audiences) {
    const input = { dppId: id, audience, purpose: 'Test', holder: 'Holder', expiresAt };
    const token =
      audience === 'PUBLIC'
        ? undefined
        : textAt(
            await ours.send(mutationText('grantDppAccess', 'token'), { input }),
            'grantDppAccess',
            'token',
          );
    const seen = await publicEvents(`/dpp/${id}/events`, token);
    assert.deepEqual(
      seen.map((event) => at(event, 'eventID')).toSorted(),
      marks
        .filter(([access]) => VISIBLE_CLASSES[audience].has(access))
        .map(([, eventID]) => eventID)
        .toSorted(),
      audience,
    );
    assert.ok(!JSON.stringify(seen).includes(sign), audience);
    // The preview of the owner says the same.
    const query = `query ($id: ID!) { dpp(id: $id) { events(first: 50) { nodes { document(audience: ${audience}) } } } }`;
    const nodes = at(dataOf(await ours.send(query, { id })), 'dpp', 'events', 'nodes');
    assert.ok(Array.isArray(nodes));
    const shown = nodes.map((node) => at(node, 'document')).filter((each) => each !== null);
    assert.deepEqual(shown, seen, audience);
  }
  const own = await ours.send(
    'query ($id: ID!) { dpp(id: $id) { events { nodes { document } } } }',
    {
      id,
    },
  );
  assert.ok(JSON.stringify(own.data).includes(sign));
});

test('pages of events join to the whole, for the owner and for the public', async () => {
  const client = await world({ tier: 'ENTERPRISE' });
  const item = await published(client, { serialNumber: 'many' });
  const link = textOf(await read(client, item), 'productIdentifier');
  const ids = Array.from({ length: 205 }, (_, count) => `urn:x:${count}`);
  await capture(client, 'PUBLIC', ...ids.map((eventID) => eventOf({ eventID, epcList: [link] })));
  const seen: unknown[] = [];
  for (let path: string | undefined = `/dpp/${item}/events`; path !== undefined; ) {
    const answer: Response = await fetch(`${service.url}${path}`);
    const document: Json = JSON.parse(await answer.text());
    const list = at(document, 'epcisBody', 'queryResults', 'resultsBody', 'eventList');
    assert.ok(Array.isArray(list) && list.length > 0);
    seen.push(...list.map((event) => at(event, 'eventID')));
    const [, next] = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '') ?? [];
    path = next === undefined ? undefined : new URL(next).pathname + new URL(next).search;
  }
  assert.deepEqual(seen.toSorted(), ids.toSorted());
  const query = `query ($id: ID!, $after: String) { dpp(id: $id) {
    events(first: 100, after: $after) { totalCount nodes { eventId } pageInfo { endCursor hasNextPage } } } }`;
  const own: unknown[] = [];
  for (let after: Json = null, isMore = true; isMore; ) {
    const page: Json | undefined = at(
      dataOf(await client.send(query, { id: item, after })),
      'dpp',
      'events',
    );
    assert.equal(at(page, 'totalCount'), 205);
    const nodes: Json | undefined = at(page, 'nodes');
    assert.ok(Array.isArray(nodes));
    own.push(...nodes.map((node) => at(node, 'eventId')));
    isMore = at(page, 'pageInfo', 'hasNextPage') === true;
    after = at(page, 'pageInfo', 'endCursor') ?? null;
  }
  assert.deepEqual(own, seen);
});

test('a passport that is not shown whole shows no events, and a malformed page is refused', async () => {
  const item = await published(ours, { serialNumber: 'held' });
  const link = textOf(await read(ours, item), 'productIdentifier');
  await capture(ours, 'PUBLIC', eventOf({ epcList: [link] }));
  assert.equal((await publicEvents(`/dpp/${item}/events`)).length, 1);
  await act(ours, 'suspendDpp', { id: item, reason: 'Recall' });
  assert.deepEqual(await publicEvents(`/dpp/${item}/events`), []);
  await act(ours, 'revokeDpp', { id: item, reason: 'Recall' });
  assert.equal((await fetch(`${service.url}/dpp/${item}/events`)).status, 410);
  assert.equal((await fetch(`${service.url}/dpp/${id}/events?after=1`)).status, 400);
});

test('the resolver leads to the events of an item', async () => {
  const answer = await fetch(`${uri}?linkType=gs1:epcis`, { redirect: 'manual' });
  assert.equal(answer.status, 307);
  assert.equal(answer.headers.get('location'), `${service.url}/dpp/${id}/events`);
});

test('events that another organization captured for the same product stay with it', async () => {
  const stranger = await world({ tier: 'ENTERPRISE' });
  await capture(stranger, 'PUBLIC', eventOf({ eventID: 'urn:x:foreign' }));
  const seen = await publicEvents(`/dpp/${id}/events`);
  assert.ok(!JSON.stringify(seen).includes('urn:x:foreign'));
});

test('a document that could exceed the events of an environment is refused with the limit', async () => {
  const client = await world({ tier: 'ENTERPRISE' });
  await capture(client, 'INTERNAL', eventOf());
  await sql`update list_counts set row_count = 9999999 where list = 'epcis_events'
    and organization_id = ${client.scope.organizationId} and environment = 'LIVE'`.execute(
    service.db,
  );
  const document = documentOf(eventOf({ bizStep: 'packing' }), eventOf({ bizStep: 'shipping' }));
  const answer = await client.send(mutationText('captureEpcisEvents', CAPTURED), {
    input: { document },
  });
  assert.deepEqual(codesOf(answer), ['CONFLICT']);
  const extensions = answer.errors[0]?.extensions;
  assert.equal(at(extensions, 'storedEpcisEvents'), 9_999_999);
  assert.equal(at(extensions, 'maxEpcisEvents'), 10_000_000);
  const last = await capture(client, 'INTERNAL', eventOf({ bizStep: 'shipping' }));
  assert.deepEqual(outcomesOf(last), ['CREATED']);
});
