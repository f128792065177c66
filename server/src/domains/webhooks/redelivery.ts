import { inTransaction, untilWritersEnd } from '../../platform/database/index.ts';
import { newUuid } from '../../platform/ids.ts';
import { insertJob, type Job, type JobHandler, type JobRun } from '../../platform/jobs/index.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { problem } from '../../rules/inputs/problems.ts';
import type { Work } from '../../rules/mutations/work.ts';
import { DAYS_KEPT } from './delivery-maintenance.ts';
import { wakeEndpoint } from './delivery-store.ts';
import { webhookEndpoints } from './endpoint-store.ts';
import { addMissedDeliveries, restartDeliveries } from './redelivery-store.ts';
import { enabledEndpoint } from './service.ts';

export const REDELIVERY_JOB = 'WEBHOOK_REDELIVERY';

const BATCH = 1_000;
const DAY_MS = 86_400_000;

/** Kinds of deliveries that a redelivery sends. */
export const REDELIVERED = {
  FAILED:
    'Deliveries whose last attempt failed, also those that wait for their next attempt. The default.',
  MISSED:
    'These, and events of the types of the endpoint that it got no delivery of, for example while it was disabled or before it was made.',
  ALL: 'Every event of the types of the endpoint, also those that arrived.',
} as const;

export type Redelivered = keyof typeof REDELIVERED;

export type RedeliveryPeriod = {
  readonly endpointId: string;
  readonly since: Date;
  readonly until: Date;
  readonly include: Redelivered;
};

export type Redelivery = Job & RedeliveryPeriod;

/** Requests that the deliveries of a period are sent again; a job makes them due. */
export async function requestRedelivery(work: Work, period: RedeliveryPeriod): Promise<Redelivery> {
  await enabledEndpoint(work, period.endpointId);
  const oldest = Date.now() - DAYS_KEPT * DAY_MS;
  if (period.since >= period.until) {
    throw badInput([problem(['period', 'until'], 'OUT_OF_RANGE', 'Must be a time after `since`.')]);
  }
  if (period.since.getTime() < oldest) {
    const message = `Deliveries are kept for ${DAYS_KEPT} days: give a later time.`;
    throw badInput([problem(['period', 'since'], 'OUT_OF_RANGE', message)]);
  }
  const job = await insertJob(work, {
    id: newUuid(),
    kind: REDELIVERY_JOB,
    state: 'QUEUED',
    input: { ...period },
  });
  return { ...job, ...period };
}

/** The job as a redelivery; undefined if it is of another kind. */
export function redeliveryOf(job: Job | undefined): Redelivery | undefined {
  return job?.kind === REDELIVERY_JOB ? { ...job, ...periodOf(job) } : undefined;
}

function periodOf({ input }: Pick<Job, 'input'>): RedeliveryPeriod {
  const { include } = input;
  return {
    endpointId: String(input['endpointId']),
    since: new Date(String(input['since'])),
    until: new Date(String(input['until'])),
    include: include === 'MISSED' || include === 'ALL' ? include : 'FAILED',
  };
}

/**
 * Deliveries in the order of their ids, then the missed events; progress is written with each batch. Their number is known
 * at the end: to count those of millions of events took longer than a statement may.
 */
export async function redeliver(run: JobRun): Promise<void> {
  const { job, signal, save } = run;
  const period = periodOf(job);
  const progress = { ...job.checkpoint };
  let { doneCount } = job;
  const walks =
    period.include === 'FAILED' ? [restartDeliveries] : [restartDeliveries, addMissedDeliveries];
  // An event that began while the endpoint was disabled, and is committed after its place was passed, would have no delivery.
  await untilWritersEnd(run, signal);
  for (const walk of walks) {
    let read = BATCH;
    while (read === BATCH && !signal.aborted) {
      read = await inTransaction(run, async (work) => {
        // Two redeliveries at a time would both add the delivery of a missed event.
        const endpoint = await webhookEndpoints.lock(work, { by: 'id', value: period.endpointId });
        if (endpoint === undefined) return 0;
        const after = progress[walk.name];
        const batch = await walk(
          work,
          period,
          typeof after === 'string' ? after : undefined,
          BATCH,
        );
        progress[walk.name] = batch.last ?? after;
        doneCount += batch.made;
        await save(work, { checkpoint: progress, doneCount });
        await wakeEndpoint(work, period.endpointId);
        return batch.read;
      });
    }
  }
  if (!signal.aborted) await save(run, { totalCount: doneCount });
}

export const redeliveryHandlers: ReadonlyMap<string, JobHandler> = new Map([
  [REDELIVERY_JOB, redeliver],
]);
