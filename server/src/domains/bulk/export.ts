import { type Db, discardPlans } from '../../platform/database/index.ts';
import type { Files, GrowingFile } from '../../platform/files/index.ts';
import { heapBound } from '../../platform/heap-bound.ts';
import type { JobHandler, JobRun } from '../../platform/jobs/index.ts';
import type { BulkType } from '../../rules/bulk-type.ts';
import type { Caller } from '../../rules/context.ts';
import { recordEvents } from '../../rules/events.ts';
import { TIER_LIMITS } from '../limits/index.ts';
import { csvHeader, csvLine } from './csv.ts';
import { bulkJobCompleted } from './events.ts';
import { type BulkJob, bulkJobOf, fileOf } from './model.ts';
import { bytesOnDisk, JobStorage } from './storage.ts';
import { bulkTypeNamed } from './types.ts';
import { tooManyRows } from './upload.ts';

/** A page is held in memory whole. */
const PAGE_ROWS = 500;

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

/** Writes all objects of a type into a file, page by page; resumes after the last page written. */
export function exportHandler(type: BulkType, files: Files): JobHandler {
  return async (run) => {
    const job = bulkJobOf(run.job);
    if (job === undefined) throw new Error(`Job ${run.job.id} is not a bulk job.`);
    let reached = reachedBy(job.checkpoint);
    const file = await files.open(fileOf(job, 'download'));
    try {
      await file.truncate(reached.bytes);
      const tidy = heapBound();
      const storage = new JobStorage(job);
      while (!run.signal.aborted && !reached.isDone) {
        reached = await writePage({ run, job, type, file, storage }, reached);
        tidy();
      }
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

function writePage(
  { run: { db, save }, job, type: { csv, page }, file, storage }: ExportRun,
  { after, bytes, rows }: Reached,
): Promise<Reached> {
  const { scope, id, type, format, filter = {} } = job;
  return db.transaction().execute(async (tx) => {
    await discardPlans(tx);
    const found = await page(tx, scope, after, PAGE_ROWS, filter);
    const lines = found.map(({ row }) =>
      format === 'CSV' ? csvLine(csv, row) : `${JSON.stringify(row)}\n`,
    );
    const header = format === 'CSV' && bytes === 0 ? csvHeader(csv) : '';
    const data = Buffer.from(header + lines.join(''));
    const reached: Reached = {
      after: found.at(-1)?.id ?? after,
      bytes: bytes + data.length,
      rows: rows + found.length,
      isDone: found.length < PAGE_ROWS,
    };
    const fileBytes = bytesOnDisk(reached.bytes);
    await storage.assertFits(tx, fileBytes);
    await save(tx, {
      checkpoint: reached,
      doneCount: reached.rows,
      fileBytes,
      ...(reached.isDone ? { totalCount: reached.rows } : {}),
    });
    // Saved first: from then on no other process can have the job, and write into its file.
    await file.write(data, bytes);
    if (reached.isDone) {
      const counts = { total: reached.rows, created: null, updated: null, failed: null };
      const event = bulkJobCompleted.of(id, { direction: 'EXPORT', type, counts });
      await recordEvents(tx, scope, event);
    }
    return reached;
  });
}
