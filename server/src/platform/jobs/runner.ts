import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Db,
  forTenant,
  isDeadlock,
  isOutage,
  isStatementStopped,
  noteWriter,
  type TenantDb,
  type TenantTx,
  type Tx,
} from '../database/index.ts';
import { isDiskFull } from '../disk.ts';
import { FileMissing, FilesUnavailable } from '../files/index.ts';
import type { Logger } from '../log.ts';
import type { Job, JobState } from './job.ts';
import { claimJob, isOrganizationWaiting, leaseJob, renewLease } from './lease-store.ts';
import { Stalls } from './stalls.ts';
import { type JobChange, lockJob, updateJob, updateLeasedJob } from './store.ts';

const LEASE_MS = 15_000;
const RENEW_EVERY_MS = 4_000;
const LOOK_EVERY_MS = 500;
/** An outage that refuses at once must not keep a job in a busy loop. */
const TRY_AGAIN_MS = 1_000;
const PARALLEL_JOBS = 3;
/** Of one organization: a job of another one does not wait for the end of those, which may take hours. */
const PARALLEL_JOBS_OF_ONE = 2;
/** Turn of a job while an organization waits that has none running: opening its files again costs far less. */
const TURN_MS = 5_000;
const MASKED = 'Something went wrong on our side; quote the job id when you report it.';
const FILE_MISSING =
  'A file of this job is missing in the storage of the service: begin it again. If that fails too, its operator gives all processes the same files (S3_BUCKET, or TRACKWAY_DATA on a network file system).';

/** Argument of a job handler: the job, and functions to report progress. */
export type JobRun = TenantDb & {
  readonly job: Job;
  /** Aborted when the job is cancelled, its turn is over or the service stops: end at the next checkpoint. */
  readonly signal: AbortSignal;
  /**
   * Writes the progress of the job in the transaction of the work itself. Throws when another worker
   * holds the job or when it was cancelled, so that the work is rolled back; until the transaction
   * ends no other worker can take it.
   */
  readonly save: (work: TenantDb, change: Omit<JobChange, 'state' | 'error'>) => Promise<void>;
  /** Registers work for the transaction that records the end of the job. */
  readonly onEnd: (record: (work: TenantTx, ended: EndedJob) => Promise<void>) => void;
  /** Keeps the job in its place until it ends, whoever waits: it would begin again from its start. */
  readonly keepPlace: () => void;
};

type EndState = Extract<JobState, 'COMPLETED' | 'FAILED' | 'CANCELLED'>;

type EndedJob = Job & { readonly state: EndState };

/**
 * Does the work of one kind of job from its last checkpoint. Returning completes the job, throwing
 * fails it; the message of a `JobError` is shown to the owner. A full disk, a deadlock, and a database or a storage
 * of files that is gone, fail no job: it continues from its checkpoint afterwards. So does one whose statement took too long (`stalls.ts`).
 */
export type JobHandler = (run: JobRun) => Promise<void>;

/** A failure that the owner of the job can act on; all others are shown as an internal error. */
export class JobError extends Error {}

/** The job was taken over, because its worker did not renew its lease in time: nothing is left to do. */
class LeaseLost extends Error {}

/** The job was cancelled: what is not committed is rolled back. */
class Cancelled extends Error {}

type JobRunner = { readonly close: () => Promise<void> };

/** A job that runs, and whether it could go on later from where it is. */
type Place = {
  readonly organizationId: string;
  readonly sinceMs: number;
  readonly pausing: AbortController;
  hasCheckpoint: boolean;
  isKept: boolean;
};

/**
 * Runs jobs of all tenants, three at a time, two of one organization. A job belongs to a worker while its lease is renewed;
 * when a worker is killed, another one (or its next start) resumes from the last checkpoint. While an organization waits
 * that has no job running, the job that has run longest gives its place up at its next checkpoint. Jobs wait while
 * `mayStart` returns false.
 */
