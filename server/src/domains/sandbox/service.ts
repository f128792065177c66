import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { insertProduct } from '../products/index.ts';
import { mockProducts } from './content.ts';

/** What a reset empties, each table before those it refers to. Keys stay: they are how one gets in. */
export const SANDBOX_TABLES = [
  'calculations',
  'product_parts',
  'products',
  'organization_factors',
  'organization_factor_sets',
  'organization_factor_packs',
  'events',
  'idempotency_keys',
] as const;

/** Fills an empty sandbox with the mock data. Writes no events: nothing happened. */
export async function seedSandbox(tx: Tx, organizationId: string): Promise<void> {
  const scope: Scope = { organizationId, environment: 'SANDBOX' };
  for (const draft of await mockProducts()) await insertProduct(tx, scope, newUuid(), draft);
}

/** Throws away all that is in the sandbox and fills it again. */
export async function resetSandbox(tx: Tx, organizationId: string): Promise<void> {
  for (const table of SANDBOX_TABLES) {
    await sql`delete from ${sql.table(table)}
      where organization_id = ${organizationId} and environment = 'SANDBOX'`.execute(tx);
  }
  await seedSandbox(tx, organizationId);
}
