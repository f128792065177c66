import type { Audience } from '../../domains/passports/index.ts';
import type { Environment } from '../../platform/scope.ts';

/** A request to a public path. */
export type PublicRequest = {
  readonly method: string;
  readonly environment: Environment;
  /** The organization whose own host was addressed; undefined at the address of the service. */
  readonly organizationId: string | undefined;
  /** Address of the host and environment that was asked, without a slash at the end. */
  readonly root: string;
  /** Percent-encoded, without `/sandbox`. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly accept: string | undefined;
  readonly acceptLanguage: string | undefined;
  readonly authorization: string | undefined;
  /** Reads the body of a POST. */
  readonly body: () => Promise<Buffer>;
  /** Counts work before it is done, in indexed reads; throws if the address has no more of it in this minute. */
  readonly spend: (work: number) => void;
};

/** Work of parts of answers in addition to the indexed read of their request, measured by its CPU time (about 1 ms). */
export const WORK = { page: 4, code: 15, statusList: 5, verification: 8 } as const;

/** The token of a grant that the request brings, in its header or by the form of the page; undefined without one. */
export async function tokenOf({
  method,
  authorization,
  body,
}: PublicRequest): Promise<string | undefined> {
  if (method !== 'POST') return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return new URLSearchParams((await body()).toString('utf8')).get('token')?.trim() ?? undefined;
}

/** Tells the holder of a token that opens nothing here; the answer is the one without a token. */
export function refusedToken(
  { authorization }: PublicRequest,
  audience: Audience,
): Readonly<Record<string, string>> {
  const isRefused = authorization !== undefined && audience === 'PUBLIC';
  return isRefused ? { 'WWW-Authenticate': REFUSED_TOKEN } : {};
}

const REFUSED_TOKEN =
  'Bearer error="invalid_token", error_description="The token is unknown, expired, revoked or of other passports: this is what everybody sees."';

/** An answer before it is encoded. */
export type PublicAnswer = {
  readonly status: number;
  readonly type: string;
  readonly body: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  /** Names of the rows that it was made from. It is kept until one of them changes; without tags not at all. */
  readonly tags?: readonly string[];
};

export const HTML = 'text/html';
export const JSON_TYPE = 'application/json';

/** A JSON document. */
export function jsonAnswer(
  status: number,
  value: unknown,
  rest: Partial<Pick<PublicAnswer, 'type' | 'headers' | 'tags'>> = {},
): PublicAnswer {
  return { status, type: JSON_TYPE, body: JSON.stringify(value), ...rest };
}

/** Words of EN 18222 for the outcomes of requests. */
const STATUS_WORDS: Readonly<Record<number, string>> = {
  202: 'SuccessAccepted',
  400: 'ClientErrorBadRequest',
  401: 'ClientNotAuthorized',
  403: 'ClientForbidden',
  404: 'ClientErrorResourceNotFound',
  405: 'ClientMethodNotAllowed',
  406: 'ClientErrorBadRequest',
  409: 'ClientResourceConflict',
  410: 'ClientErrorResourceNotFound',
  413: 'ClientErrorBadRequest',
  415: 'ClientErrorBadRequest',
  429: 'ClientForbidden',
  500: 'ServerInternalError',
  501: 'ServerNotImplemented',
};

/** The result object of EN 18222 for a request that was refused or is not done yet. */
export function resultOf(status: number, texts: readonly string[]) {
  return {
    statusCode: STATUS_WORDS[status] ?? 'ServerInternalError',
    message: texts.map((text) => ({
      messageType: status < 400 ? 'Info' : 'Error',
      text,
      code: String(status),
    })),
  };
}

/** A refusal as a machine reads it. */
export function refusal(
  status: number,
  text: string,
  rest: Partial<Pick<PublicAnswer, 'headers' | 'tags'>> = {},
): PublicAnswer {
  return jsonAnswer(status, resultOf(status, [text]), rest);
}

export function redirect(
  status: 300 | 307,
  location: string | undefined,
  headers: Readonly<Record<string, string>>,
  tags: readonly string[] | undefined,
  body = '',
): PublicAnswer {
  return {
    status,
    type: 'text/plain',
    body,
    headers: { ...headers, ...(location === undefined ? {} : { Location: inAscii(location) }) },
    ...(tags === undefined ? {} : { tags }),
  };
}

/** The address of a document has the letters that its owner wrote; a header is ASCII. */
function inAscii(address: string): string {
  return /^[\x21-\x7e]*$/.test(address) ? address : new URL(address).href;
}
