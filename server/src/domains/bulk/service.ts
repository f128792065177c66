import type { Readable } from 'node:stream';
import type { Db, TenantTx, Tx } from '../../platform/database/index.ts';
import type { FileDraft, Files } from '../../platform/files/index.ts';
import { newUuid } from '../../platform/ids.ts';
import {
  addFileBytes,
  findJobs,
  insertJob,
  type Job,
  lockJob,
  updateJob,
} from '../../platform/jobs/index.ts';
import { assertAllowed } from '../../rules/access/access.ts';
import type { Tier } from '../../rules/access/tiers.ts';
import type { Caller, Context } from '../../rules/context.ts';
import { ApiError, notFound } from '../../rules/errors/api-error.ts';
import { recordAudit } from '../../rules/events/audit.ts';
import { cancelJob, JOB_TRANSITIONS } from '../../rules/jobs/jobs.ts';
import { wrongState } from '../../rules/mutations/preconditions.ts';
import type { AuditedTx } from '../../rules/mutations/work.ts';
import { assertMayOpenJob, TIER_LIMITS } from '../limits/index.ts';
import { exportStart } from './audit.ts';
import {
  type BulkDirection,
  type BulkJob,
  type BulkTask,
  bulkJobOf,
  type FilePart,
  fileOf,
  jobKindOf,
  permissionsToSee,
  permissionToRun,
} from './model.ts';
import { bytesOnDisk, reserveUpload } from './storage.ts';
import { bulkTypeNamed } from './types.ts';
import { storeUpload } from './upload.ts';

/** Makes a job; an import then waits for its file. */
export async function createBulkJob(work: TenantTx, task: BulkTask): Promise<BulkJob> {
  const { direction, type, format, isDryRun, tier, keyTier, settings, filter = {} } = task;
  const job = await insertJob(work, {
    id: newUuid(),
    kind: jobKindOf(direction, type),
    state: direction === 'IMPORT' ? 'AWAITING_FILE' : 'QUEUED',
    input: {
      format,
      isDryRun,
      tier,
      keyTier,
      filter,
      ...(settings === undefined ? {} : { settings }),
    },
  });
  return asBulkJob(bulkJobOf(job));
}

/** Makes a job for a caller, unless too many of its organization have not ended or the disk is full. */
export async function openBulkJob(
  work: AuditedTx,
  { caller, services }: Context,
  task: Omit<BulkTask, 'tier'>,
): Promise<BulkJob> {
  services.disk.assertRoomForFiles();
  const { tier } = caller.organization;
  await assertMayOpenJob(work, tier);
  const job = await createBulkJob(work, { ...task, tier });
  const { direction, type, format } = task;
  if (direction === 'EXPORT') await recordAudit(work, exportStart.of(job.id, { type, format }));
  return job;
}

export function assertMayRun(caller: Caller, direction: BulkDirection, type: string): void {
  const permission = permissionToRun(direction, type);
  const verb = direction === 'IMPORT' ? 'Importing' : 'Exporting';
  assertAllowed(caller, { permission }, `${verb} ${type.toLowerCase()}`);
}

export function canSee(caller: Caller, direction: BulkDirection, type: string): boolean {
  return permissionsToSee(direction, type).some((each) => caller.permissions.has(each));
}

/** A job that the caller may see; without the permission it is refused, of another tenant not found. */
export async function bulkJobFor(db: Db, caller: Caller, id: string | undefined): Promise<BulkJob> {
  const [job] = id === undefined ? [] : await findJobs({ db, scope: caller.scope }, [id]);
  return asBulkJob(visibleBulkJob(caller, job));
}

/** The same for a job that was read before; undefined if it is no bulk job. */
export function visibleBulkJob(caller: Caller, job: Job | undefined): BulkJob | undefined {
  const found = job && bulkJobOf(job);
  if (found !== undefined && !canSee(caller, found.direction, found.type)) {
    const [permission] = permissionsToSee(found.direction, found.type);
    assertAllowed(
      caller,
      permission === undefined ? {} : { permission },
      `A bulk job of ${found.type.toLowerCase()}`,
    );
  }
  return found;
}

