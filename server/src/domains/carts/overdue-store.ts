import { sql } from 'kysely';
import type { Tx } from '../../platform/database/index.ts';
import type { Environment, Scope } from '../../platform/scope.ts';
import type { Cart } from './model.ts';
import { CART_TOTAL } from './store.ts';

type AbandonedCart = {
  readonly scope: Scope;
  readonly cart: Pick<Cart, 'id' | 'currency' | 'externalId' | 'orderId' | 'state' | 'version'> & {
    readonly totalMinor: number;
  };
};

type Row = AbandonedCart['cart'] & {
  readonly organization_id: string;
  readonly environment: Environment;
};

/** Abandons the carts that are past their time longest, those left out that someone is writing to. */
export async function abandonOverdueRows(
  tx: Tx,
  now: Date,
  limit: number,
): Promise<AbandonedCart[]> {
  const { rows } = await sql<Row>`
    update shopping_carts set state = 'ABANDONED', version = version + 1,
      updated_at = greatest(statement_timestamp(), updated_at + interval '1 millisecond')
    from (
      select organization_id, environment, id from shopping_carts
      where state = 'OPEN' and expires_at <= ${now}
      order by expires_at limit ${limit} for no key update skip locked
    ) as overdue
    where shopping_carts.organization_id = overdue.organization_id
      and shopping_carts.environment = overdue.environment and shopping_carts.id = overdue.id
    returning shopping_carts.organization_id, shopping_carts.environment, shopping_carts.id,
      external_id as "externalId", order_id as "orderId", state, version, currency,
      ${CART_TOTAL} as "totalMinor"`.execute(tx);
  return rows.map(({ organization_id: organizationId, environment, ...cart }) => ({
    scope: { organizationId, environment },
    cart,
  }));
}
