import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Collects items for a moment and handles them together, one batch at a time: many small writes become one
 * statement. They are handled as work of whom the batcher is, not of the tenant whose item came first.
 */
export class Batcher<Item> {
  readonly #handle: (items: readonly Item[]) => Promise<unknown>;
  readonly #waitMs: number;
  #items: Item[] = [];
  #next: Promise<void> | undefined;
  #running: Promise<void> = Promise.resolve();
  #endWait = (): void => {};

  constructor(waitMs: number, handle: (items: readonly Item[]) => Promise<unknown>) {
    this.#waitMs = waitMs;
    const here = AsyncLocalStorage.snapshot();
    this.#handle = (items) => here(() => handle(items));
  }

  /** Resolves when the batch with the item was handled; rejects when it failed. */
  add(item: Item): Promise<void> {
    this.#items.push(item);
    this.#next ??= this.#handleSoon();
    return this.#next;
  }

  /** Handles what was added without waiting for more. */
  flush(): void {
    this.#endWait();
  }

  async #handleSoon(): Promise<void> {
    const before = this.#running;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, this.#waitMs);
    this.#endWait = resolve;
    await promise;
    clearTimeout(timer);
    await before.catch(() => {});
    const items = this.#items;
    this.#items = [];
    this.#next = undefined;
    const running = this.#handle(items).then(() => {});
    this.#running = running;
    await running;
  }
}
