import { errorCodes } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import type { RateLimit } from '../domains/limits/index.ts';
import {
  CommitUnknown,
  isDatabaseGone,
  isEntryRefused,
  isStatementStopped,
  ReadTooMuch,
} from '../platform/database/index.ts';
import { DiskFull, isDiskFull } from '../platform/disk.ts';
import { FilesUnavailable } from '../platform/files/index.ts';
import type { Logger } from '../platform/log.ts';
import { ApiError, ApiErrors, outcomeUnknown, requestTimeout } from '../rules/errors/api-error.ts';
import { ERROR_CODES, type ErrorCode } from '../rules/errors/error-codes.ts';
import { REQUEST_LIMITS } from './limits/request-limits.ts';
import type { MediaType } from './media-type.ts';

export type ResponseError = {
  readonly message: string;
  readonly locations?: unknown;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>>;
};

const RETRY_AFTER_SECONDS = 60;
/** A request has waited for the database for some seconds already; what a client waits more is added to the gap of a failover. */
export const OUTAGE_RETRY_SECONDS = 2;

/** Refused before execution: the entries of `errors` and the status, which depends on the media type. */
export function errorResponse(
  refusal: ApiError,
  mediaType: MediaType,
): { status: number; errors: readonly ResponseError[] } {
  const { status } = ERROR_CODES[refusal.code];
  // A well-formed request for something wrong: 200 was the way of application/json, 400 is the new one.
  const isRefusedDocument = status === 200 && mediaType === 'application/graphql-response+json';
  const errors = refusal instanceof ApiErrors ? refusal.errors : [refusal];
  return { status: isRefusedDocument ? 400 : status, errors: errors.map(errorOf) };
}

/** Statuses of refusals that GraphQL answers with 200 because they happen inside an execution. */
const REST_STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  BAD_USER_INPUT: 400,
};

/** The status with which a path that is no GraphQL refuses a request. */
export function statusOf(code: ErrorCode): number {
  return REST_STATUSES[code] ?? ERROR_CODES[code].status;
}

/**
 * The errors of an execution as the caller may see them: refusals whole, bugs masked and logged. A query that read too
 * much is refused as a whole, because all that it would have read later is missing.
 */
export function maskedErrors(
  errors: readonly GraphQLError[],
  requestId: string,
  log: Logger,
): ResponseError[] | undefined {
  if (errors.some(({ originalError }) => originalError instanceof ReadTooMuch)) throw readTooMuch();
  if (errors.length === 0) return undefined;
  return errors.map((error) => {
    const { locations, path } = error;
    return {
      ...errorOf(apiErrorOf(error, requestId, log)),
      ...(locations === undefined ? {} : { locations }),
      ...(path === undefined ? {} : { path }),
    };
  });
}

/**
 * The answer of mutations whose payloads are too large to be read or sent. They were carried out, so they are not
 * refused: each is null, and an error says why. Other errors are left without their problems, which
 * may be what is too large.
 */
export function withoutPayloads(payloads: Payloads, refusal: ApiError): Payloads {
  const { errors = [] } = payloads;
  const message = `${refusal.message} The mutations of this request that have no error of their own were carried out.`;
  const left = errorOf(new ApiError(refusal.code, message, refusal.extensions));
  return {
    data: Object.fromEntries(rootKeysOf(payloads).map((key) => [key, null])),
    errors: [...errors.filter(isOfRootField).map(withoutProblems), left],
  };
}

function withoutProblems({ extensions, ...error }: ResponseError): ResponseError {
  const { problems: _problems, ...others } = extensions;
  return { ...error, extensions: others };
}

type Payloads = {
  readonly data?: ExecutionResult['data'];
  /** Keys of the root fields, if the data are a text. */
  readonly keys?: readonly string[];
  readonly errors?: readonly ResponseError[] | undefined;
};

/** Keys of the root fields of an answer. */
export function rootKeysOf({ data, keys = Object.keys(data ?? {}) }: Payloads): readonly string[] {
  return keys;
}

