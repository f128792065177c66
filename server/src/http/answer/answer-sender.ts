import type { ServerResponse } from 'node:http';
import { ApiError } from '../../rules/errors/api-error.ts';
import { compress, isWorthCompressing } from '../compression.ts';
import { type Exchange, extensionsOf, type Reply } from '../exchange.ts';
import { rateLimitHeaders } from '../identify.ts';
import { REQUEST_LIMITS } from '../limits/request-limits.ts';
import type { UnreadAnswers } from '../limits/unread-answers.ts';
import type { MediaType } from '../media-type.ts';
import { withoutPayloads } from '../respond.ts';
import { SECURITY_HEADERS } from '../security-headers.ts';
import { AnswerTooLarge, bytesInSlices, partsOfJson } from './answer-json.ts';
import { isShort, textsOf } from './json-text.ts';

/** Writes answers: small ones at once, those of heavy requests in slices, and compressed where that pays. */
export class AnswerSender {
  readonly #unread: UnreadAnswers;
  #isClosing = false;

  constructor(unread: UnreadAnswers) {
    this.#unread = unread;
  }

  /** From now on every answer asks its client to close the connection. */
  announceEnd(): void {
    this.#isClosing = true;
  }

  /** Returns a promise only if the answer is large or compressed. */
  send(response: ServerResponse, exchange: Exchange, reply: Reply): Promise<void> | undefined {
    const { errors, data, json } = reply;
    if (json !== undefined && json.length > REQUEST_LIMITS.answerBytes)
      throw new AnswerTooLarge(REQUEST_LIMITS.answerBytes);
    const isWritten = errors === undefined && isShort(reply.text);
    const written = json ?? (isWritten ? reply.text : undefined);
    const isLarge = exchange.heavyPlace !== undefined || reply.text !== undefined;
    if (written === undefined && isLarge) return this.#sendInSlices(response, exchange, reply);
    const extensions = extensionsOf(exchange);
    const answered =
      written === undefined ? JSON.stringify({ errors, data }).slice(1, -1) : `"data":${written}`;
    const text = `{${answered}${answered === '' ? '' : ','}"extensions":${extensions}}`;
    const charset = json === undefined ? 'utf8' : 'latin1';
    if (isWorthCompressing(text.length) && exchange.acceptEncoding !== undefined)
      return this.#sendBytes(response, exchange, reply, Buffer.from(text, charset));
    const length = Buffer.byteLength(text, charset);
    response.writeHead(reply.status, this.#headOf(exchange, reply, length));
    response.end(text, charset);
    this.#note(response, exchange, length);
    return undefined;
  }

  async #sendInSlices(response: ServerResponse, exchange: Exchange, reply: Reply): Promise<void> {
    const { answerBytes } = REQUEST_LIMITS;
    const parts = partsOf(reply, exchange);
    const bytes = await bytesInSlices(parts, answerBytes).catch((error: unknown) => {
      const isQuery = exchange.plan?.operation.operation === 'query';
      if (isQuery || !(error instanceof ApiError)) throw error;
      const left = { status: reply.status, ...withoutPayloads(reply, error) };
      return bytesInSlices(partsOf(left, exchange), answerBytes);
    });
    await this.#sendBytes(response, exchange, reply, bytes);
  }

  async #sendBytes(
    response: ServerResponse,
    exchange: Exchange,
    reply: Reply,
    plain: Buffer,
  ): Promise<void> {
    const compressed = isWorthCompressing(plain.length)
      ? await compress(plain, exchange.acceptEncoding)
      : undefined;
    if (compressed !== undefined) {
      response.setHeader('Content-Encoding', compressed.encoding);
      response.appendHeader('Vary', 'Accept-Encoding');
    }
    const body = compressed?.bytes ?? plain;
    response.writeHead(reply.status, this.#headOf(exchange, reply, body.length));
    response.end(body);
    this.#note(response, exchange, body.length);
  }

  /** Notes an answer that the connection has. */
  #note(response: ServerResponse, exchange: Exchange, bytes: number): void {
    exchange.responseBytes = bytes;
    exchange.heavyPlace?.sent(bytes);
    this.#unread.add(exchange.caller?.scope.organizationId ?? '', response);
  }

  /** Names and values in turn, which Node writes without making an object of them. */
  #headOf({ requestId, mediaType, rateLimit }: Exchange, { headers }: Reply, length: number) {
    const head = [...SECURITY, 'Content-Type', CONTENT_TYPES[mediaType]];
    head.push('Content-Length', String(length), 'X-Request-Id', requestId);
    if (rateLimit !== undefined) add(head, rateLimitHeaders(rateLimit));
    if (headers !== undefined) add(head, headers);
    if (this.#isClosing) head.push('Connection', 'close');
    return head;
  }
}

function add(head: string[], headers: Readonly<Record<string, string>>): void {
  for (const name in headers) head.push(name, headers[name] ?? '');
}

function* partsOf({ errors, data, text }: Reply, exchange: Exchange): Generator<string> {
  yield '{';
  if (errors !== undefined) {
    yield '"errors":';
    yield* partsOfJson(errors);
    yield ',';
  }
  if (data !== undefined || text !== undefined) {
    yield '"data":';
    yield* text === undefined ? partsOfJson(data) : textsOf(text);
    yield ',';
  }
  yield `"extensions":${extensionsOf(exchange)}}`;
}

const SECURITY = SECURITY_HEADERS.flat();
const CONTENT_TYPES: Readonly<Record<MediaType, string>> = {
  'application/json': 'application/json; charset=utf-8',
  'application/graphql-response+json': 'application/graphql-response+json; charset=utf-8',
};
