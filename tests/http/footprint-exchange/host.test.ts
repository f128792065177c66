import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeId } from '../../../server/src/platform/ids.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { at, dataOf, type Json, type JsonObject, mutationText, numberAt } from '../client.ts';
import { service, world } from '../world.ts';
import { calculate, calculated, got, jsonOf, partnerOf, rootOf, tokenRequest } from './partner.ts';

const owner = await world({ tier: 'GROWTH' });
const partner = await partnerOf(owner);
/** The first calculation starts the threads of the service, which may take longer than loading this file should. */
let held: Promise<{ readonly shirt: Held; readonly mug: Held }> | undefined;

function holding() {
  held ??= hold();
  return held;
}

type Held = Awaited<ReturnType<typeof calculated>>;

async function hold() {
  const shirt = await calculated(owner, { sku: 'TS-Ärmel/1', gtin: '9506000134352' });
  const mug = await calculated(owner, {
    name: 'Mug',
    sku: 'MUG-7',
    originCountry: 'JP',
    fossilCarbonContentKg: 0,
    biogenicCarbonContentKg: 0,
  });
  return { shirt, mug };
}

const uuidOf = (id: string) => decodeId('calculation', id);

async function idsOf(query: string): Promise<Json[]> {
  const { status, body } = await partner.get(`/3/footprints?${query}`);
  assert.equal(status, 200, query);
  const data = at(body, 'data');
  assert.ok(Array.isArray(data));
  return data.map((each) => at(each, 'id') ?? null);
}

test('a calculation from cradle to gate is a ProductFootprint with the figures of its result', async () => {
  const { shirt } = await holding();
  const { body, status } = await partner.get(`/3/footprints/${uuidOf(shirt.calculationId)}`);
  assert.equal(status, 200);
  const calculation = at(
    dataOf(
      await owner.send(
        `query ($id: ID!) { calculation(id: $id) { co2eKg phases { phase co2eKg } full {
          primaryDataShare dataQuality { technological geographical temporal }
          greenhouseGases { landUseChangeCo2eKg aircraftCo2eKg } } } }`,
        { id: shirt.calculationId },
      ),
    ),
    'calculation',
  );
  const pcf = at(body, 'data', 'pcf');
  const decimal = (name: string) => Number(at(pcf, name));
  const totalKg = numberAt(calculation, 'co2eKg');
  const close = (actual: number, expected: number) =>
    assert.ok(Math.abs(actual - expected) <= 1e-12 * Math.abs(expected), `${actual} ${expected}`);
  close(decimal('pcfExcludingBiogenicUptake'), totalKg);
  // No factor states the uptake of the whole result: no credit is taken.
  close(decimal('pcfIncludingBiogenicUptake'), totalKg);
  assert.equal(at(pcf, 'biogenicCO2Uptake'), undefined);
  // No factor states land use change apart: it is counted with the fossil emissions.
  assert.equal(at(calculation, 'full', 'greenhouseGases', 'landUseChangeCo2eKg'), null);
  assert.equal(at(pcf, 'landUseChangeGhgEmissions'), undefined);
  close(decimal('fossilGhgEmissions'), totalKg);
  close(decimal('primaryDataShare'), 100 * numberAt(calculation, 'full', 'primaryDataShare'));
  for (const [name, part] of [
    ['technologicalDQR', 'technological'],
    ['geographicalDQR', 'geographical'],
    ['temporalDQR', 'temporal'],
  ] as const)
    close(Number(at(pcf, 'dqi', name)), numberAt(calculation, 'full', 'dataQuality', part));
  assert.equal(at(pcf, 'declaredUnitOfMeasurement'), 'piece');
  assert.equal(at(pcf, 'declaredUnitAmount'), '1');
  assert.equal(at(pcf, 'productMassPerDeclaredUnit'), '0.2');
  assert.equal(at(pcf, 'geographyCountry'), 'PT');
  assert.match(String(at(body, 'data', 'comment')), /fossil carbon content was not determined/);
  const [start, end, until] = [
    at(pcf, 'referencePeriodStart'),
    at(pcf, 'referencePeriodEnd'),
    at(body, 'data', 'validityPeriodEnd'),
  ].map((text) => new Date(String(text)));
  assert.ok(start && end && until);
  const yearBefore = new Date(end);
  yearBefore.setUTCFullYear(end.getUTCFullYear() - 1);
  assert.deepEqual(start, yearBefore);
  assert.equal(until.getUTCFullYear() - end.getUTCFullYear(), 3);
  assert.ok(end.getTime() <= Date.now());
});

