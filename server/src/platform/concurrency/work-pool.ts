import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { Tracing } from '../tracing.ts';

/** The tenant whose turn a job takes, and the end of its time. */
export type Turn = {
  /** Tenants take turns, however many jobs each of them has waiting. */
  readonly tenant: string;
  /** By `performance.now()`. */
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
  /** The work takes a fraction of a second: it may take the last thread as long as no other tenant waits. */
  readonly isShort?: boolean | undefined;
  /** Leads to the transaction that the work reads through; without one it reads on the connection of its thread. */
  readonly reads?: MessagePort | undefined;
};

/** The job was dropped: its deadline passed, its signal was aborted, or the pool was closed. */
export class WorkStopped extends Error {}

/** The job needed more memory than a thread may have. */
export class WorkTooLarge extends Error {}

type PoolOptions = {
  /** The program of the threads. It answers each message `{ task, input, reads }` with a `Reply`. */
  readonly program: URL;
  readonly workerData: unknown;
  /** The error that a thread reported. */
  readonly errorOf: (failure: unknown) => Error;
  /** Most threads. A thread starts when it is needed and ends when it has nothing to do for long; the last one stays. */
  readonly threads?: number;
  /** Makes tasks spans of their requests. */
  readonly tracing?: Tracing | undefined;
  /** Most memory of one thread. */
  readonly heapMb?: number;
};

/** Answer of a thread. */
export type Reply = { readonly output: unknown } | { readonly failure: unknown };

type Job = {
  readonly message: {
    readonly task: string;
    readonly input: unknown;
    readonly reads: MessagePort | undefined;
  };
  readonly tenant: string;
  readonly isShort: boolean;
  isOver: boolean;
  finish(output: unknown): void;
  readonly fail: (error: Error) => void;
};

const MOST_THREADS = 4;
const HEAP_MB = 192;
/**
 * Half a space of young objects. V8 reads this flag when a heap is made, and prefers it to `maxYoungGenerationSizeMb`:
 * the main thread keeps what bin/node says.
 */
const YOUNG_MB = 8;
/** A thread keeps 60 to 100 MB; to start it again takes 0.8 s of CPU time. */
const IDLE_MS = 30_000;
const MOST_LOADING_MS = 60_000;
/** The task that a program answers, with anything, when it has loaded, and with it what the task needs that is named as its input. */
export const WARM_UP = 'warm up';
/** The tenant of threads that load. */
const LOADING = '';

/**
 * A bounded pool of threads for work that would hold up the event loop. One tenant gets all threads
 * but one at most, and the last one for short work alone, so that the work of another one begins soon. To stop a job that runs, its thread
 * is ended, because JavaScript cannot be interrupted in another way.
 */
export class WorkPool {
  readonly #options: PoolOptions;
  readonly #threads: number;
  /** The one that became idle last comes last, with the timer of its end. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #running = new Map<Worker, Job>();
  /** The tasks whose programs a thread has loaded. */
  readonly #loaded = new WeakMap<Worker, Set<string>>();
  /** Stopped threads that still have their memory. */
  readonly #ending = new Set<Worker>();
  /** By tenant; the tenant whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#threads = options.threads ?? Math.min(MOST_THREADS, availableParallelism());
  }

  /** Starts the first thread, so that the first job does not wait for it, and resolves when it has loaded. */
  async warmUp(): Promise<void> {
    const turn = { tenant: LOADING, deadlineMs: performance.now() + MOST_LOADING_MS };
    // The jobs that wait for it report what is wrong with a thread that does not load.
    await this.run(WARM_UP, undefined, turn).catch(() => {});
  }

  #failWaiting(error: Error): void {
    const jobs = [...this.#waiting.values()].flat();
    this.#waiting.clear();
    for (const job of jobs) job.fail(error);
  }

  /** Runs a task of the program. Rejects with `WorkStopped` when the turn ends earlier. */
  run<Output>(task: string, input: unknown, turn: Turn): Promise<Output> {
    const { tracing } = this.#options;
    const output = this.#enqueue<Output>(task, input, turn);
    return tracing === undefined ? output : tracing.watch({ name: `compute ${task}` }, output);
  }

  #enqueue<Output>(task: string, input: unknown, turn: Turn): Promise<Output> {
    const { tenant, deadlineMs, signal, isShort = false, reads } = turn;
    const { promise, resolve, reject } = Promise.withResolvers<Output>();
    const leftMs = deadlineMs - performance.now();
    if (this.#isClosed || leftMs <= 0 || signal?.aborted) return Promise.reject(new WorkStopped());
    const stop = () => this.#stop(job);
    const timer = setTimeout(stop, leftMs);
    signal?.addEventListener('abort', stop, { once: true });
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
    };
    const job: Job = {
      message: { task, input, reads },
      tenant,
      isShort,
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
    this.#waiting.getOrInsert(tenant, []).push(job);
    this.#assign();
    return promise;
  }

