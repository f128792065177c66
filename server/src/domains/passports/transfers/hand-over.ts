import { NIL_UUID } from '../../../platform/ids.ts';
import { inTurns, saveLeft } from '../../../platform/jobs/index.ts';
import { SYSTEM } from '../../../rules/access/actor.ts';
import { recordAudit } from '../../../rules/events/audit.ts';
import type { AuditedTx } from '../../../rules/mutations/work.ts';
import { grantRevocation } from '../audit.ts';
import { endGrantsAfter, type HandOver } from '../grants/store.ts';

const LEFT = { table: 'dpp_handovers', id: 'dpp_id' };
/** Grants that the transfer itself ends, and those of a transaction of a worker. */
const [AT_ONCE, BATCH] = [100, 500];

/**
 * Ends the grants of a passport that its organization has handed over. They open nothing from that moment on, because a
 * grant is of the organization that has the passport: the rest is left to a worker.
 */
export function beginEndOfGrants(giver: AuditedTx, dppId: string): Promise<void> {
  return endPage(giver, { id: dppId, after: NIL_UUID, handedOverAt: undefined }, AT_ONCE);
}

export const endGrants = inTurns<HandOver>({
  ...LEFT,
  name: 'ending grants of passports that were handed over',
  columns: ['after', 'handed_over_at as "handedOverAt"'],
  turn: 'worked_at',
  page: ({ db, scope }, handOver) => endPage({ db, scope, by: SYSTEM }, handOver, BATCH),
});

async function endPage(giver: AuditedTx, handOver: HandOver, limit: number): Promise<void> {
  const page = await endGrantsAfter(giver, handOver, limit);
  const entries = page.flatMap(({ id, holder, audience }) =>
    holder === null ? [] : [grantRevocation.of(id, { holder, audience })],
  );
  await recordAudit(giver, ...entries);
  const last = page.at(limit - 1);
  const left = last && { after: last.id, handed_over_at: handOver.handedOverAt };
  await saveLeft(giver, LEFT, handOver.id, left);
}
