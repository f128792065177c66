import type { DatabaseClient } from './client.ts';

/** Statements that wait on one pipeline while another is free. */
const MOST_TOGETHER = 16;
/** A pipeline on which nothing went through for so long is held up. */
const HELD_UP_MS = 5;

/** A connection that single statements share, sent without waiting for each other. */
export class Pipeline {
  client: DatabaseClient | undefined;
  opening: Promise<DatabaseClient> | undefined;
  /** Statements under way, by tenant; those without one are of the service itself. */
  readonly #tenants = new Map<string | undefined, number>();
  #waiting = 0;
  #large = 0;
  /** Time of the last statement that ended. */
  #movedAtMs = 0;

  get waiting(): number {
    return this.#waiting;
  }

  /** Are statements of large work under way? */
  get hasLarge(): boolean {
    return this.#large > 0;
  }

  has(tenant: string | undefined): boolean {
    return this.#tenants.has(tenant);
  }

  flows(now: number): boolean {
    const isMoving = this.#waiting < MOST_TOGETHER && now - this.#movedAtMs < HELD_UP_MS;
    return this.#waiting === 0 || isMoving;
  }

  enter(tenant: string | undefined, isLarge: boolean): void {
    if (this.#waiting === 0) this.#movedAtMs = performance.now();
    this.#count(tenant, isLarge, 1);
  }

  leave(tenant: string | undefined, isLarge: boolean): void {
    this.#count(tenant, isLarge, -1);
    this.#movedAtMs = performance.now();
  }

  #count(tenant: string | undefined, isLarge: boolean, change: 1 | -1): void {
    this.#waiting += change;
    if (isLarge) this.#large += change;
    const statements = (this.#tenants.get(tenant) ?? 0) + change;
    if (statements === 0) this.#tenants.delete(tenant);
    else this.#tenants.set(tenant, statements);
  }
}

/** The second half; the only one too, as that of a thread that calculates. */
export function isForLarge({ length }: readonly Pipeline[], at: number): boolean {
  return at >= Math.floor(length / 2);
}

/**
 * The first pipeline that flows: statements that travel together cost a third less than the same
 * statements on connections of their own. One that is full, or held up by a slow statement, is
 * passed by; when all are, the one with the fewest waiting is taken. Statements of large work take the second half of
 * the pipelines, and others avoid those on which such wait. A tenant goes to one more pipeline while more are free than it has,
 * so that those with slow statements, however many, leave one to others.
 */
export function choosePipeline(
  pipelines: readonly Pipeline[],
  tenant: string | undefined,
  isLarge: boolean,
): Pipeline {
  const now = performance.now();
  let fewest: Pipeline | undefined;
  for (const pipeline of isLarge ? pipelinesForLarge(pipelines) : pipelinesOf(pipelines, tenant)) {
    if (pipeline.flows(now)) return pipeline;
    if (fewest === undefined || pipeline.waiting < fewest.waiting) fewest = pipeline;
  }
  if (fewest === undefined) throw new Error('The database was opened without pipelines.');
  return fewest;
}

function pipelinesForLarge(pipelines: readonly Pipeline[]): readonly Pipeline[] {
  return pipelines.filter((_, at) => isForLarge(pipelines, at));
}

function pipelinesOf(
  pipelines: readonly Pipeline[],
  tenant: string | undefined,
): readonly Pipeline[] {
  const small = pipelines.length > 1 ? pipelines.filter(({ hasLarge }) => !hasLarge) : pipelines;
  if (tenant === undefined) return small;
  const own = small.filter((pipeline) => pipeline.has(tenant));
  const free = small.filter(({ waiting }) => waiting === 0);
  return own.length === 0 || own.length < free.length ? small : own;
}
