import type { IncomingMessage, ServerResponse } from 'node:http';

/** Chromium keeps the answer to a preflight no longer than this. */
const MAX_AGE_SECONDS = 7_200;
const METHODS = 'POST, GET, PUT';
const REQUEST_HEADERS = 'X-API-Key, Content-Type, Accept, Idempotency-Key';
const RESPONSE_HEADERS =
  'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, Content-Disposition, Idempotent-Replayed';

/**
 * Lets the pages of the given origins read the answers. Returns a function that sets the headers of one
 * answer, and that answers the preflight itself: then it returns true.
 *
 * Keys are in a header and not in cookies, so credentials are not allowed: a page can use only a key that
 * its user has given it.
 */
export function corsPolicy(
  origins: readonly string[],
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const allowed = new Set(origins);
  return (request, response) => {
    if (allowed.size === 0) return false;
    response.setHeader('Vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.has(origin)) return false;
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', RESPONSE_HEADERS);
    if (!isPreflight(request)) return false;
    response.setHeader('Access-Control-Allow-Methods', METHODS);
    response.setHeader('Access-Control-Allow-Headers', REQUEST_HEADERS);
    response.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS);
    response.writeHead(204);
    response.end();
    return true;
  };
}

function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
