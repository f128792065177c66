import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { WINDOW_SECONDS } from '../../domains/limits/index.ts';
import { type Db, isOutage, isStatementStopped } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log.ts';
import type { Services } from '../../rules/context.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import type { PublicUrls } from '../../rules/public-urls.ts';
import { acceptedEncoding, type Encoding } from '../compression.ts';
import { entityTagOf, isNamed } from '../entity-tag.ts';
import { OverBudget } from '../limits/address-budget.ts';
import type { Bounds } from '../limits/bounds.ts';
import { Deadlines } from '../limits/deadlines.ts';
import { REQUEST_LIMITS } from '../limits/request-limits.ts';
import { OUTAGE_RETRY_SECONDS } from '../respond.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import type { AnswerCache, CachedAnswer, MadeAnswer } from './answer-cache.ts';
import { type PublicAnswer, type PublicRequest, refusal } from './answers.ts';
import { failedAnswer } from './page-answer.ts';
import { queryAt, routeOf } from './routes.ts';

export type PublicDependencies = {
  readonly db: Db;
  readonly services: Services;
  readonly publicCache: AnswerCache;
  readonly log: Logger;
  readonly bounds: Bounds;
};

/** Bytes of an answer that are made and compressed in the time of one indexed read. */
const BYTES_OF_WORK = 8_192;
const MOST_BODY_BYTES = 1024 * 1024;
const MIN_COMPRESSED_BYTES = 1_024;
const METHODS = 'GET, HEAD, OPTIONS';
const NO_QUERY = new URLSearchParams();

const PATH =
  /^(?:\/sandbox)?\/(?:(?:01|414|417|facilities|operators|dpp|v1|status|dids)\/|(?:verify|\.well-known\/(?:gs1resolver|did\.json))\/?(?:$|\?))/;

const COMMON_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'Link, Location, ETag',
  Vary: 'Accept, Accept-Language, Accept-Encoding',
  'Cache-Control': 'public, max-age=0, must-revalidate',
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/**
 * The public paths, which need no key: resolver of GS1 Digital Links, passports, DID documents, status lists.
 * It uses Node's HTTP server directly, and answers most requests from its cache without a promise.
 */
export class PublicEndpoint {
  readonly #dependencies: PublicDependencies;
  readonly #cache: AnswerCache;
  readonly #deadlines = new Deadlines(REQUEST_LIMITS.requestMs);
  #isClosing = false;

  constructor(dependencies: PublicDependencies) {
    this.#dependencies = dependencies;
    this.#cache = dependencies.publicCache;
  }

  isAt(url: string): boolean {
    return PATH.test(url);
  }

