/** Lets work begin in order, a few pieces of it in each turn of the event loop. */
export class FewATurn {
  readonly #most: number;
  readonly #waiting: (() => void)[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  /** Resolves when the next piece of work may begin. */
  next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (this.#waiting.length === 1) setImmediate(this.#begin);
    return promise;
  }

  readonly #begin = (): void => {
    for (const begin of this.#waiting.splice(0, this.#most)) begin();
    if (this.#waiting.length > 0) setImmediate(this.#begin);
  };
}
