import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { after, test } from 'node:test';
import { createOrganization } from '../../../server/src/domains/accounts/index.ts';
import { openDatabase, query } from '../../../server/src/platform/database/index.ts';
import { encodeId } from '../../../server/src/platform/ids.ts';
import { SecretBox } from '../../../server/src/platform/secret-box.ts';
import { until } from '../../../server/src/platform/testing.ts';
import { PublicUrls } from '../../../server/src/rules/public-urls.ts';
import { publishWith } from '../../passports/publish.ts';
import { COLD, startedDatabase, startTestService } from '../service.ts';

const HOST = 'id.acme.example';
const started = await startedDatabase();
const db = await openDatabase({ url: started.DATABASE_URL, pipelines: 1, poolSize: 1 });
after(() => db.destroy());
const acme = await createOrganization(db, 'Acme of the hosts', 'ENTERPRISE');
const shared = await createOrganization(db, 'Sharer of the hosts', 'ENTERPRISE');
const service = await startTestService(
  { ...started, TRACKWAY_PASSPORT_HOSTS: `${HOST}=${encodeId('organization', acme.id)}` },
  COLD,
);
const other = await startTestService(started, COLD);
const trust = {
  box: new SecretBox(service.secrets.keyFor('signing-keys')),
  urls: new PublicUrls(() => service.url, new Map([[HOST, acme.id]])),
};
const scopeOf = (organizationId: string) => ({ organizationId, environment: 'LIVE' }) as const;
const own = await publishWith({ db, trust }, { scope: scopeOf(acme.id) });
const common = await publishWith({ db, trust }, { scope: scopeOf(shared.id) });

const agent = new Agent({ keepAlive: true, maxSockets: 40 });
after(() => agent.destroy());

type Got = { readonly status: number; readonly location: string; readonly body: string };

function get(path: string, host = new URL(service.url).host, from = service.url): Promise<Got> {
  const { promise, resolve, reject } = Promise.withResolvers<Got>();
  request(`${from}${path}`, { agent, headers: { host, accept: 'application/json' } }, (answer) => {
    let body = '';
    answer.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    answer.on('end', () =>
      resolve({
        status: answer.statusCode ?? 0,
        location: String(answer.headers.location ?? answer.headers['retry-after'] ?? ''),
        body,
      }),
    );
  })
    .on('error', reject)
    .end();
  return promise;
}

test('the host of an organization keeps the addresses of passports that it handed over', async () => {
  const passed = await publishWith({ db, trust }, { scope: scopeOf(shared.id) });
  await query(
    db,
    `update dpps set origin_organization_id = $1
     where organization_id = $2 and environment = 'LIVE' and id = $3`,
    [acme.id, shared.id, passed.uuid],
  );
  const link = await get(`/01/${passed.gtin}`, HOST);
  assert.equal(link.location, `https://${HOST}/dpp/${passed.id}`);
  const passport = JSON.parse((await get(`/dpp/${passed.id}`, HOST)).body);
  assert.equal(passport.uniqueProductIdentifier, `https://${HOST}/01/${passed.gtin}`);
});

test('the host of an organization serves its passports, its identifier and no others', async () => {
  const link = await get(`/01/${own.gtin}`, HOST);
  assert.equal(link.location, `https://${HOST}/dpp/${own.id}`);
  const passport = JSON.parse((await get(`/dpp/${own.id}`, HOST)).body);
  assert.equal(passport.uniqueProductIdentifier, `https://${HOST}/01/${own.gtin}`);
  const document = JSON.parse((await get('/.well-known/did.json', HOST)).body);
  assert.equal(document.id, `did:web:${HOST}`);
  assert.equal(document.verificationMethod.length, 1);
  assert.equal((await get(`/01/${common.gtin}`, HOST)).status, 404);
  assert.equal((await get(`/dpp/${common.id}`, HOST)).status, 404);
  const sharedId = encodeId('organization', shared.id);
  assert.equal((await get(`/dids/${sharedId}/did.json`, HOST)).status, 404);
  assert.equal((await get(`/dids/${sharedId}/did.json`)).status, 200);
  assert.equal((await get(`/dpp/${common.id}`)).status, 200);
  const hostDocument = JSON.parse((await get('/.well-known/did.json')).body);
  assert.deepEqual(hostDocument.verificationMethod, []);
});

test('a change made through one process drops the answers that another has cached', async () => {
  const path = `/dpp/${common.id}`;
  const statusOf = async () => (await get(path, new URL(other.url).host, other.url)).status;
  assert.equal(await statusOf(), 200);
  assert.equal(await statusOf(), 200);
  await db
    .updateTable('dpps')
    .set({ status: 'REVOKED' })
    .where('organization_id', '=', shared.id)
    .where('environment', '=', 'LIVE')
    .where('id', '=', common.uuid)
    .execute();
  await until(async () => (await statusOf()) === 410);
});

