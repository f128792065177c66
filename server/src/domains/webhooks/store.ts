import { type Generated, sql } from 'kysely';
import {
  countedRowsIn,
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

/** Events of the given types, newest first. */
export async function listEvents(
  db: Db,
  scope: Scope,
  types: readonly string[],
  page: Page,
): Promise<Event[]> {
  const events = eventsOf(db, scope).select(COLUMNS);
  const ofType = eventsOf(db, scope).where('type', '=', sql<string>`wanted.type`);
  const newest = onPage(ofType.select('events.id'), NEWEST_FIRST, page);
  // Type by type along its own index: events of rare types are not looked for among the others.
  const those = sql<boolean>`events.id = any(array(select newest.id
    from unnest(${types}::text[]) as wanted (type) cross join lateral (${newest}) as newest))`;
  return onPage(events.where(those), NEWEST_FIRST, { ...page, from: undefined }).execute();
}

/** Number of events of the given types, from their counters. */
export function countEvents(db: Db, scope: Scope, types: readonly string[]): Promise<number> {
  return countedRowsIn(db, scope, 'events', types);
}

function eventsOf(db: Db, scope: Scope) {
  return db.selectFrom('events').where(inScope('events', scope));
}

export async function findEvent(db: Db, scope: Scope, id: string): Promise<Event | undefined> {
  return eventsOf(db, scope).select(COLUMNS).where('events.id', '=', id).executeTakeFirst();
}
