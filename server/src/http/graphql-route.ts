import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { KeyRing } from '../domains/keys/index.ts';
import type { RateLimit, RateLimiter } from '../domains/limits/index.ts';
import type { UsageCounter } from '../domains/usage/index.ts';
import type { Caller, Services } from '../graphql/context.ts';
import { Refusal } from '../graphql/refusal.ts';
import type { Db } from '../platform/database/index.ts';
import { encodeId, newUuid } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { type Admission, admit } from './admit.ts';
import { CEILINGS } from './ceilings.ts';
import { Deadlines } from './deadlines.ts';
import {
  environmentOfPath,
  headerOf,
  identify,
  rateLimited,
  setRateLimitHeaders,
  setRefusalHeaders,
  takeFromLimit,
} from './identify.ts';
import { acceptedMediaType, type MediaType, refuseOtherContent } from './media-type.ts';
import type { Answered, Metrics } from './metrics.ts';
import { Plans } from './plan.ts';
import { readGraphQLRequest } from './receive.ts';
import { type ResponseError, refusalOf, refusalResponse, shownErrors } from './respond.ts';

export type GraphQLDependencies = {
  readonly schema: GraphQLSchema;
  readonly db: Db;
  readonly keyRing: KeyRing;
  readonly rateLimiter: RateLimiter;
  readonly usage: UsageCounter;
  readonly metrics: Metrics;
  readonly services: Services;
  readonly log: Logger;
  readonly sandboxHost: string | undefined;
};

/** What becomes known of a request on its way; a refusal anywhere answers with what is known by then. */
type Exchange = {
  readonly requestId: string;
  readonly startedAtMs: number;
  mediaType: MediaType;
  rateLimit: RateLimit | undefined;
  cost: number;
  /** The root fields asked for, once they are known. */
  operation: string;
  outcome: Answered['outcome'];
};

declare module 'fastify' {
  interface FastifyRequest {
    exchange: Exchange | undefined;
    caller: Caller | undefined;
  }
}

/** `POST /graphql` and `POST /sandbox/graphql`: receive, identify, admit, run, respond. */
export function serveGraphQL(app: FastifyInstance, dependencies: GraphQLDependencies): void {
  const { keyRing, rateLimiter, usage, metrics, log, sandboxHost } = dependencies;
  const plans = new Plans(dependencies.schema);
  const deadlines = new Deadlines(CEILINGS.requestMs);
  app.addHook('onClose', async () => deadlines.close());
  app.decorateRequest('exchange', undefined);
  app.decorateRequest('caller', undefined);

  /** All that can be decided from the headers, before the body is read. */
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    const exchange: Exchange = {
      requestId: encodeId('request', newUuid()),
      mediaType: 'application/json',
      startedAtMs: performance.now(),
      rateLimit: undefined,
      cost: 0,
      operation: 'refused',
      outcome: 'OK',
    };
    request.exchange = exchange;
    const isPost = request.method === 'POST';
    const caller = await identify(keyRing, request, sandboxHost).catch((refusal: unknown) => {
      throw isPost ? refusal : onlyPost();
    });
    request.caller = caller;
    exchange.rateLimit = await takeFromLimit(rateLimiter, caller);
    if (!isPost) throw onlyPost();
    exchange.mediaType = acceptedMediaType(request.headers.accept);
    if (exchange.rateLimit.isExceeded) throw rateLimited(exchange.rateLimit);
    refuseOtherContent(request.headers['content-type'], request.headers['content-encoding']);
  };

  const handler = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { exchange, caller } = request;
    if (exchange?.rateLimit === undefined || caller === undefined)
      throw new Error('The request was not identified.');
    const graphqlRequest = readGraphQLRequest(request.body);
    const admission = admit(dependencies.schema, plans, caller, graphqlRequest);
    exchange.cost = admission.cost;
    exchange.operation = admission.plan.label;
    const result = await deadlines.keep(
      admission.plan.run(
        contextOf(request, exchange.requestId, caller, exchange.rateLimit, admission),
        graphqlRequest.variables,
      ),
    );
    const errors = shownErrors(result, exchange.requestId, log);
    return send(reply, exchange, 200, errors, result.data);
  };

  const contextOf = (
    request: FastifyRequest,
    id: string,
    caller: Caller,
    rateLimit: RateLimit,
    { cost, maxCost }: Admission,
  ) => ({
    db: dependencies.db,
    scope: caller.scope,
    caller,
    services: dependencies.services,
    request: { id, cost, maxCost, rateLimit, idempotencyKey: headerOf(request, 'idempotency-key') },
  });

  const errorHandler = (
    error: unknown,
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply => {
    const { exchange } = request;
    if (exchange === undefined) throw error;
    const isBrokenOff = error === request.raw.errored;
    const cause = isBrokenOff ? BROKEN_OFF : ofTransport(error);
    const refusal = refusalOf(cause, exchange.requestId, log);
    exchange.outcome = refusal.code;
    const { status, error: shown } = refusalResponse(refusal, exchange.mediaType);
    setRefusalHeaders(reply, status, refusal);
    if (status === 405) reply.header('Allow', 'POST');
    return send(reply, exchange, status, [shown], undefined);
  };

  /** When the answer is out: what it was is measured and counted. */
  const onResponse = async ({ exchange, caller, url }: FastifyRequest): Promise<void> => {
    if (exchange === undefined) return;
    const { operation, cost, outcome, startedAtMs } = exchange;
    const environment = caller?.scope.environment ?? environmentOfPath(url);
    metrics.observe({ environment, outcome, seconds: (performance.now() - startedAtMs) / 1000 });
    if (caller !== undefined) usage.count(caller.scope, caller.key.id, operation, cost);
  };

  for (const url of ['/graphql', '/sandbox/graphql']) {
    app.all(url, { onRequest, onResponse, errorHandler, bodyLimit: CEILINGS.bodyBytes }, handler);
  }
}

/** Whatever the key: what the address takes is no secret. */
function onlyPost(): Refusal {
  return new Refusal('METHOD_NOT_ALLOWED', 'The endpoint takes POST only.');
}

function send(
  reply: FastifyReply,
  exchange: Exchange,
  status: number,
  errors: readonly ResponseError[] | undefined,
  data: ExecutionResult['data'],
): FastifyReply {
  const { requestId, cost, rateLimit, mediaType } = exchange;
  reply
    .code(status)
    .header('Content-Type', `${mediaType}; charset=utf-8`)
    .header('X-Request-Id', requestId);
  if (rateLimit !== undefined) setRateLimitHeaders(reply, rateLimit);
  const extensions = {
    requestId,
    cost,
    rateLimit: {
      remaining: rateLimit?.remaining ?? 0,
      resetAt: (rateLimit?.resetAt ?? new Date()).toISOString(),
    },
  };
  // What is undefined is left out.
  return reply.send(JSON.stringify({ errors, data, extensions }));
}

/** Nobody will read it; but the client's going is no fault of ours, to be logged as one. */
const BROKEN_OFF = new Refusal('BAD_REQUEST', 'The request broke off before its end.');

/** What Fastify says of a body that it would not read, in our words. */
function ofTransport(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new Refusal(
        'PAYLOAD_TOO_LARGE',
        'The request body is larger than 1 MB; use bulkImport for large data.',
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return new Refusal(
        'BAD_REQUEST',
        'The request body does not have the length that its headers say.',
      );
    default:
      return error;
  }
}
