import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { testDatabase } from '../../platform/database/testing.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { importProducts } from './bulk.ts';

const { db, inspect } = await testDatabase();

/** Triggers that copy words, states and sectors, and ran during an update of a product. */
async function triggersOf(change: string, sectorTags: readonly 'APPAREL'[]): Promise<string[]> {
  const scope: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const product = { externalId: 'p', name: 'Scarf', sectorTags };
  await db.transaction().execute((tx) => importProducts({ db: tx, scope }, [product]));
  const plan = await inspect<{ 'QUERY PLAN': string }>(
    `explain (analyze, costs off) update products set ${change}
     where organization_id = '${scope.organizationId}' and environment = 'LIVE'`,
  );
  return plan.flatMap((line) => /^Trigger (\w+_updated)/.exec(line['QUERY PLAN'])?.[1] ?? []);
}

test('an update runs only the triggers that copy a property which it changes', async () => {
  const cases: readonly [string, readonly 'APPAREL'[], readonly string[]][] = [
    ['co2e_kg = 1, version = version + 1, updated_at = now()', [], []],
    ['co2e_kg = 1', ['APPAREL'], ['sectors_updated']],
    [`name = 'Hat'`, [], ['search_updated', 'trigrams_updated']],
    [`sku = 'S-1'`, [], ['search_updated']],
    [`status = 'ARCHIVED'`, [], ['count_updated', 'search_updated']],
    [`sector_tags = '{FURNITURE}'`, [], ['search_updated', 'sectors_updated']],
    [`sector_tags = '{}'`, ['APPAREL'], ['search_updated', 'sectors_updated']],
  ];
  for (const [change, sectorTags, triggers] of cases)
    assert.deepEqual((await triggersOf(change, sectorTags)).toSorted(), triggers, change);
});

test('an earlier update of the same transaction hides no change', async () => {
  const { organizationId, environment }: Scope = { organizationId: newUuid(), environment: 'LIVE' };
  const ofTenant = sql`organization_id = ${organizationId} and environment = ${environment}`;
  await db.transaction().execute(async (tx) => {
    const product = { externalId: 'p', name: 'Scarf', sectorTags: ['APPAREL' as const] };
    await importProducts({ db: tx, scope: { organizationId, environment } }, [product]);
    for (const change of [sql`name = 'Hat'`, sql`co2e_kg = 2`, sql`status = 'ARCHIVED'`])
      await sql`update products set ${change} where ${ofTenant}`.execute(tx);
  });
  const copies = await inspect(
    `select name, co2e_kg as "co2eKg", status from product_sectors where organization_id = $1`,
    [organizationId],
  );
  assert.deepEqual(copies, [{ name: 'Hat', co2eKg: 2, status: 'ARCHIVED' }]);
});