test('a recalculation is a new footprint that names the earlier one, which becomes deprecated', async () => {
  const first = await calculated(owner, { name: 'Cap', sku: 'CAP-1' });
  const second = await calculate(owner, first.productId);
  const urn = 'productId=urn:pact:localhost:product-id:cap-1';
  assert.deepEqual(await idsOf(urn), [uuidOf(first.calculationId), uuidOf(second)]);
  assert.deepEqual(await idsOf(`${urn}&status=active`), [uuidOf(second)]);
  assert.deepEqual(await idsOf(`${urn}&status=DEPRECATED`), [uuidOf(first.calculationId)]);
  const { body } = await partner.get(`/3/footprints/${uuidOf(second)}`);
  assert.deepEqual(at(body, 'data', 'precedingPfIds'), [uuidOf(first.calculationId)]);
});

test('a footprint keeps the mass of its declared unit when the product gets another one', async () => {
  const { productId, calculationId } = await calculated(owner, { name: 'Sock', sku: 'SOCK' });
  const change = async (input: JsonObject) =>
    dataOf(
      await owner.send(mutationText('updateProduct', 'product { id }'), {
        input: { id: productId, ...input },
      }),
    );
  await change({ declaredUnit: { amount: 10, unit: 'PIECE' }, netMassKg: 2 });
  const { body } = await partner.get(`/3/footprints/${uuidOf(calculationId)}`);
  const pcf = at(body, 'data', 'pcf');
  const [amount, mass] = ['declaredUnitAmount', 'productMassPerDeclaredUnit'];
  assert.deepEqual([at(pcf, amount), at(pcf, mass)], ['1', '0.2']);
  await change({ declaredUnit: { amount: 1, unit: 'M2' } });
  const { status } = await partner.get(`/3/footprints/${uuidOf(calculationId)}`);
  assert.equal(status, 404);
});

test('criteria are joined by AND, their values by OR; an unknown value gives an empty list', async () => {
  const { shirt, mug } = await holding();
  const [ofShirt, ofMug] = [uuidOf(shirt.calculationId), uuidOf(mug.calculationId)];
  const company = `companyId=URN:UUID:${owner.organization.id.toUpperCase()}`;
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const farAway = new Date(Date.now() + 5 * 365 * 86_400_000).toISOString();
  const both = 'productId=urn:gtin:09506000134352&productId=urn:pact:x:product-id:mug-7';
  for (const [query, expected] of [
    [both, [ofShirt, ofMug]],
    ['productId=URN:GTIN:9506000134352', [ofShirt]],
    ['productId=urn:pact:any.example:product-id:ts-%C3%A4rmel%252F1', [ofShirt]],
    [`productId=urn:uuid:${decodeId('product', mug.productId)}`, [ofMug]],
    [`${both}&geography=PT`, [ofShirt]],
    [`${both}&geography=pt&geography=JP`, [ofShirt, ofMug]],
    [`${both}&geography=southern europe`, [ofShirt]],
    [`${both}&geography=Asia`, [ofMug]],
    [`${both}&${company}`, [ofShirt, ofMug]],
    [`${both}&validOn=${new Date().toISOString()}`, [ofShirt, ofMug]],
    [
      `${both}&validAfter=${encodeURIComponent(yesterday)}&validBefore=${farAway}`,
      [ofShirt, ofMug],
    ],
    [`${both}&validBefore=${yesterday}`, []],
    [`${both}&validOn=${farAway}`, []],
    ['productId=urn:gtin:1', []],
    ['productId=nothing', []],
    ['productId=urn:pact:x:product-id:%2500', []],
    ['companyId=urn:uuid:none', []],
    ['geography=Atlantis', []],
    ['classification=urn:cpc:6398', []],
    ['status=Draft', []],
    [`${both}&classification=&geography=&validOn=`, [ofShirt, ofMug]],
    // As the example of the specification writes them.
    [`${both.toLowerCase()}&validon=${farAway}`, []],
    [`${both.toLowerCase()}&Geography=JP&limit=4294967295`, [ofMug]],
  ] as const)
    assert.deepEqual(await idsOf(query), expected, query);
});

