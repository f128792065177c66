import { MessageChannel } from 'node:worker_threads';
import { type Turn, WorkStopped, WorkTooLarge } from '../../platform/concurrency/pool-job.ts';
import type { WorkPool } from '../../platform/concurrency/work-pool.ts';
import {
  answerReads,
  isOutage,
  isStatementStopped,
  statementStopped,
  type TenantDb,
  type TenantTx,
} from '../../platform/database/index.ts';
import { stableJson } from '../../platform/json/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Context } from '../context.ts';
import { ApiError, requestTimeout } from '../errors/api-error.ts';
import { isErrorCode } from '../errors/error-codes.ts';

/** Data that tasks share in a thread. Each domain declares its own entry by declaration merging. */
// Extends something only so that the linter does not make it a type, which could not be merged.
export interface Tools extends Record<never, never> {}

/**
 * Work that reads and computes, and writes nothing: a calculation, a search for a way by sea. It runs
 * in a thread of the pool, on a connection of the thread. What goes in and out is plain data.
 */
export class Task<Input, Output> {
  readonly name: string;
  /** Loads what only this task needs, before a thread begins with it for the first time. */
  readonly load: () => Promise<unknown>;
  readonly #perform: Perform<Input, Output>;
  readonly #results = new WeakMap<object, Map<string, { readonly output: Output }>>();

  constructor(
    name: string,
    perform: Perform<Input, Output>,
    load = async (): Promise<unknown> => undefined,
  ) {
    this.name = name;
    this.load = load;
    this.#perform = perform;
  }

  perform(tools: Tools, tenant: TenantDb, input: Input): Promise<Output> {
    return this.#perform(tools, tenant, input);
  }

  /** The outputs that one mutation already has, by input. */
  resultsOf(mutation: object): Map<string, { readonly output: Output }> {
    return this.#results.getOrInsertComputed(mutation, () => new Map());
  }
}

/** SQLSTATE of a connection failure: what a thread lost, its caller may try again. */
const CONNECTION_LOST = '08006';

type Perform<Input, Output> = (tools: Tools, tenant: TenantDb, input: Input) => Promise<Output>;

/** A task of any input, as a thread finds it by its name. */
export type AnyTask = {
  readonly name: string;
  readonly load: () => Promise<unknown>;
  perform(tools: Tools, tenant: TenantDb, input: unknown): Promise<unknown>;
};

/** Runs a task for the work of a mutation. */
export type Compute = <Input, Output>(task: Task<Input, Output>, input: Input) => Promise<Output>;

/** Computes at once, where the caller is: for the command line and for mock data. */
export function computeHere(tools: Tools, work: TenantTx): Compute {
  return (task, input) => task.perform(tools, work, input);
}

/**
 * Thrown inside a transaction by work that needs a computed value. The transaction is rolled back,
 * `prepare` runs outside of any transaction, and the work begins again.
 */
export class Unprepared extends Error {
  readonly prepare: () => Promise<unknown>;

  constructor(prepare: () => Promise<unknown>) {
    super('A value must be computed before the transaction.');
    this.prepare = prepare;
  }
}

/** Thrown inside a transaction by work whose computed value is not of the present state: it is computed anew. */
export class Overtaken extends Error {}

/** Computes for one mutation in the pool, never while its transaction is open. */
export function computeBefore(context: Context): Compute {
  const mutation = {};
  return async (task, input) => {
    const key = stableJson(input);
    const known = task.resultsOf(mutation).get(key);
    if (known !== undefined) return known.output;
    throw new Unprepared(async () => {
      const output = await computeInPool(context, context.scope, task, input);
      task.resultsOf(mutation).set(key, { output });
    });
  };
}

/** A task of a job takes a tenth of a second, and waits for as long as others have all threads. */
const MOST_WITHIN_MS = 60_000;

/**
 * Computes short tasks in the pool within a transaction, where they see what it wrote. For jobs alone: the transaction is
 * open while a task waits for a thread. It waits as a request does, because requests may wait for its locks.
 */
export function computeWithin(
  pool: WorkPool,
  { db, scope }: TenantTx,
  signal: AbortSignal,
): Compute {
  return async (task, input) => {
    const { port1: here, port2: reads } = new MessageChannel();
    let failure: unknown;
    answerReads(db, here, (error) => {
      failure ??= error;
    });
    try {
      const deadlineMs = performance.now() + MOST_WITHIN_MS;
      const turn = { deadlineMs, signal, isShort: true, reads };
      return await runInPool(pool, scope, task, input, turn);
    } catch (error) {
      throw failure ?? error;
    } finally {
      here.close();
    }
  };
}

/** Most time of one task of a job, in which it may wait for others: a scenario says so in its error. */
const MOST_IN_BACKGROUND_MS = 120_000;

/** Runs a task in the pool for a job: the requests of its tenant go first. */
export function computeInBackground<Input, Output>(
  pool: WorkPool,
  { scope, signal }: { readonly scope: Scope; readonly signal: AbortSignal },
  task: Task<Input, Output>,
  input: Input,
  { isShort }: Pick<Turn, 'isShort'> = {},
): Promise<Output> {
  const deadlineMs = performance.now() + MOST_IN_BACKGROUND_MS;
  return runInPool(pool, scope, task, input, { deadlineMs, signal, isShort, isBackground: true });
}

/** Runs a task in the pool under the deadline of the request. */
export function computeInPool<Input, Output>(
  { services, request }: Pick<Context, 'services' | 'request'>,
  scope: Scope,
  task: Task<Input, Output>,
  input: Input,
): Promise<Output> {
  return runInPool(services.pool, scope, task, input, { ...request, signal: request.signal() });
}

export async function runInPool<Input, Output>(
  pool: WorkPool,
  scope: Scope,
  task: Task<Input, Output>,
  input: Input,
  turn: Omit<Turn, 'tenant'>,
): Promise<Output> {
  try {
    const ofTenant = { ...turn, tenant: scope.organizationId };
    return await pool.run<Output>(task.name, { scope, input }, ofTenant);
  } catch (error) {
    if (error instanceof WorkStopped) throw requestTimeout();
    if (error instanceof WorkTooLarge) {
      throw new ApiError(
        'QUERY_TOO_COMPLEX',
        'The calculation needs more memory than one calculation may have: split the product into fewer parts.',
      );
    }
    throw error;
  }
}

/** An error as plain data, for another thread. */
export function plainError(error: unknown): unknown {
  if (error instanceof ApiError) {
    const { code, message, extensions } = error;
    return { code, message, extensions };
  }
  const stack = error instanceof Error ? error.stack : String(error);
  return { stack, isOutage: isOutage(error), isStopped: isStatementStopped(error) };
}

/** The error that another thread sent with `plainError`. */
export function errorOfThread(failure: unknown): Error {
  if (typeof failure !== 'object' || failure === null) return new Error(String(failure));
  if ('code' in failure && isErrorCode(failure.code) && 'message' in failure) {
    const extensions = 'extensions' in failure && { ...Object(failure.extensions) };
    return new ApiError(failure.code, String(failure.message), extensions || {});
  }
  const isStopped = 'isStopped' in failure && failure.isStopped === true;
  const error = isStopped ? statementStopped() : new Error('A task failed in its thread.');
  if ('stack' in failure) error.stack = String(failure.stack);
  const isOutage = 'isOutage' in failure && failure.isOutage === true;
  return isOutage ? Object.assign(error, { code: CONNECTION_LOST }) : error;
}
