import type { Job } from './job.ts';

/** Time for which a job is begun again without moving on. */
const LONGEST_STALL_MS = 15 * 60_000;

/** The beginning of a stall: the time, and the checkpoint that the job has not left since. */
type Stall = { readonly sinceMs: number; readonly checkpoint: string };

/**
 * Jobs whose statements took longer than the database lets them. A statement of a job takes milliseconds, since its work is done in
 * batches: one that is stopped says that a disk stalls or that maintenance has locked a table, which ends. A job that does not move on for
 * long has a fault of its own.
 */
export class Stalls {
  readonly #longestMs: number;
  readonly #byJob = new Map<string, Stall>();

  constructor(longestMs = LONGEST_STALL_MS) {
    this.#longestMs = longestMs;
  }

  /** Notes that a statement of a job was stopped; returns whether the job is to go on, rather than to fail. */
  mayGoOn({ id, checkpoint: place }: Job, hasMoved: boolean): boolean {
    const checkpoint = JSON.stringify(place);
    const known = this.#byJob.get(id);
    const now = performance.now();
    if (!hasMoved && known?.checkpoint === checkpoint) return now - known.sinceMs < this.#longestMs;
    this.#byJob.set(id, { sinceMs: now, checkpoint });
    return true;
  }

  forget(id: string): void {
    this.#byJob.delete(id);
  }
}