test('pages follow the Link header, and each footprint comes once', async () => {
  await holding();
  await calculated(owner, { sku: 'PAGE-1' });
  await calculated(owner, { sku: 'PAGE-2' });
  const seen: Json[] = [];
  let next: string | undefined = `${rootOf(owner)}/3/footprints?limit=2&geography=PT`;
  let pages = 0;
  while (next !== undefined) {
    const { body, headers, status } = await got(next, partner.token);
    assert.equal(status, 200);
    const data = at(body, 'data');
    assert.ok(Array.isArray(data) && data.length <= 2);
    seen.push(...data.map((each) => at(each, 'id') ?? null));
    const link = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    if (link !== undefined) assert.equal(new URL(link).host, new URL(service.url).host);
    next = link;
    pages += 1;
  }
  assert.ok(pages >= 2);
  assert.equal(new Set(seen).size, seen.length);
  assert.deepEqual(seen, await idsOf('geography=PT'));
  const none = await partner.get('/3/footprints?limit=0');
  assert.deepEqual(at(none.body, 'data'), []);
  assert.equal(none.headers.get('link'), null);
});

test('a product that misses a required value, another basis or boundary is no footprint', async () => {
  const product = { sku: 'ROPE', declaredUnit: { amount: 1, unit: 'M' } };
  const rope = await calculated(owner, product);
  assert.deepEqual(await idsOf('productId=urn:pact:x:product-id:rope'), []);
  const missing = await partner.get(`/3/footprints/${uuidOf(rope.calculationId)}`);
  assert.equal(missing.status, 404);
  await calculated(owner, { sku: 'BASIC', footprintBasis: 'BASIC' });
  assert.deepEqual(await idsOf('productId=urn:pact:x:product-id:basic'), []);
});

test('malformed requests are BadRequest, unknown footprints NotFound', async () => {
  for (const [path, status, code] of [
    ['/3/footprints?limit=-1', 400, 'BadRequest'],
    ['/3/footprints?limit=ten', 400, 'BadRequest'],
    ['/3/footprints?validOn=yesterday', 400, 'BadRequest'],
    ['/3/footprints?validOn=2026-02-31T00:00:00Z', 400, 'BadRequest'],
    ['/3/footprints?cursor=forged', 400, 'BadRequest'],
    ['/3/footprints?productId=%00', 400, 'BadRequest'],
    ['/3/footprints?validOn=0000-01-01T00:00:00Z', 400, 'BadRequest'],
    ['/3/footprints?validBefore=9999-12-31T23:59:59-14:00', 400, 'BadRequest'],
    ['/3/footprints/1', 400, 'BadRequest'],
    ['/3/footprints/%E2', 400, 'BadRequest'],
    [`/3/footprints/${'1'.repeat(200)}`, 400, 'BadRequest'],
    ['/3/events', 405, 'BadRequest'],
    ['/3/footprint', 404, 'NotFound'],
    ['/3', 404, 'NotFound'],
    ['/3/footprints/00000000-0000-4000-8000-000000000000', 404, 'NotFound'],
  ] as const) {
    const refused = await partner.get(path);
    assert.deepEqual([refused.status, at(refused.body, 'code')], [status, code], path);
  }
});

