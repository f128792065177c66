import assert from 'node:assert/strict';
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import {
  type Deliver,
  deliverByHttp,
  deliverToFiles,
  receivePassports,
  replicatePassports,
} from '../../../server/src/domains/backups/index.ts';
import { checkedManifest } from '../../../server/src/domains/backups/read-package.ts';
import { pngOf } from '../../../server/src/domains/passports/pictures/testing.ts';
import { backupPlace } from '../../../server/src/platform/backup/index.ts';
import { openDatabase } from '../../../server/src/platform/database/index.ts';
import { folderFiles } from '../../../server/src/platform/files/index.ts';
import { decodeId, encodeId } from '../../../server/src/platform/ids.ts';
import { createLog } from '../../../server/src/platform/log.ts';
import { temporaryFolder, until } from '../../../server/src/platform/testing.ts';
import { startFakeS3 } from '../../fake-s3.ts';
import { at, clientOf, dataOf, type JsonObject, mutationText, textAt } from '../client.ts';
import { COLD, startedDatabase, startTestService } from '../service.ts';
import { service, world } from '../world.ts';
import { act, capture, published, read, textOf } from './desk.ts';
import { trust } from './published.ts';

/** A service, and a second operator that gets its packages through a folder. */
const TOKEN = 'a secret of both operators of passports';
const folder = await temporaryFolder('second');
const second = await startTestService({
  TRACKWAY_ROLE: 'backup',
  TRACKWAY_PASSPORT_BACKUP_FOLDER: folder,
  TRACKWAY_PASSPORT_BACKUP_TOKEN: TOKEN,
});
const client = await world({ tier: 'ENTERPRISE' });

function replicate(into: string | Deliver = folder): Promise<void> {
  const deliver = typeof into === 'string' ? deliverToFiles(folderFiles(into)) : into;
  const means = { db: service.db, trust, deliver };
  return replicatePassports(means, createLog('silent'))(new AbortController().signal);
}

function get(path: string, accept = 'application/vc+jwt'): Promise<Response> {
  return fetch(`${second.url}${path}`, { headers: { accept }, redirect: 'manual' });
}

/** The state of the row that waits for its delivery. */
async function waiting(id: string) {
  const { rows } = await sql<{ isWaiting: boolean; failures: number }>`
    select waiting_since is not null as "isWaiting", failure_count as failures from dpp_replications r
    join dpps on dpps.id = r.dpp_id and dpps.organization_id = r.organization_id
      and dpps.environment = r.environment
    where r.organization_id = ${client.scope.organizationId} and r.environment = 'LIVE'
      and dpps.identity = ${await identityOf(id)}`.execute(service.db);
  return rows[0];
}

/** Ends the pause after a failure, also for a database whose clock goes back a little. */
async function makeDue(): Promise<void> {
  await sql`update dpp_replications set due_at = now() - interval '1 minute'
    where waiting_since is not null and organization_id = ${client.scope.organizationId}
      and environment = 'LIVE'`.execute(service.db);
}

async function identityOf(id: string): Promise<string> {
  const dpp = await read(client, id, 'gtin serialNumber');
  return `01/${at(dpp, 'gtin')}/21/${at(dpp, 'serialNumber')}`;
}

test('a published passport, its next version and its end reach the second operator', async () => {
  const shown = pngOf(40, 30);
  const added = await client.send(mutationText('addDppPicture', 'picture { sha256 }'), {
    input: { data: shown.toString('base64') },
  });
  const picture = { sha256: textAt(added, 'addDppPicture', 'picture', 'sha256') };
  const id = await published(client, { serialNumber: 'S1', picture });
  assert.deepEqual(await waiting(id), { isWaiting: true, failures: 0 });
  await replicate();
  assert.deepEqual(await waiting(id), { isWaiting: false, failures: 0 });
  await until(async () => (await get(`/dpp/${id}`)).status === 200);
  const jws = at(await read(client, id), 'integrity', 'jws');
  assert.equal(await (await get(`/dpp/${id}`)).text(), jws);
  const gtin = at(await read(client, id), 'gtin');
  const link = await get(`/01/${gtin}/21/S1`);
  assert.equal(link.status, 307);
  assert.equal(link.headers.get('location'), `${second.url}/dpp/${id}`);
  assert.match(await (await get(`/dpp/${id}`, 'text/html')).text(), /Crew neck T-shirt/);
  const bytes = await (await get(`/dpp/${id}/picture`)).arrayBuffer();
  assert.deepEqual(Buffer.from(bytes), shown);

  await act(client, 'amendDpp', { id, reason: 'Code', commodityCode: '610990' });
  await replicate();
  const amended = at(await read(client, id), 'integrity', 'jws');
  await until(async () => (await (await get(`/dpp/${id}`)).text()) === amended);
  assert.equal(await (await get(`/dpp/${id}/versions/1`)).text(), jws);

  await act(client, 'revokeDpp', { id, reason: 'Recall' });
  await replicate();
  await until(async () => (await get(`/dpp/${id}`, 'application/json')).status === 410);
});

