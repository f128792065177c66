import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';
import { lowestUuidAt, NIL_UUID } from '../../platform/ids.ts';
import type { BackedUpTable, Chosen, Row } from './rows-store.ts';

/**
 * A page of the rows of the events that name published passports, by the ids of the events. The statement goes from the
 * passports to their events, or for all passports along the events: it never looks for few among many.
 */
export async function eventRowsAfter(
  db: Db,
  { scope: { organizationId, environment }, dppIds, delivered }: Chosen,
  { name, event = '' }: BackedUpTable,
  after: Row | undefined,
  limit: number,
): Promise<Row[]> {
  const first = after === undefined ? NIL_UUID : String(after[event]);
  const ofTenant = (table: string) =>
    sql`${sql.ref(`${table}.organization_id`)} = ${organizationId}
      and ${sql.ref(`${table}.environment`)} = ${environment}`;
  const isChosen = sql`${ofTenant('dpps')} and dpps.published_version is not null
    and (${dppIds === undefined} or dpps.id = any(${dppIds ?? []}::uuid[]))`;
  const isDelivered = lowestUuidAt(delivered?.until.getTime() ?? 0);
  const page =
    dppIds === undefined
      ? sql`select epcis_events.id from epcis_events where ${ofTenant('epcis_events')} and epcis_events.id > ${first}
          and exists (select from epcis_event_products named join dpps on ${isChosen}
              and dpps.identity = named.identity
            where ${ofTenant('named')} and named.event_id = epcis_events.id)
          order by epcis_events.id limit ${limit}`
      : sql`select distinct found.event_id as id from dpps cross join lateral (
            select named.event_id from epcis_event_products named
            where ${ofTenant('named')} and named.identity = dpps.identity and named.event_id > ${first}
              and named.event_id >= case when dpps.id = any(${delivered?.exceptOf ?? []}::uuid[])
                then ${NIL_UUID}::uuid else ${isDelivered}::uuid end
            order by named.event_id limit ${limit}) found
          where ${isChosen} order by found.event_id limit ${limit}`;
  const isNamed =
    name === 'epcis_events'
      ? sql`true`
      : sql`exists (select from dpps where ${isChosen} and dpps.identity = ${sql.ref(`${name}.identity`)})`;
  const { rows } = await sql<{ row: Row }>`
    with page as materialized (${page})
    select to_jsonb(${sql.table(name)}) as row from page join ${sql.table(name)}
      on ${ofTenant(name)} and ${sql.ref(`${name}.${event}`)} = page.id
    where ${isNamed} order by page.id`.execute(db);
  return rows.map(({ row }) => row);
}
