import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { newGtin } from '../../passports/publish.ts';
import { at, type Json, type JsonObject } from '../client.ts';
import { service, type World, world } from '../world.ts';
import { act, GENERIC, newProduct, read, textOf } from './desk.ts';

/** The writing methods of EN 18222. */
const ours = await world({ tier: 'ENTERPRISE' });

type Sent = { readonly status: number; readonly body: Json; readonly headers: Headers };

async function send(
  method: string,
  path: string,
  body?: JsonObject | string,
  headers: Record<string, string> = {},
  client: World = ours,
): Promise<Sent> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { 'X-API-Key': client.key, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  const parsed: Json = text === '' ? null : JSON.parse(text);
  return { status: answer.status, body: parsed, headers: answer.headers };
}

async function productLink(client: World = ours): Promise<string> {
  const gtin = newGtin();
  await newProduct(client, { gtin });
  return `https://id.example/01/${gtin}`;
}

/** A draft that CreateDPP made; returns its id. */
async function created(client: World = ours): Promise<string> {
  const root = client === ours ? '' : '/sandbox';
  const document = { uniqueProductIdentifier: await productLink(client), ...GENERIC };
  const sent = await send('POST', `${root}/v1/dpps`, document, {}, client);
  assert.equal(sent.status, 201, JSON.stringify(sent.body));
  return textOf(sent.body, 'digitalProductPassportId').split('/').at(-1) ?? '';
}

const textsOf = ({ body }: Sent): string => JSON.stringify(at(body, 'message'));

test('CreateDPP drafts the passport of a GS1 Digital Link, once for an idempotency key', async () => {
  const link = await productLink();
  const document = {
    uniqueProductIdentifier: `${link}/10/L1/21/S1`,
    contentSpecificationIds: ['urn:trackway:passport-schema:generic:1.0'],
    ...GENERIC,
    modelNumber: 'M1',
  };
  const key = { 'Idempotency-Key': 'create-1' };
  const [one, two] = [
    await send('POST', '/v1/dpps', document, key),
    await send('POST', '/v1/dpps', document, key),
  ];
  assert.equal(one.status, 201, JSON.stringify(one.body));
  assert.deepEqual(two.body, one.body);
  assert.equal(two.headers.get('idempotent-replayed'), 'true');
  const address = textOf(one.body, 'digitalProductPassportId');
  assert.equal(one.headers.get('location'), address);
  assert.match(one.headers.get('x-request-id') ?? '', /^req_/);
  assert.match(one.headers.get('ratelimit') ?? '', /default/);
  const dpp = await read(
    ours,
    address.split('/').at(-1) ?? '',
    'status batchNumber serialNumber modelNumber',
  );
  assert.deepEqual(dpp, {
    status: 'DRAFT',
    batchNumber: 'L1',
    serialNumber: 'S1',
    modelNumber: 'M1',
  });
  const other = await send('POST', '/v1/dpps', { ...document, modelNumber: 'M2' }, key);
  assert.equal(other.status, 409);
  const twin = await send('POST', '/v1/dpps', document);
  assert.equal(twin.status, 409, 'one living passport for each item');
  assert.equal(at(twin.body, 'statusCode'), 'ClientResourceConflict');
});

