import type { IncomingMessage } from 'node:http';
import type { ExecutionResult } from 'graphql';
import type { RateLimit } from '../domains/limits/index.ts';
import type { RequestLog } from '../domains/requests/index.ts';
import type { UsageCounter } from '../domains/usage/index.ts';
import { encodeId, newUuid } from '../platform/ids.ts';
import type { RequestFacts } from '../platform/tracing.ts';
import type { Caller } from '../rules/context.ts';
import type { JsonText } from './answer/json-text.ts';
import type { Plan } from './document/plan.ts';
import { countUsage, environmentOfPath } from './identify.ts';
import type { Place } from './limits/fair-places.ts';
import type { MediaType } from './media-type.ts';
import type { Answered, Metrics } from './metrics.ts';
import type { ResponseError } from './respond.ts';

/** Facts about a request, collected as it is processed; an error uses the facts known by then. */
export type Exchange = {
  readonly uuid: string;
  readonly requestId: string;
  readonly startedAtMs: number;
  /** Time at which execution began; undefined if it never did. */
  admittedAtMs: number | undefined;
  caller: Caller | undefined;
  rateLimit: RateLimit | undefined;
  mediaType: MediaType;
  cost: number;
  /** Root fields of the operation, once they are known. */
  operation: string;
  plan: Pick<Plan, 'hash' | 'operation'> | undefined;
  /** Coordinates of the deprecated parts of the schema that it uses. */
  deprecatedUses: readonly string[];
  requestBytes: number;
  responseBytes: number;
  outcome: Answered['outcome'];
  /** Set for a request of high cost, which runs in slices. */
  heavyPlace: Place | undefined;
  /** Set for a request with a large body. */
  bodyPlace: Place | undefined;
  /** Value of Accept-Encoding once the document is known to show no secret; until then undefined. */
  acceptEncoding: string | undefined;
};

/** An answer before it is written. */
export type Reply = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly errors?: readonly ResponseError[] | undefined;
  readonly data?: ExecutionResult['data'];
  /** `data` as JSON, one character for each byte of its UTF-8. */
  readonly json?: string;
  /** `data` as JSON of a large query or of mutations, with the keys of its root fields. */
  readonly text?: JsonText;
  readonly keys?: readonly string[];
};

export function newExchange(): Exchange {
  const uuid = newUuid();
  return {
    uuid,
    requestId: encodeId('request', uuid),
    startedAtMs: performance.now(),
    admittedAtMs: undefined,
    caller: undefined,
    rateLimit: undefined,
    mediaType: 'application/json',
    cost: 0,
    operation: 'refused',
    plan: undefined,
    deprecatedUses: [],
    requestBytes: 0,
    responseBytes: 0,
    outcome: 'OK',
    acceptEncoding: undefined,
    heavyPlace: undefined,
    bodyPlace: undefined,
  };
}

/** The extensions of every answer as JSON; none of their texts has a character to escape. */
export function extensionsOf({ requestId, cost, rateLimit }: Exchange): string {
  const { remaining = 0, resetAt = new Date() } = rateLimit ?? {};
  return `{"requestId":"${requestId}","cost":${cost},"rateLimit":{"remaining":${remaining},"resetAt":"${textOf(resetAt)}"}}`;
}

/** The requests of a window share the time of its end, whose text takes longer to make than all others of an answer. */
const TEXTS = new WeakMap<Date, string>();

function textOf(windowEnd: Date): string {
  const known = TEXTS.get(windowEnd);
  if (known !== undefined) return known;
  const text = windowEnd.toISOString();
  TEXTS.set(windowEnd, text);
  return text;
}

/** Name in the usage of documents that were only checked and weighed. */
export const DRY_RUN = 'dryRun';

/** Records of answered requests. */
export type Recorders = {
  readonly usage: UsageCounter;
  readonly metrics: Metrics;
  /** Undefined if requests are not logged. */
  readonly requestLog: RequestLog | undefined;
};

/** Of the name of an operation in the log of requests: a document of 1 MB may be one name. */
const MOST_NAME_CHARACTERS = 100;

/** Facts about an answered request for its span. */
export function factsOf(
  request: IncomingMessage,
  exchange: Exchange,
  { status, errors }: Reply,
): RequestFacts {
  const { caller, operation, plan, outcome, requestId, startedAtMs, admittedAtMs, cost } = exchange;
  return {
    requestId,
    environment: caller?.scope.environment ?? environmentOfPath(request.url ?? ''),
    startedAtMs,
    admittedAtMs,
    operation,
    operationType: plan?.operation.operation,
    outcome: String(errors?.[0]?.extensions['code'] ?? outcome),
    status,
    cost,
  };
}

/** Records metrics, usage and the log of an answered request. */
export function record(
  { metrics, usage, requestLog }: Recorders,
  request: IncomingMessage,
  exchange: Exchange,
  { status, errors }: Reply,
): void {
  const { caller, operation, cost, outcome, plan, startedAtMs } = exchange;
  const environment = caller?.scope.environment ?? environmentOfPath(request.url ?? '');
  const durationMs = performance.now() - startedAtMs;
  metrics.observe({ environment, outcome, seconds: durationMs / 1000 });
  if (caller === undefined) return;
  const { kind, id } = caller.identity;
  const answer = String(errors?.[0]?.extensions['code'] ?? outcome);
  countUsage(usage, caller, operation, operation === DRY_RUN ? 0 : cost);
  if (kind === 'KEY') {
    usage.countAnswer(caller.scope, answer, durationMs);
    if (exchange.deprecatedUses.length > 0)
      usage.countDeprecated(caller.scope, id, exchange.deprecatedUses);
  }
  requestLog?.record({
    scope: caller.scope,
    id: exchange.uuid,
    actorKind: kind === 'KEY' ? 'API_KEY' : kind,
    actorId: id,
    operation,
    operationName: plan?.operation.name?.value.slice(0, MOST_NAME_CHARACTERS) ?? null,
    documentHash: plan?.hash ?? null,
    outcome: answer,
    status,
    cost,
    durationMs,
    requestBytes: exchange.requestBytes,
    responseBytes: exchange.responseBytes,
  });
}
