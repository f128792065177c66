import type { JobHandler } from '../../platform/jobs/index.ts';
import { recordEvents } from '../../rules/events.ts';
import { bulkJobFailed } from './events.ts';
import { exportHandler } from './export.ts';
import { type ImportDependencies, importHandler } from './import.ts';
import { BULK_TYPES, type BulkDirection, type BulkType, IMPORT_TYPES, jobKindOf } from './model.ts';

/** Handlers of bulk jobs, by kind. */
export function bulkHandlers(tools: ImportDependencies): ReadonlyMap<string, JobHandler> {
  const kind = (direction: BulkDirection, type: BulkType, handler: JobHandler) =>
    [jobKindOf(direction, type), withFailureEvent(direction, type, handler)] as const;
  return new Map<string, JobHandler>([
    ...IMPORT_TYPES.map((type) => kind('IMPORT', type, importHandler(type, tools))),
    ...BULK_TYPES.map((type) => kind('EXPORT', type, exportHandler(tools.files))),
  ]);
}

function withFailureEvent(
  direction: BulkDirection,
  type: BulkType,
  handler: JobHandler,
): JobHandler {
  return async (run) => {
    const { id, scope } = run.job;
    const event = bulkJobFailed.of(id, { direction, type });
    run.onFailure((tx) => recordEvents(tx, scope, event));
    await handler(run);
  };
}
