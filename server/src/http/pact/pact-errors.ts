import type { ApiError } from '../../rules/errors/api-error.ts';
import { ERROR_CODES, type ErrorCode } from '../../rules/errors/error-codes.ts';

/** A refusal in the words of PACT: `{code, message}` (Technical Specifications 3.0, Error). */
export class PactError extends Error {
  readonly status: number;
  readonly code: PactCode;

  constructor(status: number, code: PactCode, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

type PactCode =
  | 'BadRequest'
  | 'AccessDenied'
  | 'TokenExpired'
  | 'NotFound'
  | 'InternalError'
  | 'NotImplemented';

/** Refusals whose status GraphQL answers as 200. */
const STATUSES: Readonly<Partial<Record<ErrorCode, number>>> = {
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  BAD_USER_INPUT: 400,
  CONFLICT: 409,
  TIMEOUT: 503,
};

export function pactErrorOf(error: ApiError): PactError {
  const status = STATUSES[error.code] ?? ERROR_CODES[error.code].status;
  return new PactError(status, codeOf(error, status), error.message);
}

function codeOf({ extensions }: ApiError, status: number): PactCode {
  const isExpired = status === 401 && extensions['reason'] === 'EXPIRED';
  return isExpired ? 'TokenExpired' : codeOfStatus(status);
}

const PACT_PATH = /^(?:\/sandbox)?\/3(?:[/?]|$)/;

/** True if an address is one of PACT, or would be: its clients read every refusal as `{code, message}`. */
export function isPactAddress(url: string): boolean {
  return PACT_PATH.test(url);
}

/** A refusal that has no error of this service. */
export function pactRefusal(status: number, message: string) {
  return { code: codeOfStatus(status), message };
}

function codeOfStatus(status: number): PactCode {
  if (status === 401 || status === 403) return 'AccessDenied';
  if (status === 404) return 'NotFound';
  if (status === 501) return 'NotImplemented';
  return status >= 500 ? 'InternalError' : 'BadRequest';
}
