import { type Files, sizeOf } from '../../platform/files/index.ts';
import { type Job, type JobHandler, updateJob } from '../../platform/jobs/index.ts';
import { recordEvents } from '../../rules/events/events.ts';
import { type RecordRoom, withinRoom } from '../../rules/mutations/record-room.ts';
import { bulkJobCompleted, bulkJobFailed } from './events.ts';
import { exportHandler } from './export.ts';
import { type ImportDependencies, importHandler } from './import.ts';
import { importFileHandler } from './import-file.ts';
import { type BulkDirection, fileOf, jobKindOf, rowCountsOf } from './model.ts';
import { bytesOnDisk } from './storage.ts';
import { BULK_TYPES, FILE_IMPORT_TYPES, IMPORT_TYPES } from './types.ts';

type Tools = ImportDependencies & {
  /** Undefined for files of the operator, which have no ceiling. */
  readonly records?: RecordRoom | undefined;
};

/** Handlers of bulk jobs, by kind. */
export function bulkHandlers({ records, ...tools }: Tools): ReadonlyMap<string, JobHandler> {
  const within = (handler: JobHandler) =>
    records === undefined ? handler : withinRoom(records, handler);
  const kind = (direction: BulkDirection, type: string, handler: JobHandler) =>
    [jobKindOf(direction, type), withEnd(direction, type, tools.files, handler)] as const;
  return new Map<string, JobHandler>([
    ...IMPORT_TYPES.map((type) => kind('IMPORT', type.name, within(importHandler(type, tools)))),
    ...FILE_IMPORT_TYPES.map((type) =>
      kind('IMPORT', type.name, within(importFileHandler(type, tools.files))),
    ),
    ...[...BULK_TYPES.values()].map((type) =>
      kind('EXPORT', type.name, exportHandler(type, tools.files)),
    ),
  ]);
}

/** A job that ends by itself writes its event; one that fails or is cancelled leaves only the result of its rows. */
function withEnd(
  direction: BulkDirection,
  type: string,
  files: Files,
  handler: JobHandler,
): JobHandler {
  return async (run) => {
    const { job } = run;
    run.onEnd(async (work, ended) => {
      if (ended.state === 'COMPLETED') {
        const counts = countsOf(direction, ended);
        const event = bulkJobCompleted.of(job.id, { direction, type, counts });
        return recordEvents(work, event);
      }
      if (ended.state === 'FAILED') {
        await recordEvents(work, bulkJobFailed.of(job.id, { direction, type }));
      }
      await files.remove(fileOf(job, 'upload'));
      await files.remove(fileOf(job, 'download'));
      const resultBytes = await sizeOf(files, fileOf(job, 'result'));
      const fileBytes = resultBytes === undefined ? 0 : bytesOnDisk(resultBytes);
      await updateJob(work, job.id, { fileBytes });
    });
    await handler(run);
  };
}

function countsOf(direction: BulkDirection, ended: Job) {
  const total = ended.totalCount ?? ended.doneCount;
  if (direction === 'EXPORT') return { total, created: null, updated: null, failed: null };
  return { total, ...rowCountsOf(ended), failed: ended.failedCount };
}
