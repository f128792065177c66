import type { ServerResponse } from 'node:http';

/** Most weight at a time. */
export type MostRunning = { readonly inAll: number; readonly perTenant: number };

/** The place of a smaller answer is free at once. */
const SMALL_ANSWER_BYTES = 1024 ** 2;
/** Time for which a place is kept for a body that has not arrived while others wait. */
const RECEIVING_MS = 2_000;
const LOOK_EVERY_MS = 250;

type Waiting = {
  readonly tenant: string;
  readonly weight: number;
  readonly enter: () => void;
  /** Set until the body has arrived. */
  receiving: { readonly sinceMs: number; readonly cutOff: () => void } | undefined;
};

/** Place of a request. */
export type Place = {
  /** Takes the size of the answer once the connection has it. */
  readonly sent: (bytes: number) => void;
  /** Work that goes on when the client is gone, such as that of a mutation, holds the place until its end. */
  readonly holdFor: (work: Promise<unknown>) => void;
  /** Until the body has arrived, it is cut off when it takes long and others wait. */
  readonly receive: (body: Promise<unknown>, cutOff: () => void) => void;
};

/**
 * Bounds the memory of requests: a few run at a time, fewer of one tenant, and tenants take turns. A large answer takes a
 * place of its tenant until it is read, but none of the others: clients that do not read theirs keep nobody else waiting.
 */
export class FairPlaces {
  /** By tenant; the tenant whose turn is next comes first. */
  readonly #waiting = new Map<string, Waiting[]>();
  readonly #running = new Set<Waiting>();
  /** Places whose answers are on their way. */
  readonly #unread = new Set<Waiting>();
  readonly #most: MostRunning;
  #look: NodeJS.Timeout | undefined;

  constructor(most: MostRunning) {
    this.#most = most;
  }

  /** Waits for a place, which is free again when the response closes, unless work holds it. */
  async enter(tenant: string, weight: number, response: ServerResponse): Promise<Place> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const place: Waiting = { tenant, weight, enter: resolve, receiving: undefined };
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
        this.#unread.add(place);
        this.#running.delete(place);
        this.#assign();
      },
      holdFor: (work) => {
        isHeld = true;
        const end = (): void => {
          isHeld = false;
          if (isLeaving) this.#leave(place);
        };
        work.then(end, end);
      },
      receive: (body, cutOff) => {
        place.receiving = { sinceMs: performance.now(), cutOff };
        const arrive = (): void => {
          place.receiving = undefined;
        };
        body.then(arrive, arrive);
      },
    };
  }

  #assign(): void {
    for (const [tenant, places] of this.#waiting) {
      const [place, ...others] = places;
      const weight = place?.weight ?? 0;
      if (this.#runningOf(tenant) + weight > this.#most.perTenant) continue;
      // Nobody passes it, or it would wait for ever while lighter ones come.
      if (this.#runningOf() + weight > this.#most.inAll) {
        this.#lookForSlow();
        return;
      }
      this.#waiting.delete(tenant);
      if (others.length > 0) this.#waiting.set(tenant, others);
      if (place === undefined) continue;
      this.#running.add(place);
      place.enter();
    }
  }

  /** Clients that send slowly could keep all others waiting. */
  #lookForSlow(): void {
    this.#look ??= setTimeout(() => {
      this.#look = undefined;
      const latestMs = performance.now() - RECEIVING_MS;
      for (const { receiving } of this.#running)
        if (receiving !== undefined && receiving.sinceMs < latestMs) receiving.cutOff();
      this.#assign();
    }, LOOK_EVERY_MS).unref();
  }

  /** Weight of what runs in all, or of what runs and is unread of a tenant. */
  #runningOf(tenant?: string): number {
    const places =
      tenant === undefined
        ? [...this.#running]
        : [...this.#running, ...this.#unread].filter((place) => place.tenant === tenant);
    return places.reduce((sum, { weight }) => sum + weight, 0);
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
