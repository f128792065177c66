/** Attempts that begin in one turn of the event loop: about 2 ms of work with the answers of as many. */
const STARTS_OF_TICK = 20;

/**
 * Spreads the attempts of a busy process over turns of its event loop. Otherwise hundreds of quick receivers answer in one turn and
 * get their next deliveries in it, and a new event waits for several such turns: notification, claim, reading. A process with time to
 * spare begins as many as before.
 */
export class Starts {
  readonly #waiting: (() => void)[] = [];
  #begun = 0;

  /** Resolves when the next attempt may begin; undefined if it may at once. */
  next(): Promise<void> | undefined {
    if (this.#begun < STARTS_OF_TICK) {
      this.#count();
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #count(): void {
    if (this.#begun === 0) setImmediate(() => this.#beginMore());
    this.#begun += 1;
  }

  #beginMore(): void {
    this.#begun = 0;
    for (const begin of this.#waiting.splice(0, STARTS_OF_TICK)) {
      this.#count();
      begin();
    }
  }
}
