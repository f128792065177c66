import type { ServerResponse } from 'node:http';

const MOST_UNREAD_BYTES = 32 * 1024 ** 2;
/** A client that has not read its answer by then is cut off. */
const UNREAD_MS = 60_000;
/** Memory of an open answer in addition to its bytes, about. */
const OVERHEAD_BYTES = 16 * 1024;

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
  #bytes = 0;

  /** An answer that was just ended, until its client has read it. A tenant is an organization or an address. */
  add(tenant: string, response: ServerResponse): void {
    // The system has taken most answers whole by now.
    if (response.writableLength === 0 || response.closed) return;
    const unread = { tenant, bytes: response.writableLength + OVERHEAD_BYTES, response };
    this.#unread.add(unread);
    this.#bytes += unread.bytes;
    const timer = setTimeout(() => response.destroy(), UNREAD_MS).unref();
    response.once('close', () => {
      clearTimeout(timer);
      this.#remove(unread);
    });
    while (this.#bytes > MOST_UNREAD_BYTES) this.#cutOff();
  }

  #cutOff(): void {
    const byTenant = [...Map.groupBy(this.#unread, ({ tenant }) => tenant).values()];
    const [most = []] = byTenant.toSorted((a, b) => bytesOf(b) - bytesOf(a));
    const [oldest] = most;
    if (oldest === undefined) return;
    this.#remove(oldest);
    oldest.response.destroy();
  }

  #remove(unread: Unread): void {
    if (this.#unread.delete(unread)) this.#bytes -= unread.bytes;
  }
}

function bytesOf(answers: readonly Unread[]): number {
  return answers.reduce((sum, { bytes }) => sum + bytes, 0);
}
