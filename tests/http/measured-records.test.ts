import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrganization } from '../../server/src/domains/accounts/index.ts';
import { createKey } from '../../server/src/domains/keys/index.ts';
import { query } from '../../server/src/platform/database/index.ts';
import { untilFound } from '../../server/src/platform/testing.ts';
import { COMMAND_LINE } from '../../server/src/rules/access/actor.ts';
import { PERMISSIONS } from '../../server/src/rules/access/permissions.ts';
import { clientOf, sendForId } from './client.ts';
import { startTestService } from './service.ts';

const { db, url, keyPepper } = await startTestService();
const { id: organizationId } = await createOrganization(db, 'Filled', 'GROWTH');
const scope = { organizationId, environment: 'LIVE' } as const;
const wanted = { name: 'key', tier: 'GROWTH', permissions: PERMISSIONS, expiresAt: null } as const;
const { secret } = await db
  .transaction()
  .execute((tx) => createKey({ db: tx, scope, by: COMMAND_LINE }, keyPepper, undefined, wanted));
const client = clientOf(`${url}/graphql`, secret);

/** Of all tables with rows of environments, and their indexes. */
async function sizeOnDisk(): Promise<number> {
  await query(db, 'analyze');
  const [row] = await query<{ bytes: number }>(
    db,
    `select sum(pg_total_relation_size(oid))::float8 as bytes from pg_class
     where relkind = 'r' and relname not like 'request_log%' and relname not in ('record_bytes', 'record_measurements', 'usage_counts', 'usage_minutes')
       and oid in (select attrelid from pg_attribute where attname = 'environment')`,
  );
  return row?.bytes ?? 0;
}

/** As the worker of the service measures them. */
async function measured(): Promise<number> {
  const tenant = [organizationId, scope.environment];
  await query(
    db,
    `insert into record_bytes (organization_id, environment, written) values ($1, $2, 1)
     on conflict (organization_id, environment) do update set measured_at = null`,
    tenant,
  );
  await query(
    db,
    'insert into record_measurements (organization_id, environment, due_at) values ($1, $2, now())',
    tenant,
  );
  return untilFound(async () => {
    const [row] = await query<{ measured: number }>(
      db,
      `select measured from record_bytes
       where organization_id = $1 and environment = $2 and measured_at is not null`,
      tenant,
    );
    return row?.measured;
  });
}

/** Copies the one row that the service wrote, with names and ids of their own. */
async function multiply(table: string, count: number): Promise<void> {
  await query(
    db,
    `insert into ${table} select copy.* from ${table} original cross join generate_series(1, ${count}) as number
     cross join lateral jsonb_populate_record(original,
       jsonb_build_object('id', gen_random_uuid(), 'name', md5(number::text), 'object_id', gen_random_uuid(), 'position', 1000000 + number)) as copy
     where original.organization_id = $1 and original.environment = $2
       and original.id = (select max(id::text)::uuid from ${table} where organization_id = $1 and environment = $2)`,
    [organizationId, scope.environment],
  );
}

test('measured bytes are those on disk, within a tenth, for products, calculations and events', async (t) => {
  const components = Array.from({ length: 5 }, (_, at) => ({
    name: `Part ${at}`,
    material: 'cotton fibre',
    massKg: 0.1,
  }));
  const productId = await sendForId(client, 'createProduct', 'product', {
    name: 'Shirt',
    components,
  });
  await sendForId(client, 'calculateProductFootprint', 'calculation', { productId });
  let before = { onDisk: await sizeOnDisk(), bytes: await measured() };
  for (const [table, count] of [
    ['products', 4_000],
    ['calculations', 1_000],
    ['events', 10_000],
  ] as const) {
    await multiply(table, count);
    const now = { onDisk: await sizeOnDisk(), bytes: await measured() };
    const [stored, found] = [now.onDisk - before.onDisk, now.bytes - before.bytes];
    t.diagnostic(`${table}: ${found} of ${stored}`);
    assert.ok(Math.abs(found / stored - 1) < 0.1, `${table}: ${found} of ${stored}`);
    before = now;
  }
});
