import { sql } from 'kysely';
import { announceWriter, lockUntilCommit, type Tx } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { SYSTEM } from '../../rules/actor.ts';
import { recordAudit } from '../../rules/audit.ts';
import { computeHere, type Tools } from '../../rules/compute.ts';
import type { AuditedTx, Work } from '../../rules/work.ts';
import { calculateProducts } from '../calculations/index.ts';
import { createCustomer } from '../customers/index.ts';
import { productWriter } from '../products/index.ts';
import { createSupplyChain, writtenSupplyChain } from '../supply-chains/index.ts';
import { sandboxReset } from './audit.ts';
import { seedCarts } from './carts.ts';
import { mockCustomers, mockProducts, mockSupplyChains } from './mock-data.ts';
import { seedOrders } from './orders.ts';

/**
 * Tables that a reset empties, each before the tables that it refers to. Keys remain: they give
 * access.
 */
export const SANDBOX_TABLES = [
  'shopping_cart_lines',
  'shopping_carts',
  'transactions',
  'order_footprint_entries',
  'order_contributions',
  'order_returns',
  'order_addresses',
  'order_lines',
  'orders',
  'supply_chain_versions',
  'supply_chains',
  'customers',
  'dpp_transfers',
  'dpp_grant_uses',
  'dpp_grants',
  'dpp_job_lines',
  'dpp_registrations',
  'dpp_versions',
  'dpps',
  'scenario_inputs',
  'scenario_products',
  'scenarios',
  'asset_batch_results',
  'assets',
  'footprint_requests',
  'catalogue_results',
  'calculations',
  'product_parts',
  'products',
  'credential_statuses',
  'status_lists',
  'organization_factors',
  'organization_factor_sets',
  'organization_factor_packs',
  'jobs',
  'webhook_attempts',
  'webhook_deliveries',
  'webhook_wakeups',
  'webhook_health',
  'events',
  'idempotency_keys',
  'product_sectors',
  'search_documents',
  'search_words',
] as const;

/** Fills an empty sandbox with the mock data, the same for every organization. */
export async function seedSandbox(tx: Tx, organizationId: string, tools: Tools): Promise<void> {
  const scope: Scope = { organizationId, environment: 'SANDBOX' };
  await announceWriter(tx, scope);
  const work = { tx, scope, by: SYSTEM, compute: computeHere(tools, { tx, scope }) };
  const productIds = await seedProducts(work);
  for (const input of await mockCustomers()) {
    await createCustomer(tx, scope, input);
  }
  for (const { product, ...input } of await mockSupplyChains()) {
    const id = productIds.get(product);
    const productId = id === undefined ? null : encodeId('product', id);
    const checked = writtenSupplyChain({ ...input, productId }, tools.gazetteer);
    await createSupplyChain(tx, scope, checked);
  }
  await seedOrders(work);
  await seedCarts(work);
  // The services wrote events, but nothing happened: the data were always there.
  for (const table of ['webhook_deliveries', 'webhook_wakeups', 'events'])
    await deleteAll(tx, table, organizationId);
}

/** Throws away all that is in the sandbox and fills it again. A second reset waits for the first. */
export async function resetSandbox(work: AuditedTx, tools: Tools): Promise<void> {
  const { tx, scope } = work;
  const { organizationId } = scope;
  await lockUntilCommit(tx, `sandbox ${organizationId}`);
  for (const table of SANDBOX_TABLES) await deleteAll(tx, table, organizationId);
  await seedSandbox(tx, organizationId, tools);
  await recordAudit(work, sandboxReset.of(organizationId, {}));
}

/** The mock products with their footprints; gives the id of each by its externalId. */
async function seedProducts(work: Work): Promise<ReadonlyMap<string, string>> {
  const { tx, scope } = work;
  const ids = new Map<string, string>();
  for (const draft of await mockProducts()) {
    const { id } = await productWriter.insertOne(tx, scope, { id: newUuid(), draft });
    ids.set(draft.externalId ?? '', id);
  }
  await calculateProducts(work, [...ids.values()]);
  return ids;
}

async function deleteAll(tx: Tx, table: string, organizationId: string): Promise<void> {
  await sql`delete from ${sql.table(table)}
    where organization_id = ${organizationId} and environment = 'SANDBOX'`.execute(tx);
}
