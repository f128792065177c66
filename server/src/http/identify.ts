import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyRing } from '../domains/keys/index.ts';
import { type RateLimit, type RateLimiter, WINDOW_SECONDS } from '../domains/limits/index.ts';
import type { Caller } from '../graphql/context.ts';
import { Refusal } from '../graphql/refusal.ts';
import type { Environment } from '../platform/scope.ts';

/** The caller behind the key of a request, for the environment that its address names. */
export function identify(
  keyRing: KeyRing,
  request: FastifyRequest,
  sandboxHost: string | undefined,
): Promise<Caller> {
  return keyRing.identify(headerOf(request, 'x-api-key'), environmentOf(request, sandboxHost));
}

/** Counts the request against the limit of its key. Whether it is exceeded is the caller's to refuse. */
export function takeFromLimit(rateLimiter: RateLimiter, caller: Caller): Promise<RateLimit> {
  return rateLimiter.take(caller.key.id, caller.requestsPerMinute);
}

function environmentOf(request: FastifyRequest, sandboxHost: string | undefined): Environment {
  const isSandboxHost =
    sandboxHost !== undefined && [request.host, request.hostname].includes(sandboxHost);
  return isSandboxHost ? 'SANDBOX' : environmentOfPath(request.url);
}

export function environmentOfPath(url: string): Environment {
  return url.startsWith('/sandbox/') ? 'SANDBOX' : 'LIVE';
}

export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

export function rateLimited(rateLimit: RateLimit): Refusal {
  const retryAfterSeconds = secondsUntil(rateLimit.resetAt);
  return new Refusal(
    'RATE_LIMITED',
    `The ${rateLimit.limit} requests of this minute are used up; try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}

/** What every answer to a valid key says of its limit. */
export function setRateLimitHeaders(reply: FastifyReply, rateLimit: RateLimit): void {
  reply.header('RateLimit-Policy', `"default";q=${rateLimit.limit};w=${WINDOW_SECONDS}`);
  reply.header(
    'RateLimit',
    `"default";r=${rateLimit.remaining};t=${secondsUntil(rateLimit.resetAt)}`,
  );
}

/** What an answer that refuses the key or its pace says besides. */
export function setRefusalHeaders(reply: FastifyReply, status: number, refusal: Refusal): void {
  if (status === 401)
    reply.header('WWW-Authenticate', 'ApiKey realm="Trackway", header="X-API-Key"');
  if (refusal.code === 'RATE_LIMITED')
    reply.header('Retry-After', String(refusal.extensions['retryAfterSeconds']));
}

function secondsUntil(moment: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - Date.now()) / 1000));
}
