import { query, type TenantDb, type TenantTx } from '../../platform/database/index.ts';
import type { IdKind } from '../../platform/ids.ts';
import type { Use } from '../../rules/errors/in-use.ts';
import { factorUuidsIn } from './references.ts';

type UserKind = Extract<IdKind, 'product' | 'supplyChain'>;

/** An object whose content may refer to factors by their ids, before a change and after it. */
type ChangedContent = { readonly id: string; readonly before?: unknown; readonly after?: unknown };

/**
 * Notes to which own sets the content of some objects refers. Sends no statement for objects whose references are those of
 * before, as nearly all have none.
 */
export async function keepFactorUses(
  { db, scope }: TenantTx,
  kind: UserKind,
  contents: readonly ChangedContent[],
): Promise<void> {
  const tenant = [scope.organizationId, scope.environment];
  const changed = contents
    .map(({ id, before, after }) => ({
      id,
      before: factorUuidsIn(before),
      after: factorUuidsIn(after),
    }))
    .filter(({ before, after }) => before.join() !== after.join());
  const hadSome = changed.filter(({ before }) => before.length > 0);
  if (hadSome.length > 0)
    await query(
      db,
      'delete from factor_set_uses where organization_id = $1 and environment = $2 and object_id = any($3::uuid[])',
      [...tenant, hadSome.map(({ id }) => id)],
    );
  const references = changed.flatMap(({ id, after }) =>
    after.map((factorId) => ({ id, factorId })),
  );
  if (references.length === 0) return;
  // A factor whose set was deleted since it was checked leads to no set, as its own id: the foreign key refuses it, and the
  // mutation runs again and names it.
  await query(
    db,
    `insert into factor_set_uses (organization_id, environment, kind, object_id, set_id)
     select $1, $2, $3, reference.object_id, coalesce(own.set_id, reference.factor_id)
     from unnest($4::uuid[], $5::uuid[]) as reference (object_id, factor_id)
     left join organization_factors own
       on own.organization_id = $1 and own.environment = $2 and own.id = reference.factor_id
     where not exists (select from factors where factors.id = reference.factor_id)
     on conflict do nothing`,
    [...tenant, kind, references.map(({ id }) => id), references.map(({ factorId }) => factorId)],
  );
}

/** The first products and supply chains that refer to factors of an own set. */
export function findUsesOfSet(
  { db, scope: { organizationId, environment } }: TenantDb,
  setId: string,
  limit: number,
): Promise<Use[]> {
  return query<Use>(
    db,
    `select kind, object_id as id, coalesce(
       (select name from products where organization_id = $1 and environment = $2 and id = object_id),
       (select name from supply_chains where organization_id = $1 and environment = $2 and id = object_id)) as name
     from factor_set_uses where organization_id = $1 and environment = $2 and set_id = $3
     order by kind, object_id limit $4`,
    [organizationId, environment, setId, limit],
  );
}
