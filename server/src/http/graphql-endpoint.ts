import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { RateLimit, RateLimiter } from '../domains/limits/index.ts';
import { nextTurn } from '../platform/concurrency/event-loop.ts';
import type { Logger } from '../platform/log.ts';
import type { Tracing } from '../platform/tracing.ts';
import type { Caller } from '../rules/context.ts';
import { ApiError } from '../rules/errors/api-error.ts';
import { admit, type GraphQLRequest } from './admit.ts';
import { AnswerSender } from './answer/answer-sender.ts';
import type { BoundedAnswer } from './answer/bounded-answer.ts';
import type { WrittenResult } from './answer/direct-plan.ts';
import { type Executed, Executor, type ExecutorDependencies } from './answer/executor.ts';
import type { TextResult } from './answer/text-executor.ts';
import { PlanCache } from './document/plan.ts';
import {
  DRY_RUN,
  type Exchange,
  factsOf,
  newExchange,
  type Recorders,
  type Reply,
  record,
} from './exchange.ts';
import {
  callerLimitedError,
  consumeRateLimit,
  errorHeaders,
  headerOf,
  identify,
  type Lookups,
} from './identify.ts';
import type { Bounds } from './limits/bounds.ts';
import { Deadlines } from './limits/deadlines.ts';
import type { RequestBodies } from './limits/request-bodies.ts';
import { REQUEST_LIMITS } from './limits/request-limits.ts';
import { acceptedMediaType, assertJsonContent } from './media-type.ts';
import { readGraphQLRequest } from './receive.ts';
import {
  apiErrorOf,
  errorResponse,
  isOfRootField,
  isOutage,
  maskedErrors,
  type ResponseError,
  rootKeysOf,
  withoutPayloads,
} from './respond.ts';

export type GraphQLDependencies = Lookups &
  Recorders &
  ExecutorDependencies & {
    readonly schema: GraphQLSchema;
    readonly rateLimiter: RateLimiter;
    readonly tracing: Tracing | undefined;
    readonly log: Logger;
    readonly bounds: Bounds;
    /** Lists are written from the bytes of the database; false sends every document through the executor. */
    readonly isDirect: boolean;
  };

const PATH = /^(?:\/sandbox)?\/graphql\/?(?:\?|$)|^\/app\/graphql\//;

/** A request that may be admitted. */
type Known = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly exchange: Exchange;
  readonly caller: Caller;
  readonly rateLimit: RateLimit;
};

/**
 * `POST /graphql` and `POST /sandbox/graphql`: identify, receive, admit, run, respond. It uses
 * Node's HTTP server directly: on short requests a framework costs about 20 % of the CPU time.
 */
export class GraphQLEndpoint {
  readonly #dependencies: GraphQLDependencies;
  readonly #plans: PlanCache;
  readonly #deadlines = new Deadlines(REQUEST_LIMITS.requestMs);
  readonly #bodies: RequestBodies;
  readonly #executor: Executor;
  readonly #sender: AnswerSender;

  constructor(dependencies: GraphQLDependencies) {
    const { bodies, unread } = dependencies.bounds;
    this.#dependencies = dependencies;
    this.#bodies = bodies;
    this.#sender = new AnswerSender(unread);
    this.#executor = new Executor(dependencies, this.#deadlines);
    this.#plans = new PlanCache(dependencies.schema, { isDirect: dependencies.isDirect });
  }

  isAt(url: string): boolean {
    return url === '/graphql' || PATH.test(url);
  }

  /** Always answers, and never fails. */
  answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { tracing } = this.#dependencies;
    const exchange = newExchange();
    return tracing === undefined
      ? this.#answer(request, response, exchange)
      : tracing.request(headerOf(request, 'traceparent'), async () =>
          factsOf(request, exchange, await this.#answer(request, response, exchange)),
        );
  }