test('UpdateDPPById merges into a draft, and makes the next version of a published passport', async () => {
  const id = await created();
  const merge = { 'Content-Type': 'application/merge-patch+json' };
  const patch = { modelNumber: 'M2', facility: { name: 'Other mill' } };
  const draft = await send('PATCH', `/v1/dpps/${id}`, patch, merge);
  assert.equal(draft.status, 200, JSON.stringify(draft.body));
  assert.equal(at(draft.body, 'dppStatus'), 'inactive');
  assert.equal(at(draft.body, 'integrity'), undefined);
  assert.deepEqual(at(draft.body, 'facility'), {
    ...{ id: '9506000134376', scheme: 'GLN', name: 'Other mill', country: 'PT' },
  });
  await act(ours, 'publishDpp', { id });
  const address = encodeURIComponent(`${service.url}/dpp/${id}`);
  const amended = await send('PATCH', `/v1/dpps/${address}?representation=full`, {
    modelNumber: null,
  });
  assert.equal(amended.status, 200, JSON.stringify(amended.body));
  assert.deepEqual([at(amended.body, 'version'), at(amended.body, 'dppStatus')], [2, 'active']);
  const repeated = await send('PATCH', `/v1/dpps/${id}`, { modelNumber: null });
  assert.deepEqual([repeated.status, at(repeated.body, 'version')], [200, 2], 'nothing changes');
  const elements = at(amended.body, 'elements');
  assert.ok(Array.isArray(elements) && !JSON.stringify(elements).includes('modelNumber'));
  const seen = await fetch(`${service.url}/v1/dpps/${id}`);
  assert.equal(at(JSON.parse(await seen.text()), 'version'), 2);
  assert.match(String(at(await read(ours, id, 'statusReason'), 'statusReason')), /EN 18222/);
});

test('CreateDPP and UpdateDPPById take the full form, and the one that they answer', async () => {
  const content = {
    ...GENERIC,
    modelNumber: 'M1',
    description: [{ language: 'en', text: 'White.' }],
    documents: [
      {
        type: 'MANUAL',
        url: 'https://acme.example/a.pdf',
        mediaType: 'application/pdf',
        title: 'A',
      },
    ],
  };
  const [link, twin] = [await productLink(), await productLink()];
  const idOf = (sent: Sent) => textOf(sent.body, 'digitalProductPassportId').split('/').at(-1);
  const small = await send('POST', '/v1/dpps', { uniqueProductIdentifier: twin, ...content });
  const full = await send('PATCH', `/v1/dpps/${idOf(small)}?representation=full`, {});
  const elements = at(full.body, 'elements');
  assert.ok(Array.isArray(elements), JSON.stringify(full.body));
  // The footprint is frozen by the service.
  const own = elements.filter((each) => at(each, 'elementId') !== 'footprint');
  const made = await send('POST', '/v1/dpps', { uniqueProductIdentifier: link, elements: own });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const path = `/v1/dpps/${idOf(made)}`;
  const copy = await send('PATCH', `${path}?representation=full`, {});
  // A resource of EN 18223 has no place for the type of a document; everything else is the same.
  assert.deepEqual(at(copy.body, 'elements'), elements);

  const note = { elementId: 'modelNumber', objectType: 'SingleValuedDataElement', value: 'M2' };
  const mill = {
    elementId: 'facility',
    objectType: 'DataElementCollection',
    elements: [{ elementId: 'name', value: 'Other mill' }],
  };
  const gone = { elementId: 'description', value: null };
  const patched = await send('PATCH', path, { elements: [note, mill, gone] });
  assert.equal(patched.status, 200, JSON.stringify(patched.body));
  assert.deepEqual(
    ['modelNumber', 'description'].map((name) => at(patched.body, name)),
    ['M2', undefined],
  );
  assert.deepEqual(at(patched.body, 'facility'), {
    ...{ id: '9506000134376', scheme: 'GLN', name: 'Other mill', country: 'PT' },
  });
});

