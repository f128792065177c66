import { setTimeout as sleep } from 'node:timers/promises';
import { at, type Json, type JsonObject } from '../../tests/http/client.ts';

/** A client that honours `Retry-After` and sends the same request, with the same idempotency key, until it is answered. */

export type Attempt = {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** Code or status of the failure; undefined if it was answered. */
  readonly failure: string | undefined;
};

export type Request = {
  readonly url: string;
  readonly method: 'POST' | 'PUT';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

type Answer = { readonly data: Json; readonly failure?: string; readonly waitSeconds: number };

/** Longer than every promise of the service: no answer at all. */
const TIMEOUT_MS = 60_000;
const WAIT_SECONDS = 1;
const GIVE_UP_MS = 180_000;
/** Codes of requests that are wrong: sending them again is of no use. */
const REFUSALS = /^(BAD_|INVALID_|MISSING_|GRAPHQL_|FORBIDDEN|NOT_FOUND|TIER_|UNAUTH)/;

export function mutation(
  { url, key }: { readonly url: string; readonly key: string },
  body: { readonly query: string; readonly variables?: JsonObject },
  idempotencyKey?: string,
): Request {
  return {
    url,
    method: 'POST',
    headers: {
      'X-API-Key': key,
      'Content-Type': 'application/json',
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
    },
    body: JSON.stringify(body),
  };
}

/** Sends a request until it is answered; `onAttempt` hears of each attempt. */
export async function persist(
  request: Request,
  onAttempt: (attempt: Attempt) => void = () => {},
): Promise<Json> {
  const giveUpAtMs = performance.now() + GIVE_UP_MS;
  for (;;) {
    const startedAtMs = performance.now();
    const { data, failure, waitSeconds } = await attempt(request);
    const endedAtMs = performance.now();
    onAttempt({ startedAtMs, endedAtMs, failure });
    if (failure === undefined) return data;
    if (REFUSALS.test(failure) || endedAtMs > giveUpAtMs)
      throw new Error(`${request.url} answered ${failure}.`);
    await sleep(waitSeconds * 1_000);
  }
}

async function attempt({ url, ...request }: Request): Promise<Answer> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(TIMEOUT_MS) });
    const waitSeconds = Number(response.headers.get('retry-after') ?? WAIT_SECONDS);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    if (!isJson) return answerOf(response.ok, `HTTP ${response.status}`, waitSeconds);
    const body: JsonObject = JSON.parse(text);
    const code = at(body, 'errors', 0, 'extensions', 'code') ?? at(body, 'error', 'code');
    const seconds = at(body, 'errors', 0, 'extensions', 'retryAfterSeconds');
    if (code === undefined) return { data: body['data'] ?? null, waitSeconds };
    return { data: null, failure: String(code), waitSeconds: Number(seconds ?? waitSeconds) };
  } catch (error) {
    const why = error instanceof Error && error.name === 'TimeoutError' ? 'NO ANSWER' : 'CLOSED';
    return { data: null, failure: why, waitSeconds: WAIT_SECONDS };
  }
}

function answerOf(isGood: boolean, status: string, waitSeconds: number): Answer {
  return isGood ? { data: null, waitSeconds } : { data: null, failure: status, waitSeconds };
}
