import type { WebhookEvent } from './events.ts';

/** Reason why a delivery is refused. */
export type WebhookVerificationFailure =
  | 'MISSING_HEADER'
  | 'TIMESTAMP_OUT_OF_TOLERANCE'
  | 'NO_MATCHING_SIGNATURE'
  | 'INVALID_BODY';

/** A delivery that must not be trusted. Answer it with HTTP 400. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  readonly reason: WebhookVerificationFailure;

  constructor(reason: WebhookVerificationFailure, message: string) {
    super(message);
    this.reason = reason;
  }
}

export type VerifyOptions = {
  /** Largest difference between the clocks of sender and receiver; 300 s by default. */
  readonly toleranceSeconds?: number;
  /** Current time in ms since 1970; for tests. */
  readonly nowMs?: number;
};

type HeaderSource = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** Bounds the work that a hostile request can cause. */
const MAX_SIGNATURES = 10;

/**
 * Verifies a webhook delivery (Standard Webhooks, HMAC-SHA256) and returns its event.
 *
 * `body` must be the raw body, before any JSON parser. During a rotation pass both secrets. The
 * comparison takes constant time. Throws a `WebhookVerificationError`.
 */
export async function verifyWebhook(
  body: string | Uint8Array<ArrayBuffer> | ArrayBuffer,
  headers: HeaderSource,
  secrets: string | readonly string[],
  { toleranceSeconds = 300, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> {
  const id = requiredHeader(headers, 'webhook-id');
  const timestamp = requiredHeader(headers, 'webhook-timestamp');
  const signatures =
    header(headers, 'webhook-signature') ?? requiredHeader(headers, 'x-service-signature');
  assertRecent(timestamp, toleranceSeconds, nowMs);
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : new Uint8Array(body);
  const signed = concatenate(new TextEncoder().encode(`${id}.${timestamp}.`), bytes);
  if (!(await isSigned(signed, signatures, typeof secrets === 'string' ? [secrets] : secrets))) {
    throw new WebhookVerificationError(
      'NO_MATCHING_SIGNATURE',
      'No signature matches. Check that the secret belongs to this endpoint and that the body is the raw one.',
    );
  }
  return parseEvent(bytes);
}

/** A delivery to sign. */
export type Delivery = {
  readonly id: string;
  readonly body: string;
  /** Time of the attempt in seconds since 1970; now by default. */
  readonly timestampSeconds?: number;
};

/**
 * Headers of a delivery that `verifyWebhook` accepts, with one signature per secret: for tests of a
 * receiver, and for tools that forward events.
 */
export async function signWebhook(
  { id, body, timestampSeconds = Math.floor(Date.now() / 1_000) }: Delivery,
  secrets: string | readonly string[],
): Promise<Record<string, string>> {
  const signed = new TextEncoder().encode(`${id}.${timestampSeconds}.${body}`);
  const signatures = await Promise.all(
    [secrets].flat().map(async (secret) => {
      const digest = await crypto.subtle.sign('HMAC', await importSecret(secret), signed);
      return `v1,${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
    }),
  );
  return {
    'webhook-id': id,
    'webhook-timestamp': `${timestampSeconds}`,
    'webhook-signature': signatures.join(' '),
    'x-service-signature': signatures.join(' '),
  };
}

async function isSigned(
  signed: Uint8Array<ArrayBuffer>,
  signatures: string,
  secrets: readonly string[],
): Promise<boolean> {
  const candidates = signatures
    .split(' ')
    .slice(0, MAX_SIGNATURES)
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => decodeBase64(signature.slice('v1,'.length)))
    .filter((signature) => signature !== undefined);
  let isValid = false;
  for (const secret of secrets) {
    const key = await importSecret(secret);
    for (const candidate of candidates) {
      // No early return: the time must not tell which secret or signature matched.
      const matches = await crypto.subtle.verify('HMAC', key, candidate, signed);
      isValid = isValid || matches;
    }
  }
  return isValid;
}

function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (bytes === undefined || bytes.length === 0) {
    throw new TypeError(
      'The webhook secret is not valid: it begins with whsec_ and continues in base64.',
    );
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
}

function assertRecent(timestamp: string, toleranceSeconds: number, nowMs: number): void {
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  const differenceSeconds = Math.abs(nowMs / 1_000 - seconds);
  if (!(differenceSeconds <= toleranceSeconds)) {
    throw new WebhookVerificationError(
      'TIMESTAMP_OUT_OF_TOLERANCE',
      `webhook-timestamp differs from the receiver's clock by more than ${toleranceSeconds} s.`,
    );
  }
}

function parseEvent(bytes: Uint8Array): WebhookEvent {
  try {
    const event: WebhookEvent = JSON.parse(new TextDecoder().decode(bytes));
    return event;
  } catch {
    throw new WebhookVerificationError('INVALID_BODY', 'The signed body is not JSON.');
  }
}

function requiredHeader(headers: HeaderSource, name: string): string {
  const value = header(headers, name);
  if (value === undefined)
    throw new WebhookVerificationError('MISSING_HEADER', `The header ${name} is missing.`);
  return value;
}

/** Header names are case-insensitive; Node gives them in lower case, other frameworks may not. */
function header(headers: HeaderSource, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  const found = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return typeof found === 'string' ? found : found?.[0];
}

function concatenate(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(a.length + b.length);
  joined.set(a);
  joined.set(b, a.length);
  return joined;
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
