import type { MessagePort } from 'node:worker_threads';

/** The tenant whose turn a job takes, and the end of its time. */
export type Turn = {
  /** Tenants take turns, however many jobs each of them has waiting. */
  readonly tenant: string;
  /** By `performance.now()`. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The work takes a fraction of a second: it may take the last thread as long as no other tenant waits. */
  readonly isShort?: boolean | undefined;
  /** Nobody waits for it, as for a piece of a job: other work of its tenant goes first. */
  readonly isBackground?: boolean | undefined;
  /** Leads to the transaction that the work reads through; without one it reads on the connection of its thread. */
  readonly reads?: MessagePort | undefined;
};

/** The job was dropped: its deadline passed, its signal was aborted, or the pool was closed. */
export class WorkStopped extends Error {}

/** The job needed more memory than a thread may have. */
export class WorkTooLarge extends Error {}

/** Answer of a thread; `gaveWay` if it left the job to other work, so that it begins again. */
export type Reply =
  | { readonly output: unknown }
  | { readonly failure: unknown }
  | { readonly gaveWay: true };

/** A message to a thread. */
export type Assignment = {
  readonly task: string;
  readonly input: unknown;
  readonly reads: MessagePort | undefined;
  /** Of `WantedThreads`; undefined for a job that keeps its thread until its end. */
  readonly wanted: SharedArrayBuffer | undefined;
  /** An integer that is 1 when nobody waits for the job any more; undefined for one that loads. */
  readonly stopped: SharedArrayBuffer | undefined;
};

/** The task that a program answers, with anything, when it has loaded, and with it what the task needs that is named as its input. */
export const WARM_UP = 'warm up';
/** The tenant of threads that load. */
export const LOADING = '';

/** Work of a pool that waits or runs. */
export type Job = {
  readonly message: Omit<Assignment, 'wanted'>;
  readonly tenant: string;
  readonly isShort: boolean;
  readonly isBackground: boolean;
  /** Number of jobs of its tenant that began before it because somebody waits for them. */
  passedBy: number;
  /** It is long: it left its thread to other work once, and does not do so again. */
  hasGivenWay: boolean;
  isOver: boolean;
  finish(output: unknown): void;
  readonly fail: (error: Error) => void;
};

/** A job that calls `stop` when its turn ends before it does; undefined if it has ended already. */
export function openJob<Output>(
  task: string,
  input: unknown,
  { tenant, deadlineMs, signal, isShort = false, isBackground = false, reads }: Turn,
  stop: (job: Job) => void,
): { readonly job: Job; readonly output: Promise<Output> } | undefined {
  const leftMs = deadlineMs - performance.now();
  if (leftMs <= 0 || signal?.aborted) return undefined;
  const { promise, resolve, reject } = Promise.withResolvers<Output>();
  const end = () => stop(job);
  const timer = setTimeout(end, leftMs);
  signal?.addEventListener('abort', end, { once: true });
  const leave = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  };
  const job: Job = {
    message: { task, input, reads, stopped: new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT) },
    tenant,
    isShort,
    isBackground,
    passedBy: 0,
    hasGivenWay: false,
    isOver: false,
    finish: (output: Output) => {
      leave();
      resolve(output);
    },
    fail: (error) => {
      leave();
      job.isOver = true;
      reject(error);
    },
  };
  return { job, output: promise };
}

/** Work that may go before a job in the background of its tenant, which goes on however much of it comes. */
const MOST_PASSING = 3;

/** The waiting jobs of a tenant, the next one first. */
export function inOrderOfTurns(jobs: readonly Job[]): readonly Job[] {
  const { waitedFor = [], background = [] } = Object.groupBy(jobs, (job) =>
    job.isBackground ? 'background' : 'waitedFor',
  );
  const hasLetPass = (background[0]?.passedBy ?? 0) >= MOST_PASSING;
  return hasLetPass ? [...background, ...waitedFor] : [...waitedFor, ...background];
}

/** Counts a job that begins for the first one in the background that still waits. */
export function letPass({ isBackground }: Job, waiting: readonly Job[]): void {
  const passed = isBackground ? undefined : waiting.find((job) => job.isBackground);
  if (passed !== undefined) passed.passedBy += 1;
}

/** Asks the thread of a job to leave it at its next step. */
export function askToLeave({ message: { stopped } }: Job): void {
  if (stopped !== undefined) Atomics.store(new Int32Array(stopped), 0, 1);
}

export function isLoading(job: Job | undefined): boolean {
  return job?.tenant === LOADING;
}

/** True for a job that may turn out to be long. */
export function isNew({ hasGivenWay }: Job): boolean {
  return !hasGivenWay;
}

/** True for a job that does not give way: a long one, and one that reads through a transaction, whose port has gone to the thread. */
export function keepsThread(job: Job): boolean {
  return !isNew(job) || job.message.reads !== undefined;
}
