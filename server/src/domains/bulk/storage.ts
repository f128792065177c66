import { megabytes } from '../../platform/counted.ts';
import { type Db, lockUntilCommit, type TenantDb } from '../../platform/database/index.ts';
import { addFileBytes, JobError, sumFileBytes } from '../../platform/jobs/index.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { TIER_LIMITS } from '../limits/index.ts';
import { type BulkJob, FILES_KEPT_DAYS } from './model.ts';

/** A file takes at least one block of the disk, so that small files are bounded too. */
const BLOCK_BYTES = 4_096;
/** Growth of a job's files after which the files of the others are summed again. */
const RECOUNT_BYTES = 16 * 1024 ** 2;

export function bytesOnDisk(fileBytes: number): number {
  return Math.max(BLOCK_BYTES, fileBytes);
}

/** Reserves bytes for an upload; refuses it if the files of the tenant would exceed its ceiling. */
export async function reserveUpload(db: Db, job: BulkJob, bytes: number): Promise<void> {
  const { scope, tier } = job;
  await db.transaction().execute(async (tx) => {
    await lockUntilCommit(tx, `files ${scope.organizationId} ${scope.environment}`);
    const storedBytes = await sumFileBytes({ db: tx, scope });
    const maxStoredBytes = TIER_LIMITS[tier].storedBytes;
    if (storedBytes + bytes > maxStoredBytes) {
      throw new ApiError('CONFLICT', storageMessage(job), { storedBytes, maxStoredBytes });
    }
    await addFileBytes(tx, job, bytes);
  });
}

/** Holds the files of a running job to the ceilings of its tier. */
export class JobStorage {
  readonly #job: BulkJob;
  /** Size of its files up to which nothing has to be asked of the database. */
  #allowedBytes = 0;

  constructor(job: BulkJob) {
    this.#job = job;
  }

  /** Throws a JobError if the files of the job may not have so many bytes together. */
  async assertFits(tenant: TenantDb, bytes: number): Promise<void> {
    if (bytes <= this.#allowedBytes) return;
    const { id, tier } = this.#job;
    const { jobBytes, storedBytes } = TIER_LIMITS[tier];
    if (bytes > jobBytes) {
      throw new JobError(
        `The files of the job are larger than ${megabytes(jobBytes)}, the most of the tier ${tier}.`,
      );
    }
    const room = storedBytes - (await sumFileBytes(tenant, id));
    if (bytes > room) throw new JobError(storageMessage(this.#job));
    this.#allowedBytes = Math.min(jobBytes, room, bytes + RECOUNT_BYTES);
  }
}

function storageMessage({ tier }: BulkJob): string {
  const most = megabytes(TIER_LIMITS[tier].storedBytes);
  return `The files of imports and exports have ${most} together, the most of the tier ${tier} in an environment. Cancel jobs that wait, or try again later: files are deleted ${FILES_KEPT_DAYS} days after they were written.`;
}
