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
