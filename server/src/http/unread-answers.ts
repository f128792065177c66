import type { ServerResponse } from 'node:http';

/** Smaller answers are not counted. */
export const SMALL_ANSWER_BYTES = 1024 ** 2;
const MOST_UNREAD_BYTES = 32 * 1024 ** 2;
/** A client that has not read a large answer by then is cut off. */
const UNREAD_MS = 60_000;

type Unread = {
  readonly tenant: string;
  readonly bytes: number;
  readonly response: ServerResponse;
};

/**
 * Bounds the memory of answers that clients do not read, whatever their requests cost. When they have too much together,
 * the oldest answer of the tenant that has most is cut off.
 */
export class UnreadAnswers {
  /** The oldest first. */
  readonly #unread = new Set<Unread>();

  /** An answer that the connection has, until its client has read it. */
  add(unread: Unread): void {
    const { bytes, response } = unread;
    if (bytes <= SMALL_ANSWER_BYTES || response.closed) return;
    this.#unread.add(unread);
    const timer = setTimeout(() => response.destroy(), UNREAD_MS).unref();
    response.once('close', () => {
      clearTimeout(timer);
      this.#unread.delete(unread);
    });
    while (this.#bytesOf([...this.#unread]) > MOST_UNREAD_BYTES) this.#cutOff();
  }

  #cutOff(): void {
    const byTenant = [...Map.groupBy(this.#unread, ({ tenant }) => tenant).values()];
    const [most = []] = byTenant.toSorted((a, b) => this.#bytesOf(b) - this.#bytesOf(a));
    const [oldest] = most;
    if (oldest === undefined) return;
    this.#unread.delete(oldest);
    oldest.response.destroy();
  }

  #bytesOf(answers: readonly Unread[]): number {
    return answers.reduce((sum, { bytes }) => sum + bytes, 0);
  }
}
