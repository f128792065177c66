import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { RateLimit, RateLimiter } from '../domains/limits/index.ts';
import type { UsageCounter } from '../domains/usage/index.ts';
import type { Db } from '../platform/database/index.ts';
import { encodeId, newUuid } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { ApiError } from '../rules/api-error.ts';
import type { Caller, Services } from '../rules/context.ts';
import { admit } from './admit.ts';
import { BodyTimeouts } from './body-timeouts.ts';
import { compress, isWorthCompressing } from './compression.ts';
import { Deadlines } from './deadlines.ts';
import type { WrittenResult } from './direct-plan.ts';
import {
  consumeRateLimit,
  countUsage,
  environmentOfPath,
  errorHeaders,
  headerOf,
  identify,
  type Lookups,
  rateLimitedError,
  rateLimitHeaders,
} from './identify.ts';
import { acceptedMediaType, assertJsonContent, type MediaType } from './media-type.ts';
import type { Answered, Metrics } from './metrics.ts';
import { PlanCache } from './plan.ts';
import { readBody, readGraphQLRequest } from './receive.ts';
import { REQUEST_LIMITS } from './request-limits.ts';
import { apiErrorOf, errorResponse, maskedErrors, type ResponseError } from './respond.ts';

export type GraphQLDependencies = Lookups & {
  readonly schema: GraphQLSchema;
  readonly db: Db;
  readonly rateLimiter: RateLimiter;
  readonly usage: UsageCounter;
  readonly metrics: Metrics;
  readonly services: Services;
  readonly log: Logger;
  /** Lists are written from the bytes of the database; false sends every document through the executor. */
  readonly isDirect: boolean;
};

/** Facts about a request, collected as it is processed; an error uses the facts known by then. */
type Exchange = {
  readonly requestId: string;
  readonly startedAtMs: number;
  caller: Caller | undefined;
  rateLimit: RateLimit | undefined;
  mediaType: MediaType;
  cost: number;
  /** Root fields of the operation, once they are known. */
  operation: string;
  outcome: Answered['outcome'];
  /** Value of Accept-Encoding once the document is known to show no secret; until then undefined. */
  acceptEncoding: string | undefined;
};

type Reply = {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly errors?: readonly ResponseError[] | undefined;
  readonly data?: ExecutionResult['data'];
  /** `data` as JSON, one character for each byte of its UTF-8. */
  readonly json?: string;
};

const PATH = /^(?:\/sandbox)?\/graphql\/?(?:\?|$)|^\/app\/graphql\//;

/**
 * `POST /graphql` and `POST /sandbox/graphql`: identify, receive, admit, run, respond. It uses
 * Node's HTTP server directly: on short requests a framework costs about 20 % of the CPU time.
 */
export class GraphQLEndpoint {
  readonly #dependencies: GraphQLDependencies;
  readonly #plans: PlanCache;
  readonly #deadlines = new Deadlines(REQUEST_LIMITS.requestMs);
  readonly #slowBodies = new BodyTimeouts(REQUEST_LIMITS.requestMs);
  #isClosing = false;

  constructor(dependencies: GraphQLDependencies) {
    this.#dependencies = dependencies;
    this.#plans = new PlanCache(dependencies.schema, { isDirect: dependencies.isDirect });
  }

  isAt(url: string): boolean {
    return url === '/graphql' || PATH.test(url);
  }

  /** Always answers, and never fails. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const exchange: Exchange = {
      requestId: encodeId('request', newUuid()),
      startedAtMs: performance.now(),
      caller: undefined,
      rateLimit: undefined,
      mediaType: 'application/json',
      cost: 0,
      operation: 'refused',
      outcome: 'OK',
      acceptEncoding: undefined,
    };
    try {
      await this.#send(response, exchange, await this.#run(request, response, exchange));
    } catch (error) {
      await this.#send(response, exchange, this.#refuse(error, exchange));
      this.#slowBodies.leave(request);
    }
    this.#note(request, exchange);
  }

  /** From now on every answer asks its client to close the connection. */
  announceEnd(): void {
    this.#isClosing = true;
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
    const { schema, db, services, rateLimiter } = this.#dependencies;
    const { headers } = request;

    // All that can be decided from the headers, before the body is read.
    const isPost = request.method === 'POST';
    const identified = identify(this.#dependencies, request);
    const caller = await this.#deadlines.keep(identified).catch((refusal: unknown) => {
      throw isPost ? refusal : assertPost();
    });
    exchange.caller = caller;
    const rateLimit = await consumeRateLimit(rateLimiter, caller);
    exchange.rateLimit = rateLimit;
    if (!isPost) throw assertPost();
    exchange.mediaType = acceptedMediaType(headers.accept);
    if (rateLimit.isExceeded) throw rateLimitedError(rateLimit);
    assertJsonContent(headers['content-type'], headers['content-encoding']);

