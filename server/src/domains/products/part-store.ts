import { sql } from 'kysely';
import { query, type TenantDb, type TenantTx } from '../../platform/database/index.ts';
import type { Use } from '../../rules/errors/in-use.ts';

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

/** The first products, orders and carts that keep a product from being deleted; one that is a part of itself does not. */
export function findUsesOfProduct(
  { db, scope: { organizationId, environment } }: TenantDb,
  productId: string,
  limit: number,
): Promise<Use[]> {
  return query<Use>(
    db,
    `(select 'product' as kind, product_id as id, (select name from products
        where organization_id = $1 and environment = $2 and id = product_id) as name
      from product_parts where organization_id = $1 and environment = $2 and part_id = $3 and product_id <> $3
      order by product_id limit $4)
     union all
     (select distinct on (order_id) 'order', order_id, null from order_lines
      where organization_id = $1 and environment = $2 and product_id = $3 order by order_id limit $4)
     union all
     (select 'shoppingCart', cart_id, null from shopping_cart_lines
      where organization_id = $1 and environment = $2 and product_id = $3 limit $4)
     limit $4`,
    [organizationId, environment, productId, limit],
  );
}

/** Replaces the stored parts of a product. */
export async function replaceParts(
  { db, scope }: TenantTx,
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
  { db, scope }: TenantDb,
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
  { db, scope }: TenantTx,
  before: readonly string[],
  pairs: readonly { readonly productId: string; readonly partId: string }[],
): Promise<void> {
  const { organizationId, environment } = scope;
  if (before.length > 0) {
    await query(
      db,
      `delete from product_parts where organization_id = $1 and environment = $2
        and product_id = any($3::uuid[])`,
      [organizationId, environment, before],
    );
  }
  if (pairs.length > 0) {
    await query(
      db,
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
