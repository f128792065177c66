import { sql } from 'kysely';
import { type Db, query, type TenantDb, type TenantTx } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import type { Environment, Scope } from '../../platform/scope.ts';
import type { StatusPlace, StatusPurpose } from './model.ts';

/** The list in which new credentials get their places; made when none is open. */
export async function openStatusList(work: TenantTx): Promise<string> {
  const { organizationId, environment } = work.scope;
  const find = sql<{ id: string }>`select id from status_lists
    where organization_id = ${organizationId} and environment = ${environment} and is_open`;
  const found = (await find.execute(work.db)).rows[0];
  if (found !== undefined) return found.id;
  await sql`insert into status_lists (organization_id, environment, id)
    values (${organizationId}, ${environment}, ${newUuid()})
    on conflict (organization_id, environment) where is_open do nothing`.execute(work.db);
  return openStatusList(work);
}

export async function closeStatusList({ db, scope }: TenantTx, id: string): Promise<void> {
  await sql`update status_lists set is_open = false where organization_id = ${scope.organizationId}
    and environment = ${scope.environment} and id = ${id}`.execute(db);
}

/** Takes the places that are free; returns those taken. */
export async function takePlaces(
  { db, scope }: TenantTx,
  listId: string,
  wanted: readonly { readonly place: number; readonly subjectId: string }[],
): Promise<StatusPlace[]> {
  const { rows } = await sql<StatusPlace>`insert into credential_statuses
      (organization_id, environment, list_id, place, subject_id, is_suspended)
    select ${scope.organizationId}, ${scope.environment}, ${listId}, place, subject_id, exists (
      select from credential_statuses earlier
      where earlier.organization_id = ${scope.organizationId}
        and earlier.environment = ${scope.environment}
        and earlier.subject_id = wanted.subject_id and earlier.is_suspended)
    from unnest(${wanted.map(({ place }) => place)}::int[],
      ${wanted.map(({ subjectId }) => subjectId)}::uuid[]) as wanted (place, subject_id)
    on conflict do nothing
    returning list_id as "listId", place, subject_id as "subjectId"`.execute(db);
  return rows;
}

const COLUMNS: Readonly<Record<StatusPurpose, string>> = {
  revocation: 'is_revoked',
  suspension: 'is_suspended',
  refresh: 'is_superseded',
};

/** Sets or clears a bit of all credentials about some subjects. */
export async function setStatus(
  { db, scope }: TenantTx,
  subjectIds: readonly string[],
  purpose: StatusPurpose,
  isSet: boolean,
): Promise<void> {
  const column = sql.ref(COLUMNS[purpose]);
  await sql`update credential_statuses set ${column} = ${isSet}
    where organization_id = ${scope.organizationId} and environment = ${scope.environment}
      and subject_id = any(${subjectIds}::uuid[]) and ${column} <> ${isSet}`.execute(db);
}

const OWNER_SQL = `select organization_id as "organizationId", environment from status_lists where id = $1`;

/** The tenant of a list; undefined if no list has the id. */
export async function findListOwner(db: Db, id: string): Promise<Scope | undefined> {
  const [owner] = await query<{ organizationId: string; environment: Environment }>(db, OWNER_SQL, [
    id,
  ]);
  return owner;
}

/** Places of a list whose bit is set. */
export async function listSetPlaces(
  { db, scope }: TenantDb,
  listId: string,
  purpose: StatusPurpose,
): Promise<number[]> {
  const rows = await query<{ place: number }>(
    db,
    `select place from credential_statuses where organization_id = $1 and environment = $2
       and list_id = $3 and (is_revoked or is_suspended or is_superseded) and ${COLUMNS[purpose]}`,
    [scope.organizationId, scope.environment, listId],
  );
  return rows.map(({ place }) => place);
}
