import type { Tx } from '../../platform/database/index.ts';
import { encodeId } from '../../platform/ids.ts';
import type { Scope } from '../../platform/scope.ts';
import { ApiError, orNotFound } from '../../rules/api-error.ts';
import { recordAudit } from '../../rules/audit.ts';
import { recordEvents } from '../../rules/events.ts';
import type { AuditedTx } from '../../rules/work.ts';
import { factorSetDeletion } from './audit.ts';
import { factorSetDeleted } from './events.ts';
import type { FactorSetRow } from './model.ts';
import { deleteOwnSet, lockOwnSet } from './own-store.ts';
import { findUsesOfSet } from './use-store.ts';

const MOST_USES_NAMED = 10;

/**
 * Deletes a set of the organization's own, with its factors. Calculations have the factors that they used in their
 * snapshots; a product or supply chain that refers to one could not be calculated again.
 */
export async function deleteFactorSet(
  work: AuditedTx,
  id: string | undefined,
): Promise<FactorSetRow> {
  const { tx, scope } = work;
  const found = id === undefined ? undefined : await lockOwnSet(tx, scope, id);
  const set = orNotFound('The factor set of your own', found);
  await assertUnused(tx, scope, set);
  await deleteOwnSet(tx, scope, set.id);
  const { slug, factorCount } = set;
  await recordEvents(tx, scope, factorSetDeleted.of(set.id, { slug, factorCount }));
  await recordAudit(work, factorSetDeletion.of(set.id, { slug, factorCount }));
  return set;
}

async function assertUnused(tx: Tx, scope: Scope, { id, slug }: FactorSetRow): Promise<void> {
  const uses = await findUsesOfSet(tx, scope, id, MOST_USES_NAMED + 1);
  if (uses.length === 0) return;
  const usedBy = uses
    .slice(0, MOST_USES_NAMED)
    .map(({ kind, id: usedIn, name }) => ({ id: encodeId(kind, usedIn), name }));
  const names = usedBy.map((each) => `"${each.name}" (${each.id})`).join(', ');
  const more = uses.length > MOST_USES_NAMED ? ' and more' : '';
  throw new ApiError(
    'CONFLICT',
    `Factors of the set ${slug} are in use, by \`factorId\` in ${names}${more}: give these other factors, or delete them, and then delete the set.`,
    { usedBy },
  );
}
