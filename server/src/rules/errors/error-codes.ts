/**
 * Every error code of the API: the HTTP status of a response refused with it before execution
 * (inside execution everything is 200 with the field null), what it means, and the next step of a
 * client. The table in docs/errors.md is made from this one.
 */
export const ERROR_CODES = {
  UNAUTHENTICATED: {
    status: 401,
    meaning: 'No API key was given in the header X-API-Key.',
    next: 'Send the key in `X-API-Key`; `Authorization` is not read.',
  },
  INVALID_API_KEY: {
    status: 401,
    meaning:
      'The API key is unknown, malformed, expired, revoked, or belongs to the other environment (`reason`: `EXPIRED`, `REVOKED`, `WRONG_ENVIRONMENT`).',
    next: 'Take another key, or the endpoint that the message names.',
  },
  FORBIDDEN: {
    status: 200,
    meaning:
      'The tier (`requiredTier`) or the permissions (`requiredPermission`) of the key are too low.',
    next: 'Ask for a key with `requiredPermission`, or for the tier `requiredTier`, or leave the field at `path` out. A mutation that is null changed nothing.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning:
      'The requests of this minute are used up (`retryAfterSeconds`); the message says whether those of the caller or of all keys together.',
    next: 'Wait as long as `Retry-After` says, and send the same request again.',
  },
  QUERY_TOO_COMPLEX: {
    status: 200,
    meaning:
      'The document costs more (`cost`) than the tier allows (`maxCost`), or has too many aliases, directives, fragments (`aliases`, `maxAliases` and so on), tokens (`maxTokens`) or bytes in its variables (`inputBytes`, `maxInputBytes`). A query whose answer, or whose rows, have more than 8 MB (`maxBytes`), or whose lists without pages have more than 30,000 objects (`maxObjects`), is refused as a whole while it runs. Mutations whose payloads have more are carried out: their payloads are null, and this error has no `path`.',
    next: 'Ask for smaller pages, fewer nested lists or fewer fields, or send several requests. After a payload that is null, read the objects anew.',
  },
  QUERY_TOO_DEEP: {
    status: 200,
    meaning: 'The document nests deeper (`depth`) than allowed (`maxDepth`).',
    next: 'Read the inner objects in a request of their own, such as by `nodes(ids:)`.',
  },
  GRAPHQL_PARSE_FAILED: {
    status: 200,
    meaning: 'The document is not GraphQL.',
    next: 'Correct the document at `locations`.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    status: 200,
    meaning: 'The document does not fit the schema.',
    next: 'Correct the document at `locations`; the schema is at `/docs`.',
  },
  BAD_REQUEST: {
    status: 400,
    meaning: 'The request body is not a GraphQL request in JSON, or a file is empty or broke off.',
    next: 'Correct the body, or send the whole file.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    meaning: 'The request body is larger than 1 MB, or a file than `maxBytes`.',
    next: 'Send less at a time, or use [bulk import](guides/bulk.md).',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The request body must be application/json in UTF-8, uncompressed.',
    next: 'Send `Content-Type: application/json`, or for a file a type that the message names.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The endpoint takes POST only.',
    next: 'Use POST, or a method of the header `Allow`.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    meaning:
      'The answer is application/json or application/graphql-response+json; the header Accept excludes both.',
    next: 'Leave `Accept` out, or send `application/json`.',
  },
  BAD_USER_INPUT: {
    status: 200,
    meaning: 'Arguments or variables are wrong; `problems` lists them with their paths.',
    next: 'Correct the value at each `path`, or show the messages to the person who gave them.',
  },
  NOT_FOUND: {
    status: 200,
    meaning: 'No such object in this organization and environment.',
    next: 'Check the id, and whether the key is of the right environment.',
  },
  CONFLICT: {
    status: 200,
    meaning:
      'The object is not in the state or version that the request assumes (`state`, `allowed`, `currentVersion`), other objects refer to it (`usedBy`), a unique value is taken, or a number or size is at its limit (`activeKeys`, `maxOpenJobs`, `maxStoredBytes`, `maxEpcisEvents`, `maxOwnFactors`, `maxVersions`, `maxBytes`).',
    next: 'Read the object again and decide anew; take another unique value; wait until jobs have ended and files are deleted; or delete records that are no longer needed (`storage`).',
  },
  IDEMPOTENCY_KEY_REUSED: {
    status: 200,
    meaning: 'The idempotency key was used in the last 24 hours with other arguments.',
    next: 'Use a new key for a new request. A retry sends the same arguments.',
  },
  MISSING_FACTOR: {
    status: 200,
    meaning:
      'A calculation has no emission factor for an activity; `problems` names each, with suggestions.',
    next: "Take a suggestion, or give a `factorId` or a supplier's footprint.",
  },
  NON_PRODUCTIVE_CYCLE: {
    status: 200,
    meaning: 'A loop of products or facilities consumes at least its own output; `loop` names it.',
    next: 'Correct the amounts or losses in the loop.',
  },
  UNAVAILABLE: {
    status: 503,
    meaning:
      'The service cannot do this for the moment: its database or its storage of files does not answer, its mail server takes no mail, or its disk is almost full (new files are refused first, then all mutations). Nothing was changed (`retryAfterSeconds`).',
    next: 'Wait as long as `Retry-After` says, and send the same request again.',
  },
  OUTCOME_UNKNOWN: {
    status: 200,
    meaning:
      'A change was being committed when the time was over or the database was lost: it took place, or did not.',
    next: 'Send the same request again with the same idempotency key.',
  },
  TIMEOUT: {
    status: 200,
    meaning:
      'The request took longer than 15 seconds and was stopped. A mutation under way changes nothing; one of the same request that had ended stays done.',
    next: 'Ask for less, or send it again later with the same idempotency key.',
  },
  INTERNAL_ERROR: {
    status: 500,
    meaning: 'A fault of the service.',
    next: 'Try again once with the same idempotency key, and report the request id.',
  },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export function isErrorCode(text: unknown): text is ErrorCode {
  return typeof text === 'string' && Object.hasOwn(ERROR_CODES, text);
}
