import { type Db, query, type Tx, violatedConstraint } from '../../platform/database/index.ts';
import type { IdKind } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { ApiError } from '../../rules/api-error.ts';
import { factorUuidsIn } from './references.ts';

type UserKind = Extract<IdKind, 'product' | 'supplyChain'>;

/** An object whose content may refer to factors by their ids, before a change and after it. */
type ChangedContent = { readonly id: string; readonly before?: unknown; readonly after?: unknown };

/**
 * Notes to which own sets the content of some objects refers. Sends no statement for objects whose references are those of
 * before, as nearly all have none.
 */
export async function keepFactorUses(
  tx: Tx,
  scope: Scope,
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
      tx,
      'delete from factor_set_uses where organization_id = $1 and environment = $2 and object_id = any($3::uuid[])',
      [...tenant, hadSome.map(({ id }) => id)],
    );
  const named = changed.flatMap(({ id, after }) => after.map((factorId) => ({ id, factorId })));
  const setOf = await ownSetsOf(
    tx,
    scope,
    named.map(({ factorId }) => factorId),
  );
  const uses = named.flatMap(({ id, factorId }) => {
    const setId = setOf.get(factorId);
    return setId === undefined ? [] : [{ id, setId }];
  });
  if (uses.length === 0) return;
  const [ids, setIds] = [uses.map(({ id }) => id), uses.map(({ setId }) => setId)];
  try {
    await query(
      tx,
      `insert into factor_set_uses (organization_id, environment, kind, object_id, set_id)
       select $1, $2, $3, * from unnest($4::uuid[], $5::uuid[]) on conflict do nothing`,
      [...tenant, kind, ids, setIds],
    );
  } catch (error) {
    if (violatedConstraint(error) !== 'factor_set_uses_set') throw error;
    throw new ApiError(
      'CONFLICT',
      'A factor set with a factor that is named was deleted at this moment: give another factor.',
    );
  }
}

/** The own set of each factor of some that is of one. */
async function ownSetsOf(
  tx: Tx,
  { organizationId, environment }: Scope,
  factorIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (factorIds.length === 0) return new Map();
  const rows = await query<{ id: string; setId: string }>(
    tx,
    `select id, set_id as "setId" from organization_factors
     where organization_id = $1 and environment = $2 and id = any($3::uuid[])`,
    [organizationId, environment, [...new Set(factorIds)]],
  );
  return new Map(rows.map(({ id, setId }) => [id, setId]));
}

type FactorUse = { readonly kind: UserKind; readonly id: string; readonly name: string };

/** The first products and supply chains that refer to factors of an own set. */
export function findUsesOfSet(
  db: Db,
  { organizationId, environment }: Scope,
  setId: string,
  limit: number,
): Promise<FactorUse[]> {
  return query<FactorUse>(
    db,
    `select kind, object_id as id, coalesce(
       (select name from products where organization_id = $1 and environment = $2 and id = object_id),
       (select name from supply_chains where organization_id = $1 and environment = $2 and id = object_id)) as name
     from factor_set_uses where organization_id = $1 and environment = $2 and set_id = $3
     order by kind, object_id limit $4`,
    [organizationId, environment, setId, limit],
  );
}
