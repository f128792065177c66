import { inTurns } from '../../platform/jobs/index.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { problem } from '../../rules/inputs/problems.ts';
import type { Work } from '../../rules/mutations/work.ts';
import { requestMeasurement } from '../limits/index.ts';
import { eventDeletion } from './audit.ts';
import {
  deleteEventsBefore,
  endDeletion,
  hasEventsBefore,
  leaveDeletion,
  postponeDeletion,
} from './event-deletion-store.ts';

/** A delivery is kept for 30 days, and may have been made of an event that was 30 days old. */
export const LEAST_AGE_DAYS = 90;
const DAY_MS = 86_400_000;
/** A page has five indexes and takes some 30 ms. */
const PAGE = 2_000;

/** Leaves the events before a time to a worker. Returns whether none is there any more. */
export async function requestDeletion(work: Work, createdUntil: Date): Promise<boolean> {
  if (createdUntil.getTime() > Date.now() - LEAST_AGE_DAYS * DAY_MS) {
    const message = `Events are kept for ${LEAST_AGE_DAYS} days at least, because deliveries are made of them: give an earlier time.`;
    throw badInput([problem(['createdUntil'], 'OUT_OF_RANGE', message)]);
  }
  if (await leaveDeletion(work, createdUntil)) {
    const details = { createdUntil: createdUntil.toISOString() };
    await recordAudit(work, eventDeletion.of(work.scope.organizationId, details));
    return false;
  }
  return !(await hasEventsBefore(work, createdUntil));
}

/** Deletes old events of environments that asked for it. */
export const deleteOldEvents = inTurns<{ readonly createdUntil: Date }>({
  name: 'deleting old events',
  table: 'event_deletions',
  id: 'organization_id',
  columns: ['created_until as "createdUntil"'],
  turn: 'worked_at',
  page: async (work, { createdUntil }) => {
    const deleted = await deleteEventsBefore(work, createdUntil, PAGE);
    if (deleted === PAGE) return postponeDeletion(work);
    await endDeletion(work);
    // A deletion writes little, so nothing else would count the room that it made.
    await requestMeasurement(work);
  },
});