export function startJobRunner(
  db: Db,
  handlers: ReadonlyMap<string, JobHandler>,
  log: Logger,
  mayStart: () => boolean = () => true,
): JobRunner {
  const kinds = [...handlers.keys()];
  const running = new Map<Promise<void>, Place>();
  const stopping = new AbortController();
  const stalls = new Stalls();
  let looking: Promise<void> | undefined;

  const look = (): void => {
    looking ??= takeAll()
      .catch((error) => log.error(error, 'looking for jobs'))
      .finally(() => {
        looking = undefined;
      });
  };

  const takeAll = async (): Promise<void> => {
    while (running.size < PARALLEL_JOBS && !stopping.signal.aborted && mayStart()) {
      const job = await claimJob(db, kinds, LEASE_MS, withoutPlace());
      if (job === undefined) return;
      const place: Place = {
        organizationId: job.scope.organizationId,
        sinceMs: performance.now(),
        pausing: new AbortController(),
        hasCheckpoint: false,
        isKept: false,
      };
      const work = run(job, place).finally(() => {
        running.delete(work);
        look();
      });
      running.set(work, place);
    }
    await endTurn();
  };

  /** Ends the longest turn if an organization waits for one. */
  const endTurn = async (): Promise<void> => {
    const places = [...running.values()];
    const isEnding = places.some(({ pausing }) => pausing.signal.aborted);
    if (running.size < PARALLEL_JOBS || isEnding || !mayStart()) return;
    const beforeMs = performance.now() - TURN_MS;
    const longest = places
      .filter((each) => each.hasCheckpoint && !each.isKept && each.sinceMs < beforeMs)
      .toSorted((one, other) => one.sinceMs - other.sinceMs)[0];
    if (longest !== undefined && (await isOrganizationWaiting(db, kinds))) longest.pausing.abort();
  };

  const withoutPlace = (): string[] => {
    const jobs = Map.groupBy(running.values(), ({ organizationId }) => organizationId);
    return [...jobs].flatMap(([id, { length }]) => (length < PARALLEL_JOBS_OF_ONE ? [] : id));
  };

  const run = async (job: Job, place: Place): Promise<void> => {
    const handler = handlers.get(job.kind);
    if (handler === undefined) return;
    try {
      const signal = AbortSignal.any([stopping.signal, place.pausing.signal]);
      const work = { db, job, handler: inPlace(handler, place), stopping: signal, log, stalls };
      await forTenant(job.scope.organizationId, () => runJob(work));
    } catch (error) {
      log.error({ err: error, jobId: job.id }, 'job');
    }
  };

  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  look();
  return {
    close: async () => {
      clearInterval(timer);
      stopping.abort();
      // A job that is being claimed at this moment is released, so that no dead worker holds its
      // lease.
      await looking;
      await Promise.all(running.keys());
    },
  };
}

/** The handler, with its progress noted. */
function inPlace(handler: JobHandler, place: Place): JobHandler {
  return (given) =>
    handler({
      ...given,
      save: async (work, change) => {
        await given.save(work, change);
        if (change.checkpoint !== undefined) place.hasCheckpoint = true;
      },
      keepPlace: () => {
        place.isKept = true;
      },
    });
}

/** Takes a job that is then given to `runJob` by who made it: no worker does. */
export function takeJob(tx: Tx, { scope, id }: Pick<Job, 'scope' | 'id'>): Promise<void> {
  return leaseJob({ db: tx, scope }, id, LEASE_MS);
}

type Work = {
  readonly db: Db;
  readonly job: Job;
  readonly handler: JobHandler;
  readonly stopping: AbortSignal;
  readonly log: Logger;
  /** Those of all jobs of this process. */
  readonly stalls?: Stalls;
};

/**
 * Runs one job from its current state to its end, or to the next checkpoint when it is interrupted.
 */
