import type { ServerResponse } from 'node:http';

/** Requests of this cost and above run in slices, a few at a time. */
export const HEAVY_COST = 100;
/** A request of this cost and above counts as two. */
const DOUBLE_COST = 500;
/** Most that run at a time: each holds rows, objects and text of its answer. */
export type MostRunning = { readonly inAll: number; readonly perTenant: number };
/** A smaller answer does not keep its place until its client has read it. */
const MOST_UNREAD_BYTES = 1024 ** 2;
/** A client that has not read a larger answer by then is cut off. */
const UNREAD_MS = 60_000;

type Place = { readonly tenant: string; readonly weight: number; readonly enter: () => void };

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
  readonly #most: MostRunning;

  constructor(most: MostRunning) {
    this.#most = most;
  }

  /** Waits for a place, which is free again when the response closes at the latest. */
  async enter(tenant: string, cost: number, response: ServerResponse): Promise<HeavyPlace> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const place: Place = { tenant, weight: cost < DOUBLE_COST ? 1 : 2, enter: resolve };
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
      const [place, ...others] = places;
      const weight = place?.weight ?? 0;
      if (this.#runningOf(tenant) + weight > this.#most.perTenant) continue;
      // Nobody passes it, or it would wait for ever while lighter ones come.
      if (this.#runningOf() + weight > this.#most.inAll) return;
      this.#waiting.delete(tenant);
      if (others.length > 0) this.#waiting.set(tenant, others);
      if (place === undefined) continue;
      this.#running.add(place);
      place.enter();
    }
  }

  /** Weight of what runs, of a tenant or of all. */
  #runningOf(tenant?: string): number {
    return this.#running
      .values()
      .filter((place) => tenant === undefined || place.tenant === tenant)
      .reduce((sum, { weight }) => sum + weight, 0);
  }

  #leave(place: Place): void {
    const waiting = this.#waiting.get(place.tenant)?.filter((each) => each !== place) ?? [];
    if (waiting.length > 0) this.#waiting.set(place.tenant, waiting);
    else this.#waiting.delete(place.tenant);
    if (this.#running.delete(place)) this.#assign();
  }
}