/** Ends a job at its next batch; what it has written stays. Its upload is for the caller to delete. */
export async function cancelBulkJob(
  tx: Tx,
  caller: Caller,
  id: string | undefined,
): Promise<BulkJob> {
  const seen = await bulkJobFor(tx, caller, id);
  assertMayRun(caller, seen.direction, seen.type);
  const job = await cancelJob(tx, seen);
  return asBulkJob(job && bulkJobOf(job));
}

type UploadContext = {
  readonly db: Db;
  readonly files: Files;
  /** Its limit of rows holds. */
  readonly tier: Tier;
  /** Size of the file; undefined if its sender has not declared it. */
  readonly declaredBytes?: number | undefined;
};

/** Mostly a body that was forgotten: what is without rows has at least a header, or line ends. */
const EMPTY_FILE = new ApiError(
  'BAD_REQUEST',
  'The file is empty: send it as the body, such as with `curl -T products.csv`. The job still waits for it.',
);

/**
 * Takes the file of an import. Its rows are counted as they come, so that a file beyond the tier's
 * limit is refused whole before anything is written; then `start` lets the job go. A refused file is
 * deleted before the refusal is sent.
 */
export async function receiveFile(
  { db, files, tier, declaredBytes }: UploadContext,
  job: BulkJob,
  body: Readable,
  start: (tx: Tx, job: BulkJob) => Promise<void> = queue,
): Promise<BulkJob> {
  assertAwaitingUpload(job);
  const { importFile } = bulkTypeNamed(job.type);
  const { uploadBytes } = TIER_LIMITS[job.tier];
  const mostBytes = Math.min(uploadBytes, importFile?.mostBytes ?? uploadBytes);
  let reservedBytes = bytesOnDisk(Math.min(declaredBytes ?? mostBytes, mostBytes));
  await reserveUpload(db, job, reservedBytes);
  let draft: FileDraft | undefined;
  try {
    const stored = await storeUpload(files, fileOf(job, 'upload'), body, {
      ...(importFile === undefined ? { format: job.format } : {}),
      mostBytes,
      declaredBytes,
      mostRows: TIER_LIMITS[tier].bulkRows,
      tier,
    });
    draft = stored.draft;
    if (draft.bytes === 0) throw EMPTY_FILE;
    const taken = await db.transaction().execute(async (tx) => {
      // Of two concurrent uploads the second finds that the job has moved on.
      assertAwaitingUpload(await lockedJob(tx, job));
      const { rows, draft: file } = stored;
      await file.commit();
      // Before another process can have the job, and count its files itself.
      await addFileBytes(tx, job, bytesOnDisk(file.bytes) - reservedBytes);
      if (rows !== null)
        await updateJob({ db: tx, scope: job.scope }, job.id, { totalCount: rows });
      await start(tx, job);
      return lockedJob(tx, job);
    });
    reservedBytes = 0;
    return taken;
  } finally {
    await draft?.discard();
    if (reservedBytes > 0) await addFileBytes(db, job, -reservedBytes);
  }
}

function queue(tx: Tx, job: BulkJob): Promise<void> {
  return updateJob({ db: tx, scope: job.scope }, job.id, { state: 'QUEUED' });
}

/** Before a byte is read: an export has no upload, and a file is taken once. */
export function assertAwaitingUpload({ state }: Pick<BulkJob, 'state'>): void {
  if (state === 'AWAITING_FILE') return;
  const message = `The job is ${state}; it does not wait for a file.`;
  throw wrongState(message, state, JOB_TRANSITIONS);
}

/**
 * True if a file of the job is available: a download when it is complete, a result as far as it is
 * written.
 */
export function hasFile(job: BulkJob, part: FilePart): boolean {
  if (job.hasExpiredFiles) return false;
  if (part === 'download') return job.direction === 'EXPORT' && job.state === 'COMPLETED';
  return part === 'result' && job.direction === 'IMPORT' && job.startedAt !== null;
}

async function lockedJob(tx: Tx, { scope, id }: Pick<BulkJob, 'scope' | 'id'>): Promise<BulkJob> {
  const job = await lockJob({ db: tx, scope }, id);
  return asBulkJob(job && bulkJobOf(job));
}

function asBulkJob(job: BulkJob | undefined): BulkJob {
  if (job === undefined) throw notFound('The bulk job');
  return job;
}
