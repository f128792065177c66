import type { Caller } from '../../rules/context.ts';
import { orNotFound } from '../../rules/errors/api-error.ts';
import { inUse, MOST_USES_READ } from '../../rules/errors/in-use.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { recordEvents } from '../../rules/events/events.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import { factorSetDeletion } from './audit.ts';
import { factorSetDeleted } from './events.ts';
import type { FactorSetRow } from './model.ts';
import { deleteOwnSet, lockOwnSet } from './own-store.ts';
import { findUsesOfSet } from './use-store.ts';

/**
 * Deletes a set of the organization's own, with its factors. Calculations have the factors that they used in their
 * snapshots; a product or supply chain that refers to one could not be calculated again.
 */
export async function deleteFactorSet(
  work: AuditedTx,
  id: string | undefined,
  caller: Caller,
): Promise<FactorSetRow> {
  const found = id === undefined ? undefined : await lockOwnSet(work, id);
  const set = orNotFound('The factor set of your own', found);
  const uses = await findUsesOfSet(work, set.id, MOST_USES_READ);
  if (uses.length > 0)
    throw inUse(
      caller,
      `Factors of the set ${set.slug} are in use, by \`factorId\``,
      uses,
      'give these other factors, or delete them, and then delete the set.',
    );
  await deleteOwnSet(work, set.id);
  const { slug, factorCount } = set;
  await recordEvents(work, factorSetDeleted.of(set.id, { slug, factorCount }));
  await recordAudit(work, factorSetDeletion.of(set.id, { slug, factorCount }));
  return set;
}