  /** Awaits what is not at hand, of a small query only its body: each promise takes turns of the microtasks. */
  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    exchange: Exchange,
  ): Promise<Reply> {
    let reply: Reply;
    try {
      const identified = this.#identify(request);
      const caller = identified instanceof Promise ? await identified : identified;
      exchange.caller = caller;
      const counted = consumeRateLimit(this.#dependencies.rateLimiter, caller);
      const rateLimit = counted instanceof Promise ? await counted : counted;
      exchange.rateLimit = rateLimit;
      assertHead(request, exchange, caller, rateLimit);
      const sent = { tenant: caller.scope.organizationId, mostBytes: REQUEST_LIMITS.bodyBytes };
      const entering = this.#bodies.enter(request, response, sent);
      if (entering !== undefined)
        exchange.bodyPlace = await this.#deadlines.keep(entering, exchange.startedAtMs);
      const body = await this.#bodies.receive(request, sent.mostBytes, exchange.bodyPlace);
      exchange.requestBytes = body.length;
      const asked = readGraphQLRequest(body);
      // Reading a body of 1 MB and checking its values take up to 40 ms each.
      if (exchange.bodyPlace !== undefined) await nextTurn();
      const running = this.#run(asked, { request, response, exchange, caller, rateLimit });
      reply = running instanceof Promise ? await running : running;
      const sending = this.#sender.send(response, exchange, reply);
      if (sending !== undefined) await sending;
    } catch (error) {
      reply = this.#refuse(error, exchange);
      await this.#sender.send(response, exchange, reply);
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
  }

  #run(asked: GraphQLRequest, known: Known): Promise<Reply> | Reply {
    const { schema, services } = this.#dependencies;
    const { request, response, exchange, caller, rateLimit } = known;
    const { plan, cost, maxCost, forbidden } = admit(schema, this.#plans, caller, asked);
    exchange.plan = plan;
    if (forbidden !== undefined) {
      exchange.outcome = 'FORBIDDEN';
      return this.#reply(forbidden, exchange);
    }
    exchange.cost = cost;
    exchange.operation = asked.isDryRun ? DRY_RUN : plan.label;
    if (asked.isDryRun) return { status: 200, data: {} };
    exchange.deprecatedUses = plan.deprecatedUses(asked.variables);
    exchange.admittedAtMs = performance.now();
    const isQuery = plan.operation.operation === 'query';
    if (!isQuery) services.disk.assertRoomForWrites();
    if (!plan.showsSecret) exchange.acceptEncoding = headerOf(request, 'accept-encoding');

    const executed = this.#executor.execute({
      response,
      exchange,
      caller,
      plan,
      isQuery,
      variables: asked.variables,
      facts: {
        id: exchange.requestId,
        cost,
        maxCost,
        rateLimit,
        idempotencyKey: headerOf(request, 'idempotency-key'),
        deadlineMs: exchange.startedAtMs + REQUEST_LIMITS.requestMs,
      },
    });
    const replyTo = ({ result, large }: Executed) => this.#reply(result, exchange, large);
    return executed instanceof Promise ? executed.then(replyTo) : replyTo(executed);
  }

  #identify(request: IncomingMessage): Promise<Caller> | Caller {
    const refuse = (refusal: unknown): never => {
      throw request.method === 'POST' ? refusal : onlyPost();
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
    const { errors = [] } = result;
    const answer =
      'text' in result ? { text: result.text, keys: result.keys } : { data: result.data };
    // A query that was stopped has no result.
    const isMutationOnly = large?.signal.aborted === true;
    const shown = isMutationOnly ? errors.filter(isOfRootField) : errors;
    const masked = maskedErrors(shown, requestId, log);
    const reply = { ...answer, errors: masked };
    return {
      ...headOf(masked, rootKeysOf(reply).length),
      ...(isMutationOnly ? withoutPayloads(reply, large.signal.reason) : reply),
    };
  }

  #refuse(error: unknown, exchange: Exchange): Reply {
    const refusal = apiErrorOf(error, exchange.requestId, this.#dependencies.log);
    exchange.outcome = refusal.code;
    const { status, errors } = errorResponse(refusal, exchange.mediaType);
    const headers = {
      ...errorHeaders(status, refusal),
      ...(status === 405 ? { Allow: 'POST' } : {}),
    };
    return { status, headers, errors };
  }
}

function headOf(
  errors: readonly ResponseError[] | undefined,
  fields: number,
): Pick<Reply, 'status' | 'headers'> {
  const [first] = errors ?? [];
  if (first === undefined || !isOutage(errors, fields)) return { status: 200 };
  return { status: 503, headers: errorHeaders(503, first) };
}

/** Checked without a key: the methods of an address are public. */
function onlyPost(): ApiError {
  return new ApiError(
    'METHOD_NOT_ALLOWED',
    'The endpoint takes POST only. In a browser, /explorer sends queries.',
  );
}

/** All that can be decided before the body is read. */
function assertHead(
  { method, headers }: IncomingMessage,
  exchange: Exchange,
  caller: Caller,
  rateLimit: RateLimit,
): void {
  if (method !== 'POST') throw onlyPost();
  exchange.mediaType = acceptedMediaType(headers.accept);
  if (rateLimit.isExceeded) throw callerLimitedError(rateLimit, caller);
  assertJsonContent(headers['content-type'], headers['content-encoding']);
}
