/** One problem of the input, as in `extensions.problems` of the API. */
export type Problem = {
  /** Path from the arguments of the field, such as `["input", "components", 2, "massKg"]`. */
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
};

type Details = {
  readonly code: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly problems?: readonly Problem[] | undefined;
  readonly extensions?: Readonly<Record<string, unknown>> | undefined;
  readonly data?: unknown;
  readonly cause?: unknown;
};

/**
 * The one error of the client. `code` is a code of the API (`docs/errors.md`), `NETWORK_ERROR` if no
 * answer arrived, or `INVALID_RESPONSE` if the answer is not one of the API.
 */
export class TrackwayError extends Error {
  override readonly name = 'TrackwayError';
  readonly code: string;
  /** HTTP status; undefined if no answer arrived. */
  readonly status: number | undefined;
  /** Quote it to the operator: the log of the service has the details under this id. */
  readonly requestId: string | undefined;
  /** Problems of the input; empty for other errors. */
  readonly problems: readonly Problem[];
  /** All extensions of the error, such as `requiredTier` or `currentVersion`. */
  readonly extensions: Readonly<Record<string, unknown>>;
  /** The part of the data that could be answered; null if nothing could be answered. */
  readonly data: unknown;

  constructor(message: string, details: Details) {
    super(message, { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.problems = details.problems ?? [];
    this.extensions = details.extensions ?? {};
    this.data = details.data ?? null;
  }
}