test('a passport names its back-up: provider, address, delivery and recovery point objective', async () => {
  const api = await startTestService(
    {
      DATABASE_URL: service.databaseUrl,
      TRACKWAY_ROLE: 'api',
      TRACKWAY_PASSPORT_BACKUP_FOLDER: folder,
      TRACKWAY_PASSPORT_BACKUP_URL: `${second.url}/acme`,
    },
    COLD,
  );
  const provider = { name: 'Safe Copies', id: '9506000134352', scheme: 'GLN' };
  const id = await published(client, {
    responsibleParties: [
      { name: 'Importer', id: 'DE123', scheme: 'EORI', role: 'IMPORTER' },
      { ...provider, role: 'BACKUP_PROVIDER' },
    ],
  });
  const fields =
    'backup { provider { name id scheme } url rpoSeconds lastReplicatedAt waitingSince }';
  const backupOf = async (dpp: string) =>
    at(await read(clientOf(`${api.url}/graphql`, client.key), dpp, fields), 'backup');
  const waitingBackup = await backupOf(id);
  assert.deepEqual(at(waitingBackup, 'provider'), provider);
  assert.equal(at(waitingBackup, 'url'), `${second.url}/acme/dpp/${id}`);
  assert.equal(at(waitingBackup, 'lastReplicatedAt'), null);
  assert.equal(typeof at(waitingBackup, 'waitingSince'), 'string');
  await replicate();
  const current = await backupOf(id);
  assert.equal(at(current, 'waitingSince'), null);
  assert.equal(typeof at(current, 'lastReplicatedAt'), 'string');
  assert.equal(at(await backupOf(await published(client)), 'provider'), null);
  // The longest pause of a delivery that fails for days is the objective.
  const failing = await published(client);
  await sql`update dpp_replications set failure_count = 30, due_at = now() where waiting_since is not null
    and organization_id = ${client.scope.organizationId} and environment = 'LIVE'`.execute(
    service.db,
  );
  await replicate(() => Promise.reject(new Error('The second operator is gone.')));
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from max(due_at) - now())::int as pause from dpp_replications
    where organization_id = ${client.scope.organizationId} and dpp_id = ${decodeId('dpp', failing)}`.execute(
    service.db,
  );
  const rpo = Number(at(await backupOf(failing), 'rpoSeconds'));
  assert.ok(Math.abs((rows[0]?.pause ?? 0) - rpo) <= 2, `${rows[0]?.pause} of ${rpo}`);
  await makeDue();
  await replicate();
});

test('grants reach the second operator without a change of the passport, and so do their ends', async () => {
  const id = await published(client, {
    restrictedDocuments: [{ type: 'REPAIR', url: 'https://acme.example/zz-restricted' }],
  });
  await replicate();
  const [productId, expiresAt] = [
    textOf(await read(client, id, 'product { id }'), 'product', 'id'),
    new Date(Date.now() + 86_400_000).toISOString(),
  ];
  const grant = async (input: JsonObject) => {
    const granted = await client.send(mutationText('grantDppAccess', 'grant { id } token'), {
      input: {
        audience: 'LEGITIMATE_INTEREST',
        purpose: 'Repair',
        holder: 'Repairer',
        expiresAt,
        ...input,
      },
    });
    await replicate();
    return {
      id: textAt(granted, 'grantDppAccess', 'grant', 'id'),
      token: textAt(granted, 'grantDppAccess', 'token'),
    };
  };
  const seesRestricted = async (token: string, url = second.url) => {
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    return (await (await fetch(`${url}/dpp/${id}`, { headers })).text()).includes('zz-restricted');
  };
  const ofProduct = await grant({ productId, schema: 'generic' });
  const [ofPassport, ofSchema] = [await grant({ dppId: id }), await grant({ schema: 'generic' })];
  for (const { token } of [ofPassport, ofSchema]) await until(() => seesRestricted(token));
  assert.ok(await seesRestricted(ofProduct.token, service.url));
  assert.ok(
    !(await seesRestricted(ofProduct.token)),
    'a grant of a product is not one of a schema',
  );
  for (const { id: grantId, token } of [ofPassport, ofSchema]) {
    await client.send(mutationText('revokeDppAccess', 'grant { id }'), { input: { id: grantId } });
    await replicate();
    await until(async () => !(await seesRestricted(token)));
  }
});

test('captured events reach the second operator without a change of their passport, each once', async () => {
  const id = await published(client, { serialNumber: 'S9' });
  const uri = textOf(await read(client, id, 'productIdentifier'), 'productIdentifier');
  const captureOne = (bizStep: string) =>
    capture(client, 'PUBLIC', {
      type: 'ObjectEvent',
      eventTime: '2026-11-22T09:30:00Z',
      eventTimeZoneOffset: '+00:00',
      action: 'OBSERVE',
      bizStep,
      epcList: [uri],
    });
  const stepsThere = async () => {
    const text = await (await get(`/dpp/${id}/events`)).text();
    return [...text.matchAll(/"bizStep":"(\w+)"/g)].map(([, step]) => step);
  };
  await captureOne('commissioning');
  await replicate();
  await until(async () => (await stepsThere()).join() === 'commissioning');
  // As if it had been delivered long ago.
  await sql`delete from epcis_events where organization_id = ${client.scope.organizationId}`.execute(
    service.db,
  );
  await captureOne('packing');
  assert.deepEqual(await waiting(id), { isWaiting: true, failures: 0 });
  await replicate();
  await until(async () => (await stepsThere()).join() === 'commissioning,packing');
});

test('the second operator has no API, no pages and nothing to write', async () => {
  const answer = await fetch(`${second.url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': client.key },
    body: '{"query":"{ me { id } }"}',
  });
  assert.equal(answer.status, 404);
  for (const path of ['/', '/docs', '/3/footprints']) assert.equal((await get(path)).status, 404);
  assert.equal((await get('/readyz')).status, 200);
});

