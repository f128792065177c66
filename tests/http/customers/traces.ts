import assert from 'node:assert/strict';
import { query } from '../../../server/src/platform/database/index.ts';
import type { Scope } from '../../../server/src/platform/scope.ts';
import { customerTables } from '../../tenancy/customer-tables.ts';
import { service } from '../world.ts';

/** Tables of customer data in which one of the texts is found, in whatever case and encoding, with the text. */
export async function tracesOf(
  { organizationId, environment }: Scope,
  texts: readonly string[],
): Promise<string[]> {
  const tables = await customerTables(service.db);
  assert.ok(['customers', 'events', 'idempotency_keys'].every((table) => tables.has(table)));
  const found = new Set<string>();
  for (const table of tables) {
    const rows = await query<{ text: string }>(
      service.db,
      `select row(kept.*)::text as text from ${table} kept
       where organization_id = $1 and environment = $2`,
      [organizationId, environment],
    );
    for (const { text: row } of rows) {
      for (const text of texts) if (contains(row, text)) found.add(`${table} has ${text}`);
    }
  }
  return [...found];
}

function contains(row: string, text: string): boolean {
  if (row.toLowerCase().includes(text.toLowerCase())) return true;
  return (['latin1', 'utf16le'] as const).some((encoding) =>
    [text, text.toLowerCase()].some((each) =>
      row.includes(Buffer.from(each, encoding).toString('hex')),
    ),
  );
}
