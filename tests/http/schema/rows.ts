import { sql } from 'kysely';
import { customerTables } from '../../tenancy/customer-tables.ts';
import { service } from '../world.ts';

/** Column that is written asynchronously: the last use of keys. */
const WRITTEN_LATER = 'last_used_at';
/** Tables that workers write in the background: requests are counted and logged, records measured, webhooks delivered, partners asked. */
const COUNTED_LATER =
  /usage|request_log|record_|footprint_requests|webhook_(attempts|deliveries|health|queues|wakeups)/;

/** Tables whose rows a request may change. */
let tables: Promise<readonly string[]> | undefined;

/** A fingerprint of all rows of an organization, by table: one statement, because tests ask for it hundreds of times. */
export async function rowsOf(organizationId: string): Promise<ReadonlyMap<string, string>> {
  tables ??= customerTables(service.db).then((names) =>
    [...names].filter((name) => !COUNTED_LATER.test(name)),
  );
  const prints = (await tables).map(
    (table) => sql<Print>`
      select ${sql.lit(table)} as "table",
        md5(coalesce(string_agg(body, chr(10) order by body), '')) as print
      from (select (to_jsonb(held) - ${sql.lit(WRITTEN_LATER)})::text as body
            from ${sql.table(table)} as held where organization_id = ${organizationId}) as bodies`,
  );
  const { rows } = await sql<Print>`${sql.join(prints, sql` union all `)}`.execute(service.db);
  return new Map(rows.map(({ table, print }) => [table, print]));
}

type Print = { readonly table: string; readonly print: string };
