import { type Expression, type Generated, type SqlBool, sql } from 'kysely';
import {
  conditionsOf,
  conditionsOn,
  countedRowsIn,
  countRows,
  feedHorizon,
  inScope,
  type KeysetOrder,
  onPage,
  type Page,
  type TenantDb,
} from '../../platform/database/index.ts';
import { eventTypes } from '../../rules/events/events.ts';
import type { Event } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    events: {
      organization_id: string;
      environment: string;
      id: string;
      position: Generated<number>;
      type: string;
      object_id: string;
      data: Readonly<Record<string, unknown>>;
      created_at: Generated<Date>;
    };
  }
}

const COLUMNS = [
  'events.id',
  'events.position',
  'events.type',
  'data',
  'created_at as createdAt',
] as const;

const { equals, isAtLeast, isBelow } = conditionsOn('events');

/** Conditions besides the type. */
const CONDITIONS = {
  objectId: equals('object_id'),
  createdSince: isAtLeast('created_at'),
  createdUntil: isBelow('created_at'),
};

export type EventFilter = {
  readonly types: readonly string[];
  readonly objectId: string | undefined;
  readonly createdSince: Date | undefined;
  readonly createdUntil: Date | undefined;
};

/**
 * A page of the log: the events up to its horizon in the order of their positions. Nothing can appear
 * between or before them later, so that a reader who continues after the last one misses none.
 */
export async function listEvents(
  tenant: TenantDb,
  filter: EventFilter,
  isDescending: boolean,
  page: Page,
): Promise<Event[]> {
  const { position } = await feedHorizon(tenant);
  const order: KeysetOrder = {
    columns: [{ ref: 'events.position', type: 'bigint' }],
    isDescending,
  };
  const events = [
    sql<SqlBool>`events.position <= ${position}`,
    ...conditionsOf(CONDITIONS, filter, tenant.scope),
  ].reduce((query, condition) => query.where(condition), eventsOf(tenant));
  if (isNarrowed(filter) || filter.types.length === eventTypes().size) {
    const ofTypes = events.select(COLUMNS).where(isOfTypes(filter));
    return onPage(ofTypes, order, page).execute();
  }
  // Type by type along its own index: events of rare types are not looked for among the others.
  const ofType = events.where('events.type', '=', sql<string>`wanted.type`);
  const found = onPage(ofType.select('events.position'), order, page);
  const those = sql<SqlBool>`events.position = any(array(select found.position
    from unnest(${filter.types}::text[]) as wanted (type) cross join lateral (${found}) as found))`;
  const listed = eventsOf(tenant).select(COLUMNS).where(those);
  return onPage(listed, order, { ...page, from: undefined }).execute();
}

/** Number of matching events: from counters by type, otherwise counted up to `limit`. */
export async function countEvents(
  tenant: TenantDb,
  filter: EventFilter,
  limit: number,
): Promise<number> {
  if (!isNarrowed(filter)) return countedRowsIn(tenant, 'events', filter.types);
  const matching = conditionsOf(CONDITIONS, filter, tenant.scope).reduce(
    (query, condition) => query.where(condition),
    eventsOf(tenant).where(isOfTypes(filter)),
  );
  return countRows(tenant.db, matching, limit);
}

export async function findEvent(tenant: TenantDb, id: string): Promise<Event | undefined> {
  return eventsOf(tenant).select(COLUMNS).where('events.id', '=', id).executeTakeFirst();
}

/** Returns true if the filter has more than types. */
export function isNarrowed({ objectId, createdSince, createdUntil }: EventFilter): boolean {
  return [objectId, createdSince, createdUntil].some((value) => value !== undefined);
}

function isOfTypes({ types }: EventFilter): Expression<SqlBool> {
  return sql<SqlBool>`events.type = any(${types}::text[])`;
}

function eventsOf({ db, scope }: TenantDb) {
  return db.selectFrom('events').where(inScope('events', scope));
}
