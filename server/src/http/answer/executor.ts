import type { ServerResponse } from 'node:http';
import type { ExecutionResult } from 'graphql';
import {
  type Db,
  forTenant,
  ReadingBudget,
  withReadingBudget,
} from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Caller, RequestFacts, Services } from '../../rules/context.ts';
import { outcomeUnknown, requestTimeout } from '../../rules/errors/api-error.ts';
import type { GraphQLRequest } from '../admit.ts';
import type { Plan } from '../document/plan.ts';
import type { Exchange } from '../exchange.ts';
import type { Deadlines } from '../limits/deadlines.ts';
import { FairPlaces } from '../limits/fair-places.ts';
import { BoundedAnswer } from './bounded-answer.ts';
import type { WrittenResult } from './direct-plan.ts';
import type { TextResult } from './text-executor.ts';

/** Requests of this cost and above run in slices, a few at a time: each holds rows, values and text of its answer. */
const HEAVY_COST = 100;
/** A request of this cost and above counts as two. */
const DOUBLE_COST = 500;
/** A query of low cost that reads more starts again with a place: 60 at a time could read 8 MB each. */
const SMALL_READING_BYTES = 256 * 1024;

/** Header of an answer with a payload of an earlier request, as of Stripe's API. */
export const REPLAYED = ['Idempotent-Replayed', 'true'] as const;

/** Request that may be executed. */
type Admitted = {
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly caller: Caller;
  readonly plan: Plan;
  readonly isQuery: boolean;
  readonly variables: GraphQLRequest['variables'];
  readonly facts: Omit<RequestFacts, 'isCommitting' | 'noteReplay' | 'signal'>;
};

type Result = ExecutionResult | WrittenResult | TextResult;

/** Result of a request, and the bounds under which a large one ran. */
export type Executed = {
  readonly result: Result;
  readonly large?: BoundedAnswer;
};

export type ExecutorDependencies = {
  readonly db: Db;
  /** Database from which a query of a tenant reads: the same, or a replica of it. */
  readonly readDb: (scope: Scope) => Promise<Db> | Db;
  readonly services: Services;
};

/** Runs admitted requests under their deadline: large ones a few at a time, within bounds of their own. */
export class Executor {
  readonly #dependencies: ExecutorDependencies;
  readonly #deadlines: Deadlines;
  /** One of high cost, and one more: the event loop completes them one after the other anyway. */
  readonly #heavyQueries = new FairPlaces({ inAll: 3, perTenant: 2 });
  /** As many as the pool has connections: a mutation may hold its place for as long as it calculates. */
  readonly #heavyMutations = new FairPlaces({ inAll: 16, perTenant: 4 });

  constructor(dependencies: ExecutorDependencies, deadlines: Deadlines) {
    this.#dependencies = dependencies;
    this.#deadlines = deadlines;
  }

  /** Without a promise if nothing is read. */
  execute(admitted: Admitted): Promise<Executed> | Executed {
    const { isQuery, facts } = admitted;
    if (!isQuery || facts.cost >= HEAVY_COST) return this.#executeLarge(admitted);
    const budget = new ReadingBudget(SMALL_READING_BYTES);
    const result = this.#execute(admitted, budget);
    return result instanceof Promise ? this.#smallOrLarge(result, budget, admitted) : { result };
  }

  async #smallOrLarge(
    reading: Promise<Result>,
    budget: ReadingBudget,
    admitted: Admitted,
  ): Promise<Executed> {
    try {
      const result = await reading;
      if (!budget.isSpent) return { result };
    } catch (error) {
      if (!budget.isSpent) throw error;
    }
    // Its rows are larger than its cost says.
    return this.#executeLarge(admitted);
  }

  /** A query waits for a place, and so does a mutation of high cost. */
  async #executeLarge(admitted: Admitted): Promise<Executed> {
    const { exchange, response, caller, isQuery, facts } = admitted;
    if (isQuery || facts.cost >= HEAVY_COST) {
      const queue = isQuery ? this.#heavyQueries : this.#heavyMutations;
      exchange.heavyPlace = await this.#deadlines.keep(
        queue.enter(caller.scope.organizationId, facts.cost < DOUBLE_COST ? 1 : 2, response),
        exchange.startedAtMs,
      );
    }
    const large = new BoundedAnswer();
    if (isQuery) large.stopWithout(response);
    const result = await this.#execute(admitted, large.budget, large);
    return { result, large };
  }

  #execute(
    { response, exchange, caller, plan, isQuery, variables, facts }: Admitted,
    budget: ReadingBudget,
    large?: BoundedAnswer,
  ) {
    const { readDb, db, services } = this.#dependencies;
    const { scope } = caller;
    // A query that is stopped leaves no work behind; a mutation is carried out.
    let signal = isQuery ? large?.signal : undefined;
    const request = {
      ...facts,
      isCommitting: false,
      noteReplay: () => {
        if (!response.headersSent) response.setHeader(...REPLAYED);
      },
      // Few requests ask for it. (V8 would keep what a getter refers to, the whole request, until a full collection.)
      signal: () => {
        signal ??= signalOf(response);
        return signal;
      },
    };
    const runOn = (from: Db) =>
      plan.run({ db: from, scope, caller, services, request, large }, variables);
    const run = () => {
      const from = isQuery ? readDb(scope) : db;
      const work = from instanceof Promise ? from.then(runOn) : runOn(from);
      // It is carried out when the client is gone, too.
      if (!isQuery && work instanceof Promise)
        for (const place of [exchange.heavyPlace, exchange.bodyPlace]) place?.holdFor(work);
      return work;
    };
    return this.#deadlines.keep(
      forTenant(scope.organizationId, () =>
        withReadingBudget(budget, () =>
          isQuery && large !== undefined ? large.result(run) : run(),
        ),
      ),
      exchange.startedAtMs,
      () => {
        const refusal = request.isCommitting ? outcomeUnknown() : requestTimeout();
        if (isQuery) large?.stop(refusal);
        return refusal;
      },
    );
  }
}

/** Aborted when the connection closes before the answer is sent. */
function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!response.writableEnded) controller.abort();
  };
  if (response.destroyed) abort();
  else response.once('close', abort);
  return controller.signal;
}
