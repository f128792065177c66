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

/** Many events of one transaction in one statement. */
export async function recordEvents(
  tx: Tx,
  scope: Scope,
  events: readonly { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map((event) => ({ id: newUuid(), ...event }));
  await sql`insert into events (organization_id, environment, id, type, data)
    select ${scope.organizationId}::uuid, ${scope.environment}::text, id, type, data
    from json_to_recordset(${JSON.stringify(rows)}::json) as rows (id uuid, type text, data jsonb)`.execute(
    tx,
  );
}
