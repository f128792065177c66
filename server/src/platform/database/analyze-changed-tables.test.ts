import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newUuid } from '../ids.ts';
import { analyzeChangedTables } from './analyze-changed-tables.ts';
import { testDatabase } from './testing.ts';

const { db, inspect } = await testDatabase();

/** As a foreign key is checked. */
const CHECK = `explain (format json) select from only products
  where organization_id = $1 and environment = $2 and id = $3 for key share`;

async function addProducts(organizationId: string, count: number): Promise<void> {
  await inspect(
    `insert into products (organization_id, environment, id, external_id, name, status, sector_tags,
       tags, image_urls, declared_amount, declared_unit, bill)
     select $1, 'LIVE', gen_random_uuid(), gen_random_uuid()::text, md5(at::text), 'ACTIVE', '{}', '{}', '{}', 1, 'PIECE', '{}'
     from generate_series(1, $2::int) as at`,
    [organizationId, count],
  );
}

test('a table that was just filled is looked up by its key', async () => {
  const organizationId = newUuid();
  await addProducts(organizationId, 2_000);
  await analyzeChangedTables(db);
  const [plan] = await inspect(CHECK, [organizationId, 'LIVE', newUuid()]);
  assert.match(JSON.stringify(plan), /"Index Name":"products_pkey"/);
});

test('the statistics know an organization that has just imported its products', async () => {
  const organizationId = newUuid();
  // In pieces: on a busy machine one statement would not end in time.
  for (let piece = 0; piece < 10; piece += 1) await addProducts(organizationId, 2_000);
  // Otherwise the counters of this session are seen up to ten seconds later.
  await inspect('select pg_stat_force_next_flush()', []);
  await analyzeChangedTables(db);
  const [known] = await inspect<{ organizations: string }>(
    `select most_common_vals::text as organizations from pg_stats
     where tablename = 'products' and attname = 'organization_id'`,
    [],
  );
  assert.ok(known?.organizations.includes(organizationId));
});
