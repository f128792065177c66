import { sql } from 'kysely';
import {
  type ColumnsOfScope,
  type ColumnValuesOf,
  conditionsOn,
  type Db,
  rowReader,
  scopedList,
  selectionsOf,
  type ValuesOf,
} from '../../platform/database/index.ts';
import type { IdKind } from '../../platform/ids.ts';
import type { Actor } from '../../rules/access/actor.ts';
import { hidden, kept, RECORD } from '../../rules/properties/property.ts';

type Details = Readonly<Record<string, unknown>>;

/** The properties of an entry. `rules/events/audit.ts` writes them. */
export const AUDIT_ENTRY = {
  id: RECORD.id,
  createdAt: RECORD.createdAt,
  action: kept<string, 'action'>(
    'action',
    'text',
    'String',
    'Action such as `api_key.created`; `auditActions` lists them with their meaning.',
  ),
  objectKind: hidden<IdKind, 'object_kind'>('object_kind', 'text'),
  objectId: hidden<string, 'object_id'>('object_id', 'uuid'),
  details: kept<Details, 'details'>(
    'details',
    'jsonb',
    'JSON',
    'Facts about the change as a JSON object, such as the name of the object, or the old and the new role.',
  ),
  actorKind: hidden<Actor['kind'], 'actor_kind'>('actor_kind', 'text'),
  actorId: hidden<string | null, 'actor_id'>('actor_id', 'uuid'),
  actorName: hidden<string | null, 'actor_name'>('actor_name', 'text'),
  actorEmail: hidden<string | null, 'actor_email'>('actor_email', 'text'),
  requestId: hidden<string | null, 'request_id'>('request_id', 'uuid'),
};

export type AuditEntry = ValuesOf<typeof AUDIT_ENTRY>;

declare module '../../platform/database/schema.ts' {
  interface Database {
    audit_entries: ColumnsOfScope & ColumnValuesOf<typeof AUDIT_ENTRY>;
  }
}

const COLUMNS = Object.values(selectionsOf('audit_entries', AUDIT_ENTRY));

const { equals, isAtLeast, isBelow, isWord } = conditionsOn('audit_entries');

export const auditEntries = scopedList({
  table: 'audit_entries',
  rows: (db: Db) => db.selectFrom('audit_entries').select(COLUMNS),
  orders: { CREATED_AT: [{ column: 'created_at', property: 'createdAt', type: 'timestamptz' }] },
  conditions: {
    action: equals('action'),
    objectId: equals('object_id'),
    actorId: equals('actor_id'),
    actorKind: isWord('actor_kind'),
    createdSince: isAtLeast('created_at'),
    createdUntil: isBelow('created_at'),
    settledBefore: isBelow('created_at'),
  },
});

/** Entries by the thousand, for exports. */
export const auditReader = rowReader('audit_entries', AUDIT_ENTRY);

/**
 * Deletes the entries of all tenants whose retention time is over, a batch at a time: those of a day can be more than
 * a statement has time for. The database keeps younger ones.
 */
export async function deleteOldAuditEntries(
  db: Db,
  stopping?: AbortSignal,
  batch = 5_000,
): Promise<void> {
  for (let deleted = batch; deleted === batch && !stopping?.aborted; ) {
    const { numAffectedRows } = await sql`delete from audit_entries kept using (
        select organization_id, environment, id from audit_entries
        where created_at < now() - audit_retention() limit ${batch}
      ) as old
      where kept.organization_id = old.organization_id and kept.environment = old.environment
        and kept.id = old.id`.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
}
