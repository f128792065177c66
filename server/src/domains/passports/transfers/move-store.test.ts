import assert from 'node:assert/strict';
import { test } from 'node:test';
import { query } from '../../../platform/database/index.ts';
import { testDatabase } from '../../../platform/database/testing.ts';
import { newUuid } from '../../../platform/ids.ts';
import { packJson } from '../../../platform/json/index.ts';
import type { Scope } from '../../../platform/scope.ts';
import { movePassport } from './move-store.ts';

const { db, inspect } = await testDatabase();
const VERSIONS = 3_000;
/** Their contents are read, they are copied and deleted. */
const READS_OF_EACH = 4;

test('a passport with very many versions moves without reading all of them for each page', async () => {
  const [from, to] = [newUuid(), newUuid()].map(
    (organizationId): Scope => ({ organizationId, environment: 'LIVE' }),
  );
  assert.ok(from && to);
  const id = newUuid();
  await inspect(
    `insert into dpps (organization_id, environment, id, granularity, identity, schema_id, schema_version, name,
       status, published_version)
     values ($1, 'LIVE', $2, 'MODEL', '01/04006381333931', 'generic', '1', 'Shirt', 'PUBLISHED', $3)`,
    [from.organizationId, id, VERSIONS],
  );
  await inspect(
    `insert into dpp_versions (organization_id, environment, dpp_id, number, content)
     select $1, 'LIVE', $2, number, $4 from generate_series(1, $3) as number`,
    [from.organizationId, id, VERSIONS, packJson({})],
  );
  await inspect('analyze dpp_versions');
  const rowsRead = await db.transaction().execute(async (tx) => {
    const given = { externalId: null, productId: null };
    const moved = await movePassport(tx, { from, to }, id, given, (content) => content);
    assert.equal(moved?.publishedVersion, VERSIONS);
    const [found] = await query<{ rows: number }>(
      tx,
      `select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as rows
       from pg_stat_xact_user_tables where relname = 'dpp_versions'`,
      [],
    );
    return found?.rows ?? Number.POSITIVE_INFINITY;
  });
  assert.ok(rowsRead <= READS_OF_EACH * VERSIONS, `${rowsRead} rows of ${VERSIONS} versions`);
  const arrived = await inspect(
    'select from dpp_versions where organization_id = $1 and environment = $2 and dpp_id = $3',
    [to.organizationId, 'LIVE', id],
  );
  assert.equal(arrived.length, VERSIONS);
});
