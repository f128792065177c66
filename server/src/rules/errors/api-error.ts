import type { ErrorCode } from './error-codes.ts';
import type { ProblemCode } from './problem-codes.ts';

/** One thing wrong with the arguments; `path` runs from the field's arguments down, or from what is stored (`inStored`). */
export type Problem = {
  readonly path: readonly (string | number)[];
  readonly code: ProblemCode;
  readonly message: string;
  readonly suggestions?: readonly string[];
};

const MAX_MESSAGE = 2_000;
/**
 * Problems that a refusal lists. The largest bill has fewer where each of its parts is wrong in a few ways; but tens of
 * thousands of legs may be wrong, in each of 50 mutations of a request.
 */
export const MAX_PROBLEMS = 1_000;
/** Those of a row of a file, an event of a document or a product of a catalogue, of which a request or a job has many. */
export const MAX_PROBLEMS_OF_ITEM = 20;

/** Messages repeat the sent value: a long one is cut. */
function truncated(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)} …` : message;
}

/** A mistake of the caller. Every other thrown error is a bug and is masked. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly extensions: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    extensions: Readonly<Record<string, unknown>> = {},
  ) {
    const { stackTraceLimit } = Error;
    // An answer may have thousands of refusals. Nobody reads where one was thrown.
    Error.stackTraceLimit = 0;
    super(truncated(message));
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.extensions = extensions;
  }

  /** The problems that it lists; empty if it lists none. */
  get problems(): readonly Problem[] {
    const { problems } = this.extensions;
    return Array.isArray(problems) ? problems : [];
  }
}

/** Several mistakes of one request, each an entry of `errors`. */
export class ApiErrors extends ApiError {
  readonly errors: readonly ApiError[];

  constructor(first: ApiError, others: readonly ApiError[]) {
    super(first.code, first.message, first.extensions);
    this.errors = [first, ...others];
  }
}

export function requestTimeout(): ApiError {
  return new ApiError(
    'TIMEOUT',
    'The request took longer than 15 seconds and was stopped; ask for less at a time.',
  );
}

/** The answer of a mutation whose COMMIT was sent and not answered. */
export function outcomeUnknown(): ApiError {
  return new ApiError(
    'OUTCOME_UNKNOWN',
    'The database did not say in time whether the change was committed. Send the same request again with the same idempotency key: it is carried out once. Without a key, look whether the change is there.',
  );
}

/** `BAD_USER_INPUT` with its first problems. Its message is that of the first one, with its place, and counts the others. */
export function badInput(problems: readonly Problem[]): ApiError {
  const [first, ...others] = problems;
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
  const message = first === undefined ? 'The input is not valid.' : withPlace(first);
  return new ApiError('BAD_USER_INPUT', `${message}${more}`, {
    problems: listed(problems),
  });
}

/** The problems that a refusal lists. */
export function listed(problems: readonly Problem[]): Problem[] {
  const first = problems.slice(0, MAX_PROBLEMS);
  return first.map((problem) => ({ ...problem, message: truncated(problem.message) }));
}

/** "`components.0.massKg`: Must be greater than 0. It was -1." */
function withPlace({ path, message }: Problem): string {
  const place = path[0] === 'input' ? path.slice(1) : path;
  return place.length === 0 ? message : `\`${place.join('.')}\`: ${message}`;
}

export function notFound(what: string): ApiError {
  return new ApiError('NOT_FOUND', `${what} was not found in this organization and environment.`);
}

/** Returns the value, or throws NOT_FOUND if it is undefined. */
export function orNotFound<Value>(what: string, found: Value | undefined): Value {
  if (found === undefined) throw notFound(what);
  return found;
}
