import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { verifyCommands } from '../../../server/src/cli/verify.ts';
import { writePackage } from '../../../server/src/domains/backups/index.ts';
import { filesOf } from '../../../server/src/domains/backups/read-package.ts';
import { restorePackage } from '../../../server/src/domains/backups/restore.ts';
import { setStatus } from '../../../server/src/domains/trust/index.ts';
import { openDatabase } from '../../../server/src/platform/database/index.ts';
import { decodeId } from '../../../server/src/platform/ids.ts';
import type { Scope } from '../../../server/src/platform/scope.ts';
import { temporaryFolder } from '../../../server/src/platform/testing.ts';
import { at, type Json } from '../client.ts';
import { COLD, startedDatabase, startTestService } from '../service.ts';
import { service, world } from '../world.ts';
import { act, capture, published, read, textOf } from './desk.ts';
import { addVersion, publish, trust } from './published.ts';

const folder = await temporaryFolder('backup');
const { scope, organization } = await world({ tier: 'ENTERPRISE' });
const owner = { ...scope, ...organization };
const [shirt, gone] = [await publish({ scope }), await publish({ scope })];
await addVersion({ scope, gtin: shirt.gtin }, shirt.uuid, 2);
await service.db
  .transaction()
  .execute((tx) => setStatus({ db: tx, scope }, [gone.uuid], 'revocation', true));
const file = join(folder, 'passports.zip');
const written = await writePackage({ db: service.db, trust }, owner, file);

async function verify(path: string) {
  const result = await verifyCommands['verify']?.run({ values: {}, positionals: [path] });
  return result ?? assert.fail('no result');
}

test('a package has every version and verifies without the first operator', async () => {
  assert.deepEqual(written, { passportCount: 2, versionCount: 3 });
  const result = await verify(file);
  assert.equal(result.text.match(/The content is unchanged/g)?.length, 3, result.text);
  // One passport was revoked, and one version replaced by the next: the lists in the package say so.
  assert.match(result.text, /The issuer revoked it/);
  assert.doesNotMatch(result.text, /UNKNOWN/);
});

