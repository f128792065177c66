import type { Scope } from '../scope.ts';

export const JOB_STATES = [
  'AWAITING_FILE',
  'QUEUED',
  'RUNNING',
  'COMPLETED',
  'FAILED',
  'CANCELLED',
] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Long-running work: its input and its progress. */
export type Job = {
  readonly id: string;
  readonly scope: Scope;
  readonly kind: string;
  readonly state: JobState;
  readonly input: Readonly<Record<string, unknown>>;
  /** Position to resume from after an interruption; null before the first checkpoint. */
  readonly checkpoint: Readonly<Record<string, unknown>> | null;
  readonly totalCount: number | null;
  readonly doneCount: number;
  readonly failedCount: number;
  /** Bytes of its files on the disk, with those reserved for an upload under way. */
  readonly fileBytes: number;
  /** True once its files may not be fetched any more; they are deleted soon. */
  readonly hasExpiredFiles: boolean;
  readonly error: string | null;
  readonly isCancelRequested: boolean;
  /** Number of times the job was claimed: only the last worker that claimed it may change it. */
  readonly lease: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

export function hasFinished(state: JobState): boolean {
  return state === 'COMPLETED' || state === 'FAILED' || state === 'CANCELLED';
}
