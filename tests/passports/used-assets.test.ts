import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { SHIRT } from '../../docs/example-footprint.ts';
import { createOrganization } from '../../server/src/domains/accounts/index.ts';
import { deleteAsset, updateAsset } from '../../server/src/domains/assets/service.ts';
import { insertAssets } from '../../server/src/domains/assets/store.ts';
import { newSalts } from '../../server/src/domains/passports/versions/integrity.ts';
import { writeSealedVersions } from '../../server/src/domains/passports/versions/store.ts';
import { testDatabase } from '../../server/src/platform/database/testing.ts';
import { encodeId, newUuid } from '../../server/src/platform/ids.ts';
import type { Scope } from '../../server/src/platform/scope.ts';
import { until } from '../../server/src/platform/testing.ts';

const { db } = await testDatabase();
const organization = await createOrganization(db, 'Halden', 'ENTERPRISE');
const scope: Scope = { organizationId: organization.id, environment: 'LIVE' };
const by = { kind: 'SYSTEM' } as const;

async function storedAsset(): Promise<string> {
  const id = newUuid();
  const label = { kind: 'CARBON_LABEL', size: 'UPRIGHT', locale: 'en' } as const;
  const picture = { ...label, isPreview: false, facts: SHIRT };
  const rendering = { picture, format: 'SVG', dotsPerInch: 300 } as const;
  const none = { productId: null, calculationId: null, supplyChainId: null, dppId: null };
  await db.transaction().execute((tx) =>
    insertAssets({ db: tx, scope }, [
      {
        ...{ id, ...none, ...label, rendering, format: 'SVG' },
        ...{ snapshotHash: null, sha256: 'a'.repeat(64), fileBytes: 1 },
        ...{ widthMm: 50, heightMm: 82, description: '', isPublic: true, isOutdated: false },
      },
    ]),
  );
  return id;
}

async function draftPassport(): Promise<string> {
  const id = newUuid();
  await sql`insert into dpps (organization_id, environment, id, granularity, identity, gtin, schema_id,
      schema_version, name, status, published_version, published_at)
    values (${scope.organizationId}, ${scope.environment}, ${id}, 'MODEL', ${`01/${id}`}, '04006381333931',
      'generic', '1.0', 'Shirt', 'PUBLISHED', 1, now())`.execute(db);
  return id;
}

for (const [name, change] of [
  ['deletion', deleteAsset],
  [
    'withdrawal',
    (work: Parameters<typeof deleteAsset>[0], id: string) => updateAsset(work, id, false),
  ],
] as const) {
  test(`a ${name} of an asset waits for a publication that names it, and is then refused`, async () => {
    const [assetId, dppId] = [await storedAsset(), await draftPassport()];
    const url = `https://id.halden.example/assets/${encodeId('asset', assetId)}.svg`;
    const published = Promise.withResolvers<void>();
    const [written, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const publication = db.transaction().execute(async (tx) => {
      await writeSealedVersions({ db: tx, scope }, [
        {
          ...{
            dppId,
            number: 1,
            content: { images: [{ url }] },
            digests: newSalts(),
            salts: newSalts(),
          },
          ...{ hash: 'hash', previousHash: null, jws: 'a.b.c', keyId: 'key', reason: null },
          ...{ validUntil: null, publishedAt: new Date() },
        },
      ]);
      written.resolve();
      await mayCommit.promise;
    });
    publication.then(published.resolve, published.reject);
    await Promise.race([written.promise, published.promise]);
    let isOver = false;
    const refused = assert
      .rejects(
        db.transaction().execute((tx) => change({ db: tx, scope, by }, assetId)),
        /Version 1 of the published passport "Shirt"/,
      )
      .finally(() => {
        isOver = true;
      });
    refused.catch(() => undefined);
    await until(async () => {
      const waiting = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return isOver || waiting.rows.length > 0;
    });
    mayCommit.resolve();
    await publication;
    await refused;
  });
}