test('UpdateDataElement changes, adds and removes one element, as the next version if it is public', async () => {
  const id = await created();
  const at1 = (path: string) => `/v1/dpps/${id}/elements/${encodeURIComponent(path)}`;
  const added = await send('PATCH', at1('$.modelNumber'), '"M1"');
  assert.equal(added.status, 200, JSON.stringify(added.body));
  assert.deepEqual(added.body, {
    ...{ elementId: 'modelNumber', objectType: 'SingleValuedDataElement' },
    ...{ valueDataType: 'xsd:string', value: 'M1' },
  });
  await act(ours, 'publishDpp', { id });
  const element = await fetch(`${service.url}${at1('$.materials[1]')}`);
  const material: Json = JSON.parse(await element.text());
  assert.ok(JSON.stringify(material).includes('recycledFraction'), JSON.stringify(material));
  const key = { 'Idempotency-Key': 'element-1' };
  const changed = { elementId: 'materials.1', elements: [{ elementId: 'origin', value: 'PT' }] };
  const [one, two] = [
    await send('PATCH', at1('$.materials[1]'), changed, key),
    await send('PATCH', at1('$.materials[1]'), changed, key),
  ];
  assert.equal(one.status, 200, JSON.stringify(one.body));
  assert.deepEqual(two.body, one.body);
  assert.match(
    JSON.stringify(one.body),
    /"recycledFraction".*"origin"|"origin".*"recycledFraction"/,
  );
  const after = await read(ours, id, 'publishedVersion statusReason materials { name origin }');
  assert.equal(at(after, 'publishedVersion'), 2, 'once for the idempotency key');
  assert.match(textOf(after, 'statusReason'), /UpdateDataElement/);
  assert.deepEqual(at(after, 'materials', 1, 'origin'), 'PT');
  assert.equal((await send('PATCH', at1('$.materials[1].origin'), 'null')).status, 204);
  assert.equal((await send('PATCH', at1('$.materials[1].origin'), 'null')).status, 404);
  assert.equal((await send('PATCH', at1('$.materials[9]'), '{}')).status, 404);
  assert.equal((await send('PATCH', at1('$.modelNumber'), 'null')).status, 204);
  const last = await read(ours, id, 'publishedVersion modelNumber');
  assert.deepEqual(last, { publishedVersion: 4, modelNumber: null });
  const gone = await fetch(`${service.url}${at1('$.modelNumber')}`);
  assert.equal(gone.status, 404);
});

test('RegisterProductDPP asks the registry for a version that it has not taken, and compares the entry', async () => {
  // Workers of other tests submit what is due in live data.
  const client = await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' });
  const register = (entry: JsonObject, by = client) =>
    send('POST', '/sandbox/v1/registerDPP', entry, {}, by);
  const id = await created(client);
  const before = await register(entryOf(id, 'https://id.example/01/1'));
  assert.equal(before.status, 404, 'a draft is not registered');
  await act(client, 'publishDpp', { id });
  const dpp = await read(client, id, 'productIdentifier');
  const entry = entryOf(id, textOf(dpp, 'productIdentifier'));
  const pending = await register(entry);
  assert.equal(pending.status, 202, JSON.stringify(pending.body));
  assert.equal(at(pending.body, 'statusCode'), 'SuccessAccepted');
  const { organizationId, environment } = client.scope;
  const decide = (state: string, registrationId: string | null) =>
    sql`update dpp_registrations set state = ${state}, registration_id = ${registrationId}, due_at = null,
        submitted_at = now(), errors = '[{"field":"reoId","message":"Not enrolled."}]'
      where organization_id = ${organizationId} and environment = ${environment}
        and dpp_id = ${decodeId('dpp', id)}`.execute(service.db);
  await decide('REJECTED', null);
  const again = await register(entry);
  assert.equal(again.status, 202);
  assert.match(textsOf(again), /reoId: Not enrolled/);
  const { rows } =
    await sql`select state, submission, submitted_at as at, due_at <= now() as "isDue"
    from dpp_registrations where dpp_id = ${decodeId('dpp', id)}`.execute(service.db);
  assert.deepEqual(rows, [{ state: 'PENDING', submission: 2, at: null, isDue: true }]);
  await decide('REGISTERED', 'reg-7');
  const registered = await register(entry);
  assert.deepEqual([registered.status, registered.body], [200, { registrationId: 'reg-7' }]);
  const otherHost = {
    ...entry,
    uniqueProductIdentifier: entry.uniqueProductIdentifier.replace(
      /^.*\/01/,
      'https://id.gs1.org/01',
    ),
  };
  assert.equal((await register(otherHost)).status, 200);
  const wrong = await register({
    ...entry,
    uniqueProductIdentifier: 'https://id.gs1.org/01/09506000134352',
    uniqueEconomicOperatorIdentifier: '1',
    dppApiEndpoint: 'https://other.example/v1',
    backupUniqueEconomicOperatorIdentifier: '2',
  });
  assert.equal(wrong.status, 400);
  for (const name of Object.keys(entry).filter((each) => each !== 'digitalProductPassportId'))
    assert.match(textsOf(wrong), new RegExp(name));
  assert.match(textsOf(wrong), /BACKUP_PROVIDER/);
  const empty = await register({ other: 1 });
  assert.match(textsOf(empty), /other: .*uniqueProductIdentifier: .*dppApiEndpoint: /);
  const stranger = await world({ tier: 'ENTERPRISE', environment: 'SANDBOX' });
  assert.equal((await register(entry, stranger)).status, 404);
  const log = await client.send('{ auditLog(first: 50) { nodes { action } } }');
  assert.match(JSON.stringify(log), /dpp\.registration_requested/);
  await act(client, 'revokeDpp', { id, reason: 'Recall' });
  assert.equal((await register(entry)).status, 409);
});

