import type { Assignment } from './pool-job.ts';

/** CPU time after which the work of a thread is long. */
const LONG_CPU_MS = 250;

/** A thread leaves its job to other work. */
export class GaveWay extends Error {}

/** Number of threads that work waits for: a pool sets it, and threads with long work take from it. */
export class WantedThreads {
  readonly memory: SharedArrayBuffer;
  readonly #count: Int32Array;

  constructor(memory = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.memory = memory;
    this.#count = new Int32Array(memory);
  }

  set(count: number): void {
    Atomics.store(this.#count, 0, count);
  }

  get areAny(): boolean {
    return Atomics.load(this.#count, 0) > 0;
  }

  /** Returns false if others have taken all. */
  take(): boolean {
    if (Atomics.sub(this.#count, 0, 1) > 0) return true;
    Atomics.add(this.#count, 0, 1);
    return false;
  }
}

/**
 * A function that a thread calls between the steps of a job which begins now: throws `GaveWay` if nobody waits for the job any more, or if
 * it is long and other work waits.
 */
export function leaveBetweenSteps({
  wanted: memory,
  stopped,
}: Pick<Assignment, 'wanted' | 'stopped'>): () => void {
  const wanted = memory && new WantedThreads(memory);
  const isStopped = stopped && new Int32Array(stopped);
  const startedAtMs = threadCpuMs();
  const isLong = () => threadCpuMs() - startedAtMs > LONG_CPU_MS;
  return () => {
    if (isStopped !== undefined && Atomics.load(isStopped, 0) === 1) throw new GaveWay();
    if (wanted?.areAny && isLong() && wanted.take()) throw new GaveWay();
  };
}

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