test('an address that scans is refused for a minute; what is cached is still served', async () => {
  const cached = `/dpp/${own.id}`;
  await get(cached);
  const scan = Array.from({ length: 6_100 }, (_, at) => get(`/status/none-${at}`));
  const answers = await Promise.all(scan);
  const refused = answers.filter(({ status }) => status === 429);
  assert.ok(refused.length >= 90 && refused.length < 1_000, `${refused.length} refused`);
  assert.equal(refused[0]?.location, '60');
  assert.equal((await get(cached)).status, 200);
  assert.equal((await get(`/01/${own.gtin}/21/NEW`)).status, 429);
  const headers = { accept: 'text/html', 'accept-language': 'de' };
  const page = await fetch(`${service.url}/01/${own.gtin}/21/NEW`, { headers });
  assert.deepEqual([page.status, page.headers.get('retry-after')], [429, '60']);
  const html = await page.text();
  assert.match(html, /<h1>Zu viele Anfragen von dieser Adresse<\/h1>/);
  assert.match(html, /<a href="\?lang=fr" lang="fr"/);
});

test('work that no cache spares counts by its size: product ids, pages, codes and verifications', async () => {
  const by = { 'X-Forwarded-For': '192.0.2.7', accept: 'text/html' };
  const statusOf = async (path: string, body?: string) => {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: by,
      body: body ?? null,
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  const productIds = Array.from(
    { length: 100 },
    (_, at) => `https://id.gs1.org/01/${own.gtin}/21/${at}`,
  );
  const page = (from = '') =>
    statusOf(`/v1/dppsByProductIds${from}`, JSON.stringify({ productIds }));
  for (let count = 0; count < 58; count += 1) assert.equal(await page(), 200);
  assert.equal(await page('?limit=31'), 200);
  // 5,890 are spent: a page takes 5 or 6 by its size, a code 16, a verification with its page 13 or 14.
  assert.equal(await statusOf(`/dpp/${own.id}?a`), 200);
  assert.equal(await statusOf(`/verify?url=${service.url}/dpp/${own.id}`), 200);
  for (const at of [1, 2, 3, 4, 5])
    assert.equal(await statusOf(`/dpp/${own.id}/qr.svg?at=2099-01-0${at}`), 200);
  assert.equal(await statusOf(`/dpp/${own.id}/qr.svg?at=2099-01-06`), 429);
  assert.equal(await page(), 429);
  assert.equal(await statusOf(`/dpp/${own.id}/qr.svg?at=2099-01-01`), 200, 'cached');
});

test('parameters that an answer does not depend on cause no work, and those of a code are passed on', async () => {
  const ask = async (path: string) => {
    const headers = { 'X-Forwarded-For': '192.0.2.9', accept: 'text/html' };
    const answer = await fetch(`${service.url}${path}`, { headers, redirect: 'manual' });
    return { location: answer.headers.get('location'), body: await answer.text() };
  };
  const path = `/dpp/${own.id}`;
  const page = await ask(path);
  // Each would be 5 or 6 of the 6,000 that an address may cause.
  for (let at = 0; at < 1_300; at += 50) {
    const more = Array.from({ length: 50 }, (_, one) => ask(`${path}?utm=${at + one}`));
    for (const same of await Promise.all(more)) assert.deepEqual(same, page);
  }
  assert.notEqual((await ask(`${path}?utm=1&lang=fr`)).body, page.body);
  for (const query of ['', '?utm=1', '?utm=2', '']) {
    const { location } = await ask(`/01/${own.gtin}${query}`);
    assert.equal(location, `https://${HOST}${path}${query}`);
  }
});

test('an answer counts by its size too', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const credential = {
    '@context': ['https://www.w3.org/ns/credentials/v2'],
    type: ['VerifiableCredential'],
    issuer: 'did:web:x.example',
    credentialSubject: { text: 'x'.repeat(600_000) },
  };
  const body = `${part({ alg: 'ES256' })}.${part(credential)}.x`;
  const headers = { 'X-Forwarded-For': '192.0.2.8', accept: 'application/json' };
  const statuses: number[] = [];
  // Each takes 9 for the verification, 98 for the body and 73 for 600 kB of the answer.
  while (statuses.length < 80 && !statuses.includes(429)) {
    const answer = await fetch(`${service.url}/verify`, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  assert.equal(statuses.indexOf(429), 33);
});
