import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RateLimit, RateLimiter } from '../../domains/limits/index.ts';
import type { UsageCounter } from '../../domains/usage/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { encodeId, newUuid } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Caller, Services } from '../../rules/context.ts';
import {
  callerLimitedError,
  consumeRateLimit,
  countUsage,
  type Lookups,
  rateLimitHeaders,
} from '../identify.ts';
import type { Bounds } from '../limits/bounds.ts';
import { Deadlines } from '../limits/deadlines.ts';
import { REQUEST_LIMITS } from '../limits/request-limits.ts';

/** Dependencies of routes for known callers: files of bulk jobs, EN 18222, PACT. */
export type KeyedDependencies = Lookups & {
  readonly db: Db;
  readonly services: Services;
  readonly rateLimiter: RateLimiter;
  readonly usage: UsageCounter;
  readonly log: Logger;
  readonly bounds: Bounds;
};

/** Paths of the live environment and of the sandbox begin so. */
export const ROOTS = ['', '/sandbox'] as const;

type Refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Routes for known callers: each answer has the id of its request and is not cached, errors are answered by `refuse`,
 * and `Deadlines` are closed with the service.
 */
export function registerKeyedRoutes(
  app: FastifyInstance,
  refuse: Refuse,
  register: (routes: FastifyInstance, deadlines: Deadlines) => void,
): void {
  app.register(async (routes) => {
    const deadlines = new Deadlines(REQUEST_LIMITS.requestMs);
    routes.addHook('onClose', async () => deadlines.close());
    routes.addHook('onRequest', async (_request, reply) => {
      reply.header('X-Request-Id', encodeId('request', newUuid()));
      reply.header('Cache-Control', 'no-store');
    });
    routes.setErrorHandler(refuse);
    register(routes, deadlines);
  });
}

/** The id of the request that is answered. */
export function requestIdOf(reply: FastifyReply): string {
  return String(reply.getHeader('X-Request-Id'));
}

const RATE_LIMITS = new WeakMap<FastifyRequest, RateLimit>();

/** The rate limit after this request; undefined before its caller was admitted. */
export function rateLimitOf(request: FastifyRequest): RateLimit | undefined {
  return RATE_LIMITS.get(request);
}

/**
 * Counts the request against the limits of its caller and as usage of its key. Gives what is left of the limit.
 * @throws RATE_LIMITED
 */
export async function admitCaller(
  { rateLimiter, usage }: KeyedDependencies,
  caller: Caller,
  { request, reply, operation }: AdmittedRequest,
): Promise<RateLimit> {
  const rateLimit = await consumeRateLimit(rateLimiter, caller);
  RATE_LIMITS.set(request, rateLimit);
  reply.headers(rateLimitHeaders(rateLimit));
  if (rateLimit.isExceeded) throw callerLimitedError(rateLimit, caller);
  countUsage(usage, caller, operation, 0);
  return rateLimit;
}

type AdmittedRequest = {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Name of the operation in the usage of the key. */
  readonly operation: string;
};
