import { type Generated, sql } from 'kysely';
import {
  countedRows,
  countRows,
  type Db,
  inScope,
  type KeysetOrder,
  onPage,
  type Page,
} from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Event } from './model.ts';

declare module '../../platform/database/schema.ts' {
  interface Database {
    events: {
      organization_id: string;
      environment: string;
      id: string;
      type: string;
      data: Readonly<Record<string, unknown>>;
      created_at: Generated<Date>;
    };
  }
}

const COLUMNS = ['events.id', 'type', 'data', 'created_at as createdAt'] as const;

const NEWEST_FIRST: KeysetOrder = {
  columns: [{ ref: 'events.id', type: 'uuid' }],
  isDescending: true,
};

/** Events of the given types, or of all, newest first. */
export async function listEvents(
  db: Db,
  scope: Scope,
  types: readonly string[] | undefined,
  page: Page,
): Promise<Event[]> {
  const events = eventsOf(db, scope).select(COLUMNS);
  if (types === undefined) return onPage(events, NEWEST_FIRST, page).execute();
  const ofType = eventsOf(db, scope).where('type', '=', sql<string>`wanted.type`);
  const newest = onPage(ofType.select('events.id'), NEWEST_FIRST, page);
  // Type by type along its own index: events of rare types are not looked for among the others.
  const those = sql<boolean>`events.id = any(array(select newest.id
    from unnest(${types}::text[]) as wanted (type) cross join lateral (${newest}) as newest))`;
  return onPage(events.where(those), NEWEST_FIRST, { ...page, from: undefined }).execute();
}

export function countEvents(db: Db, scope: Scope): Promise<number> {
  return countedRows(db, scope, 'events');
}

/** Events of the given types, counted no further than `limit`. */
export function countEventsOf(
  db: Db,
  scope: Scope,
  types: readonly string[],
  limit: number,
): Promise<number> {
  const matching = eventsOf(db, scope).where('type', '=', sql<string>`any(${types}::text[])`);
  return countRows(db, matching, limit);
}

function eventsOf(db: Db, scope: Scope) {
  return db.selectFrom('events').where(inScope('events', scope));
}

export async function findEvent(db: Db, scope: Scope, id: string): Promise<Event | undefined> {
  return eventsOf(db, scope).select(COLUMNS).where('events.id', '=', id).executeTakeFirst();
}
