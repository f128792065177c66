import type { IncomingMessage } from 'node:http';

/**
 * Cuts off requests whose body takes too long to come. Node's own limit is for all paths alike, but
 * an upload may take hours. It looks three times per limit, so that a body has at most a third more.
 */
export class BodyTimeouts {
  readonly #pending = new Map<IncomingMessage, number>();
  readonly #clock: NodeJS.Timeout;

  constructor(limitMs: number) {
    this.#clock = setInterval(() => this.#cutOff(limitMs), limitMs / 3).unref();
  }

  /** Result of reading the body, if it arrives in time. */
  watch<Body>(request: IncomingMessage, body: Promise<Body>): Promise<Body> {
    this.#pending.set(request, performance.now());
    const end = () => this.#pending.delete(request);
    body.then(end, end);
    return body;
  }

  /** An unread body is discarded as it arrives; it must end in time too. */
  leave(request: IncomingMessage): void {
    if (request.complete || request.destroyed) return;
    this.#pending.set(request, performance.now());
    request.once('close', () => this.#pending.delete(request));
  }

  close(): void {
    clearInterval(this.#clock);
  }

  #cutOff(limitMs: number): void {
    const latest = performance.now() - limitMs;
    for (const [request, since] of this.#pending) if (since < latest) request.destroy();
  }
}
