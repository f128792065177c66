import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newUuid } from '../ids.ts';
import { analyzeNewTables } from './analyze-new-tables.ts';
import { testDatabase } from './testing.ts';

const { db, inspect } = await testDatabase();

/** As a foreign key is checked. */
const CHECK = `explain (format json) select from only products
  where organization_id = $1 and environment = $2 and id = $3 for key share`;

test('a table that was just filled is looked up by its key', async () => {
  const organizationId = newUuid();
  await inspect(
    `insert into products (organization_id, environment, id, external_id, name, status, sector_tags,
       tags, image_urls, declared_amount, declared_unit, bill)
     select $1, 'LIVE', gen_random_uuid(), at::text, md5(at::text), 'ACTIVE', '{}', '{}', '{}', 1, 'PIECE', '{}'
     from generate_series(1, 2000) as at`,
    [organizationId],
  );
  await analyzeNewTables(db);
  const [plan] = await inspect(CHECK, [organizationId, 'LIVE', newUuid()]);
  assert.match(JSON.stringify(plan), /"Index Name":"products_pkey"/);
});
