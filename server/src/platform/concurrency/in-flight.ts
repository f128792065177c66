/**
 * Things that come and go all the time, such as requests under way. A Set would make a new table after every few of them,
 * and V8 lets each old table keep the next one, with all that was in it, until a full collection. Here a free place is
 * taken again.
 */
export class InFlight<Item> implements Iterable<Item> {
  readonly #items: (Item | undefined)[] = [];
  readonly #freePlaces: number[] = [];

  /** Returns how it leaves; to leave again does nothing. */
  enter(item: Item): () => void {
    const place = this.#freePlaces.pop() ?? this.#items.length;
    this.#items[place] = item;
    return () => {
      if (this.#items[place] !== item) return;
      this.#items[place] = undefined;
      this.#freePlaces.push(place);
    };
  }

  *[Symbol.iterator](): IterableIterator<Item> {
    for (const item of this.#items) if (item !== undefined) yield item;
  }
}
