/**
 * Every error code of the API: the HTTP status of a response refused with it before execution
 * (inside execution everything is 200 with the field null), and what it means. The table in
 * docs/errors.md is made from this one.
 */
export const ERROR_CODES = {
  UNAUTHENTICATED: { status: 401, meaning: 'No API key was given in the header X-API-Key.' },
  INVALID_API_KEY: {
    status: 401,
    meaning:
      'The API key is unknown, malformed, expired, revoked, or belongs to the other environment (`reason`: `EXPIRED`, `REVOKED`, `WRONG_ENVIRONMENT`).',
  },
  FORBIDDEN: {
    status: 200,
    meaning:
      'The tier (`requiredTier`) or the permissions (`requiredPermission`) of the key are too low.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'The requests of this minute are used up; try again after `retryAfterSeconds`.',
  },
  QUERY_TOO_COMPLEX: {
    status: 200,
    meaning:
      'The document costs more (`cost`) than the tier allows (`maxCost`), or has too many aliases, directives, fragments (`aliases`, `maxAliases` and so on) or tokens (`maxTokens`). A query whose answer, or whose rows, have more than 8 MB (`maxBytes`), or whose lists without pages have more than 30,000 objects (`maxObjects`), is refused as a whole while it runs. Mutations whose payloads have more are carried out: their payloads are null, and this error has no `path`.',
  },
  QUERY_TOO_DEEP: {
    status: 200,
    meaning: 'The document nests deeper (`depth`) than allowed (`maxDepth`).',
  },
  GRAPHQL_PARSE_FAILED: { status: 200, meaning: 'The document is not GraphQL.' },
  GRAPHQL_VALIDATION_FAILED: { status: 200, meaning: 'The document does not fit the schema.' },
  BAD_REQUEST: { status: 400, meaning: 'The request body is not a GraphQL request in JSON.' },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The request body is larger than 1 MB, or a file than `maxBytes`.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The request body must be application/json in UTF-8, uncompressed.',
  },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The endpoint takes POST only.' },
  NOT_ACCEPTABLE: {
    status: 406,
    meaning:
      'The answer is application/json or application/graphql-response+json; the header Accept excludes both.',
  },
  BAD_USER_INPUT: {
    status: 200,
    meaning: 'Arguments or variables are wrong; `problems` lists every one with its path.',
  },
  NOT_FOUND: { status: 200, meaning: 'No such object in this organization and environment.' },
  CONFLICT: {
    status: 200,
    meaning:
      'The object is not in the state or version that the request assumes (`state`, `allowed`, `currentVersion`), a unique value is taken, or a number or size that the tier limits is reached (`activeKeys`, `maxOpenJobs`, `maxStoredBytes`, `maxEpcisEvents`).',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 200,
    meaning: 'The idempotency key was used in the last 24 hours with other arguments.',
  },
  MISSING_FACTOR: {
    status: 200,
    meaning:
      'A calculation has no emission factor for an activity; `problems` names each, with suggestions.',
  },
  NON_PRODUCTIVE_CYCLE: {
    status: 200,
    meaning: 'A loop of products or facilities consumes at least its own output; `loop` names it.',
  },
  UNAVAILABLE: {
    status: 503,
    meaning:
      'The service cannot do this for the moment: its database or its storage of files does not answer, its mail server takes no mail, or its disk is almost full (new files are refused first, then all mutations). Nothing was changed; try again after `retryAfterSeconds`, mutations with the same idempotency key.',
  },
  OUTCOME_UNKNOWN: {
    status: 200,
    meaning:
      'A change was being committed when the time was over or the database was lost: it took place, or did not. Send the same request again with the same idempotency key, then it is carried out once.',
  },
  TIMEOUT: {
    status: 200,
    meaning:
      'The request took longer than 15 seconds and was stopped. A mutation under way changes nothing; one of the same request that had ended stays done.',
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'A fault of the service; quote the request id when you report it.',
  },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(ERROR_CODES, text);
}
