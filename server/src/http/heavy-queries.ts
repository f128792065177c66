import type { ServerResponse } from 'node:http';

/** Queries of this cost and above run in slices, a few at a time, and are bounded in what they read. */
export const HEAVY_COST = 100;
/** Each holds rows, objects and text of its answer. */
const MOST_RUNNING = 4;
const MOST_PER_TENANT = 2;
/** A smaller answer does not keep its place until its client has read it. */
const MOST_UNREAD_BYTES = 1024 ** 2;
/** A client that has not read a larger answer by then is cut off. */
const UNREAD_MS = 60_000;

type Place = { readonly tenant: string; readonly enter: () => void };

/** Place of a query. `sent` takes the size of the answer once the connection has it. */
export type HeavyPlace = { readonly sent: (bytes: number) => void };

/**
 * Bounds the memory of heavy queries: a few run at a time, fewer of one tenant, and tenants take turns. A large
 * answer holds its place until it is sent, so that clients that do not read theirs pile up nothing.
 */
export class HeavyQueries {
  /** By tenant; the tenant whose turn is next comes first. */
  readonly #waiting = new Map<string, Place[]>();
  readonly #running = new Set<Place>();

  /** Waits for a place, which is free again when the response closes at the latest. */
  async enter(tenant: string, response: ServerResponse): Promise<HeavyPlace> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const place: Place = { tenant, enter: resolve };
    const leave = (): void => this.#leave(place);
    response.once('close', leave);
    this.#waiting.set(tenant, [...(this.#waiting.get(tenant) ?? []), place]);
    if (response.closed) leave();
    else {
      this.#assign();
      await promise;
    }
    return {
      sent: (bytes) => {
        if (bytes <= MOST_UNREAD_BYTES) return leave();
        const timer = setTimeout(() => response.destroy(), UNREAD_MS).unref();
        response.once('close', () => clearTimeout(timer));
      },
    };
  }

  #assign(): void {
    for (const [tenant, places] of this.#waiting) {
      if (this.#running.size >= MOST_RUNNING) return;
      if (this.#runningOf(tenant) >= MOST_PER_TENANT) continue;
      const [place, ...others] = places;
      this.#waiting.delete(tenant);
      if (others.length > 0) this.#waiting.set(tenant, others);
      if (place === undefined) continue;
      this.#running.add(place);
      place.enter();
    }
  }

  #runningOf(tenant: string): number {
    return this.#running.values().reduce((sum, place) => sum + Number(place.tenant === tenant), 0);
  }

  #leave(place: Place): void {
    const waiting = this.#waiting.get(place.tenant)?.filter((each) => each !== place) ?? [];
    if (waiting.length > 0) this.#waiting.set(place.tenant, waiting);
    else this.#waiting.delete(place.tenant);
    if (this.#running.delete(place)) this.#assign();
  }
}
