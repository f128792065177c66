/** A binary heap: `pop` gives the item that no other comes before. */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #isBefore: (a: T, b: T) => boolean;

  constructor(isBefore: (a: T, b: T) => boolean) {
    this.#isBefore = isBefore;
  }

  get items(): readonly T[] {
    return this.#items;
  }

  push(item: T): void {
    let at = this.#items.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = this.#items[above];
      if (parent === undefined || !this.#isBefore(item, parent)) break;
      this.#items[at] = parent;
      at = above;
    }
    this.#items[at] = item;
  }

  pop(): T | undefined {
    const top = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return top;
  }

  #sink(item: T): void {
    let at = 0;
    for (let below = 1; below < this.#items.length; below = 2 * at + 1) {
      let child = this.#items[below];
      const sibling = this.#items[below + 1];
      if (child !== undefined && sibling !== undefined && this.#isBefore(sibling, child)) {
        child = sibling;
        below++;
      }
      if (child === undefined || !this.#isBefore(child, item)) break;
      this.#items[at] = child;
      at = below;
    }
    this.#items[at] = item;
  }
}
