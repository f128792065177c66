import type { Db } from '../../platform/database/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { Files, GrowingFile } from '../../platform/files/index.ts';
import { JobError, type JobHandler, type JobRun } from '../../platform/jobs/index.ts';
import { JsonBytes } from '../../platform/json/index.ts';
import { heapBound } from '../../platform/process/heap-bound.ts';
import type { BulkType, ExportedPage } from '../../rules/bulk/bulk-type.ts';
import type { Caller } from '../../rules/context.ts';
import { TIER_LIMITS } from '../limits/index.ts';
import { csvHeader, csvLine } from './csv.ts';
import { type BulkJob, bulkJobOf, fileOf } from './model.ts';
import { bytesOnDisk, JobStorage } from './storage.ts';
import { bulkTypeNamed } from './types.ts';
import { tooManyRows } from './upload.ts';

/** Rows of a page; their number follows from the size of those before. */
const [FIRST_ROWS, LEAST_ROWS, MOST_ROWS] = [10, 4, 2_000];
const PAGE_BYTES = 1024 * 1024;
/** Size at which a page ends early: where large rows follow small ones, the others are read again. */
const MOST_BYTES = 4 * 1024 * 1024;
/** Pages are written together from this size on: each writing is a commit. */
const WRITTEN_BYTES = 2 * 1024 * 1024;

/** Refuses, before it is made, an export of more rows than the tier may have in a file. */
export async function assertExportFits(
  db: Db,
  { scope, tier }: Pick<Caller, 'scope' | 'tier'>,
  type: string,
): Promise<void> {
  const { bulkRows } = TIER_LIMITS[tier];
  if ((await bulkTypeNamed(type).total({ db, scope })) > bulkRows)
    throw tooManyRows('exports', bulkRows, tier);
}

/** Writes all objects of a type into a file, a few pages at a time; resumes after the last page written. */
export function exportHandler(type: BulkType, files: Files): JobHandler {
  return async (run) => {
    const job = bulkJobOf(run.job);
    if (job === undefined) throw new Error(`Job ${run.job.id} is not a bulk job.`);
    const reached = reachedBy(job.checkpoint);
    const file = await files.open(fileOf(job, 'download'));
    try {
      await file.truncate(reached.bytes);
      if (!reached.isDone)
        await writeRows({ run, job, type, file, storage: new JobStorage(job) }, reached);
    } finally {
      await file.close();
    }
  };
}

/** Progress of an export: its checkpoint. */
type Reached = {
  /** The id of the last thing written. */
  readonly after: string | null;
  readonly bytes: number;
  readonly rows: number;
  readonly isDone: boolean;
};

function reachedBy(checkpoint: Readonly<Record<string, unknown>> | null): Reached {
  const after = checkpoint?.['after'];
  return {
    after: typeof after === 'string' ? after : null,
    bytes: Number(checkpoint?.['bytes'] ?? 0),
    rows: Number(checkpoint?.['rows'] ?? 0),
    isDone: checkpoint?.['isDone'] === true,
  };
}

type ExportRun = {
  readonly run: JobRun;
  readonly job: BulkJob;
  readonly type: BulkType;
  readonly file: GrowingFile;
  readonly storage: JobStorage;
};

/** Pages are read while those before them are written. */
async function writeRows(work: ExportRun, start: Reached): Promise<void> {
  const { signal } = work.run;
  const tidy = heapBound();
  let reached = start;
  let writtenBytes = start.bytes;
  let filling = JsonBytes.take();
  let resting = JsonBytes.take();
  let writing = Promise.resolve();
  let limit = FIRST_ROWS;
  try {
    while (!signal.aborted && !reached.isDone) {
      const before = filling.length;
      const page = await readPage(work, filling, reached, limit);
      const rowBytes = (filling.length - before) / page.size;
      limit = Math.min(
        2 * limit,
        MOST_ROWS,
        Math.max(LEAST_ROWS, Math.floor(PAGE_BYTES / rowBytes)),
      );
      reached = {
        after: page.next ?? reached.after,
        bytes: writtenBytes + filling.length,
        rows: reached.rows + page.size,
        isDone: page.next === undefined,
      };
      assertRowsFit(work.job, reached.rows);
      if (reached.isDone || filling.length >= WRITTEN_BYTES) {
        await writing;
        writing = write(work, filling.bytes, writtenBytes, reached);
        writing.catch(() => {});
        writtenBytes = reached.bytes;
        [filling, resting] = [resting, filling];
        filling.clear();
      }
      tidy();
    }
  } finally {
    await writing;
    for (const bytes of [filling, resting]) bytes.release();
  }
}

function assertRowsFit({ keyTier }: BulkJob, rows: number): void {
  if (keyTier === undefined) return;
  const { bulkRows } = TIER_LIMITS[keyTier];
  if (rows > bulkRows) throw new JobError(tooManyRows('exports', bulkRows, keyTier).message);
}

function readPage(
  { run: { db }, job: { scope, filter = {}, format }, type }: ExportRun,
  bytes: JsonBytes,
  { after, rows }: Reached,
  limit: number,
): Promise<ExportedPage> {
  const { csv } = type;
  const isCsv = format === 'CSV';
  if (isCsv && rows === 0) bytes.putText(csvHeader(csv));
  const lineOf = isCsv ? (row: Readonly<Record<string, unknown>>) => csvLine(csv, row) : undefined;
  return type.export(db, { scope, after, limit, filter }, { bytes, mostBytes: MOST_BYTES, lineOf });
}

function write(
  { run, file, storage }: ExportRun,
  data: Buffer,
  atByte: number,
  reached: Reached,
): Promise<void> {
  return inTransaction(run, async (work) => {
    const fileBytes = bytesOnDisk(reached.bytes);
    await storage.assertFits(work, fileBytes);
    await run.save(work, {
      checkpoint: reached,
      doneCount: reached.rows,
      fileBytes,
      ...(reached.isDone ? { totalCount: reached.rows } : {}),
    });
    // Saved first: from then on no other process can have the job, and write into its file.
    await file.write(data, atByte);
  });
}
