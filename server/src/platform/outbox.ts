import { sql } from 'kysely';
import type { Tx } from './database/index.ts';
import { newUuid } from './ids.ts';
import type { Scope } from './scope.ts';

/**
 * Writes an event in the transaction that causes it: the event exists if and only if the change was
 * committed. `data` carries ids and business data, never personal data.
 */
export async function recordEvent(
  tx: Tx,
  scope: Scope,
  type: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`insert into events (organization_id, environment, id, type, data)
    values (${scope.organizationId}, ${scope.environment}, ${newUuid()}, ${type}, ${JSON.stringify(data)})`.execute(
    tx,
  );
}

type Event = { readonly type: string; readonly data: Readonly<Record<string, unknown>> };

/** Many events of one transaction in one statement. */
export async function recordEvents(tx: Tx, scope: Scope, events: readonly Event[]): Promise<void> {
  await recordEventsOfTenants(
    tx,
    events.map((event) => ({ scope, ...event })),
  );
}

/** The same for work that is done for many tenants at a time. */
export async function recordEventsOfTenants(
  tx: Tx,
  events: readonly (Event & { readonly scope: Scope })[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ scope, type, data }) => ({
    organization_id: scope.organizationId,
    environment: scope.environment,
    id: newUuid(),
    type,
    data,
  }));
  await sql`insert into events (organization_id, environment, id, type, data)
    select organization_id, environment, id, type, data from json_to_recordset(${JSON.stringify(rows)}::json)
      as rows (organization_id uuid, environment text, id uuid, type text, data jsonb)`.execute(tx);
}