function entryOf(id: string, product: string) {
  return {
    uniqueProductIdentifier: product,
    digitalProductPassportId: `${service.url}/sandbox/dpp/${id}`,
    uniqueEconomicOperatorIdentifier: '9506000134376',
    dppApiEndpoint: `${service.url}/sandbox/v1`,
  };
}

test('DeleteDPPById removes drafts and nothing that was published', async () => {
  const [draft, published] = [await created(), await created()];
  await act(ours, 'publishDpp', { id: published });
  assert.equal((await send('DELETE', `/v1/dpps/${draft}`)).status, 204);
  assert.equal((await send('DELETE', `/v1/dpps/${draft}`)).status, 404);
  const refused = await send('DELETE', `/v1/dpps/${published}`);
  assert.equal(refused.status, 409);
  assert.match(textsOf(refused), /only a draft can be deleted/);
});

test('every mistake of a document is named with its place', async () => {
  const link = await productLink();
  const id = await created();
  for (const [method, path, document, texts] of [
    [
      'POST',
      '/v1/dpps',
      { uniqueProductIdentifier: 'x', dppStatus: 'active' },
      [/dppStatus: /, /uniqueProductIdentifier: /],
    ],
    ['POST', '/v1/dpps', { uniqueProductIdentifier: `${link}/22/V` }, [/batch \(10\)/]],
    [
      'POST',
      '/v1/dpps',
      { uniqueProductIdentifier: `https://x.example/01/${newGtin()}` },
      [/No product has the GTIN/],
    ],
    [
      'POST',
      '/v1/dpps',
      { uniqueProductIdentifier: link, contentSpecificationIds: ['x'] },
      [/urn:trackway/],
    ],
    [
      'POST',
      '/v1/dpps',
      {
        uniqueProductIdentifier: link,
        contentSpecificationIds: ['urn:trackway:passport-schema:none'],
      },
      [/no passport schema/],
    ],
    [
      'PATCH',
      `/v1/dpps/${id}`,
      { commodityCode: 'x', materials: [{ massFraction: 2 }] },
      [/commodityCode/, /materials\.0/],
    ],
    ['PATCH', `/v1/dpps/${id}/elements/$.materials[0].massFraction`, '2', [/materials\.0/]],
    ['PATCH', `/v1/dpps/${id}/elements/$.care.other`, '"x"', [/care\.other/]],
    ['PATCH', `/v1/dpps/${id}/elements/footprint`, 'null', [/footprint: /]],
    ['PATCH', `/v1/dpps/${id}/elements/$..name`, '"x"', [/JSONPath/]],
    ['PATCH', `/v1/dpps/${id}/elements/care`, { elementId: 'repair', value: 1 }, [/elementId/]],
    [
      'PATCH',
      `/v1/dpps/${id}`,
      { footprint: { co2eKg: 0 }, version: 7 },
      [/footprint: /, /version: /],
    ],
    ['PATCH', `/v1/dpps/${id}`, { elements: {} }, [/elements/]],
    ['PATCH', `/v1/dpps/${id}`, { elements: [{ value: 1 }] }, [/elementId/]],
    ['PATCH', `/v1/dpps/${id}`, { elements: [{ elementId: 'version', value: 7 }] }, [/version: /]],
    [
      'PATCH',
      `/v1/dpps/${id}`,
      { modelNumber: 'M1', elements: [{ elementId: 'modelNumber', value: 'M2' }] },
      [/modelNumber: /],
    ],
    [
      'PATCH',
      `/v1/dpps/${id}`,
      { elements: ['M1', 'M2'].map((value) => ({ elementId: 'modelNumber', value })) },
      [/one `elementId`/],
    ],
    [
      'POST',
      '/v1/dpps',
      { uniqueProductIdentifier: link, elements: [{ elementId: 'dppStatus', value: 'active' }] },
      [/dppStatus: /],
    ],
    ['PATCH', `/v1/dpps/${id}?representation=other`, {}, [/compressed or full/]],
    ['PATCH', `/v1/dpps/${id}`, '[]', [/JSON object/]],
    ['PATCH', `/v1/dpps/${id}`, '{', [/not valid JSON/]],
    ['PATCH', `/v1/dpps/${id}`, { modelNumber: 'a\u0000' }, [/./]],
  ] as const) {
    const sent = await send(method, path, document);
    assert.equal(sent.status, 400, `${path}: ${JSON.stringify(sent.body)}`);
    assert.equal(at(sent.body, 'statusCode'), 'ClientErrorBadRequest');
    for (const text of texts) assert.match(textsOf(sent), text);
  }
  assert.equal(
    (await send('PATCH', `/v1/dpps/${id}`, '{}', { 'Content-Type': 'text/plain' })).status,
    415,
  );
});

