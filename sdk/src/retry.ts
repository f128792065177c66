/** Codes after which the same request, with the same idempotency key, may succeed. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'NETWORK_ERROR',
  'RATE_LIMITED',
  'UNAVAILABLE',
  'OUTCOME_UNKNOWN',
]);

/** Gateways and balancers between client and service answer with these. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([502, 503, 504]);

const BASE_DELAY_MS = 250;
const MAX_BACKOFF_MS = 10_000;
/** Clients that wait for one window must not all return in the same moment. */
const JITTER_MS = 1_000;

export function isTransient(code: string, status: number | undefined): boolean {
  return TRANSIENT_CODES.has(code) || (status !== undefined && TRANSIENT_STATUSES.has(status));
}

/**
 * Delay before the next attempt in ms: the time that the answer states, plus jitter; otherwise
 * exponential backoff with full jitter. `attempt` counts from 1.
 */
export function delayBefore(attempt: number, headers: Headers | undefined, random: number): number {
  const statedSeconds = headers === undefined ? undefined : statedDelaySeconds(headers);
  if (statedSeconds !== undefined) return statedSeconds * 1_000 + random * JITTER_MS;
  return random * Math.min(MAX_BACKOFF_MS, BASE_DELAY_MS * 2 ** attempt);
}

/** `Retry-After` in seconds or as a date; else the end of a used-up window in `RateLimit`. */
function statedDelaySeconds(headers: Headers): number | undefined {
  const retryAfter = headers.get('retry-after');
  if (retryAfter !== null) {
    const seconds = Number(retryAfter);
    if (Number.isFinite(seconds)) return Math.max(0, seconds);
    const at = Date.parse(retryAfter);
    if (!Number.isNaN(at)) return Math.max(0, (at - Date.now()) / 1_000);
  }
  const limit = /;r=0;t=(\d+)/.exec(headers.get('ratelimit') ?? '');
  return limit === null ? undefined : Number(limit[1]);
}

/** Waits; rejects with the reason of the signal if it is aborted. */
export function wait(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, delayMs);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