test('a key sees the footprints of its own organization and environment only', async () => {
  const { shirt } = await holding();
  const stranger = await partnerOf(await world({ tier: 'GROWTH' }));
  const path = `/3/footprints/${uuidOf(shirt.calculationId)}`;
  assert.equal((await stranger.get(path)).status, 404);
  assert.deepEqual(at((await stranger.get('/3/footprints')).body, 'data'), []);
  const { organization } = owner;
  const sandbox = await partnerOf(await world({ organization, environment: 'SANDBOX' }));
  assert.equal((await sandbox.get(path)).status, 404);
  const elsewhere = await got(`${service.url}${path}`, sandbox.token);
  assert.deepEqual([elsewhere.status, at(elsewhere.body, 'code')], [401, 'AccessDenied']);
});

test('a token is given for the id and value of a key, and ends with the key', async () => {
  const granted = await tokenRequest(owner);
  assert.equal(granted.status, 200);
  assert.equal(granted.headers.get('cache-control'), 'no-store');
  const { token_type: type, expires_in: seconds } = await jsonOf(granted);
  assert.deepEqual([type, seconds], ['Bearer', 3600]);
  assert.equal((await tokenRequest(owner, { clientId: 'key_other' })).status, 401);
  assert.equal((await tokenRequest({ ...owner, key: 'wrong' })).status, 401);
  const none = await fetch(`${service.url}/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  assert.deepEqual([none.status, (await jsonOf(none))['error']], [401, 'invalid_client']);
  const grant = await tokenRequest(owner, { grant: 'password' });
  assert.deepEqual([grant.status, (await jsonOf(grant))['error']], [400, 'unsupported_grant_type']);
  const missing = await tokenRequest(owner, { grant: '' });
  assert.deepEqual([missing.status, (await jsonOf(missing))['error']], [400, 'invalid_request']);
  const keyless = await tokenRequest({ ...owner, key: '' });
  assert.equal(keyless.status, 401);
  assert.match(String((await jsonOf(keyless))['error_description']), /HTTP Basic/);

  const { organization } = owner;
  const revoked = await world({
    organization,
    permissions: ['FOOTPRINTS_READ', 'API_KEYS_MANAGE'],
  });
  const ended = await partnerOf(revoked);
  assert.equal((await ended.get('/3/footprints?limit=1')).status, 200);
  const { data } = await revoked.send('{ me { apiKey { id } } }');
  await revoked.send(mutationText('revokeApiKey', 'apiKey { id }'), {
    input: { id: at(data ?? null, 'me', 'apiKey', 'id') ?? null },
  });
  await until(async () => (await ended.get('/3/footprints?limit=1')).status === 401);
});

test('without a token or the permission nothing is shown', async () => {
  const refused = await got(`${service.url}/3/footprints`, 'forged');
  assert.deepEqual([refused.status, at(refused.body, 'code')], [401, 'AccessDenied']);
  assert.match(refused.headers.get('www-authenticate') ?? '', /^Bearer/);
  const { organization } = owner;
  const narrow = await partnerOf(await world({ organization, permissions: ['PRODUCTS_READ'] }));
  const forbidden = await narrow.get('/3/footprints');
  assert.deepEqual([forbidden.status, at(forbidden.body, 'code')], [403, 'AccessDenied']);
});

test('OpenID discovery names the token endpoint of its environment', async () => {
  for (const root of ['', '/sandbox']) {
    const found = await fetch(`${service.url}${root}/.well-known/openid-configuration`);
    assert.equal((await jsonOf(found))['token_endpoint'], `${service.url}${root}/auth/token`);
  }
});
