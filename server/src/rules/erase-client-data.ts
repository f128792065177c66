import { sql } from 'kysely';
import type { Tx } from '../platform/database/index.ts';
import type { Scope } from '../platform/scope.ts';

/**
 * Removes the external ids and metadata of objects of an erased person: from the objects, and so from the
 * search, from their events and from stored answers. A client may have made them of a name or an e-mail address.
 */
export async function eraseClientData(
  tx: Tx,
  { organizationId, environment }: Scope,
  table: 'orders' | 'shopping_carts' | 'transactions',
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const inTenant = sql`organization_id = ${organizationId} and environment = ${environment}`;
  const meant = sql`any(${ids}::uuid[])`;
  await sql`update ${sql.table(table)} set external_id = null, metadata = '{}'
    where ${inTenant} and id = ${meant} and (external_id is not null or metadata <> '{}')`.execute(
    tx,
  );
  await sql`update events set data = data || '{"externalId": null}'
    where ${inTenant} and object_id = ${meant} and data ->> 'externalId' is not null`.execute(tx);
  // Answers are kept for a day: older objects have none unless they were changed since.
  await sql`delete from idempotency_keys using (
      select id from ${sql.table(table)}
      where ${inTenant} and id = ${meant} and updated_at > now() - interval '25 hours'
    ) as recent
    where idempotency_keys.organization_id = ${organizationId}
      and idempotency_keys.environment = ${environment} and answer is not null
      and position(convert_to(recent.id::text, 'UTF8') in answer) > 0`.execute(tx);
}
