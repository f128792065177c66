import type { ServerResponse } from 'node:http';

/** Most weight at a time. */
export type MostRunning = { readonly inAll: number; readonly perTenant: number };

/** A smaller answer does not keep its place until its client has read it. */
const SMALL_ANSWER_BYTES = 1024 ** 2;
/** A client that has not read a larger answer by then is cut off. */
const UNREAD_MS = 60_000;
/** Unread answers of all tenants. For another one the client is cut off that has not read for longest. */
const MOST_UNREAD_BYTES = 32 * 1024 ** 2;

type Waiting = { readonly tenant: string; readonly weight: number; readonly enter: () => void };
type Unread = { readonly bytes: number; readonly cutOff: () => void };

/** Place of a request. */
export type Place = {
  /** Takes the size of the answer once the connection has it. */
  readonly sent: (bytes: number) => void;
  /** Work that goes on when the client is gone, such as that of a mutation, holds the place until its end. */
  readonly holdFor: (work: Promise<unknown>) => void;
};

/**
 * Bounds the memory of requests: a few run at a time, fewer of one tenant, and tenants take turns. A large answer takes a
 * place of its tenant until it is read, but none of the others: clients that do not read theirs keep nobody else waiting.
 */
export class FairPlaces {
  /** By tenant; the tenant whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Set<Waiting>();
  /** Places whose answers are on their way, the oldest first. */
  readonly #unread = new Map<Waiting, Unread>();
  readonly #most: MostRunning;

  constructor(most: MostRunning) {
    this.#most = most;
  }

  /** Waits for a place, which is free again when the response closes, unless work holds it. */
  async enter(tenant: string, weight: number, response: ServerResponse): Promise<Place> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const place: Waiting = { tenant, weight, enter: resolve };
    let isHeld = false;
    let isLeaving = false;
    const leave = (): void => {
      isLeaving = true;
      if (!isHeld) this.#leave(place);
    };
    response.once('close', leave);
    this.#waiting.set(tenant, [...(this.#waiting.get(tenant) ?? []), place]);
    if (response.closed) leave();
    else {
      this.#assign();
      await promise;
    }
    return {
      sent: (bytes) => {
        if (bytes <= SMALL_ANSWER_BYTES || isLeaving) return leave();
        const cutOff = (): void => void response.destroy();
        const timer = setTimeout(cutOff, UNREAD_MS).unref();
        response.once('close', () => clearTimeout(timer));
        this.#keepUnread(place, { bytes, cutOff });
      },
      holdFor: (work) => {
        isHeld = true;
        const end = (): void => {
          isHeld = false;
          if (isLeaving) this.#leave(place);
        };
        work.then(end, end);
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

  /** Weight of what runs in all, or of what runs and is unread of a tenant. */
  #runningOf(tenant?: string): number {
    const places =
      tenant === undefined
        ? [...this.#running]
        : [...this.#running, ...this.#unread.keys()].filter((place) => place.tenant === tenant);
    return places.reduce((sum, { weight }) => sum + weight, 0);
  }

  #keepUnread(place: Waiting, unread: Unread): void {
    let bytes = unread.bytes;
    for (const each of this.#unread.values()) bytes += each.bytes;
    for (const each of [...this.#unread.values()]) {
      if (bytes <= MOST_UNREAD_BYTES) break;
      bytes -= each.bytes;
      each.cutOff();
    }
    this.#unread.set(place, unread);
    this.#running.delete(place);
    this.#assign();
  }

  #leave(place: Waiting): void {
    const waiting = this.#waiting.get(place.tenant)?.filter((each) => each !== place) ?? [];
    if (waiting.length > 0) this.#waiting.set(place.tenant, waiting);
    else this.#waiting.delete(place.tenant);
    this.#running.delete(place);
    this.#unread.delete(place);
    this.#assign();
  }
}
