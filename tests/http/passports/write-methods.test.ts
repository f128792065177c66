import assert from 'node:assert/strict';
import { test } from 'node:test';
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
async function created(): Promise<string> {
  const link = await productLink();
  const sent = await send('POST', '/v1/dpps', {
    uniqueProductIdentifier: link,
    ...GENERIC,
  });
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
  const elements = at(amended.body, 'elements');
  assert.ok(Array.isArray(elements) && !JSON.stringify(elements).includes('modelNumber'));
  const seen = await fetch(`${service.url}/v1/dpps/${id}`);
  assert.equal(at(JSON.parse(await seen.text()), 'version'), 2);
  assert.match(String(at(await read(ours, id, 'statusReason'), 'statusReason')), /EN 18222/);
});

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
    [
      'PATCH',
      `/v1/dpps/${id}`,
      { footprint: { co2eKg: 0 }, version: 7 },
      [/footprint: /, /version: /],
    ],
    ['PATCH', `/v1/dpps/${id}?representation=other`, {}, [/compressed or full/]],
    ['PATCH', `/v1/dpps/${id}`, '[]', [/compressed form/]],
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
  for (const [method, path] of [
    ['PATCH', `/v1/dpps/${id}/elements/modelNumber`],
    ['POST', '/v1/registerDPP'],
  ] as const)
    assert.equal((await send(method, path, {})).status, 501, path);
  assert.equal((await send('DELETE', '/v1/dpps/nothing')).status, 404);
  assert.equal((await send('DELETE', '/v1/dpps/%E2')).status, 400);
});