test('packages in another order, twice or broken do no harm', async () => {
  const late = await temporaryFolder('late');
  const id = await published(client, { serialNumber: 'S2' });
  await replicate(late);
  await act(client, 'amendDpp', { id, reason: 'Code', commodityCode: '610990' });
  const [day = ''] = await readdir(folder);
  await writeFile(join(folder, day, '00000000-0000-7000-8000-000000000000.zip'), 'half a package');
  await replicate();
  const amended = at(await read(client, id), 'integrity', 'jws');
  await until(async () => (await get(`/dpp/${id}`)).status === 200);
  // The earlier package arrives after the later one.
  await cp(late, folder, { recursive: true });
  const marker = await published(client, { serialNumber: 'S3' });
  await replicate();
  await until(async () => (await get(`/dpp/${marker}`)).status === 200);
  await until(async () => (await get(`/dpp/${id}/versions/1`)).status === 200);
  assert.equal(await (await get(`/dpp/${id}`)).text(), amended);
});

test('a delivery that fails is shown, announced once and made later', async () => {
  const id = await published(client, { serialNumber: 'S4' });
  const blocked = join(folder, 'a-file');
  await writeFile(blocked, '');
  for (const failures of [1, 2]) {
    await makeDue();
    await replicate(blocked);
    assert.deepEqual(await waiting(id), { isWaiting: true, failures });
  }
  const events = dataOf(
    await client.send(
      '{ events(first: 50, filter: { types: ["dpp.backup_failed"] }) { totalCount } }',
    ),
  );
  assert.equal(at(events, 'events', 'totalCount'), 1);
  await makeDue();
  await replicate();
  assert.deepEqual(await waiting(id), { isWaiting: false, failures: 0 });
});

test('a change during a delivery is delivered afterwards', async () => {
  const id = await published(client, { serialNumber: 'S5' });
  await sql`update dpp_replications set leased_until = now() + interval '1 minute', lease = lease + 1
    where organization_id = ${client.scope.organizationId} and environment = 'LIVE'
      and waiting_since is not null`.execute(service.db);
  await replicate();
  assert.equal((await waiting(id))?.isWaiting, true, 'another worker holds it');
  await sql`update dpp_replications set leased_until = now() where waiting_since is not null
    and organization_id = ${client.scope.organizationId} and environment = 'LIVE'`.execute(
    service.db,
  );
  await Promise.all([replicate(), act(client, 'suspendDpp', { id, reason: 'Check' })]);
  await replicate();
  assert.equal((await waiting(id))?.isWaiting, false);
  await until(async () =>
    (await (await get(`/dpp/${id}`, 'application/json')).text()).includes('inactive'),
  );

  await act(client, 'resumeDpp', { id });
  let deliveries = 0;
  await replicate(async (name, path) => {
    deliveries += 1;
    // It takes longer than its lease, and another worker begins the same.
    if (deliveries === 1)
      await sql`update dpp_replications set leased_until = now(), lease = lease + 1
        where organization_id = ${client.scope.organizationId} and environment = 'LIVE'
          and leased_until is not null`.execute(service.db);
    await deliverToFiles(folderFiles(folder))(name, path);
  });
  assert.deepEqual([deliveries, (await waiting(id))?.isWaiting], [1, false]);
});

