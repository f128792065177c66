import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { RateLimiter } from '../domains/limits/index.ts';
import { type Db, ReadingBudget, withReadingBudget } from '../platform/database/index.ts';
import { nextTurn } from '../platform/event-loop.ts';
import type { Logger } from '../platform/log.ts';
import type { Scope } from '../platform/scope.ts';
import type { Tracing } from '../platform/tracing.ts';
import { ApiError, outcomeUnknown, requestTimeout } from '../rules/api-error.ts';
import type { Caller, Services } from '../rules/context.ts';
import { admit } from './admit.ts';
import { AnswerSender } from './answer-sender.ts';
import { BodyTimeouts } from './body-timeouts.ts';
import { BoundedAnswer } from './bounded-answer.ts';
import { Deadlines } from './deadlines.ts';
import type { WrittenResult } from './direct-plan.ts';
import {
  DRY_RUN,
  type Exchange,
  factsOf,
  newExchange,
  type Recorders,
  type Reply,
  record,
} from './exchange.ts';
import { FairPlaces } from './fair-places.ts';
import {
  consumeRateLimit,
  errorHeaders,
  headerOf,
  identify,
  type Lookups,
  rateLimitedError,
} from './identify.ts';
import { acceptedMediaType, assertJsonContent } from './media-type.ts';
import { PlanCache } from './plan.ts';
import { readBody, readGraphQLRequest } from './receive.ts';
import { REQUEST_LIMITS } from './request-limits.ts';
import {
  apiErrorOf,
  errorResponse,
  isOfRootField,
  maskedErrors,
  withoutPayloads,
} from './respond.ts';
import type { TextResult } from './text-executor.ts';

export type GraphQLDependencies = Lookups &
  Recorders & {
    readonly schema: GraphQLSchema;
    readonly db: Db;
    /** Database from which a query of a tenant reads: the same, or a replica of it. */
    readonly readDb: (scope: Scope) => Db;
    readonly rateLimiter: RateLimiter;
    readonly services: Services;
    readonly tracing: Tracing | undefined;
    readonly log: Logger;
    /** Lists are written from the bytes of the database; false sends every document through the executor. */
    readonly isDirect: boolean;
  };

/** Requests of this cost and above run in slices, a few at a time: each holds rows, values and text of its answer. */
const HEAVY_COST = 100;
/** A request of this cost and above counts as two. */
const DOUBLE_COST = 500;
/** Requests with a larger body wait for a place. */
const SMALL_BODY_BYTES = 16 * 1024;

const PATH = /^(?:\/sandbox)?\/graphql\/?(?:\?|$)|^\/app\/graphql\//;

/**
 * `POST /graphql` and `POST /sandbox/graphql`: identify, receive, admit, run, respond. It uses
 * Node's HTTP server directly: on short requests a framework costs about 20 % of the CPU time.
 */
export class GraphQLEndpoint {
  readonly #dependencies: GraphQLDependencies;
  readonly #plans: PlanCache;
  readonly #deadlines = new Deadlines(REQUEST_LIMITS.requestMs);
  /** In bytes: the values of a body take up to twenty times as much until its request is answered. */
  readonly #largeBodies = new FairPlaces({ inAll: 8 * 1024 ** 2, perTenant: 2 * 1024 ** 2 });
  /** One of high cost, and one more: the event loop completes them one after the other anyway. */
  readonly #heavyQueries = new FairPlaces({ inAll: 3, perTenant: 2 });
  /** As many as the pool has connections: a mutation may hold its place for as long as it calculates. */
  readonly #heavyMutations = new FairPlaces({ inAll: 16, perTenant: 4 });
  readonly #slowBodies = new BodyTimeouts(REQUEST_LIMITS.requestMs);
  readonly #sender = new AnswerSender();

  constructor(dependencies: GraphQLDependencies) {
    this.#dependencies = dependencies;
    this.#plans = new PlanCache(dependencies.schema, { isDirect: dependencies.isDirect });
  }

  isAt(url: string): boolean {
    return url === '/graphql' || PATH.test(url);
  }