/**
 * True if an execution came to nothing because a part of the service is gone. It is answered with 503 then, so that
 * clients and balancers that know nothing of GraphQL come back too. `fields` counts the root fields of the answer.
 */
export function isOutage(errors: readonly ResponseError[] = [], fields: number): boolean {
  const isGone = errors.every(({ extensions }) => extensions['code'] === 'UNAVAILABLE');
  return errors.length > 0 && isGone && errors.filter(isOfRootField).length >= fields;
}

export function isOfRootField({ path }: { readonly path?: readonly unknown[] | undefined }) {
  return path?.length === 1;
}

function errorOf(refusal: ApiError): ResponseError {
  const { locations, ...extensions } = refusal.extensions;
  return {
    message: refusal.message,
    ...(locations === undefined ? {} : { locations }),
    extensions: { code: refusal.code satisfies ErrorCode, ...extensions },
  };
}

/**
 * Public form of an error: an ApiError as it is; every other error is a bug and stays in the log.
 */
export function apiErrorOf(error: unknown, requestId: string, log: Logger): ApiError {
  const cause =
    error instanceof Error && 'originalError' in error ? error.originalError : undefined;
  const original = cause ?? error;
  if (original instanceof ApiError) return original;
  if (error instanceof GraphQLError && cause === undefined)
    return new ApiError('BAD_USER_INPUT', error.message);
  if (isStatementStopped(original)) return requestTimeout();
  if (original instanceof ReadTooMuch) return readTooMuch();
  if (original instanceof errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE) return noMediaType();
  if (original instanceof DiskFull) return diskFull();
  if (isDiskFull(original)) {
    log.error({ requestId, err: original }, 'disk full');
    return diskFull();
  }
  if (original instanceof FilesUnavailable) {
    log.error({ requestId, err: original }, 'storage of files gone');
    return filesGone();
  }
  if (original instanceof CommitUnknown) return outcomeUnknown();
  if (isDatabaseGone(original) || isEntryRefused(original)) {
    log.error({ requestId, err: original }, 'database gone');
    return databaseGone();
  }
  log.error({ requestId, err: original }, 'request failed');
  return new ApiError(
    'INTERNAL_ERROR',
    `Something went wrong on our side. Quote the request id ${requestId} when you report it.`,
  );
}

export function readTooMuch(): ApiError {
  return new ApiError(
    'QUERY_TOO_COMPLEX',
    `The request reads more than ${REQUEST_LIMITS.answerBytes / 1024 ** 2} MB. Ask for smaller pages or fewer fields.`,
    { maxBytes: REQUEST_LIMITS.answerBytes },
  );
}

/** The framework refuses such a header before any route sees it. */
function noMediaType(): ApiError {
  return new ApiError(
    'UNSUPPORTED_MEDIA_TYPE',
    'The header Content-Type names no media type: give the one of the body, such as application/json.',
  );
}

function databaseGone(): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    'The database of the service does not answer for the moment. Nothing was changed by this field. Try again, a mutation with the same idempotency key.',
    { retryAfterSeconds: OUTAGE_RETRY_SECONDS },
  );
}

function filesGone(): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    'The storage of files does not answer for the moment. Nothing was changed by this field. Try again, a mutation with the same idempotency key.',
    { retryAfterSeconds: OUTAGE_RETRY_SECONDS },
  );
}

function diskFull(): ApiError {
  return new ApiError(
    'UNAVAILABLE',
    'The disk of the service is almost full, so files or writes are refused for now; reads work. Nothing was changed. Try again later.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  );
}

/** `extensions` of an answer. Without a valid key nothing remains. */
export function responseExtensions(
  requestId: string,
  cost: number,
  rateLimit: Pick<RateLimit, 'remaining' | 'resetAt'> | undefined,
) {
  const { remaining, resetAt } = rateLimit ?? { remaining: 0, resetAt: new Date() };
  return { requestId, cost, rateLimit: { remaining, resetAt: resetAt.toISOString() } };
}
