import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { sql } from 'kysely';
import { decodedSymbols } from '../../../server/src/domains/assets/drawing/decode-symbol.ts';
import { markedContent, marksOf } from '../../../server/src/domains/passports/content/testing.ts';
import { dppSchemas, fieldsOf } from '../../../server/src/domains/passports/index.ts';
import { EXAMPLE_CONTENT } from '../../../server/src/domains/passports/projections/testing.ts';
import { setStatus } from '../../../server/src/domains/trust/index.ts';
import { encodeId, newUuid } from '../../../server/src/platform/ids.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { service, world } from '../world.ts';
import { addVersion, jsonOf, publish, setState } from './published.ts';

const { scope } = await world();
const shirt = await publish({ scope });

function get(path: string, headers: Record<string, string> = {}) {
  return fetch(`${service.url}${path}`, { headers, redirect: 'manual' });
}

const typeOf = (answer: Response) => answer.headers.get('content-type')?.split(';')[0];

test('the media type with the highest quality is sent; HTML if all are equal', async () => {
  const path = `/dpp/${shirt.id}`;
  for (const [accept, type] of [
    ['*/*', 'text/html'],
    ['application/json', 'application/json'],
    ['application/ld+json;q=0.9, application/json;q=0.8', 'application/ld+json'],
    ['text/html;q=0.1, application/vc+jwt', 'application/vc+jwt'],
    ['application/vc+sd-jwt, application/vc;q=0.5, */*;q=0.1', 'application/vc'],
    ['application/*', 'application/json'],
    [', ,', 'text/html'],
    ['text/html;q=0, */*', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
  ] as const) {
    const answer = await get(path, { accept });
    assert.equal(answer.status, 200, accept);
    assert.equal(typeOf(answer), type, accept);
    assert.match(answer.headers.get('vary') ?? '', /Accept, Accept-Language/);
  }
  const refused = await get(path, { accept: 'application/vc+sd-jwt' });
  assert.equal(refused.status, 406);
  assert.match(await refused.text(), /It comes as text\/html, .*, application\/vc\./);
  for (const [ending, type] of [
    ['html', 'text/html'],
    ['json', 'application/json'],
    ['jsonld', 'application/ld+json'],
    ['jwt', 'application/vc+jwt'],
  ])
    assert.equal(typeOf(await get(`${path}.${ending}`)), type);
  assert.equal((await get(`${path}.exe`)).status, 404);
});

test('the JSON is EN 18223: header and content', async () => {
  const passport = await jsonOf(await get(`/dpp/${shirt.id}.json`));
  assert.equal(passport.digitalProductPassportId, `${service.url}/dpp/${shirt.id}`);
  assert.equal(passport.uniqueProductIdentifier, `${service.url}/01/${shirt.gtin}`);
  assert.equal(passport.granularity, 'model');
  assert.equal(passport.dppStatus, 'active');
  assert.equal(passport.economicOperatorId, 'https://id.gs1.org/417/9506000134376');
  assert.equal(passport.facilityId, 'https://id.gs1.org/414/9506000134376');
  assert.deepEqual(passport.materials, EXAMPLE_CONTENT['materials']);
});

test('the credential verifies with the DID document of its issuer', async () => {
  const jws = await (await get(`/dpp/${shirt.id}`, { accept: 'application/vc+jwt' })).text();
  const { kid = '' } = decodeProtectedHeader(jws);
  const [did = ''] = kid.split('#');
  const place = did.split(':').slice(3).join('/');
  const document = await jsonOf(await get(`/${place}/did.json`));
  assert.equal(document.id, did);
  const method = document.verificationMethod.find(({ id }: { id: string }) => id === kid);
  assert.ok(document.assertionMethod.includes(kid));
  const { payload } = await compactVerify(jws, await importJWK(method.publicKeyJwk, 'ES256'));
  const signed = JSON.parse(new TextDecoder().decode(payload));
  assert.deepEqual(await jsonOf(await get(`/dpp/${shirt.id}.jsonld`)), signed);
  const bare = await get(`/dpp/${shirt.id}`, { accept: 'application/vc' });
  assert.deepEqual(await jsonOf(bare), signed);
  assert.equal(signed.credentialSubject.id, `${service.url}/01/${shirt.gtin}`);
  for (const entry of signed.credentialStatus) {
    assert.equal(typeof entry.statusListIndex, 'string');
    const list = await fetch(entry.statusListCredential);
    assert.equal(typeOf(list), 'application/vc+jwt');
  }
});

test('the UNTP profile has its status index as an integer', async () => {
  const answer = await get(`/dpp/${shirt.id}`, { accept: 'application/ld+json; profile="untp"' });
  const { credentialStatus } = await jsonOf(answer);
  assert.equal(typeof credentialStatus.statusListIndex, 'number');
});

test('earlier versions are read by number and by time; the list names all', async () => {
  const passport = await publish({ scope });
  const between = new Date().toISOString();
  await addVersion({ scope, gtin: passport.gtin }, passport.uuid, 2);
  const path = `/dpp/${passport.id}`;
  const json = { accept: 'application/json' };
  await until(async () => (await jsonOf(await get(path, json))).version === 2);
  const first = await jsonOf(await get(`${path}/versions/1`, json));
  assert.equal(first.version, 1);
  assert.equal(first.dppStatus, 'archived');
  assert.equal((await jsonOf(await get(`${path}?at=${between}`, json))).version, 1);
  assert.equal((await jsonOf(await get(`${path}?at=2999-01-01`, json))).version, 2);
  assert.equal((await get(`${path}?at=2001-01-01`, json)).status, 404);
  for (const wrong of ['yesterday', '2026-02-30', '0000-06-01', '9999-12-31T23:59:59-14:00'])
    assert.equal((await get(`${path}?at=${wrong}`, json)).status, 400, wrong);
  assert.equal((await get(`${path}?at=2999-01-01T00:00:00+02:00`, json)).status, 200);
  assert.equal((await get(`${path}/versions/9`, json)).status, 404);
  const { versions } = await jsonOf(await get(`${path}/versions`));
  assert.deepEqual(
    versions.map(({ version }: { version: number }) => version),
    [2, 1],
  );
  const page = await (await get(`${path}/versions/1`)).text();
  assert.match(page, /This is an earlier version/);
});

test('a suspended passport shows its header and reason, a revoked one is gone, a draft was never there', async () => {
  const passport = await publish({ scope });
  const path = `/dpp/${passport.id}`;
  await setState({ scope }, passport, 'SUSPENDED', 'Wrong fibre shares');
  await until(async () => /suspended/.test(await (await get(path)).text()));
  const page = await (await get(path)).text();
  assert.match(page, /Wrong fibre shares/);
  assert.match(page, /Acme Apparel/);
  assert.doesNotMatch(page, /Organic cotton|7\.24/);
  const json = await jsonOf(await get(`${path}.json`));
  assert.equal(json.dppStatus, 'inactive');
  assert.equal(json.materials, undefined);
  assert.equal((await get(`${path}.jwt`)).status, 406);
  await setState({ scope }, passport, 'REVOKED', 'Never made');
  await until(async () => (await get(path)).status === 410);
  const tomb = await (await get(path)).text();
  assert.match(tomb, /withdrawn/);
  assert.doesNotMatch(tomb, /Acme|cotton/);
  assert.match(tomb, new RegExp(`\\(01\\) ${passport.gtin}`));
  const gone = await get(`${path}.json`);
  assert.equal(gone.status, 410);
  assert.equal('economicOperatorId' in (await jsonOf(gone)), false);
  assert.equal((await get(`${path}.jwt`)).status, 410);
  assert.equal((await get(path, { accept: 'application/vc+jwt' })).status, 410);
  assert.equal((await get(`/v1/dpps/${passport.id}`)).status, 410);
  const draft = await publish({ scope, status: 'DRAFT' });
  assert.equal((await get(`/dpp/${draft.id}`)).status, 404);
  assert.equal((await get(`/dpp/${encodeId('dpp', newUuid())}`)).status, 404);
  assert.equal((await get('/dpp/dpp_x')).status, 404);
});

test('the page of an earlier version leads to its own formats, languages and verification', async () => {
  const passport = await publish({ scope });
  await addVersion({ scope, gtin: passport.gtin }, passport.uuid, 2);
  const path = `/dpp/${passport.id}/versions/1`;
  const page = await (await get(path)).text();
  const url = `${service.url}${path}`;
  const verification = `/verify?url=${encodeURIComponent(url)}&amp;lang=en`;
  for (const link of [`${url}.json`, `${url}.jwt`, `${path}?lang=de`, verification])
    assert.ok(page.includes(`${link}"`), link);
  const credential = await (await get(`${path}.jwt`)).text();
  assert.equal(credential, passport.jws);
  assert.equal((await jsonOf(await get(`${path}.json`))).version, 1);
  assert.equal((await get(`${path}.exe`)).status, 404);
});

test('pages of the sandbox that show nothing keep to the sandbox', async () => {
  for (const path of ['/sandbox/01/09506000134352', '/sandbox/dpp/dpp_x']) {
    const page = await (await get(path, { accept: 'text/html' })).text();
    assert.ok(page.includes(`href="${path}?lang=de"`), path);
  }
});

test('where nothing is published, people get a page that names the address, and programs a result', async () => {
  const draft = await publish({ scope, status: 'DRAFT' });
  for (const path of [`/dpp/${draft.id}`, '/dpp/dpp_x']) {
    const page = await get(path, { accept: 'text/html,*/*;q=0.8' });
    assert.equal(page.status, 404);
    assert.match(page.headers.get('content-type') ?? '', /text\/html/);
    assert.ok((await page.text()).includes(path), path);
    assert.equal((await jsonOf(await get(path))).statusCode, 'ClientErrorResourceNotFound');
  }
});

test('a passport names the one before and the one after it, as JSON, as page and in its credential', async () => {
  const [before, after] = [await publish({ scope }), await publish({ scope })];
  const passport = await publish({ scope });
  await sql`update dpps set predecessor_id = ${before.uuid}, successor_id = ${after.uuid}
    where organization_id = ${scope.organizationId} and id = ${passport.uuid}`.execute(service.db);
  const path = `/dpp/${passport.id}`;
  await until(async () => (await jsonOf(await get(`${path}.json`))).predecessor !== undefined);
  const json = await jsonOf(await get(`${path}.json`));
  assert.equal(json.predecessor, `${service.url}/dpp/${before.id}`);
  assert.equal(json.supersededBy, `${service.url}/dpp/${after.id}`);
  assert.equal(json.events, `${service.url}${path}/events`);
  assert.ok((await (await get(`${path}?lang=de`)).text()).includes('aus dem es entstand'));
});

test('a passport that ended or is archived stays readable and says so; the sandbox is marked as a sample', async () => {
  const passport = await publish({ scope });
  await setState({ scope }, passport, 'ARCHIVED');
  await until(async () => /archived/.test(await (await get(`/dpp/${passport.id}`)).text()));
  assert.match(await (await get(`/dpp/${passport.id}`)).text(), /Organic cotton/);
  const sample = await publish({ scope: { ...scope, environment: 'SANDBOX' } });
  const page = await (await get(`/sandbox/dpp/${sample.id}`)).text();
  assert.match(page, /Sample from a test environment/);
});

test('a deleted passport is no longer answered from a cache', async () => {
  const sandbox = { ...scope, environment: 'SANDBOX' as const };
  const passport = await publish({ scope: sandbox });
  const path = `/sandbox/dpp/${passport.id}`;
  assert.equal((await get(path)).status, 200);
  await service.db
    .deleteFrom('dpps')
    .where('organization_id', '=', scope.organizationId)
    .where('environment', '=', 'SANDBOX')
    .where('id', '=', passport.uuid)
    .execute();
  await until(async () => (await get(path)).status === 404);
});

test('an unchanged answer is 304, and a change gives another ETag', async () => {
  const passport = await publish({ scope });
  const path = `/dpp/${passport.id}`;
  const etag = (await get(path)).headers.get('etag') ?? '';
  assert.equal((await get(path, { 'if-none-match': etag })).status, 304);
  await addVersion({ scope, gtin: passport.gtin }, passport.uuid, 2);
  await until(async () => (await get(path, { 'if-none-match': etag })).status === 200);
});

test('If-None-Match with a star is 304 for what is there, and nothing where nothing is', async () => {
  const passport = await publish({ scope });
  const any = { 'if-none-match': '*' };
  assert.equal((await get(`/dpp/${passport.id}`, any)).status, 304);
  assert.equal((await get('/dpp/dpp_x', any)).status, 404);
});

test('a changed bit of a status list is public at once', async () => {
  const passport = await publish({ scope });
  const credential = await jsonOf(await get(`/dpp/${passport.id}.jsonld`));
  const url: string = credential.credentialStatus[0].statusListCredential;
  const accept = { accept: 'application/vc' };
  const before = (await jsonOf(await fetch(url, { headers: accept }))).credentialSubject;
  await service.db
    .transaction()
    .execute((tx) => setStatus({ db: tx, scope }, [passport.uuid], 'revocation', true));
  await until(async () => {
    const { credentialSubject } = await jsonOf(await fetch(url, { headers: accept }));
    return credentialSubject.encodedList !== before.encodedList;
  });
});

test('the reading methods of EN 18222', async () => {
  const id = encodeURIComponent(`${service.url}/dpp/${shirt.id}`);
  const product = encodeURIComponent(`${service.url}/01/${shirt.gtin}`);
  const read = async (path: string) => jsonOf(await get(path));
  const compressed = await read(`/v1/dpps/${id}`);
  assert.equal(compressed.digitalProductPassportId, `${service.url}/dpp/${shirt.id}`);
  assert.deepEqual(await read(`/v1/dpps/${shirt.id}`), compressed);
  assert.deepEqual(await read(`/v1/dppsByProductId/${product}`), compressed);
  const at = new Date().toISOString();
  assert.equal((await read(`/v1/dppsByIdAndDate/${id}?date=${at}`)).version, 1);
  const full = await read(`/v1/dpps/${id}?representation=full`);
  const name = full.elements.find(({ elementId }: { elementId: string }) => elementId === 'name');
  assert.equal(name.objectType, 'MultiLanguageDataElement');
  const element = await read(
    `/v1/dpps/${id}/elements/${encodeURIComponent('$.materials[0].name')}`,
  );
  assert.equal(element.value, 'Organic cotton');
  const byProducts = (query: string) =>
    fetch(`${service.url}/v1/dppsByProductIds${query}`, {
      method: 'POST',
      body: JSON.stringify({
        productIds: [`${service.url}/01/${shirt.gtin}`, 'https://x.example/01/09506000134352'],
      }),
    });
  assert.deepEqual((await jsonOf(await byProducts(''))).dppIds, [`${service.url}/dpp/${shirt.id}`]);
  assert.equal((await byProducts('?cursor=')).status, 400);
  for (const [path, status] of [
    ['/v1/dpps/nothing', 404],
    [`/v1/dpps/${id}?representation=other`, 400],
    [`/v1/dpps/${id}/elements/${encodeURIComponent('$..x')}`, 400],
    [`/v1/dpps/${id}/elements/nothing`, 404],
    [`/v1/dpps/${id}/elements/constructor`, 404],
    [`/v1/dppsByProductId/${encodeURIComponent('https://x.example/01/1')}`, 400],
    [`/v1/dppsByProductId/${id}`, 400],
    [`/v1/dppsByProductId/${id.replace(/dpp_.*/, encodeId('dpp', newUuid()))}`, 404],
    [`/v1/dppsByIdAndDate/${id}`, 400],
    ['/v1/other', 404],
  ] as const)
    assert.equal((await get(path)).status, status, path);
  assert.equal((await read('/v1/openapi.json')).openapi, '3.1.0');
});

for (const schema of dppSchemas()) {
  test(`no public answer of a ${schema.id} passport shows a field of another class`, async () => {
    const fields = fieldsOf(schema);
    const content = markedContent(fields);
    const passport = await publish({ scope, content, schemaId: schema.id, batchNumber: 'B' });
    const secret = marksOf(fields).filter((mark) => mark.class !== 'PUBLIC');
    const link = `/01/${passport.gtin}/10/B`;
    for (const path of [
      `/dpp/${passport.id}`,
      `/dpp/${passport.id}.json`,
      `/dpp/${passport.id}.jsonld`,
      `/dpp/${passport.id}/versions`,
      `${link}?linkType=linkset`,
      `/v1/dpps/${passport.id}?representation=full`,
    ]) {
      const text = await (await get(path)).text();
      for (const { mark } of secret) assert.ok(!text.includes(mark), `${path}: ${mark}`);
    }
    const jws = await (await get(`/dpp/${passport.id}.jwt`)).text();
    const payload = Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString();
    for (const { mark } of secret) assert.ok(!payload.includes(mark), `jwt: ${mark}`);
    const shown = await (await get(`/dpp/${passport.id}.json`)).text();
    for (const { mark } of marksOf(fields).filter((each) => each.class === 'PUBLIC'))
      assert.ok(shown.includes(mark), `JSON lacks ${mark}`);
  });
}

for (const [language, script] of [
  ['en', undefined],
  ['el', 'greek'],
  ['bg', 'cyrillic'],
] as const)
  test(`the page (${language}) needs no script, no third party and fits its budget`, async () => {
    const answer = await get(`/dpp/${shirt.id}?lang=${language}`);
    const page = await answer.text();
    assert.doesNotMatch(page, /<script|onclick|javascript:/i);
    const loaded = [...page.matchAll(/(?:src|rel="(?:stylesheet|icon|preload)" href)="([^"]+)"/g)];
    for (const [, url = ''] of loaded)
      assert.ok(url.startsWith('/') || url.startsWith(service.url), url);
    assert.ok(gzipSync(page).length <= 20_000, `${gzipSync(page).length} bytes gzipped`);
    assert.equal(answer.headers.get('set-cookie'), null);
    assert.match(answer.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    if (script !== undefined) assert.match(page, new RegExp(`strong-${script}\\.woff2`));
    let fonts = 0;
    for (const [, url = ''] of page.matchAll(/url\((\/dpp\/fonts\/[^)]+)\)/g)) {
      const font = await get(url);
      assert.equal(font.status, 200, url);
      fonts += (await font.arrayBuffer()).byteLength;
    }
    assert.ok(fonts > 10_000 && fonts <= 60_000, `${fonts} bytes of fonts`);
  });

test('the icon of the public pages is the mark of the dashboard', async () => {
  const mark = await readFile('dashboard/public/trackway.svg', 'utf8');
  assert.equal(await (await get('/dpp/icon.svg')).text(), mark);
});

test('texts of a passport cannot become markup', async () => {
  const evil = `"><script>alert(1)</script>`;
  const content = {
    ...EXAMPLE_CONTENT,
    name: [{ language: 'en', text: evil }],
    repair: { url: 'javascript:alert(1)', instructions: [{ language: evil, text: evil }] },
    documents: [{ type: 'OTHER', title: evil, url: 'javascript:alert(1)' }],
  };
  const passport = await publish({ scope, content });
  const page = await (await get(`/dpp/${passport.id}`)).text();
  assert.doesNotMatch(page, /<script|javascript:/);
});

test('the page is in the language of its address, then of the reader; a text without translation names its own', async () => {
  const greek = await get(`/dpp/${shirt.id}`, { 'accept-language': 'el-GR, en;q=0.5' });
  assert.equal(greek.headers.get('content-language'), 'el');
  const page = await greek.text();
  assert.match(page, /<html lang="el">/);
  assert.match(page, /<span lang="en" dir="auto">Crew neck T-shirt<\/span>/);
  const german = await get(`/dpp/${shirt.id}?lang=de`, { 'accept-language': 'el' });
  assert.match(await german.text(), /T-Shirt mit Rundhals/);
  const other = await get(`/dpp/${shirt.id}`, { 'accept-language': 'ja' });
  assert.equal(other.headers.get('content-language'), 'en');
});

test('QR codes are served as SVG and PNG', async () => {
  const svg = await get(`/dpp/${shirt.id}/qr.svg`);
  assert.equal(typeOf(svg), 'image/svg+xml');
  assert.match(await svg.text(), /^<svg/);
  const png = await get(`/dpp/${shirt.id}/qr.png`);
  const contents = await decodedSymbols(new Uint8Array(await png.arrayBuffer()));
  assert.deepEqual(contents, [`${service.url}/01/${shirt.gtin}`]);
});
