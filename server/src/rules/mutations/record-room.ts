import type { JobHandler } from '../../platform/jobs/index.ts';
import type { Scope } from '../../platform/scope.ts';

type Change = { readonly freesRoom: boolean; readonly secures?: boolean };

/** Room for the records of environments, which tiers bound. */
export type RecordRoom = {
  /**
   * Refuses a change if the records of the environment have reached their ceiling. One that frees room goes on, and has it
   * measured soon; so do some that secure access in each hour.
   * @throws CONFLICT
   */
  readonly admit: (scope: Scope, change: Change) => Promise<void>;
  /** Fails a job that writes records beyond the ceiling: what it has written until then stays. */
  readonly assertJobFits: (scope: Scope) => Promise<void>;
};

/** The same work, which fails with a sentence for the owner of the job when there is no room for its records. */
export function withinRoom(records: RecordRoom, handler: JobHandler): JobHandler {
  return (run) =>
    handler({
      ...run,
      save: async (work, change) => {
        await records.assertJobFits(run.scope);
        await run.save(work, change);
      },
    });
}
