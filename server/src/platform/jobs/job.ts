import type { Scope } from '../scope.ts';

export type JobState =
  | 'AWAITING_FILE'
  | 'QUEUED'
  | 'RUNNING'
  | 'COMPLETED'
  | 'FAILED'
  | 'CANCELLED';

/** Long work: what is asked for and how far it came. */
export type Job = {
  readonly id: string;
  readonly scope: Scope;
  readonly kind: string;
  readonly state: JobState;
  readonly input: Readonly<Record<string, unknown>>;
  /** Where to go on after an interruption; null before the first checkpoint. */
  readonly checkpoint: Readonly<Record<string, unknown>> | null;
  readonly totalCount: number | null;
  readonly doneCount: number;
  readonly failedCount: number;
  readonly error: string | null;
  readonly isCancelRequested: boolean;
  /** How often it was taken: only the last who took it may change it. */
  readonly lease: number;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

export function hasFinished(state: JobState): boolean {
  return state === 'COMPLETED' || state === 'FAILED' || state === 'CANCELLED';
}
