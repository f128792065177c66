import { sql } from 'kysely';
import { customerTables } from '../../tenancy/customer-tables.ts';
import { service } from '../world.ts';

/** Columns that are written asynchronously: last use and number of uses of keys. */
const WRITTEN_LATER = ['last_used_at'];
/** Tables that workers write in the background: requests are counted and logged, webhooks delivered, partners asked. */
const COUNTED_LATER =
  /usage|request_log|footprint_requests|webhook_(attempts|deliveries|health|queues|wakeups)/;

/** A fingerprint of all rows of an organization, by table. */
export async function rowsOf(organizationId: string): Promise<ReadonlyMap<string, string>> {
  const tables = [...(await customerTables(service.db))].filter(
    (name) => !COUNTED_LATER.test(name),
  );
  const prints = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{ print: string }>`
        select md5(coalesce(string_agg(body, chr(10) order by body), '')) as print
        from (select (to_jsonb(held) - ${WRITTEN_LATER}::text[])::text as body
              from ${sql.table(table)} as held where organization_id = ${organizationId}) as bodies`.execute(
        service.db,
      );
      return [table, rows[0]?.print ?? ''] as const;
    }),
  );
  return new Map(prints);
}
