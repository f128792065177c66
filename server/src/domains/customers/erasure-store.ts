import { query, rowsBy, type TenantTx } from '../../platform/database/index.ts';
import type { Environment } from '../../platform/scope.ts';
import type { ErasurePage } from './erase-client-data.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    customer_erasures: {
      organization_id: string;
      environment: Environment;
      customer_id: string;
      parts: PartsLeft;
    };
  }
}

/** Parts of personal data that are not erased yet, each with the place that was reached. */
export type PartsLeft = Readonly<Record<string, string>>;

/** The erasure of the customer of an id. */
export type Erasure = { readonly id: string; readonly parts: PartsLeft };

/** Those of some customers that a worker still erases. */
export const findErasures = rowsBy('customer_erasures', 'customer_id', (db) =>
  db.selectFrom('customer_erasures').select('customer_id as customerId'),
);

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * Deletes the stored answers of a page that name an order or a cart of an erased customer, as those to payments do too;
 * returns the last answer of the page, undefined if no answer comes after it. Other erasures that were within the page come
 * as far: a tenant that erases thousands of customers has its answers read a few times, not once for each.
 */
export async function eraseAnswers(
  { db, scope: { organizationId, environment } }: TenantTx,
  { after, limit }: ErasurePage,
): Promise<string | undefined> {
  const tenant = [organizationId, environment];
  const [last] = await query<{ place: string; count: number }>(
    db,
    `with page as materialized (
       select idempotency_key, response_path, answer from idempotency_keys
       where organization_id = $1 and environment = $2
         and (idempotency_key, response_path) > (split_part($3, ' ', 1), split_part($3, ' ', 2))
       order by idempotency_key, response_path limit $4
     ), named as materialized (
       select distinct idempotency_key, response_path, match[1]::uuid as id
       from page, regexp_matches(encode(answer, 'escape'), '(${UUID})', 'g') as match
     ), erased as (
       delete from idempotency_keys kept using named
       where kept.organization_id = $1 and kept.environment = $2
         and kept.idempotency_key = named.idempotency_key and kept.response_path = named.response_path
         and exists (
           select from customers where organization_id = $1 and environment = $2 and erased_at is not null and id in (
             select customer_id from orders where organization_id = $1 and environment = $2 and id = named.id
             union all
             select customer_id from shopping_carts where organization_id = $1 and environment = $2 and id = named.id))
     )
     select idempotency_key || ' ' || response_path as place, count(*) over ()::int as count from page
     order by idempotency_key desc, response_path desc limit 1`,
    [...tenant, after, limit],
  );
  const reached = last?.count === limit ? last.place : undefined;
  const parts: PartsLeft = reached === undefined ? {} : { storedAnswers: reached };
  await query(
    db,
    `update customer_erasures set parts = $5, worked_at = clock_timestamp()
     where organization_id = $1 and environment = $2 and customer_id = any(array(
       select customer_id from customer_erasures left_over, split_part(parts ->> 'storedAnswers', ' ', 1) as key,
         split_part(parts ->> 'storedAnswers', ' ', 2) as path
       where left_over.organization_id = $1 and left_over.environment = $2 and parts - 'storedAnswers' = '{}'
         and (key, path) >= (split_part($3, ' ', 1), split_part($3, ' ', 2))
         and ($4::text is null or (key, path) <= (split_part($4, ' ', 1), split_part($4, ' ', 2)))
       for update of left_over skip locked))`,
    [...tenant, after, reached ?? null, JSON.stringify(parts)],
  );
  return reached;
}
