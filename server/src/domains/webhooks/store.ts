import { type Generated, sql } from 'kysely';
import { countedRows, type Db, onPage, type Page } from '../../platform/database/index.ts';
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

/** Events of the given types, newest first; one type is walked by its own index. */
export async function listEvents(
  db: Db,
  scope: Scope,
  types: readonly string[],
  page: Page,
): Promise<Event[]> {
  const matching = eventsOf(db, scope, types).select([
    'events.id',
    'type',
    'data',
    'created_at as createdAt',
  ]);
  return onPage(
    matching,
    { columns: [{ ref: 'events.id', type: 'uuid' }], isDescending: true },
    page,
  ).execute();
}

export function countEvents(db: Db, scope: Scope): Promise<number> {
  return countedRows(db, scope, 'events');
}

/** Events of the given types, counted no further than `limit`. */
export async function countEventsOf(
  db: Db,
  scope: Scope,
  types: readonly string[],
  limit: number,
): Promise<number> {
  const matching = eventsOf(db, scope, types)
    .select(sql<number>`1`.as('one'))
    .limit(sql.lit(limit));
  const { count } = await db
    .selectFrom(matching.as('matching'))
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

function eventsOf(db: Db, scope: Scope, types: readonly string[]) {
  const events = db
    .selectFrom('events')
    .where('events.organization_id', '=', scope.organizationId)
    .where('events.environment', '=', scope.environment);
  const [only, ...others] = types;
  if (only !== undefined && others.length === 0) return events.where('type', '=', only);
  return events.where('type', '=', sql<string>`any(${types}::text[])`);
}

export async function findEvent(db: Db, scope: Scope, id: string): Promise<Event | undefined> {
  return db
    .selectFrom('events')
    .select(['events.id', 'type', 'data', 'created_at as createdAt'])
    .where('events.organization_id', '=', scope.organizationId)
    .where('events.environment', '=', scope.environment)
    .where('events.id', '=', id)
    .executeTakeFirst();
}
