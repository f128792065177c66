import type { JobHandler } from '../../platform/jobs/index.ts';
import { recordEvents } from '../../rules/events.ts';
import { bulkJobFailed } from './events.ts';
import { exportHandler } from './export.ts';
import { type ImportDependencies, importHandler } from './import.ts';
import { importFileHandler } from './import-file.ts';
import { type BulkDirection, jobKindOf } from './model.ts';
import { BULK_TYPES, FILE_IMPORT_TYPES, IMPORT_TYPES } from './types.ts';

/** Handlers of bulk jobs, by kind. */
export function bulkHandlers(tools: ImportDependencies): ReadonlyMap<string, JobHandler> {
  const kind = (direction: BulkDirection, type: string, handler: JobHandler) =>
    [jobKindOf(direction, type), withFailureEvent(direction, type, handler)] as const;
  return new Map<string, JobHandler>([
    ...IMPORT_TYPES.map((type) => kind('IMPORT', type.name, importHandler(type, tools))),
    ...FILE_IMPORT_TYPES.map((type) =>
      kind('IMPORT', type.name, importFileHandler(type, tools.files)),
    ),
    ...[...BULK_TYPES.values()].map((type) =>
      kind('EXPORT', type.name, exportHandler(type, tools.files)),
    ),
  ]);
}

function withFailureEvent(direction: BulkDirection, type: string, handler: JobHandler): JobHandler {
  return async (run) => {
    const { id, scope } = run.job;
    const event = bulkJobFailed.of(id, { direction, type });
    run.onFailure((tx) => recordEvents(tx, scope, event));
    await handler(run);
  };
}