test('tenants take turns, however many changes one of them has', async () => {
  const other = await world({ tier: 'ENTERPRISE' });
  await published(client, { serialNumber: 'S10' });
  await published(other, { serialNumber: 'S10' });
  const [many, few] = [client, other].map(({ scope }) =>
    encodeId('organization', scope.organizationId),
  );
  const delivered: string[] = [];
  await replicate(async (_name, path) => {
    delivered.push((await checkedManifest(path)).organization.id);
    if (delivered.length < 4)
      await sql`update dpp_replications set revision = revision + 1, due_at = now() - interval '1 hour'
        where organization_id = ${client.scope.organizationId} and environment = 'LIVE'
          and leased_until is not null`.execute(service.db);
  });
  const ours = delivered.filter((id) => id === many || id === few);
  assert.ok(ours.indexOf(few ?? '') < 2, ours.join());
});

test('a package is sent to the second operator with the secret of both, and with no other', async () => {
  const id = await published(client, { serialNumber: 'S6' });
  const wrong = deliverByHttp(second.url, TOKEN.toUpperCase());
  await replicate(wrong);
  assert.deepEqual(await waiting(id), { isWaiting: true, failures: 1 });
  await makeDue();
  await replicate(deliverByHttp(second.url, TOKEN));
  assert.deepEqual(await waiting(id), { isWaiting: false, failures: 0 });
  await until(async () => (await get(`/dpp/${id}`)).status === 200);
  const put = (name: string) =>
    fetch(`${second.url}/packages/${name}`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${TOKEN}` },
      body: 'no package',
    });
  for (const name of ['2026-11-22/x.zip', '2026-11-22/..%2F..%2Fx', '2026-11-22/a%2Fb.zip'])
    assert.equal((await put(name)).status, 404, name);
});

test('packages in a bucket reach the second operator, whatever the storage does; brand and picture too', async () => {
  const storage = await startFakeS3();
  const s3 = { account: storage.account, bucket: { name: 'none', prefix: '' } };
  const bucket = backupPlace('s3://second/passports', s3);
  const restored = await openDatabase({
    url: (await startedDatabase()).DATABASE_URL,
    pipelines: 1,
    poolSize: 1,
  });
  after(async () => {
    await Promise.all([bucket.close(), storage.stop(), restored.destroy()]);
  });
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10"><path d="M0 0h40v10z"/></svg>';
  const branded = await client.send(mutationText('updateBrand', 'brand { logo { sha256 } }'), {
    input: { name: 'Halden', color: '#003366', logo: { svg } },
  });
  const logo = textAt(branded, 'updateBrand', 'brand', 'logo', 'sha256');
  const added = await client.send(mutationText('addDppPicture', 'picture { sha256 }'), {
    input: { data: pngOf(20, 30).toString('base64') },
  });
  const sha256 = textAt(added, 'addDppPicture', 'picture', 'sha256');
  const id = await published(client, { serialNumber: 'S7', picture: { sha256 } });

  storage.faults.push({ match: /^PUT/, fault: 'DENIED' });
  await replicate(deliverToFiles(bucket.files));
  assert.deepEqual(await waiting(id), { isWaiting: true, failures: 1 });
  await makeDue();
  // After the second fault the object is there, but its sender does not learn it and writes it again.
  for (const fault of ['SLOW_DOWN', 'LOST_ANSWER'] as const)
    storage.faults.push({ match: /^PUT/, fault });
  await replicate(deliverToFiles(bucket.files));
  assert.deepEqual(await waiting(id), { isWaiting: false, failures: 0 });

  const take = receivePassports({ db: restored, files: bucket.files }, createLog('silent'), 0);
  const receive = () => take(new AbortController().signal);
  // A package that is still being copied, long after its day, and one of a clock that was ahead.
  const slow = '2026-01-01/00000000-0000-7000-8000-000000000000.zip';
  await bucket.files.put(slow, Buffer.from('half a package'), 'application/zip');
  await sql`insert into received_packages (name) values ('2999-01-01/x.zip')`.execute(restored);
  await receive();
  await receive();
  const { rows } =
    await sql`select d.published_version as version, b.name, b.color, b.logo_sha256 as logo,
      (select count(*)::int from brand_logos) as logos, (select sha256 from dpp_pictures) as picture
    from dpps d join brands b on b.organization_id = d.organization_id and b.environment = d.environment
    where d.organization_id = ${client.scope.organizationId} and d.environment = 'LIVE'
      and d.identity = ${await identityOf(id)}`.execute(restored);
  assert.deepEqual(rows, [
    { version: 1, name: 'Halden', color: '#003366', logo, logos: 1, picture: sha256 },
  ]);

  await published(client, { serialNumber: 'S8' });
  await replicate(async (_name, path) =>
    bucket.files.put(slow, await readFile(path), 'application/zip'),
  );
  await receive();
  const { rows: taken } =
    await sql`select name from received_packages where name = ${slow}`.execute(restored);
  assert.equal(taken.length, 1);
});
