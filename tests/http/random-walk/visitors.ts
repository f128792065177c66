import { request } from 'undici';
import type { Json } from '../client.ts';
import { type Draw, oneOf } from './draw.ts';
import type { Fault } from './walk.ts';

const ACCEPTED = [
  '*/*',
  'text/html',
  'application/json',
  'application/ld+json',
  'application/linkset+json',
  'application/vc+jwt',
  'image/png',
];
const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'OPTIONS'] as const;
const LANGUAGES = ['en', 'de', 'ar', 'ja', 'x-none'];
/** Addresses in answers and pages: the host is that of the tests, or left out. */
const ADDRESS =
  /(?:https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?|(?<=(?:href|src)="))(\/[^"\s<>\\)]*)/g;
const MOST_KNOWN = 2_000;

/**
 * Strangers who open, at random, the addresses that answers and pages name, as browsers, scanners and programs do, while
 * what is behind them changes.
 */
export class Visitors {
  readonly #known = new Set<string>();
  readonly #statuses = new Map<number, number>();
  readonly faults: Fault[] = [];

  hearOf(answer: Json | string): void {
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    for (const [, path = ''] of text.replaceAll('&amp;', '&').matchAll(ADDRESS)) {
      this.#known.delete(path);
      this.#known.add(path);
      const [oldest = ''] = this.#known;
      if (this.#known.size > MOST_KNOWN) this.#known.delete(oldest);
    }
  }

  /** Number of answers by their status. */
  get statuses(): ReadonlyMap<number, number> {
    return this.#statuses;
  }

  /** Opens addresses of a service until it is over. */
  async walk(serviceUrl: string, draw: Draw, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const path = oneOf(draw, ['/', ...this.#known]);
      const method = oneOf(draw, METHODS);
      const headers = {
        accept: oneOf(draw, ACCEPTED),
        'accept-language': oneOf(draw, LANGUAGES),
        // Each visit is that of another stranger, who has a limit of requests of their own.
        'x-forwarded-for': `198.51.${Math.floor(draw() * 256)}.${Math.floor(draw() * 256)}`,
      };
      const { statusCode, body } = await request(serviceUrl + path, { method, headers });
      const text = await body.text();
      this.#statuses.set(statusCode, (this.#statuses.get(statusCode) ?? 0) + 1);
      if (statusCode >= 500)
        this.faults.push({
          mutation: `${method} ${path}`,
          args: headers,
          said: `${statusCode} ${text}`,
        });
      else this.hearOf(text);
    }
  }
}
