import { type Files, type GrowingFile, sizeOf } from '../../platform/files/index.ts';
import { JobError, type JobHandler, type JobRun } from '../../platform/jobs/index.ts';
import type { FileImportCounts, ResultLines } from '../../rules/bulk/bulk-type.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import { type BulkJob, bulkJobOf, fileOf } from './model.ts';
import { bytesOnDisk, JobStorage } from './storage.ts';
import type { FileImportType } from './types.ts';

const FLUSH_CHARACTERS = 256 * 1024;

/** Rolls the transaction of a dry run back; the result file stays. */
class DryRunDone extends Error {
  readonly counts: FileImportCounts;

  constructor(counts: FileImportCounts) {
    super('The dry run is done.');
    this.counts = counts;
  }
}

/**
 * Imports a file as a whole, in one transaction that also completes the job. An interruption leaves
 * nothing behind, so the next worker begins again.
 */
export function importFileHandler(type: FileImportType, files: Files): JobHandler {
  return async (run) => {
    const job = bulkJobOf(run.job);
    if (job === undefined) throw new Error(`Job ${run.job.id} is not a bulk job.`);
    if (job.checkpoint?.['isDone'] !== true) {
      const result = await files.open(fileOf(job, 'result'));
      try {
        await result.truncate(0);
        await importFile(run, job, type, files, result);
      } catch (error) {
        // The job was cancelled or the service stops.
        if (run.signal.aborted) return;
        throw error instanceof ApiError ? new JobError(messageOf(error)) : error;
      } finally {
        await result.close();
      }
    }
    await files.remove(fileOf(job, 'upload'));
  };
}

async function importFile(
  run: JobRun,
  job: BulkJob,
  type: FileImportType,
  files: Files,
  result: GrowingFile,
): Promise<void> {
  const uploadBytes = bytesOnDisk((await sizeOf(files, fileOf(job, 'upload'))) ?? 0);
  const storage = new JobStorage(job);
  const lines = new GrowingLines(result, (bytes) => storage.assertFits(run, uploadBytes + bytes));
  const complete = (counts: FileImportCounts) => ({
    checkpoint: { isDone: true, created: counts.created },
    totalCount: counts.total,
    doneCount: counts.total,
    failedCount: counts.failed,
    fileBytes: bytesOnDisk(lines.bytes),
  });
  const { db, scope, signal, save } = run;
  const { settings = {} } = job;
  const opened = await type.importFile.open(settings, files.read(fileOf(job, 'upload')), signal);
  try {
    // Announced with its events alone: change feeds would wait for minutes.
    await db.transaction().execute(async (tx) => {
      const work = { db: tx, scope };
      const counts = await opened.write(work, lines).finally(() => lines.flush());
      if (job.isDryRun) throw new DryRunDone(counts);
      await save(work, complete(counts));
    });
  } catch (error) {
    if (!(error instanceof DryRunDone)) throw error;
    await save(run, complete(error.counts));
  } finally {
    await opened.close();
  }
}

/** Lines of the result file, written in larger pieces while the upload is read. */
class GrowingLines implements ResultLines {
  readonly #result: GrowingFile;
  readonly #assertFits: (bytes: number) => Promise<void>;
  #text = '';
  #bytes = 0;

  constructor(result: GrowingFile, assertFits: (bytes: number) => Promise<void>) {
    this.#result = result;
    this.#assertFits = assertFits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  readonly add = (row: object): void => {
    this.#text += `${JSON.stringify(row)}\n`;
  };

  async flushIfLarge(): Promise<void> {
    if (this.#text.length > FLUSH_CHARACTERS) await this.flush();
  }

  async flush(): Promise<void> {
    const data = Buffer.from(this.#text);
    this.#text = '';
    await this.#assertFits(this.#bytes + data.length);
    await this.#result.write(data, this.#bytes);
    this.#bytes += data.length;
  }
}

const PROBLEMS_SHOWN = 20;

/** The refusal with its first problems; the result file has all rows. */
function messageOf({ message, problems }: ApiError): string {
  if (problems.length === 0) return message;
  const shown = problems.slice(0, PROBLEMS_SHOWN).map((problem) => problem.message);
  return shown.join('\n');
}
