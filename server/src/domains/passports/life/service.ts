import { badInput } from '../../../rules/errors/api-error.ts';
import { recordAudit } from '../../../rules/events/audit.ts';
import { recordEvents } from '../../../rules/events/events.ts';
import { problem } from '../../../rules/inputs/problems.ts';
import {
  assertTransition,
  type Target,
  wrongState,
} from '../../../rules/mutations/preconditions.ts';
import type { AuditedTx } from '../../../rules/mutations/work.ts';
import { setStatus } from '../../trust/index.ts';
import { archiving, ending, resumption, revocation, suspension } from '../audit.ts';
import {
  dppArchived,
  dppEnded,
  dppPayload,
  dppResumed,
  dppRevoked,
  dppSuspended,
} from '../events.ts';
import { DPP_TRANSITIONS, type Dpp, type DppStatus, type Fate } from '../model.ts';
import { extentOf } from '../public/view.ts';
import { currentDpp } from '../service.ts';
import { type StatusChange, updateStatus } from '../store.ts';
import { findFormerSigners } from '../versions/store.ts';
import { auditDetails, reasonProblems } from './publish.ts';

/** A step of the life of a published passport. */
type Step = { readonly event: typeof dppSuspended; readonly action: typeof suspension };

const STEPS: Readonly<Record<Exclude<DppStatus, 'DRAFT'>, Step>> = {
  SUSPENDED: { event: dppSuspended, action: suspension },
  PUBLISHED: { event: dppResumed, action: resumption },
  REVOKED: { event: dppRevoked, action: revocation },
  END_OF_LIFE: { event: dppEnded, action: ending },
  ARCHIVED: { event: dppArchived, action: archiving },
};

/** Suspends, resumes, revokes or archives a passport. */
export async function changeStatus(
  work: AuditedTx,
  target: Target,
  status: 'SUSPENDED' | 'PUBLISHED' | 'REVOKED' | 'ARCHIVED',
  reason: string | null,
): Promise<Dpp> {
  const dpp = await currentDpp(work, target);
  assertTransition('The passport', dpp.status, status, DPP_TRANSITIONS);
  if (dpp.status === 'DRAFT')
    throw wrongState('The passport is DRAFT: use publishDpp.', dpp.status, DPP_TRANSITIONS);
  return take(work, dpp, { status, reason });
}

export type Ending = {
  readonly fate: Fate;
  readonly reason: string | null;
  /** Passport of the product that the old one became. */
  readonly successor: Dpp | undefined;
};

/** Ends the life of the product; only a repurposed one has a successor, and needs it. */
export async function endDppLife(
  work: AuditedTx,
  target: Target,
  { fate, reason, successor }: Ending,
): Promise<Dpp> {
  const dpp = await currentDpp(work, target);
  assertTransition('The passport', dpp.status, 'END_OF_LIFE', DPP_TRANSITIONS);
  if ((fate === 'REPURPOSED') !== (successor !== undefined) || successor?.id === dpp.id) {
    const message =
      'A REPURPOSED product has another passport as its successor; other fates have none.';
    throw badInput([problem(['successor'], 'NOT_ALLOWED', message)]);
  }
  const successorId = successor?.id ?? null;
  return take(work, dpp, { status: 'END_OF_LIFE', reason, fate, successorId });
}

async function take(work: AuditedTx, dpp: Dpp, change: StatusChange): Promise<Dpp> {
  const problems = reasonProblems(change.reason);
  if (problems.length > 0) throw badInput(problems);
  if (change.status === 'DRAFT') throw new Error('No passport becomes a draft again.');
  const { event, action } = STEPS[change.status];
  const changed = await updateStatus(work, dpp.id, change);
  await setBits(work, changed);
  await recordEvents(work, event.of(dpp.id, dppPayload(changed)));
  await recordAudit(work, action.of(dpp.id, auditDetails(changed)));
  return changed;
}

/** The bits of the credentials say what the address of the passport says: who kept a credential learns it from them. */
async function setBits(work: AuditedTx, dpp: Dpp): Promise<void> {
  const extent = extentOf(dpp);
  // Former owners signed earlier versions: their credentials are in their own lists.
  const signers = [work.scope.organizationId, ...(await findFormerSigners(work, dpp.id))];
  for (const organizationId of signers) {
    const signer = { db: work.db, scope: { ...work.scope, organizationId } };
    await setStatus(signer, [dpp.id], 'suspension', extent === 'HEADER');
    await setStatus(signer, [dpp.id], 'revocation', extent === 'TOMBSTONE');
  }
}
