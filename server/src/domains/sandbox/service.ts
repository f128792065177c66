import { sql } from 'kysely';
import { announceWriter, type TenantTx, type Tx } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { SYSTEM } from '../../rules/access/actor.ts';
import type { Compute } from '../../rules/jobs/compute.ts';
import type { Work } from '../../rules/mutations/work.ts';
import { calculateProducts } from '../calculations/index.ts';
import { createCustomer } from '../customers/index.ts';
import { productWriter } from '../products/index.ts';
import { computeSupplyChain, createSupplyChain } from '../supply-chains/index.ts';
import { seedCarts } from './carts.ts';
import { mockCustomers, mockProducts, mockSupplyChains } from './mock-data.ts';
import { seedOrders } from './orders.ts';

/** Fills an empty sandbox with the mock data, the same for every organization. */
export async function seedSandbox(
  tx: Tx,
  organizationId: string,
  computeIn: (work: TenantTx) => Compute,
): Promise<void> {
  const scope: Scope = { organizationId, environment: 'SANDBOX' };
  const tenant = { db: tx, scope };
  await announceWriter(tenant);
  const work = { ...tenant, by: SYSTEM, compute: computeIn(tenant) };
  const productIds = await seedProducts(work);
  for (const input of await mockCustomers()) {
    await createCustomer(work, input);
  }
  for (const { product, ...input } of await mockSupplyChains()) {
    const id = productIds.get(product);
    const productId = id === undefined ? null : encodeId('product', id);
    const checked = await computeSupplyChain(work.compute, { ...input, productId });
    await createSupplyChain(work, checked);
  }
  await seedOrders(work);
  await seedCarts(work);
  // The services wrote events, but nothing happened: the data were always there.
  for (const table of ['webhook_deliveries', 'webhook_wakeups', 'events'])
    await deleteAll(tx, table, organizationId);
}

/** The mock products with their footprints; gives the id of each by its externalId. */
async function seedProducts(work: Work): Promise<ReadonlyMap<string, string>> {
  const rows = (await mockProducts()).map((draft) => ({ id: newUuid(), draft }));
  await productWriter.insert(work, rows);
  await calculateProducts(
    work,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map(({ id, draft }) => [draft.externalId ?? '', id]));
}

async function deleteAll(tx: Tx, table: string, organizationId: string): Promise<void> {
  await sql`delete from ${sql.table(table)}
    where organization_id = ${organizationId} and environment = 'SANDBOX'`.execute(tx);
}