export async function runJob({
  db,
  job,
  handler,
  stopping,
  log,
  stalls = new Stalls(),
}: Work): Promise<void> {
  const cancelling = new AbortController();
  const losing = new AbortController();
  const signal = AbortSignal.any([cancelling.signal, losing.signal, stopping]);
  let hasMoved = false;
  let recordEnd = async (_work: TenantTx, _ended: EndedJob): Promise<void> => {};
  /** Returns false if the job was taken over, or deleted, by a reset of the sandbox for example. */
  const end = (wanted: EndState, error?: string): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      const work = { db: tx, scope: job.scope };
      await noteWriter(work);
      const current = await lockJob(work, job.id);
      if (current?.lease !== job.lease) return false;
      // The API has accepted the cancellation, even if nothing was left to do.
      const state = wanted === 'COMPLETED' && current.isCancelRequested ? 'CANCELLED' : wanted;
      await updateJob(work, job.id, { state, ...(error === undefined ? {} : { error }) });
      await recordEnd(work, { ...current, state });
      stalls.forget(job.id);
      return true;
    });
  const renew = async (): Promise<void> => {
    const isCancelRequested = await renewLease(db, job, LEASE_MS);
    if (isCancelRequested === undefined) losing.abort();
    else if (isCancelRequested) cancelling.abort();
  };
  const stallOf = (error: unknown): string | undefined =>
    isStatementStopped(error) && stalls.mayGoOn(job, hasMoved)
      ? 'a statement took too long'
      : undefined;
  let isRenewing = false;
  const renewal = setInterval(() => {
    // It waits while a transaction of the job holds its row: no second one waits next to it.
    if (isRenewing) return;
    isRenewing = true;
    renew()
      .catch((error) => log.warn(error, 'renewing a lease'))
      .finally(() => {
        isRenewing = false;
      });
  }, RENEW_EVERY_MS);
  try {
    if (job.isCancelRequested) cancelling.abort();
    await handler({
      job,
      db,
      scope: job.scope,
      signal,
      save: async (work, change) => {
        await noteWriter(work);
        const held = await updateLeasedJob(work.db, job, change);
        if (held === undefined) throw new LeaseLost();
        if (held.isCancelRequested) throw new Cancelled();
        hasMoved ||= change.checkpoint !== undefined;
      },
      onEnd: (record) => {
        recordEnd = record;
      },
      keepPlace: () => {},
    });
    if (losing.signal.aborted) return;
    if (cancelling.signal.aborted) await end('CANCELLED');
    else if (stopping.aborted) await requeue(db, job);
    else await end('COMPLETED');
  } catch (error) {
    if (error instanceof LeaseLost) return;
    if (error instanceof Cancelled) return void (await end('CANCELLED'));
    const outage = outageOf(error) ?? stallOf(error);
    if (outage !== undefined) {
      log.warn({ err: error, jobId: job.id }, `${outage}; the job goes on from its checkpoint`);
      await sleep(TRY_AGAIN_MS, undefined, { signal: stopping }).catch(() => {});
      // If this fails too, the lease ends by itself.
      return await requeue(db, job).catch(() => {});
    }
    // PostgreSQL stores no NUL in a text: the job would never end.
    if (error instanceof JobError)
      return void (await end('FAILED', error.message.replaceAll('\0', '\ufffd')));
    if (await end('FAILED', error instanceof FileMissing ? FILE_MISSING : MASKED))
      log.error({ err: error, jobId: job.id }, 'job failed');
  } finally {
    clearInterval(renewal);
  }
}

/** The outage that interrupted a job without a fault of its own. */
function outageOf(error: unknown): string | undefined {
  if (isDiskFull(error)) return 'disk full';
  if (error instanceof FilesUnavailable) return 'storage of files gone';
  if (isOutage(error)) return 'database gone';
  if (isDeadlock(error)) return 'lost to another transaction';
  return undefined;
}

/** The next worker resumes from the last checkpoint. A job that has ended after all, by a COMMIT that was not answered, stays so. */
async function requeue(db: Db, job: Job): Promise<void> {
  await updateLeasedJob(db, job, { state: 'QUEUED' });
}