  /** Drops all jobs. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#failWaiting(new WorkStopped());
    const threads = [...this.#idle.keys(), ...this.#running.keys(), ...this.#ending];
    for (const job of this.#running.values()) job.fail(new WorkStopped());
    await Promise.all(threads.map((thread) => thread.terminate()));
  }

  #assign(): void {
    this.#assignWhere((tenant) => this.#runningOf(tenant) < Math.max(1, this.#threads - 1));
    this.#assignWhere((_, { isShort }) => isShort);
  }

  #assignWhere(mayRun: (tenant: string, job: Job) => boolean): void {
    for (const [tenant, jobs] of this.#waiting) {
      if (this.#running.size + this.#ending.size >= this.#threads) return;
      // The thread that is loading is free before another one would have loaded.
      if (this.#idle.size === 0 && this.#isLoading()) return;
      const [next] = jobs;
      if (next === undefined || !mayRun(tenant, next)) continue;
      // A thread loads without the job: a job that gives up meanwhile would end it, and the next one would begin anew.
      if (this.#idle.size === 0 && tenant !== LOADING) {
        if (!this.#waiting.has(LOADING)) void this.warmUp();
        continue;
      }
      const job = jobs.shift();
      this.#waiting.delete(tenant);
      if (jobs.length > 0) this.#waiting.set(tenant, jobs);
      if (job !== undefined) this.#begin(job);
    }
  }

  /** The job fails if the system gives no thread, or if its input cannot be copied to one, which is idle again then. */
  #begin(job: Job): void {
    let thread: Worker | undefined;
    try {
      thread = this.#takeIdle() ?? this.#start();
      const next = this.#loadingFor(thread, job) ?? job;
      const { reads } = next.message;
      thread.postMessage(next.message, reads === undefined ? [] : [reads]);
      this.#running.set(thread, next);
    } catch (error) {
      if (thread !== undefined) this.#endLater(thread);
      this.#fail(job, error instanceof Error ? error : new Error('No thread.', { cause: error }));
    }
  }

  /**
   * Returns the job that loads the program of a task in a thread that has not yet done so; it begins the job afterwards. One that gives up meanwhile
   * leaves the thread alone: if that ended it, each request would begin to load anew on a machine on which loading takes as long.
   */
  #loadingFor(thread: Worker, job: Job): Job | undefined {
    const { task } = job.message;
    const loaded = this.#loaded.get(thread) ?? new Set([WARM_UP]);
    this.#loaded.set(thread, loaded);
    if (loaded.has(task)) return undefined;
    return {
      ...job,
      message: { task: WARM_UP, input: task, reads: undefined },
      finish: () => {
        loaded.add(task);
        if (!job.isOver) this.#begin(job);
      },
    };
  }

  /** Jobs that wait for a thread to load fail with it: the next one could not load either. */
  #fail(job: Job, error: Error): void {
    if (isLoading(job)) this.#failWaiting(error);
    job.fail(error);
  }

  /** True while a thread loads. */
  #isLoading(): boolean {
    return this.#running.values().some(isLoading);
  }

  #runningOf(tenant: string): number {
    return this.#running.values().reduce((sum, job) => sum + (job.tenant === tenant ? 1 : 0), 0);
  }

  #start(): Worker {
    const { program, workerData, heapMb = HEAP_MB, errorOf } = this.#options;
    const resourceLimits = { maxOldGenerationSizeMb: heapMb };
    setFlagsFromString(`--max-semi-space-size=${YOUNG_MB}`);
    const thread = new Worker(program, { workerData, resourceLimits });
    let couldLoad = true;
    const fail = (error: Error) => {
      const job = this.#remove(thread);
      void thread.terminate();
      if (isLoading(job)) couldLoad = false;
      if (job !== undefined) this.#fail(job, error);
      this.#assign();
    };
    thread.on('message', (reply: Reply) => {
      if (this.#ending.has(thread)) return;
      const job = this.#running.get(thread);
      // It could not load, so that it would fail every job.
      if ('failure' in reply && isLoading(job)) return fail(errorOf(reply.failure));
      this.#running.delete(thread);
      this.#endLater(thread);
      if ('failure' in reply) job?.fail(errorOf(reply.failure));
      else job?.finish(reply.output);
      this.#assign();
    });
    thread.on('error', (error) => {
      const isTooLarge =
        error instanceof Error &&
        'code' in error &&
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' &&
        !isLoading(this.#running.get(thread));
      fail(isTooLarge ? new WorkTooLarge() : new Error('A thread ended.', { cause: error }));
    });
    thread.on('exit', () => {
      this.#ending.delete(thread);
      fail(new Error('A thread ended before its work was done.'));
      // The next job would wait for a thread to load.
      if (couldLoad && this.#idle.size + this.#running.size === 0) void this.warmUp();
    });
    thread.unref();
    return thread;
  }

  /** Forgets a thread that ends; returns the job that it was at. */
  #remove(thread: Worker): Job | undefined {
    const job = this.#running.get(thread);
    this.#running.delete(thread);
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    return job;
  }

  /** The thread that was idle for the shortest time, so that others reach their end. */
  #takeIdle(): Worker | undefined {
    const thread = this.#idle.keys().toArray().at(-1);
    if (thread === undefined) return undefined;
    clearTimeout(this.#idle.get(thread));
    this.#idle.delete(thread);
    return thread;
  }

  /** Ends an idle thread after a time, but for the last one: somebody would wait for the next. */
  #endLater(thread: Worker): void {
    const end = () => {
      if (this.#idle.size + this.#running.size === 1) return;
      this.#idle.delete(thread);
      void thread.terminate();
    };
    this.#idle.set(thread, setTimeout(end, IDLE_MS).unref());
  }

  #stop(job: Job): void {
    job.fail(new WorkStopped());
    const jobs = this.#waiting.get(job.tenant) ?? [];
    const at = jobs.indexOf(job);
    if (at >= 0) {
      jobs.splice(at, 1);
      if (jobs.length === 0) this.#waiting.delete(job.tenant);
      // It may have been what kept short work from the last thread.
      this.#assign();
      return;
    }
    for (const [thread, running] of this.#running) {
      if (running !== job) continue;
      this.#running.delete(thread);
      // Its place is free when it has ended. Until then the other jobs of the request are stopped as well: each
      // would begin in a new thread, only to end it.
      this.#ending.add(thread);
      void thread.terminate();
    }
  }
}

function isLoading(job: Job | undefined): boolean {
  return job?.tenant === LOADING;
}
