import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Tracing } from '../tracing.ts';
import {
  type Assignment,
  askToLeave,
  inOrderOfTurns,
  isLoading,
  isNew,
  type Job,
  keepsThread,
  LOADING,
  letPass,
  openJob,
  type Reply,
  type Turn,
  WARM_UP,
  WorkStopped,
  WorkTooLarge,
} from './pool-job.ts';
import { WantedThreads } from './wanted-threads.ts';

type PoolOptions = {
  /** The program of the threads. It answers each `Assignment` with a `Reply`. */
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

/** Long work leaves one to others, on a machine with one core too. */
const LEAST_THREADS = 2;
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
/** A step takes milliseconds of CPU time. To load a new thread takes longer than this. */
const LEAVE_MS = 1_000;
/** On a busy machine a thread takes long to load: long work gives way to who waits for longer. */
const LATE_MS = 1_500;

/**
 * A bounded pool of threads for work that would hold up the event loop. One tenant gets all threads
 * but one at most, so that the work of another one begins soon. The last one is for its short work alone, and for work that its own jobs in the
 * background hold up, before which it goes. While a tenant waits that has none, a job that turns out to be long gives way, and begins again
 * on a thread that is not the last. A job that is stopped leaves its thread at its next step; a thread that comes to none is ended, because JavaScript cannot be interrupted in another way.
 */
export class WorkPool {
  readonly #options: PoolOptions;
  readonly #threads: number;
  /** Most threads of one tenant, and of long work. */
  readonly #mostOfOne: number;
  /** The one that became idle last comes last, with the timer of its end. */
  readonly #idle = new Map<Worker, NodeJS.Timeout>();
  readonly #running = new Map<Worker, Job>();
  /** The tasks whose programs a thread has loaded. */
  readonly #loaded = new WeakMap<Worker, Set<string>>();
  /** Stopped threads that still have their memory. */
  readonly #ending = new Set<Worker>();
  /** By tenant; the tenant whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  readonly #wanted = new WantedThreads();
  /** A thread that loads is not free soon. */
  #isLate = false;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#threads = options.threads ?? threadsFor(availableParallelism());
    this.#mostOfOne = Math.max(1, this.#threads - 1);
  }

  /** Starts the first thread, so that the first job does not wait for it, and resolves when it has loaded. */
  async warmUp(): Promise<void> {
    const turn = { tenant: LOADING, deadlineMs: performance.now() + MOST_LOADING_MS };
    const late = setTimeout(() => this.#setLate(true), LATE_MS).unref();
    // The jobs that wait for it report what is wrong with a thread that does not load.
    await this.run(WARM_UP, undefined, turn).catch(() => {});
    clearTimeout(late);
    this.#setLate(false);
  }

  #setLate(isLate: boolean): void {
    this.#isLate = isLate;
    this.#wanted.set(this.#threadsWanted());
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
    const stop = (job: Job) => this.#stop(job);
    const opened = this.#isClosed ? undefined : openJob<Output>(task, input, turn, stop);
    if (opened === undefined) return Promise.reject(new WorkStopped());
    this.#waiting.getOrInsert(turn.tenant, []).push(opened.job);
    this.#assign();
    return opened.output;
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
    this.#assignWhere(({ tenant }) => this.#runningOf(tenant).length < this.#mostOfOne);
    this.#assignWhere((job) => job.isShort || this.#isHeldUpByBackground(job));
    this.#wanted.set(this.#threadsWanted());
  }

  /** Number of tenants that have no thread and get none soon but by long work that gives way. */
  #threadsWanted(): number {
    const loaded = this.#running.values().filter((job) => this.#isLate || !isLoading(job));
    const free = this.#threads - loaded.toArray().length;
    const without = this.#waiting
      .entries()
      .filter(([tenant, jobs]) => this.#runningOf(tenant).length === 0 && jobs.some(isNew))
      .toArray().length;
    return Math.max(0, without - free);
  }

  #assignWhere(mayRun: (job: Job) => boolean): void {
    for (const [tenant, jobs] of this.#waiting) {
      if (this.#running.size + this.#ending.size >= this.#threads) return;
      // The thread that is loading is free before another one would have loaded.
      if (this.#idle.size === 0 && this.#isLoading()) return;
      const next = inOrderOfTurns(jobs).find(
        (job) => mayRun(job) && (isNew(job) || this.#mayBeginLong()),
      );
      if (next === undefined) continue;
      // A thread loads without the job: a job that gives up meanwhile would end it, and the next one would begin anew.
      if (this.#idle.size === 0 && tenant !== LOADING) {
        if (!this.#waiting.has(LOADING)) void this.warmUp();
        continue;
      }
      const others = jobs.filter((job) => job !== next);
      letPass(next, others);
      this.#waiting.delete(tenant);
      if (others.length > 0) this.#waiting.set(tenant, others);
      this.#begin(next);
    }
  }

  /** True as long as jobs that do not give way again leave a thread to others. */
  #mayBeginLong(): boolean {
    const long = this.#running.values().filter((job) => !isNew(job));
    return long.toArray().length < this.#mostOfOne;
  }

  /** True if a new job that somebody waits for has to wait because its tenant's jobs in the background have the threads. */
  #isHeldUpByBackground(job: Job): boolean {
    const waitedFor = this.#runningOf(job.tenant).filter((other) => !other.isBackground);
    return !job.isBackground && isNew(job) && waitedFor.length < this.#mostOfOne;
  }

  /** Its turn is after those of all tenants that wait. */
  #beginAgain(job: Job): void {
    if (job.isOver) return;
    job.hasGivenWay = true;
    const others = this.#waiting.get(job.tenant) ?? [];
    this.#waiting.delete(job.tenant);
    this.#waiting.set(job.tenant, [job, ...others]);
  }

  /** The job fails if the system gives no thread, or if its input cannot be copied to one, which is idle again then. */
  #begin(job: Job): void {
    let thread: Worker | undefined;
    try {
      thread = this.#takeIdle() ?? this.#start();
      const next = this.#loadingFor(thread, job) ?? job;
      const { reads } = next.message;
      const wanted = keepsThread(next) ? undefined : this.#wanted.memory;
      const assignment: Assignment = { ...next.message, wanted };
      thread.postMessage(assignment, reads === undefined ? [] : [reads]);
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
      message: { task: WARM_UP, input: task, reads: undefined, stopped: undefined },
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

  #runningOf(tenant: string): readonly Job[] {
    return [...this.#running.values()].filter((job) => job.tenant === tenant);
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
      if (job !== undefined && 'gaveWay' in reply) this.#beginAgain(job);
      else if ('failure' in reply) job?.fail(errorOf(reply.failure));
      else if ('output' in reply) job?.finish(reply.output);
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
      askToLeave(job);
      setTimeout(() => this.#endIfAt(job, thread), LEAVE_MS);
    }
  }

  #endIfAt(job: Job, thread: Worker): void {
    if (this.#running.get(thread) !== job) return;
    this.#running.delete(thread);
    // Its place is free when it has ended. Until then the other jobs of the request are stopped as well: each
    // would begin in a new thread, only to end it.
    this.#ending.add(thread);
    void thread.terminate();
  }
}

function threadsFor(cores: number): number {
  return Math.min(MOST_THREADS, Math.max(LEAST_THREADS, cores));
}
