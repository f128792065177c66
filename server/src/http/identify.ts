import type { IncomingMessage } from 'node:http';
import type { KeyLookup } from '../domains/keys/index.ts';
import {
  type RateLimit,
  type RateLimiter,
  TIER_LIMITS,
  WINDOW_SECONDS,
} from '../domains/limits/index.ts';
import type { UsageCounter } from '../domains/usage/index.ts';
import type { Environment } from '../platform/scope.ts';
import type { Caller } from '../rules/context.ts';
import { ApiError } from '../rules/errors/api-error.ts';
import { isPersonPath, type PersonLookup } from './identify-person.ts';

/** Ways to know a caller. */
export type Lookups = {
  readonly keyLookup: KeyLookup;
  readonly personLookup: PersonLookup;
  readonly sandboxHost: string | undefined;
};

/** The caller behind the key of a request, or behind its session at the entrance of the dashboard. */
export function identify(
  { keyLookup, personLookup, sandboxHost }: Lookups,
  request: IncomingMessage,
): Promise<Caller> | Caller {
  if (isPersonPath(request.url)) return personLookup.identify(request);
  return callerOfKey({ keyLookup, sandboxHost }, request, headerOf(request, 'x-api-key'));
}

/** The caller behind a key that came with a request, in its header or otherwise. */
export function callerOfKey(
  { keyLookup, sandboxHost }: Pick<Lookups, 'keyLookup' | 'sandboxHost'>,
  request: IncomingMessage,
  key: string | undefined,
): Promise<Caller> | Caller {
  return keyLookup.identify(key, environmentOf(request, sandboxHost), request.url ?? '');
}

/**
 * Counts the request against the limit of its key, and then against that of the organization: as much
 * as all its active keys of that tier may have, so that creating and revoking keys gains nothing, and a key of
 * a high tier in a sandbox takes nothing from the others. A request over that of the organization does not count for
 * its key. The caller refuses an exceeded limit.
 */
export function consumeRateLimit(
  rateLimiter: RateLimiter,
  caller: Caller,
): Promise<RateLimit> | RateLimit {
  const own = rateLimiter.take(caller.windowId, caller.requestsPerMinute);
  return own instanceof Promise
    ? own.then((limit) => consumeTogether(rateLimiter, caller, limit))
    : consumeTogether(rateLimiter, caller, own);
}

function consumeTogether(
  rateLimiter: RateLimiter,
  { windowId, sharedWindowId, tier, requestsPerMinute }: Caller,
  own: RateLimit,
): Promise<RateLimit> | RateLimit {
  if (own.isExceeded || sharedWindowId === undefined) return own;
  const together = requestsPerMinute * TIER_LIMITS[tier].activeKeys;
  const whole = rateLimiter.take(sharedWindowId, together);
  const stricter = (limit: RateLimit) => {
    if (!limit.isExceeded) return own;
    rateLimiter.giveBack(windowId);
    return limit;
  };
  return whole instanceof Promise ? whole.then(stricter) : stricter(whole);
}

export function environmentOf(
  request: IncomingMessage,
  sandboxHost: string | undefined,
): Environment {
  const { headers, url = '' } = request;
  if (sandboxHost === undefined) return environmentOfPath(url);
  // Hosts are the same in capitals; the setting may name a port or leave it to any.
  const host = headers.host?.toLowerCase();
  const isSandboxHost = host === sandboxHost || host?.replace(PORT, '') === sandboxHost;
  return isSandboxHost ? 'SANDBOX' : environmentOfPath(url);
}

const PORT = /:\d+$/;

export function environmentOfPath(url: string): Environment {
  return url.startsWith('/sandbox/') || url.endsWith('/sandbox') ? 'SANDBOX' : 'LIVE';
}

/** Counts a request of a key; people in the dashboard are no usage of a key. */
export function countUsage(
  usage: UsageCounter,
  { identity, scope }: Caller,
  operation: string,
  cost: number,
): void {
  if (identity.kind === 'KEY') usage.count(scope, identity.id, operation, cost);
}

export function headerOf(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The refusal of a request over the limit of its caller, or over that of all keys together. */
export function callerLimitedError(
  rateLimit: RateLimit,
  { identity, tier, requestsPerMinute }: Caller,
): ApiError {
  if (rateLimit.limit === requestsPerMinute)
    return rateLimitedError(
      rateLimit,
      `requests per minute of ${identity.kind === 'KEY' ? 'this API key' : 'your account'}`,
    );
  const together = `requests per minute that the ${tier} keys of the organization have together in this environment`;
  return rateLimitedError(rateLimit, together, ' `usage` shows which key made how many.');
}

/** `what` is used up, such as "attempts per minute". */
export function rateLimitedError({ limit, resetAt }: RateLimit, what: string, next = ''): ApiError {
  const retryAfterSeconds = secondsUntil(resetAt);
  return new ApiError(
    'RATE_LIMITED',
    `The ${limit} ${what} are used up; try again in ${retryAfterSeconds} s.${next}`,
    { retryAfterSeconds },
  );
}

/** Rate limit headers of every answer to a valid key. */
export function rateLimitHeaders({ limit, remaining, resetAt }: RateLimit) {
  return {
    'RateLimit-Policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"default";r=${remaining};t=${secondsUntil(resetAt)}`,
  };
}

/** Further headers of a refusal. */
export function errorHeaders(
  status: number,
  refusal: Pick<ApiError, 'extensions'>,
): Readonly<Record<string, string>> {
  return {
    ...(status === 401
      ? { 'WWW-Authenticate': 'ApiKey realm="Trackway", header="X-API-Key"' }
      : undefined),
    ...('retryAfterSeconds' in refusal.extensions
      ? { 'Retry-After': String(refusal.extensions['retryAfterSeconds']) }
      : undefined),
  };
}

function secondsUntil(moment: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - Date.now()) / 1000));
}