test('a package is verified with the chains of its passports; a version that was changed is named', async () => {
  const ours = await world({ tier: 'ENTERPRISE' });
  const id = await published(ours);
  await act(ours, 'amendDpp', { id, reason: 'Code', commodityCode: '610990' });
  const owned = { ...ours.scope, ...ours.organization };
  const path = join(folder, 'chain.zip');
  const written = async () => {
    await writePackage({ db: service.db, trust }, owned, path);
    return verify(path);
  };
  const whole = await written();
  assert.match(whole.text, /^1 passport with 2 versions: every chain is whole\.$/m);
  await service.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`update dpp_versions set salts = salts || '{"PUBLIC": "00"}'
      where organization_id = ${ours.scope.organizationId} and environment = 'LIVE'
        and number = 1`.execute(tx);
  });
  const broken = await written();
  assert.ok(broken.text.includes(`The chain of versions is broken: ${id} version 1.`), broken.text);
  assert.equal(broken.isFailure, true);

  // Versions may be large: few of them are a file, which is read whole.
  await service.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into dpp_versions select (jsonb_populate_record(version,
        jsonb_build_object('number', version.number + more, 'id', gen_random_uuid()))).*
      from dpp_versions version cross join generate_series(1, 50) more
      where organization_id = ${ours.scope.organizationId} and environment = 'LIVE'
        and number = 2`.execute(tx);
  });
  await writePackage({ db: service.db, trust }, owned, path);
  const counts: number[] = [];
  for await (const { text } of filesOf(path, (name) => name.startsWith('rows/dpp_versions/')))
    counts.push(text.trimEnd().split('\n').length);
  assert.deepEqual(counts, [50, 2]);
});

test('equal passports give equal files, but for the status lists, which are signed anew', async () => {
  const again = join(folder, 'again.zip');
  await writePackage({ db: service.db, trust }, owner, again);
  const digests = async (path: string) => {
    const found = new Map<string, string>();
    for await (const { name, text } of filesOf(path, (name) => !/status-lists|manifest/.test(name)))
      found.set(name, createHash('sha256').update(text).digest('hex'));
    return found;
  };
  assert.deepEqual(await digests(again), await digests(file));
});

test('a package restores into a fresh service, where its links resolve; twice is once', async () => {
  const { DATABASE_URL } = await startedDatabase();
  const db = await openDatabase({ url: DATABASE_URL, pipelines: 1, poolSize: 1 });
  after(() => db.destroy());
  const { rows } = await restorePackage(db, file);
  assert.deepEqual([rows['dpps'], rows['dpp_versions']], [2, 3]);
  const twice = await restorePackage(db, file);
  assert.deepEqual([twice.rows['dpps'], twice.rows['dpp_versions']], [0, 0]);
  const { rows: keys } = await sql<{ state: string; private_key: Buffer | null }>`
    select state, private_key from signing_keys where organization_id = ${scope.organizationId}
      and environment = ${scope.environment}`.execute(db);
  assert.deepEqual(keys, [{ state: 'RETIRED', private_key: null }]);
  const second = await startTestService({ DATABASE_URL }, COLD);
  const link = await fetch(`${second.url}/01/${shirt.gtin}`, { redirect: 'manual' });
  assert.equal(link.status, 307);
  assert.equal(link.headers.get('location'), `${second.url}/dpp/${shirt.id}`);
  for (const accept of ['text/html', 'application/json', 'application/vc+jwt']) {
    const [here, there] = await Promise.all(
      [second.url, service.url].map((url) =>
        fetch(`${url}/dpp/${shirt.id}`, { headers: { accept } }),
      ),
    );
    assert.equal(here?.status, 200, accept);
    // The signed credential is the same to the byte.
    if (accept === 'application/vc+jwt') assert.equal(await here?.text(), await there?.text());
  }
  const versions = await fetch(`${second.url}/dpp/${shirt.id}/versions/1`, {
    headers: { accept: 'application/vc+jwt' },
  });
  assert.equal(await versions.text(), shirt.jws);
});

test('a package has the traceability events of its passports, for the same readers', async () => {
  const ours = await world({ tier: 'ENTERPRISE' });
  const id = await published(ours, { serialNumber: 'E1' });
  const uri = textOf(await read(ours, id, 'productIdentifier'), 'productIdentifier');
  const eventOf = (number: number, epcList = [uri]) => ({
    type: 'ObjectEvent',
    eventID: `urn:x:${number}`,
    eventTime: '2026-11-22T09:30:00Z',
    eventTimeZoneOffset: '+00:00',
    action: 'OBSERVE',
    epcList,
  });
  await capture(ours, 'PUBLIC', eventOf(1), eventOf(2), eventOf(3, [`${uri}9`]));
  await capture(ours, 'INTERNAL', eventOf(4));
  const path = join(folder, 'events.zip');
  await writePackage({ db: service.db, trust }, { ...ours.scope, ...ours.organization }, path);
  const { DATABASE_URL } = await startedDatabase();
  const db = await openDatabase({ url: DATABASE_URL, pipelines: 1, poolSize: 1 });
  after(() => db.destroy());
  // Event 3 names no published passport.
  const { rows } = await restorePackage(db, path);
  assert.deepEqual([rows['epcis_events'], rows['epcis_event_products']], [3, 3]);
  const twice = await restorePackage(db, path);
  assert.deepEqual([twice.rows['epcis_events'], twice.rows['epcis_event_products']], [0, 0]);
  const second = await startTestService({ DATABASE_URL }, COLD);
  const seen = await Promise.all(
    [second.url, service.url].map(async (url) => {
      const document: Json = JSON.parse(await (await fetch(`${url}/dpp/${id}/events`)).text());
      return at(document, 'epcisBody', 'queryResults', 'resultsBody', 'eventList');
    }),
  );
  assert.deepEqual(seen[0], seen[1]);
  assert.equal([seen[0] ?? []].flat().length, 2);
  // An event that was captured again after its loss keeps its place.
  await sql`delete from epcis_events where organization_id = ${ours.scope.organizationId}`.execute(
    service.db,
  );
  await capture(ours, 'PUBLIC', eventOf(2));
  const late = await restorePackage(service.db, path);
  assert.deepEqual([late.rows['epcis_events'], late.rows['epcis_event_products']], [2, 2]);
});

/** A passport as a back-up of the time after its publication has it. */
async function takeBack({ organizationId, environment }: Scope, id: string): Promise<void> {
  const uuid = decodeId('dpp', id);
  await service.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from dpp_versions where organization_id = ${organizationId}
      and environment = ${environment} and dpp_id = ${uuid} and number > 1`.execute(tx);
    await sql`update dpps set published_version = 1, version = 2, status = 'PUBLISHED', status_reason = null
      where organization_id = ${organizationId} and environment = ${environment} and id = ${uuid}`.execute(
      tx,
    );
  });
}

