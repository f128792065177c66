import type { IncomingMessage } from 'node:http';
import { InFlight } from '../../platform/concurrency/in-flight.ts';

type Pending = { readonly request: IncomingMessage; readonly sinceMs: number };

/**
 * Cuts off requests whose body takes too long to come. Node's own limit is for all paths alike, but
 * an upload may take hours. It looks three times per limit, so that a body has at most a third more.
 */
export class BodyTimeouts {
  readonly #pending = new InFlight<Pending>();
  readonly #clock: NodeJS.Timeout;

  constructor(limitMs: number) {
    this.#clock = setInterval(() => this.#cutOff(limitMs), limitMs / 3).unref();
  }

  /** Result of reading the body, if it arrives in time. */
  watch<Body>(request: IncomingMessage, body: Promise<Body>): Promise<Body> {
    const end = this.#pending.enter({ request, sinceMs: performance.now() });
    body.then(end, end);
    return body;
  }

  close(): void {
    clearInterval(this.#clock);
  }

  #cutOff(limitMs: number): void {
    const latestMs = performance.now() - limitMs;
    for (const { request, sinceMs } of this.#pending) if (sinceMs < latestMs) request.destroy();
  }
}
