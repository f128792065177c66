import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createOrganization } from '../../server/src/domains/accounts/index.ts';
import { dppSchema } from '../../server/src/domains/passports/index.ts';
import { dppHandlers } from '../../server/src/domains/passports/jobs/handlers.ts';
import { newJob } from '../../server/src/domains/passports/jobs/job.ts';
import { amendDpp, publishDpp } from '../../server/src/domains/passports/life/publish.ts';
import { changeStatus } from '../../server/src/domains/passports/life/service.ts';
import { EXAMPLE_CONTENT } from '../../server/src/domains/passports/projections/testing.ts';
import { insertDraftContents } from '../../server/src/domains/passports/versions/store.ts';
import type { Trust } from '../../server/src/domains/trust/index.ts';
import { openDatabase, query } from '../../server/src/platform/database/index.ts';
import { testDatabase } from '../../server/src/platform/database/testing.ts';
import { newUuid } from '../../server/src/platform/ids.ts';
import type { Scope } from '../../server/src/platform/scope.ts';
import { SecretBox } from '../../server/src/platform/secret-box.ts';
import { SYSTEM } from '../../server/src/rules/access/actor.ts';
import { PublicUrls } from '../../server/src/rules/public-urls.ts';
import { chainFaults } from './chain-faults.ts';
import { newGtin } from './publish.ts';

/** Work on passports ends before each of its statements in turn: everything of it is there, or nothing. */

const { db, url } = await testDatabase();
const { id: organizationId } = await createOrganization(db, 'Cells', 'ENTERPRISE');
const scope: Scope = { organizationId, environment: 'LIVE' };
const trust: Trust = {
  box: new SecretBox(Buffer.alloc(32, 7)),
  urls: new PublicUrls(() => 'https://id.example.test', new Map()),
};

const { sectorData: _ofTextiles, ...CONTENT } = EXAMPLE_CONTENT;
const SCHEMA_VERSION = dppSchema('generic')?.version;

class Killed extends Error {}

/** Statements until the end; each transaction ends once none is left. */
let left = Infinity;
const mortal = await openDatabase({
  url,
  poolSize: 1,
  pipelines: 1,
  onStatement: (text) => {
    if (/^(rollback|select 1)/i.test(text)) return;
    left -= 1;
    if (left === 0) throw new Killed();
  },
});
after(() => mortal.destroy());

async function draft(): Promise<string> {
  const [id, gtin] = [newUuid(), newGtin()];
  await query(
    db,
    `insert into dpps (organization_id, environment, id, granularity, identity, gtin, serial_number, schema_id,
       schema_version, name, status)
     values ($1, 'LIVE', $2, 'ITEM', $3, $4, 'S1', 'generic', $5, 'Shirt', 'DRAFT')`,
    [organizationId, id, `01/${gtin}/21/S1`, gtin, SCHEMA_VERSION],
  );
  await db
    .transaction()
    .execute((tx) => insertDraftContents({ db: tx, scope }, [{ dppId: id, content: CONTENT }]));
  return id;
}

/** Ends work before its first, second, … statement until it comes to its end; returns how often it was ended. */
async function interrupted(work: () => Promise<unknown>): Promise<number> {
  for (let before = 1; ; before++) {
    left = before;
    const isDone = await work().then(
      () => true,
      (error: unknown) => {
        if (error instanceof Killed) return false;
        throw error;
      },
    );
    left = Infinity;
    assert.deepEqual(await chainFaults({ db, scope }), [], `before statement ${before}`);
    if (isDone) return before - 1;
  }
}

const target = (id: string) => ({ reference: { by: 'id', value: id } }) as const;

test('a publication, an amendment and a revocation that end at any statement leave nothing half done', async () => {
  const id = await draft();
  const ends = {
    publish: await interrupted(() =>
      mortal
        .transaction()
        .execute((tx) => publishDpp({ db: tx, scope, by: SYSTEM, trust }, target(id))),
    ),
    amend: await interrupted(() =>
      mortal.transaction().execute((tx) =>
        amendDpp({ db: tx, scope, by: SYSTEM, trust }, target(id), 'Code', {
          content: { commodityCode: '610990' },
        }),
      ),
    ),
    revoke: await interrupted(() =>
      mortal
        .transaction()
        .execute((tx) =>
          changeStatus({ db: tx, scope, by: SYSTEM }, target(id), 'REVOKED', 'Recall'),
        ),
    ),
  };
  for (const [step, count] of Object.entries(ends)) assert.ok(count > 4, `${step}: ${count}`);
  const [row] = await query(
    db,
    `select status, published_version as number from dpps
     where organization_id = $1 and environment = 'LIVE' and id = $2`,
    [organizationId, id],
  );
  assert.deepEqual(row, { status: 'REVOKED', number: 2 });
});

test('a batch that ends at any statement goes on, and publishes each draft once', async () => {
  const ids = await Promise.all([draft(), draft(), draft()]);
  const handler = dppHandlers(trust).get('DPP_PUBLISH');
  assert.ok(handler);
  const job = await db
    .transaction()
    .execute((tx) =>
      newJob({ db: tx, scope }, 'DPP_PUBLISH', { productId: null, schemaId: null }, null),
    );
  const { signal } = new AbortController();
  const ends = await interrupted(() =>
    handler({
      job,
      db: mortal,
      scope,
      signal,
      save: async () => {},
      onEnd: () => {},
      keepPlace: () => {},
    }),
  );
  assert.ok(ends > 4, `${ends}`);
  const rows = await query<{ number: number }>(
    db,
    `select published_version as number from dpps
     where organization_id = $1 and environment = 'LIVE' and id = any($2::uuid[])`,
    [organizationId, ids],
  );
  assert.deepEqual(
    rows.map(({ number }) => number),
    [1, 1, 1],
  );
});
