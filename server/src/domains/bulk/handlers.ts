import { encodeId } from '../../platform/ids.ts';
import type { JobHandler } from '../../platform/jobs/index.ts';
import { recordEvent } from '../../platform/outbox.ts';
import { exportHandler } from './export.ts';
import { type ImportTools, importHandler } from './import.ts';
import { BULK_TYPES, IMPORT_TYPES, kindOf } from './model.ts';

/** What runs bulk jobs, by their kinds. */
export function bulkHandlers(tools: ImportTools): ReadonlyMap<string, JobHandler> {
  return new Map<string, JobHandler>([
    ...IMPORT_TYPES.map(
      (type) => [kindOf('IMPORT', type), tellingFailure(importHandler(type, tools))] as const,
    ),
    ...BULK_TYPES.map(
      (type) => [kindOf('EXPORT', type), tellingFailure(exportHandler(tools.files))] as const,
    ),
  ]);
}

function tellingFailure(handler: JobHandler): JobHandler {
  return async (run) => {
    const { id, scope } = run.job;
    run.onFailure((tx) =>
      recordEvent(tx, scope, 'bulk_job.failed', { jobId: encodeId('job', id) }),
    );
    await handler(run);
  };
}