  /** Always answers, and never fails. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { tracing } = this.#dependencies;
    const exchange = newExchange();
    if (tracing === undefined) await this.#answer(request, response, exchange);
    else
      await tracing.request(headerOf(request, 'traceparent'), async () =>
        factsOf(request, exchange, await this.#answer(request, response, exchange)),
      );
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    exchange: Exchange,
  ): Promise<Reply> {
    let reply: Reply;
    try {
      reply = await this.#run(request, response, exchange);
      const sent = this.#sender.send(response, exchange, reply);
      if (sent !== undefined) await sent;
    } catch (error) {
      reply = this.#refuse(error, exchange);
      await this.#sender.send(response, exchange, reply);
      this.#slowBodies.leave(request);
    }
    exchange.bodyPlace?.sent(0);
    record(this.#dependencies, request, exchange, reply);
    return reply;
  }

  /** From now on every answer asks its client to close the connection. */
  announceEnd(): void {
    this.#sender.announceEnd();
  }

  close(): void {
    this.#deadlines.close();
    this.#slowBodies.close();
  }

  async #run(
    request: IncomingMessage,
    response: ServerResponse,
    exchange: Exchange,
  ): Promise<Reply> {
    const { schema, services, rateLimiter } = this.#dependencies;
    const { headers } = request;

    // All that can be decided from the headers, before the body is read.
    const isPost = request.method === 'POST';
    const identified = this.#identify(request, isPost);
    const caller = identified instanceof Promise ? await identified : identified;
    exchange.caller = caller;
    const taken = consumeRateLimit(rateLimiter, caller);
    const rateLimit = taken instanceof Promise ? await taken : taken;
    exchange.rateLimit = rateLimit;
    if (!isPost) throw assertPost();
    exchange.mediaType = acceptedMediaType(headers.accept);
    if (rateLimit.isExceeded) throw rateLimitedError(rateLimit);
    assertJsonContent(headers['content-type'], headers['content-encoding']);

    const entering = this.#enterWithBody(request, response, caller, exchange);
    if (entering !== undefined) exchange.bodyPlace = await entering;
    const body = await this.#slowBodies.watch(request, readBody(request, REQUEST_LIMITS.bodyBytes));
    exchange.requestBytes = body.length;
    const graphqlRequest = readGraphQLRequest(body);
    // Reading a body of 1 MB and checking its values take up to 40 ms each.
    if (exchange.bodyPlace !== undefined) await nextTurn();
    const { plan, cost, maxCost, forbidden } = admit(schema, this.#plans, caller, graphqlRequest);
    exchange.plan = plan;
    if (forbidden !== undefined) {
      exchange.outcome = 'FORBIDDEN';
      return this.#reply(forbidden, exchange);
    }
    exchange.cost = cost;
    exchange.operation = graphqlRequest.isDryRun ? DRY_RUN : plan.label;
    if (graphqlRequest.isDryRun) return { status: 200, data: {} };
    exchange.deprecatedUses = plan.deprecatedUses(graphqlRequest.variables);
    exchange.admittedAtMs = performance.now();
    const isQuery = plan.operation.operation === 'query';
    if (!isQuery) services.disk.assertRoomForWrites();
    if (!plan.showsSecret) exchange.acceptEncoding = headerOf(request, 'accept-encoding');

    const idempotencyKey = headerOf(request, 'idempotency-key');
    const isHeavy = cost >= HEAVY_COST;
    const large = isHeavy || !isQuery ? new BoundedAnswer() : undefined;
    // A query that is stopped leaves no work behind; a mutation is carried out.
    let signal = isQuery ? large?.signal : undefined;
    const facts = {
      id: exchange.requestId,
      cost,
      maxCost,
      rateLimit,
      idempotencyKey,
      deadlineMs: exchange.startedAtMs + REQUEST_LIMITS.requestMs,
      isCommitting: false,
      // Few requests ask for it.
      get signal() {
        signal ??= signalOf(response);
        return signal;
      },
    };
    if (isHeavy) {
      const queue = isQuery ? this.#heavyQueries : this.#heavyMutations;
      exchange.heavyPlace = await this.#deadlines.keep(
        queue.enter(caller.scope.organizationId, cost < DOUBLE_COST ? 1 : 2, response),
        exchange.startedAtMs,
      );
    }
    const { scope } = caller;
    const db = isQuery ? this.#dependencies.readDb(scope) : this.#dependencies.db;
    if (isQuery) large?.stopWithout(response);
    const context = { db, scope, caller, services, request: facts, large };
    const run = () => {
      const work = plan.run(context, graphqlRequest.variables);
      // It is carried out when the client is gone, too.
      if (!isQuery && work instanceof Promise)
        for (const place of [exchange.heavyPlace, exchange.bodyPlace]) place?.holdFor(work);
      return work;
    };
    const ran = this.#deadlines.keep(
      withReadingBudget(large?.budget ?? new ReadingBudget(REQUEST_LIMITS.answerBytes), () =>
        isQuery && large !== undefined ? large.result(run) : run(),
      ),
      exchange.startedAtMs,
      () => {
        const refusal = facts.isCommitting ? outcomeUnknown() : requestTimeout();
        if (isQuery) large?.stop(refusal);
        return refusal;
      },
    );
    return this.#reply(ran instanceof Promise ? await ran : ran, exchange, large);
  }

  /** Undefined if the body is small. One of unknown size counts as the largest. */
  #enterWithBody(
    { headers }: IncomingMessage,
    response: ServerResponse,
    { scope }: Caller,
    { startedAtMs }: Exchange,
  ) {
    const bytes = Number(headers['content-length'] ?? REQUEST_LIMITS.bodyBytes);
    if (bytes <= SMALL_BODY_BYTES || bytes > REQUEST_LIMITS.bodyBytes) return undefined;
    return this.#deadlines.keep(
      this.#largeBodies.enter(scope.organizationId, bytes, response),
      startedAtMs,
    );
  }

  /** Without a promise, which costs a turn of the event loop, if the key is known. */
  #identify(request: IncomingMessage, isPost: boolean): Promise<Caller> | Caller {
    const refuse = (refusal: unknown): never => {
      throw isPost ? refusal : assertPost();
    };
    try {
      const caller = this.#deadlines.keep(identify(this.#dependencies, request));
      return caller instanceof Promise ? caller.catch(refuse) : caller;
    } catch (refusal) {
      return refuse(refusal);
    }
  }

  #reply(
    result: ExecutionResult | WrittenResult | TextResult,
    { requestId }: Exchange,
    large?: BoundedAnswer,
  ): Reply {
    if ('json' in result) return { status: 200, json: result.json };
    const { log } = this.#dependencies;
    if ('text' in result) {
      const errors = maskedErrors(result.errors, requestId, log);
      return { status: 200, text: result.text, errors };
    }
    const { data, errors = [] } = result;
    // A query that was stopped has no result.
    const isMutationOnly = large?.signal.aborted === true;
    const shown = isMutationOnly ? errors.filter(isOfRootField) : errors;
    const masked = maskedErrors(shown, requestId, log);
    const answer = { data, errors: masked };
    return {
      status: 200,
      ...(isMutationOnly ? withoutPayloads(answer, large.signal.reason) : answer),
    };
  }

  #refuse(error: unknown, exchange: Exchange): Reply {
    const refusal = apiErrorOf(error, exchange.requestId, this.#dependencies.log);
    exchange.outcome = refusal.code;
    const { status, errors } = errorResponse(refusal, exchange.mediaType);
    const headers = {
      ...errorHeaders(status, refusal),
      ...(status === 405 ? { Allow: 'POST' } : {}),
      // The rest of the body is not read, so the connection cannot be reused.
      ...(status === 413 ? { Connection: 'close' } : {}),
    };
    return { status, headers, errors };
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

/** Checked without a key: the methods of an address are public. */
function assertPost(): ApiError {
  return new ApiError('METHOD_NOT_ALLOWED', 'The endpoint takes POST only.');
}
