import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../../platform/database/testing.ts';
import { newUuid } from '../../../platform/ids.ts';
import { byteaText, packJson } from '../../../platform/json/index.ts';
import { createOrganization } from '../../accounts/index.ts';
import { dppSchema, fieldsOf } from '../content/schemas.ts';
import { identityOf } from '../identity.ts';
import type { DppContent } from '../model.ts';
import { digestsOf, hashOf, newSalts } from '../versions/integrity.ts';
import { findPublicPassport, findPublicPassports } from './find.ts';

const { db } = await testDatabase();
const organization = await createOrganization(db, 'Cells', 'ENTERPRISE');
const GTIN = '04006381333931';

const CONTENT: DppContent = {
  name: [{ language: 'en', text: 'Cell' }],
  conformityDocuments: [{ type: 'TEST_REPORT', url: 'https://cells.example/t' }],
  internalNote: 'ask the lab',
};

type Wanted = { readonly status?: string; readonly batch?: string; readonly serial?: string };

/** A passport with two published versions, as the service writes it. */
async function publish({ status = 'PUBLISHED', batch, serial }: Wanted): Promise<string> {
  const id = newUuid();
  const identity = identityOf({
    gtin: GTIN,
    productId: null,
    batchNumber: batch ?? null,
    serialNumber: serial ?? null,
  });
  await sql`insert into dpps (organization_id, environment, id, granularity, identity, gtin, batch_number,
      serial_number, schema_id, schema_version, name, status, published_version, published_at)
    values (${organization.id}, 'LIVE', ${id}, ${serial ? 'ITEM' : batch ? 'BATCH' : 'MODEL'},
      ${identity}, ${GTIN}, ${batch ?? null}, ${serial ?? null}, 'generic', '1.0', 'Cell', ${status},
      ${status === 'DRAFT' ? null : 2}, now())`.execute(db);
  const schema = dppSchema('generic');
  assert.ok(schema);
  let previousHash: string | null = null;
  for (const number of [1, 2]) {
    const salts = newSalts();
    const digests = digestsOf(fieldsOf(schema), CONTENT, salts);
    const publishedAt = `2027-01-0${number}T00:00:00.000Z`;
    const hash = hashOf({
      dppId: id,
      identity,
      version: number,
      schema: 'generic',
      publishedAt,
      previousHash,
      digests,
    });
    await sql`insert into dpp_versions (organization_id, environment, dpp_id, number, content, digests, salts,
        hash, previous_hash, jws, key_id, valid_from, published_at)
      values (${organization.id}, 'LIVE', ${id}, ${number}, ${byteaText(packJson({ ...CONTENT, modelNumber: `v${number}` }))}::bytea,
        ${JSON.stringify(digests)}, ${JSON.stringify(salts)}, ${hash}, ${previousHash}, 'a.b.c', 'key', ${publishedAt}, ${publishedAt})`.execute(
      db,
    );
    previousHash = hash;
  }
  return id;
}

test('a public reader gets the public content of the current version, and the names of what is withheld', async () => {
  const view = await findPublicPassport(db, await publish({ batch: 'PUB', serial: '1' }));
  assert.deepEqual(view?.content, { name: CONTENT['name'], modelNumber: 'v2' });
  assert.deepEqual(view?.withheld, [{ path: 'conformityDocuments', class: 'CONFORMITY' }]);
  assert.deepEqual(Object.keys(view?.integrity.salts ?? {}), ['PUBLIC']);
  assert.equal(view?.number, 2);
});

test('an earlier version is read by its number or by a time', async () => {
  const id = await publish({ batch: 'OLD' });
  const byNumber = await findPublicPassport(db, id, { number: 1 });
  assert.equal(byNumber?.content['modelNumber'], 'v1');
  assert.equal(byNumber?.isSuperseded, true);
  const at = await findPublicPassport(db, id, { at: new Date('2027-01-01T12:00:00Z') });
  assert.equal(at?.number, 1);
  assert.equal(await findPublicPassport(db, id, { number: 3 }), null);
});

test('a draft and an unknown id are nothing', async () => {
  assert.equal(await findPublicPassport(db, await publish({ status: 'DRAFT', batch: 'D' })), null);
  assert.equal(await findPublicPassport(db, newUuid()), null);
});

test('a suspended passport shows its header only, a revoked one nothing; neither shows its credential', async () => {
  const suspended = await findPublicPassport(
    db,
    await publish({ status: 'SUSPENDED', batch: 'S' }),
  );
  assert.equal(suspended?.extent, 'HEADER');
  assert.deepEqual(Object.keys(suspended.content), ['name']);
  const revoked = await findPublicPassport(db, await publish({ status: 'REVOKED', batch: 'R' }));
  assert.equal(revoked?.extent, 'TOMBSTONE');
  assert.deepEqual(revoked.content, {});
  assert.deepEqual([suspended.integrity.jws, revoked.integrity.jws], [null, null]);
});

test('a Digital Link gives all levels, the most specific first; an unknown serial falls back', async () => {
  await publish({});
  await publish({ batch: 'L1' });
  const item = await publish({ batch: 'L1', serial: '7' });
  const place = { environment: 'LIVE' } as const;
  const key = { gtin: GTIN, batchNumber: 'L1' };
  const levels = await findPublicPassports(db, place, { ...key, serialNumber: '7' });
  assert.equal(levels[0]?.id, item);
  assert.deepEqual(
    levels.map(({ granularity }) => granularity),
    ['ITEM', 'BATCH', 'MODEL'],
  );
  const other = await findPublicPassports(db, place, { ...key, serialNumber: '8' });
  assert.deepEqual(
    other.map(({ granularity }) => granularity),
    ['BATCH', 'MODEL'],
  );
  const withoutBatch = await findPublicPassports(db, place, { gtin: GTIN, serialNumber: '7' });
  assert.equal(withoutBatch[0]?.id, item);
  const ofOther = { ...place, organizationId: newUuid() };
  assert.deepEqual(await findPublicPassports(db, ofOther, key), []);
});
