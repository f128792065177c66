/** No place was free in time. */
export class NoPlace extends Error {
  // As a server answers that has all connections that it takes: an outage, after which work goes on.
  readonly code = '53300';
}

/**
 * Shares places among tenants. A tenant takes one more while more are free than it has: alone it has half of them, two have a
 * third each, and so on, so that a tenant without a place finds one. Of those that wait, the one with the fewest places is next;
 * those with as many take turns. Work without a tenant is that of the service itself: it takes any place, before all others.
 */
export class FairShare {
  readonly #mostWaitMs: number;
  readonly #running = new Map<string, number>();
  /** The tenant whose turn is next comes first. */
  readonly #waiting = new Map<string | undefined, Set<() => void>>();
  #free: number;

  constructor(places: number, mostWaitMs: number) {
    this.#free = places;
    this.#mostWaitMs = mostWaitMs;
  }

  /** Takes a place. Returns a promise if it is not free at once; it rejects with `NoPlace` after the longest wait. */
  enter(tenant: string | undefined): Promise<void> | undefined {
    if (this.#mayTake(tenant)) {
      this.#take(tenant);
      return undefined;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = this.#waiting.getOrInsertComputed(tenant, () => new Set());
    const enter = (): void => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.delete(enter);
      if (waiting.size === 0) this.#waiting.delete(tenant);
      reject(new NoPlace('No place was free in time.'));
    }, this.#mostWaitMs).unref();
    waiting.add(enter);
    return promise;
  }

  leave(tenant: string | undefined): void {
    if (tenant !== undefined) this.#count(tenant, -1);
    this.#free += 1;
    this.#admitNext();
  }

  #mayTake(tenant: string | undefined): boolean {
    return this.#runningOf(tenant) < this.#free;
  }

  #take(tenant: string | undefined): void {
    if (tenant !== undefined) this.#count(tenant, 1);
    this.#free -= 1;
  }

  #runningOf(tenant: string | undefined): number {
    return tenant === undefined ? 0 : (this.#running.get(tenant) ?? 0);
  }

  #count(tenant: string, change: number): void {
    const running = this.#runningOf(tenant) + change;
    if (running === 0) this.#running.delete(tenant);
    else this.#running.set(tenant, running);
  }

  /** One at most: if the tenant with the fewest places may not take it, no other may. */
  #admitNext(): void {
    let next: { readonly tenant: string | undefined; readonly running: number } | undefined;
    for (const tenant of this.#waiting.keys()) {
      const running = tenant === undefined ? -1 : this.#runningOf(tenant);
      if (next === undefined || running < next.running) next = { tenant, running };
    }
    if (next === undefined || !this.#mayTake(next.tenant)) return;
    const { tenant } = next;
    const waiting = this.#waiting.get(tenant) ?? new Set();
    const [enter] = waiting;
    if (enter === undefined) return;
    waiting.delete(enter);
    // Its others have their turn after those of all tenants with as many places.
    this.#waiting.delete(tenant);
    if (waiting.size > 0) this.#waiting.set(tenant, waiting);
    this.#take(tenant);
    enter();
  }
}