test('writing needs a key of the environment that may write; others find nothing', async () => {
  const id = await created();
  const [stranger, growth, reader, sandbox] = await Promise.all([
    world({ tier: 'ENTERPRISE' }),
    world({ tier: 'GROWTH' }),
    world({ tier: 'ENTERPRISE', permissions: ['DPPS_READ'] }),
    world({ tier: 'ENTERPRISE', environment: 'SANDBOX' }),
  ]);
  const patch = (client: World) =>
    send('PATCH', `/v1/dpps/${id}`, { modelNumber: 'X' }, {}, client);
  assert.equal((await patch(stranger)).status, 404);
  for (const client of [growth, reader]) assert.equal((await patch(client)).status, 403);
  assert.equal((await patch(sandbox)).status, 401);
  const none = await fetch(`${service.url}/v1/dpps`, { method: 'POST', body: '{}' });
  assert.equal(none.status, 401);
  assert.match(none.headers.get('www-authenticate') ?? '', /ApiKey/);
  const link = await productLink(sandbox);
  const made = await send(
    'POST',
    '/sandbox/v1/dpps',
    { uniqueProductIdentifier: link },
    {},
    sandbox,
  );
  assert.equal(made.status, 201, JSON.stringify(made.body));
  assert.match(textOf(made.body, 'digitalProductPassportId'), /\/sandbox\/dpp\//);
  const element = `/v1/dpps/${id}/elements/modelNumber`;
  for (const [client, status] of [
    [stranger, 404],
    [growth, 403],
    [reader, 403],
  ] as const)
    assert.equal((await send('PATCH', element, '"X"', {}, client)).status, status);
  assert.equal((await send('DELETE', element)).status, 501, 'an element is removed by null');
  assert.equal(
    (await send('PATCH', element, '"X"')).status,
    200,
    'and the passport is still there',
  );
  assert.equal((await send('DELETE', '/v1/dpps/nothing')).status, 404);
  assert.equal((await send('DELETE', '/v1/dpps/%E2')).status, 400);
});
