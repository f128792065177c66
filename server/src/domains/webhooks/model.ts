/** A fact, written in the transaction that caused it. */
export type Event = {
  readonly id: string;
  /** Place in the log. */
  readonly position: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
};

export type DisabledReason = 'MANUAL' | 'GONE' | 'FAILING';

export type WebhookEndpoint = {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Null is every type, also those that come later. */
  readonly eventTypes: readonly string[] | null;
  readonly isEnabled: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: Date | null;
  /** Encrypted; see `SecretBox`. */
  readonly secret: Buffer;
  readonly previousSecret: Buffer | null;
  readonly previousSecretUntil: Date | null;
  readonly headers: Buffer | null;
  readonly headerNames: readonly string[];
  readonly maxPerSecond: number;
  readonly apiVersion: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
};

export type DeliveryState = 'PENDING' | 'SUCCEEDED' | 'FAILED';

export type WebhookDelivery = {
  readonly id: string;
  readonly endpointId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly state: DeliveryState;
  readonly attemptCount: number;
  /** Time of the next attempt while PENDING. */
  readonly dueAt: Date;
  readonly finishedAt: Date | null;
  readonly createdAt: Date;
};

/** Ways in which an attempt can fail. */
export const FAILURES = {
  ADDRESS_REFUSED: 'The host is, or resolves to, an address that webhooks may not reach.',
  DNS_FAILED: 'The name of the host could not be resolved.',
  CONNECT_FAILED: 'No connection was made: refused, unreachable or not made within 5 seconds.',
  TLS_FAILED: 'The TLS handshake failed or the certificate is not valid.',
  CONNECTION_LOST: 'The connection ended before the answer was complete.',
  TIMEOUT: 'The answer did not arrive within 15 seconds.',
  REDIRECTED: 'The receiver answered with a redirect, which is not followed.',
  STATUS: 'The receiver answered with a status other than 2xx.',
} as const;

export type Failure = keyof typeof FAILURES;

/**
 * An attempt to deliver, as it is stored. Its body is made of the event again when it is read: an event may be sent ten
 * times to each of 25 endpoints.
 */
export type AttemptReport = {
  readonly request: {
    readonly headers: Readonly<Record<string, string>>;
    readonly apiVersion: string;
  };
  /** The answer, also one that broke off; null if none began. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    /** The first 4 kB. */
    readonly body: string;
  } | null;
  readonly failure: Failure | null;
  readonly message: string | null;
  /** Null for a phase that did not take place, such as those of a connection that was reused. */
  readonly dnsMs: number | null;
  readonly connectMs: number | null;
  readonly tlsMs: number | null;
  readonly firstByteMs: number | null;
  readonly totalMs: number;
};

/** Seconds between the attempts of a delivery; after the last one it has failed. */
export const RETRY_AFTER_SECONDS = [
  5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const;

/** Failures after which a turn of an endpoint ends, unless more succeeded. */
export const ENOUGH_FAILURES = 3;
export const MAX_ENDPOINTS = 25;
export const MAX_FAILING_DAYS = 5;
