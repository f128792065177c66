import { type Db, discardPlans, ofBytes } from '../../platform/database/index.ts';
import type { Files, GrowingFile } from '../../platform/files/index.ts';
import { heapBound } from '../../platform/heap-bound.ts';
import type { JobHandler, JobRun } from '../../platform/jobs/index.ts';
import { JsonBytes } from '../../platform/json-bytes.ts';
import type { BulkType, ExportedPage } from '../../rules/bulk-type.ts';
import type { Caller } from '../../rules/context.ts';
import { recordEvents } from '../../rules/events.ts';
import { TIER_LIMITS } from '../limits/index.ts';
import { csvHeader, csvLine } from './csv.ts';
import { bulkJobCompleted } from './events.ts';
import { type BulkJob, bulkJobOf, fileOf } from './model.ts';
import { bytesOnDisk, JobStorage } from './storage.ts';
import { bulkTypeNamed } from './types.ts';
import { tooManyRows } from './upload.ts';

/** A page is held in memory whole, and the next one with it: its rows follow from the size of those before. */
const [FIRST_ROWS, LEAST_ROWS, MOST_ROWS] = [50, 10, 500];
const PAGE_BYTES = 4 * 1024 * 1024;
/** Pages are written together up to this size: each writing is a commit. */
const WRITTEN_BYTES = 1024 * 1024;

/** Refuses, before it is made, an export of more rows than the tier may have in a file. */
export async function assertExportFits(
  db: Db,
  { scope, tier }: Pick<Caller, 'scope' | 'tier'>,
  type: string,
): Promise<void> {
  const { bulkRows } = TIER_LIMITS[tier];
  if ((await bulkTypeNamed(type).total(db, scope)) > bulkRows)
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

/** One page is read while the one before it is written. */
async function writeRows(work: ExportRun, start: Reached): Promise<void> {
  const { signal } = work.run;
  const tidy = heapBound();
  let written = start;
  let reached = start;
  const text = new JsonBytes();
  let limit = FIRST_ROWS;
  let mostRows = FIRST_ROWS;
  let reading = readPage(work, start.after, limit);
  try {
    while (!signal.aborted && !written.isDone) {
      const page = await reading;
      const isDone = page.size < limit;
      if (!isDone) {
        limit = Math.min(2 * limit, mostRows);
        reading = readPage(work, page.last ?? null, limit);
        reading.catch(() => {});
      }
      const before = text.length;
      addPage(text, work, page, reached.rows === 0);
      const rowBytes = (text.length - before) / page.size;
      mostRows = Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.floor(PAGE_BYTES / rowBytes)));
      reached = {
        after: page.last ?? reached.after,
        bytes: written.bytes + text.length,
        rows: reached.rows + page.size,
        isDone,
      };
      if (isDone || text.length >= WRITTEN_BYTES) {
        await write(work, text.bytes, written.bytes, reached);
        written = reached;
        text.clear();
      }
      tidy();
    }
  } finally {
    await reading.catch(() => {});
  }
}

function readPage(
  { run: { db }, job, type }: ExportRun,
  after: string | null,
  limit: number,
): Promise<ExportedPage> {
  const { isOfBytes, page } = type.export;
  const { scope, filter = {} } = job;
  return (isOfBytes ? ofBytes(db) : db).transaction().execute(async (tx) => {
    await discardPlans(tx);
    return page(tx, scope, after, limit, filter);
  });
}

function addPage(
  text: JsonBytes,
  { job, type: { csv } }: ExportRun,
  page: ExportedPage,
  isFirst: boolean,
): void {
  if (job.format === 'JSONL') {
    page.write(text);
    return;
  }
  if (isFirst) text.putText(csvHeader(csv));
  for (const row of page.rows()) text.putText(csvLine(csv, row));
}

function write(
  { run: { db, save }, job, file, storage }: ExportRun,
  data: Buffer,
  atByte: number,
  reached: Reached,
): Promise<void> {
  const { scope, id, type } = job;
  return db.transaction().execute(async (tx) => {
    const fileBytes = bytesOnDisk(reached.bytes);
    await storage.assertFits(tx, fileBytes);
    await save(tx, {
      checkpoint: reached,
      doneCount: reached.rows,
      fileBytes,
      ...(reached.isDone ? { totalCount: reached.rows } : {}),
    });
    // Saved first: from then on no other process can have the job, and write into its file.
    await file.write(data, atByte);
    if (reached.isDone) {
      const counts = { total: reached.rows, created: null, updated: null, failed: null };
      const event = bulkJobCompleted.of(id, { direction: 'EXPORT', type, counts });
      await recordEvents(tx, scope, event);
    }
  });
}