  /** Always answers, and never fails. */
  answer(request: IncomingMessage, response: ServerResponse): void {
    const { method = 'GET', headers } = request;
    if (this.#isClosing) response.setHeader('Connection', 'close');
    if (method === 'GET' || method === 'HEAD') {
      const isCacheable = headers.authorization === undefined;
      const key = keyOf(request, placeOf(request, this.#dependencies.services.publicUrls));
      const known = isCacheable ? this.#cache.get(key) : undefined;
      if (known !== undefined) {
        write(request, response, known);
        return;
      }
      const make = () => this.#make(request, response);
      this.#inTime(isCacheable ? this.#cache.make(key, make) : make())
        .then((answer) => this.#write(request, response, answer))
        .catch((error) => {
          const isGone = isOutage(error) || isLate(error);
          const last = isGone && isCacheable ? this.#cache.lastKnown(key) : undefined;
          if (last === undefined) this.#fail(request, response, error);
          else write(request, response, last);
        });
      return;
    }
    this.#inTime(this.#make(request, response))
      .then((answer) => this.#write(request, response, answer))
      .catch((error) => this.#fail(request, response, error));
  }

  /** From now on every answer asks its client to close the connection. */
  announceEnd(): void {
    this.#isClosing = true;
  }

  close(): void {
    this.#deadlines.close();
  }

  async #inTime<Answer extends CachedAnswer>(making: Promise<Answer>): Promise<Answer> {
    return this.#deadlines.keep(making);
  }

  /** An answer that was made for this request; those of the cache take no memory of their own. */
  #write(request: IncomingMessage, response: ServerResponse, answer: CachedAnswer): void {
    const { budget, unread } = this.#dependencies.bounds;
    write(request, response, answer);
    unread.add(budget.addressOf(request), response);
  }

  async #make(request: IncomingMessage, response: ServerResponse): Promise<MadeAnswer> {
    const encoding = acceptedEncoding(request.headers['accept-encoding']);
    const answer = await this.#answerTo(request, response);
    const isForAll = request.method !== 'POST' && request.headers.authorization === undefined;
    if (isForAll) return encoded(answer, encoding);
    // A holder of a grant sees more than others: no shared cache may keep it.
    const headers = { ...answer.headers, 'Cache-Control': 'private, no-store' };
    return encoded({ ...answer, headers }, encoding);
  }

  async #answerTo(request: IncomingMessage, response: ServerResponse): Promise<PublicAnswer> {
    const { method = 'GET' } = request;
    if (method === 'OPTIONS') return PREFLIGHT;
    const asked = this.#publicRequest(request, response);
    asked.spend(1);
    const answer = await routeOf(this.#dependencies, asked);
    asked.spend(Math.floor(Buffer.byteLength(answer.body) / BYTES_OF_WORK));
    return answer;
  }

  #publicRequest(request: IncomingMessage, response: ServerResponse): PublicRequest {
    const { publicUrls } = this.#dependencies.services;
    const { budget, strangersBodies } = this.#dependencies.bounds;
    const spend = (work: number) => budget.spend(request, work);
    const { headers, method = 'GET' } = request;
    const place = placeOf(request, publicUrls);
    const { environment, organizationId } = place;
    const root =
      organizationId === undefined
        ? `${publicUrls.ofService}${environment === 'SANDBOX' ? '/sandbox' : ''}`
        : publicUrls.of({ organizationId, environment });
    return {
      ...place,
      method: method === 'HEAD' ? 'GET' : method,
      root,
      accept: headers.accept,
      acceptLanguage: headers['accept-language'],
      authorization: headers.authorization,
      body: () => {
        const bytes = Number(headers['content-length'] ?? MOST_BODY_BYTES);
        spend(Math.floor(Math.min(bytes, MOST_BODY_BYTES) / BYTES_OF_WORK));
        const sent = { tenant: budget.addressOf(request), mostBytes: MOST_BODY_BYTES };
        return strangersBodies.read(request, response, sent);
      },
      spend,
    };
  }

  #fail(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const isGone = isOutage(error) || isLate(error);
    if (!isGone && !(error instanceof ApiError)) this.#dependencies.log.error(error, 'public path');
    const asked = this.#publicRequest(request, response);
    write(request, response, plain(answerOfFailure(asked, error)));
  }
}

function answerOfFailure(asked: PublicRequest, error: unknown): PublicAnswer {
  const retryAfter = (seconds: number) => ({ 'Retry-After': String(seconds) });
  if (isOutage(error) || isLate(error)) {
    const problem = isLate(error) ? 'No answer came in time.' : 'The database does not answer.';
    return failedAnswer(asked, 503, problem, retryAfter(OUTAGE_RETRY_SECONDS));
  }
  if (error instanceof OverBudget)
    return failedAnswer(asked, 429, error.message, retryAfter(WINDOW_SECONDS));
  return error instanceof ApiError
    ? refusal(error.code === 'PAYLOAD_TOO_LARGE' ? 413 : 400, error.message)
    : failedAnswer(asked, 500, 'An internal error occurred.');
}

function isLate(error: unknown): boolean {
  return isStatementStopped(error) || (error instanceof ApiError && error.code === 'TIMEOUT');
}

const PREFLIGHT: PublicAnswer = {
  status: 204,
  type: 'text/plain',
  body: '',
  headers: {
    Allow: METHODS,
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers':
      'Accept, Accept-Language, Authorization, Content-Type, If-None-Match',
    'Access-Control-Max-Age': '86400',
  },
};

type Place = Pick<PublicRequest, 'organizationId' | 'environment' | 'path' | 'query'>;

function placeOf({ headers, url = '/' }: IncomingMessage, urls: PublicUrls): Place {
  const isSandbox = url.startsWith('/sandbox/');
  const own = isSandbox ? url.slice('/sandbox'.length) : url;
  const queryFrom = own.indexOf('?');
  const path = queryFrom === -1 ? own : own.slice(0, queryFrom);
  return {
    organizationId: urls.organizationOf(headers.host),
    environment: isSandbox ? 'SANDBOX' : 'LIVE',
    path,
    query: queryFrom === -1 ? NO_QUERY : queryAt(path, own.slice(queryFrom + 1)),
  };
}

/** The parts of a request that can change the answer, and nothing else: an address could fill the cache with one answer. */
function keyOf(
  { headers }: IncomingMessage,
  { organizationId = '', environment, path, query }: Place,
): string {
  const asked = query.size === 0 ? path : `${path}?${query.toString()}`;
  const { accept, 'accept-language': languages, 'accept-encoding': encodings } = headers;
  return `${organizationId}\n${environment}\n${asked}\n${accept}\n${languages}\n${encodings}`;
}

function write(request: IncomingMessage, response: ServerResponse, answer: CachedAnswer): void {
  if (response.destroyed) return;
  const { status, headers, body, etag } = answer;
  if (status === 200 && isNamed(etag, request.headers['if-none-match'])) {
    response.writeHead(304, [...headers]);
    response.end();
    return;
  }
  response.writeHead(status, [...headers, 'Content-Length', String(body.length)]);
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function encoded(answer: PublicAnswer, encoding: Encoding | undefined): Promise<MadeAnswer> {
  const bytes = Buffer.from(answer.body);
  const isText = /^(text|application)\/|\+xml$/.test(answer.type);
  if (encoding === undefined || !isText || bytes.length < MIN_COMPRESSED_BYTES)
    return plain(answer);
  const body = encoding === 'br' ? await compressBrotli(bytes, BROTLI) : await compressGzip(bytes);
  return made(answer, body, ['Content-Encoding', encoding]);
}

function plain(answer: PublicAnswer): MadeAnswer {
  return made(answer, Buffer.from(answer.body), []);
}

function made(answer: PublicAnswer, body: Buffer, encoding: readonly string[]): MadeAnswer {
  const etag = entityTagOf(answer.type, body);
  const isText = /^text\//.test(answer.type);
  const headers = {
    ...Object.fromEntries(SECURITY_HEADERS),
    ...COMMON_HEADERS,
    'Content-Type': isText ? `${answer.type}; charset=utf-8` : answer.type,
    ...(answer.status === 200 ? { ETag: etag } : {}),
    ...answer.headers,
  };
  const list = [...Object.entries(headers).flat(), ...encoding];
  return { status: answer.status, headers: list, body, etag, tags: answer.tags };
}