    const body = await this.#slowBodies.watch(request, readBody(request, REQUEST_LIMITS.bodyBytes));
    const graphqlRequest = readGraphQLRequest(body);
    const { plan, cost, maxCost, forbidden } = admit(schema, this.#plans, caller, graphqlRequest);
    if (forbidden !== undefined) {
      exchange.outcome = 'FORBIDDEN';
      return this.#reply(forbidden, exchange);
    }
    if (plan.operation.operation === 'mutation') services.disk.assertRoomForWrites();
    exchange.cost = cost;
    exchange.operation = plan.label;
    if (!plan.showsSecret) exchange.acceptEncoding = headerOf(request, 'accept-encoding');

    const idempotencyKey = headerOf(request, 'idempotency-key');
    const facts = {
      id: exchange.requestId,
      cost,
      maxCost,
      rateLimit,
      idempotencyKey,
      deadlineMs: exchange.startedAtMs + REQUEST_LIMITS.requestMs,
      // Few requests ask for it.
      get signal() {
        return signalOf(response);
      },
    };
    const context = { db, scope: caller.scope, caller, services, request: facts };
    const result = await this.#deadlines.keep(
      plan.run(context, graphqlRequest.variables),
      exchange.startedAtMs,
    );
    return this.#reply(result, exchange);
  }

  #reply(result: ExecutionResult | WrittenResult, { requestId }: Exchange): Reply {
    if ('json' in result) return { status: 200, json: result.json };
    const errors = maskedErrors(result, requestId, this.#dependencies.log);
    return { status: 200, errors, data: result.data };
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

  async #send(response: ServerResponse, exchange: Exchange, reply: Reply): Promise<void> {
    const { requestId, cost, rateLimit, mediaType, acceptEncoding } = exchange;
    const { status, headers, errors, data, json } = reply;
    const extensions = {
      requestId,
      cost,
      rateLimit: {
        remaining: rateLimit?.remaining ?? 0,
        resetAt: (rateLimit?.resetAt ?? new Date()).toISOString(),
      },
    };
    // JSON.stringify omits undefined members.
    const text =
      json === undefined
        ? JSON.stringify({ errors, data, extensions })
        : `{"data":${json},"extensions":${JSON.stringify(extensions)}}`;
    const charset = json === undefined ? 'utf8' : 'latin1';
    const compressed = isWorthCompressing(text)
      ? await compress(text, charset, acceptEncoding)
      : undefined;
    if (compressed !== undefined) {
      response.setHeader('Content-Encoding', compressed.encoding);
      response.appendHeader('Vary', 'Accept-Encoding');
    }
    const body = compressed?.bytes ?? text;
    response.writeHead(status, {
      'Content-Type': `${mediaType}; charset=utf-8`,
      'Content-Length': Buffer.byteLength(body, charset),
      'X-Request-Id': requestId,
      ...(rateLimit && rateLimitHeaders(rateLimit)),
      ...headers,
      ...(this.#isClosing ? { Connection: 'close' } : undefined),
    });
    response.end(body, charset);
  }

  /** Records metrics and usage of the request. */
  #note(request: IncomingMessage, exchange: Exchange): void {
    const { metrics, usage } = this.#dependencies;
    const { caller, operation, cost, outcome, startedAtMs } = exchange;
    const environment = caller?.scope.environment ?? environmentOfPath(request.url ?? '');
    metrics.observe({ environment, outcome, seconds: (performance.now() - startedAtMs) / 1000 });
    if (caller !== undefined) countUsage(usage, caller, operation, cost);
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