test('after the loss of the newest versions a package brings them back, and the passport goes on', async () => {
  const client = await world({ tier: 'ENTERPRISE' });
  const id = await published(client);
  const amend = (code: string) =>
    act(client, 'amendDpp', { id, reason: 'Code', commodityCode: code });
  const owned = { ...client.scope, ...client.organization };
  const [early, late] = [join(folder, 'early.zip'), join(folder, 'late.zip')];
  await writePackage({ db: service.db, trust }, owned, early);
  await amend('61091000');
  await act(client, 'suspendDpp', { id, reason: 'Recall' });
  await writePackage({ db: service.db, trust }, owned, late);
  await takeBack(client.scope, id);
  await restorePackage(service.db, early);
  assert.equal(at(await read(client, id), 'publishedVersion'), 1);
  const { rows, diverged } = await restorePackage(service.db, late);
  assert.deepEqual([rows['dpps'], rows['dpp_versions'], diverged], [1, 1, []]);
  const back = await read(client, id);
  assert.deepEqual([at(back, 'publishedVersion'), at(back, 'status')], [2, 'SUSPENDED']);
  await act(client, 'resumeDpp', { id });
  assert.equal(at(await amend('61091010'), 'publishedVersion'), 3);
  const { rows: keys } = await sql<{ state: string }>`select state from signing_keys
    where organization_id = ${client.scope.organizationId}`.execute(service.db);
  assert.deepEqual(keys, [{ state: 'ACTIVE' }]);
});

test('a passport that went on with other versions stays as it is, and is named', async () => {
  const client = await world({ tier: 'ENTERPRISE' });
  const id = await published(client);
  const amend = (code: string) =>
    act(client, 'amendDpp', { id, reason: 'Code', commodityCode: code });
  const path = join(folder, 'fork.zip');
  await amend('61091000');
  await amend('61091010');
  await writePackage({ db: service.db, trust }, { ...client.scope, ...client.organization }, path);
  await takeBack(client.scope, id);
  await amend('61091090');
  const before = await read(client, id);
  const { rows, diverged } = await restorePackage(service.db, path);
  assert.deepEqual([rows['dpps'], rows['dpp_versions'], diverged], [0, 0, [id]]);
  assert.deepEqual(await read(client, id), before);
});

test('a package that was changed is refused, by verify and by restore', async () => {
  const bytes = await readFile(file);
  const broken = join(folder, 'broken.zip');
  await writeFile(broken, bytes.subarray(0, bytes.length - 200));
  await assert.rejects(verify(broken), /cannot be read/);
  await assert.rejects(verify(join(folder, 'none.zip')), /cannot be read/);
  await writeFile(broken, 'no archive');
  await assert.rejects(restorePackage(service.db, broken), /The package .+ cannot be read/);
});
