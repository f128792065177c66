import type { Tx } from '../../platform/database/index.ts';
import {
  hasFinished,
  type Job,
  type JobState,
  lockJob,
  stopJob,
} from '../../platform/jobs/index.ts';
import { type Transitions, wrongState } from '../mutations/preconditions.ts';

/** An import whose file never comes is cancelled. */
export const JOB_TRANSITIONS: Transitions<JobState> = {
  AWAITING_FILE: ['QUEUED', 'CANCELLED'],
  QUEUED: ['RUNNING', 'CANCELLED'],
  RUNNING: ['COMPLETED', 'FAILED', 'CANCELLED'],
  COMPLETED: [],
  FAILED: [],
  CANCELLED: [],
};

/** Cancels a job; what it has written stays. CONFLICT if it has ended, undefined if it is gone. */
export async function cancelJob(
  tx: Tx,
  { scope, id }: Pick<Job, 'scope' | 'id'>,
): Promise<Job | undefined> {
  const work = { db: tx, scope };
  const job = await lockJob(work, id);
  if (job === undefined) return undefined;
  if (hasFinished(job.state))
    throw wrongState(`The job is ${job.state} already.`, job.state, JOB_TRANSITIONS);
  await stopJob(tx, job);
  return lockJob(work, id);
}
