import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '../../rules/errors/api-error.ts';
import { readBody } from '../receive.ts';
import { BodyTimeouts } from './body-timeouts.ts';
import { FairPlaces, type MostRunning, type Place } from './fair-places.ts';
import { REQUEST_LIMITS } from './request-limits.ts';

/** Requests with a larger body wait for a place. */
const SMALL_BODY_BYTES = 16 * 1024;

/** Sender of a body, and its limit. */
type Sent = { readonly tenant: string; readonly mostBytes: number };

/**
 * Reads bodies within bounds of time and memory: the values of a body take up to twenty times its bytes until the request is
 * answered, so large ones take turns.
 */
export class RequestBodies {
  /** In bytes. */
  readonly #places: FairPlaces;
  readonly #timeouts = new BodyTimeouts(REQUEST_LIMITS.requestMs);

  constructor(most: MostRunning) {
    this.#places = new FairPlaces(most);
  }

  /** The body. A large one has its place until the response closes. */
  async read(
    request: IncomingMessage,
    response: ServerResponse,
    { tenant, mostBytes }: Sent,
  ): Promise<Buffer> {
    const place = await this.enter(request, response, { tenant, mostBytes });
    return this.receive(request, mostBytes, place);
  }

  /** A place; undefined if the body is small. One of unknown size counts as the largest. */
  enter(
    { headers }: IncomingMessage,
    response: ServerResponse,
    { tenant, mostBytes }: Sent,
  ): Promise<Place> | undefined {
    const bytes = Number(headers['content-length'] ?? mostBytes);
    if (bytes <= SMALL_BODY_BYTES || bytes > mostBytes) return undefined;
    return this.#places.enter(tenant, bytes, response);
  }

  /** The body of a request that has its place. */
  receive(request: IncomingMessage, mostBytes: number, place: Place | undefined): Promise<Buffer> {
    if (place === undefined) return this.#timeouts.watch(request, readBody(request, mostBytes));
    const slow = new AbortController();
    const body = this.#timeouts.watch(request, readBody(request, mostBytes, slow.signal));
    place.receive(body, () => slow.abort(tooSlow()));
    return body;
  }

  close(): void {
    this.#timeouts.close();
  }
}

function tooSlow(): ApiError {
  return new ApiError(
    'TIMEOUT',
    'The request body arrived so slowly that others waited for it; send it again.',
  );
}
