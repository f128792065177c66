import { sql } from 'kysely';
import { type Db, query } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';

/** Part relations between products: the edges of an organization's one system. */

declare module '../../platform/database/schema.ts' {
  interface Database {
    product_parts: ProductPartTable;
  }
}

type ProductPartTable = {
  organization_id: string;
  environment: string;
  product_id: string;
  part_id: string;
};

/** Replaces the stored parts of a product. */
export async function replaceParts(
  db: Db,
  scope: Scope,
  productId: string,
  partIds: readonly string[],
): Promise<void> {
  await sql`delete from product_parts where organization_id = ${scope.organizationId}
    and environment = ${scope.environment} and product_id = ${productId}
    and part_id <> all(${partIds}::uuid[])`.execute(db);
  if (partIds.length === 0) return;
  await sql`insert into product_parts (organization_id, environment, product_id, part_id)
    select ${scope.organizationId}, ${scope.environment}, ${productId}, part_id
    from unnest(${partIds}::uuid[]) as part_id on conflict do nothing`.execute(db);
}

/** Products and everything below them: the part of the organization's system that a result needs. */
export async function partsBelow(
  db: Db,
  scope: Scope,
  productIds: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ part_id: string }>`
    with recursive below as (
      select part_id from product_parts where organization_id = ${scope.organizationId}
        and environment = ${scope.environment} and product_id = any(${productIds}::uuid[])
      union
      select parts.part_id from below join product_parts parts
        on parts.organization_id = ${scope.organizationId} and parts.environment = ${scope.environment}
        and parts.product_id = below.part_id
    ) select part_id from below limit ${limit}`.execute(db);
  return rows.map((row) => row.part_id);
}

/**
 * Stores the parts of products: `before` lists the products that had parts, `pairs` all parts now.
 */
export async function replacePartsOf(
  tx: Db,
  scope: Scope,
  before: readonly string[],
  pairs: readonly { readonly productId: string; readonly partId: string }[],
): Promise<void> {
  const { organizationId, environment } = scope;
  if (before.length > 0) {
    await query(
      tx,
      `delete from product_parts where organization_id = $1 and environment = $2
        and product_id = any($3::uuid[])`,
      [organizationId, environment, before],
    );
  }
  if (pairs.length > 0) {
    await query(
      tx,
      `insert into product_parts (organization_id, environment, product_id, part_id)
        select $1::uuid, $2::text, product_id, part_id
        from unnest($3::uuid[], $4::uuid[]) as given (product_id, part_id) on conflict do nothing`,
      [
        organizationId,
        environment,
        pairs.map(({ productId }) => productId),
        pairs.map(({ partId }) => partId),
      ],
    );
  }
}
