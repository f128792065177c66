import { query, type TenantTx } from '../../platform/database/index.ts';
import { NIL_UUID } from '../../platform/ids.ts';

/** Pages of what is held about a person, in the order of a key. */
export type ErasurePage = {
  /** The place that the page before reached; empty at the beginning. */
  readonly after: string;
  /** Most objects of the page. */
  readonly limit: number;
};

/** An object may have any number of events and payments: a page stops at so many rows for each of its objects. */
export const ROWS_PER_OBJECT = 10;

/** The next objects of a customer, by id. */
export async function idsOfCustomer(
  { db, scope: { organizationId, environment } }: TenantTx,
  table: 'orders' | 'shopping_carts',
  customerId: string,
  { after, limit }: ErasurePage,
): Promise<string[]> {
  const rows = await query<{ id: string }>(
    db,
    `select id from ${table} where organization_id = $1 and environment = $2 and customer_id = $3 and id > $4
     order by id limit $5`,
    [organizationId, environment, customerId, after || NIL_UUID, limit],
  );
  return rows.map(({ id }) => id);
}

/**
 * Removes the external ids and metadata of objects of an erased person: from the objects, and so from the
 * search, and from their events. A client may have made them of a name or an e-mail address. Returns whether no
 * event is left; the next call goes on.
 */
export async function eraseClientData(
  { db, scope: { organizationId, environment } }: TenantTx,
  table: 'orders' | 'shopping_carts' | 'transactions',
  ids: readonly string[],
): Promise<boolean> {
  if (ids.length === 0) return true;
  const meant = [organizationId, environment, ids];
  await query(
    db,
    `update ${table} set external_id = null, metadata = '{}'
     where organization_id = $1 and environment = $2 and id = any($3::uuid[])
       and (external_id is not null or metadata <> '{}')`,
    meant,
  );
  const most = ids.length * ROWS_PER_OBJECT;
  const erased = await query(
    db,
    `update events set data = data || '{"externalId": null}'
     where organization_id = $1 and environment = $2 and id = any(array(
       select id from events where organization_id = $1 and environment = $2 and object_id = any($3::uuid[])
         and data ->> 'externalId' is not null limit $4)) returning true`,
    [...meant, most],
  );
  return erased.length < most;
}

/** The place that a page reached; undefined if nothing is left. A page that was not erased whole comes again. */
export function placeAfter(
  { after, limit }: ErasurePage,
  ids: readonly string[],
  isDone: boolean,
): string | undefined {
  if (ids.length === 0) return undefined;
  if (!isDone) return after;
  return ids.length < limit ? undefined : ids.at(-1);
}
