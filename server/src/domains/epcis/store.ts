import { type RawBuilder, sql } from 'kysely';
import { mapInTurns } from '../../platform/concurrency/event-loop.ts';
import {
  type ColumnsOfScope,
  type ColumnValuesOf,
  conditionsOn,
  type Db,
  inOtherTable,
  inScope,
  OWNER_ID,
  type Owned,
  onPage,
  type Page,
  scopedList,
  selectionsOf,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import { NIL_UUID, newUuid } from '../../platform/ids.ts';
import { byteaText, packJson, unpackJson } from '../../platform/json/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { hidden, RECORD } from '../../rules/properties/property.ts';
import type { DppContent, FieldClass } from '../passports/index.ts';
import type { Action, CheckedEvent, EpcisEvent, EventType } from './model.ts';

export const EVENT = {
  id: RECORD.id,
  createdAt: RECORD.createdAt,
  eventId: hidden<string, 'event_id'>('event_id', 'text', ''),
  isErrorDeclaration: hidden<boolean, 'is_error_declaration'>(
    'is_error_declaration',
    'boolean',
    false,
  ),
  type: hidden<EventType, 'type'>('type', 'text', 'ObjectEvent'),
  action: hidden<Action | null, 'action'>('action', 'text', null),
  eventTime: hidden<Date, 'event_time'>('event_time', 'timestamptz'),
  bizStep: hidden<string | null, 'biz_step'>('biz_step', 'text', null),
  disposition: hidden<string | null, 'disposition'>('disposition', 'text', null),
  access: hidden<FieldClass, 'access'>('access', 'text', 'INTERNAL'),
};

declare module '../../platform/database/schema.ts' {
  interface Database {
    epcis_events: ColumnsOfScope &
      ColumnValuesOf<typeof EVENT> & { sha256: string; document: Buffer };
    epcis_event_products: ColumnsOfScope & {
      identity: string;
      event_id: string;
      access: FieldClass;
    };
  }
}

const COLUMNS = Object.values(selectionsOf('epcis_events', EVENT));

const { equals, isWord, isAtLeast, isBelow } = conditionsOn('epcis_events');

export const epcisEvents = scopedList({
  table: 'epcis_events',
  rows: (db: Db) => db.selectFrom('epcis_events').select(COLUMNS),
  orders: {
    CREATED_AT: [],
    EVENT_TIME: [{ column: 'event_time', property: 'eventTime', type: 'timestamptz' }],
  },
  conditions: {
    eventId: equals('event_id'),
    type: isWord('type'),
    identity: inOtherTable(namesProduct),
    eventSince: isAtLeast('event_time'),
    eventUntil: isBelow('event_time'),
  },
});

function namesProduct(identity: string, scope: Scope) {
  return sql<boolean>`epcis_events.id in (select event_id from epcis_event_products
    where ${inScope('epcis_event_products', scope)} and epcis_event_products.identity = ${identity})`;
}

/**
 * Stores events that are not there yet, and what they name. Returns the ids of the new ones by their place in the
 * list; a twin of another transaction is waited for.
 */
export async function insertEvents(
  { db, scope: { organizationId, environment } }: TenantTx,
  events: readonly CheckedEvent[],
  access: FieldClass,
): Promise<ReadonlyMap<string, CheckedEvent>> {
  const given = events.map((event) => ({ id: newUuid(), event }));
  const rows = await mapInTurns(
    given,
    ({ id, event: { document, identities: _identities, ...event } }) => ({
      ...event,
      id,
      document: byteaText(packJson(document)),
    }),
  );
  const inserted = await sql<{ id: string }>`
    insert into epcis_events (organization_id, environment, id, event_id, is_error_declaration, type, action,
      event_time, biz_step, disposition, access, sha256, document)
    select ${organizationId}, ${environment}, id, "eventId", "isErrorDeclaration", type, action, "eventTime",
      "bizStep", disposition, ${access}, sha256, document
    from json_to_recordset(${JSON.stringify(rows)}::json) as row (id uuid, "eventId" text,
      "isErrorDeclaration" boolean, type text, action text, "eventTime" timestamptz, "bizStep" text,
      disposition text, sha256 text, document bytea)
    order by "eventId"
    on conflict do nothing returning id`.execute(db);
  const isNew = new Set(inserted.rows.map(({ id }) => id));
  const created = new Map(
    given.filter(({ id }) => isNew.has(id)).map(({ id, event }) => [id, event]),
  );
  const products = [...created].flatMap(([id, { identities }]) =>
    identities.map((identity) => ({ id, identity })),
  );
  await sql`insert into epcis_event_products (organization_id, environment, identity, event_id, access)
    select ${organizationId}, ${environment}, identity, id, ${access}
    from json_to_recordset(${JSON.stringify(products)}::json) as row (id uuid, identity text)`.execute(
    db,
  );
  return created;
}

export type StoredEvent = Pick<EpcisEvent, 'id' | 'eventId' | 'isErrorDeclaration'> & {
  readonly sha256: string;
};

/** The stored events with some event ids. */
export async function findByEventIds(
  { db, scope }: TenantDb,
  eventIds: readonly string[],
): Promise<StoredEvent[]> {
  const { rows } = await sql<StoredEvent>`
    select id, event_id as "eventId", is_error_declaration as "isErrorDeclaration", sha256
    from epcis_events where ${inScope('epcis_events', scope)}
      and event_id = any(${eventIds}::text[])`.execute(db);
  return rows;
}

/** The documents of events by their ids. */
export async function findDocuments(
  { db, scope }: TenantDb,
  ids: readonly string[],
): Promise<readonly { readonly id: string; readonly document: DppContent }[]> {
  const { rows } = await sql<{ id: string; document: Buffer }>`
    select id, document from epcis_events
    where ${inScope('epcis_events', scope)} and id = any(${ids}::uuid[])`.execute(db);
  return mapInTurns(rows, ({ id, document }) => ({ id, document: unpackJson(document) }));
}

/** Pages of the events that name products, batches or items, below each of their identities. */
export async function eventsBelow(
  { db, scope }: TenantDb,
  identities: readonly string[],
  page: Page,
): Promise<Owned<EpcisEvent>[]> {
  const ofOne = db
    .selectFrom('epcis_events')
    .innerJoin('epcis_event_products as named', (join) =>
      join
        .onRef('named.organization_id', '=', 'epcis_events.organization_id')
        .onRef('named.environment', '=', 'epcis_events.environment')
        .onRef('named.event_id', '=', 'epcis_events.id'),
    )
    .select(COLUMNS)
    .where(inScope('epcis_events', scope))
    .where('named.organization_id', '=', scope.organizationId)
    .where('named.environment', '=', scope.environment)
    .where('named.identity', '=', OWNER_ID);
  const columns = [{ ref: 'named.event_id', type: 'uuid' }] as const;
  const { rows } = await sql<Owned<EpcisEvent>>`
    select owner.id as "ownerId", below.* from unnest(${identities}::text[]) as owner (id)
    cross join lateral (${onPage(ofOne, { columns, isDescending: false }, page)}) as below`.execute(
    db,
  );
  return rows;
}

/** Numbers of the events that name products, batches or items. */
export async function countEventsBelow(
  { db, scope }: TenantDb,
  identities: readonly string[],
): Promise<Owned<{ readonly count: number }>[]> {
  const { rows } = await sql<Owned<{ count: number }>>`
    select identity as "ownerId", count(*)::int as count from epcis_event_products
    where ${inScope('epcis_event_products', scope)} and identity = any(${identities}::text[])
    group by identity`.execute(db);
  return rows;
}

/** A page of the events of some classes that name a product, in the order of their capture. */
export async function visibleEvents(
  { db, scope }: TenantDb,
  { identity, classes }: { readonly identity: string; readonly classes: readonly FieldClass[] },
  after: string | undefined,
  limit: number,
): Promise<
  readonly { readonly id: string; readonly access: FieldClass; readonly document: DppContent }[]
> {
  const ofClass: RawBuilder<unknown> = sql`select event_id from epcis_event_products named
    where named.organization_id = ${scope.organizationId} and named.environment = ${scope.environment}
      and named.identity = ${identity} and named.access = class.name
      and named.event_id > ${after ?? NIL_UUID}
    order by named.event_id limit ${limit}`;
  const { rows } = await sql<{ id: string; access: FieldClass; document: Buffer }>`
    select epcis_events.id, epcis_events.access, epcis_events.document
    from unnest(${classes}::text[]) as class (name) cross join lateral (${ofClass}) as found
    join epcis_events on ${inScope('epcis_events', scope)} and epcis_events.id = found.event_id
    order by epcis_events.id limit ${limit}`.execute(db);
  return mapInTurns(rows, ({ document, ...event }) => ({
    ...event,
    document: unpackJson(document),
  }));
}
