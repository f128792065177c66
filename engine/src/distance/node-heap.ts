/**
 * A binary heap of graph nodes, nearest first; of equally near ones, the lower number first. A node
 * may be in it more than once.
 */
export class NodeHeap {
  readonly #nodes: number[] = [];
  readonly #distances: number[] = [];

  get isEmpty(): boolean {
    return this.#nodes.length === 0;
  }

  push(node: number, distance: number): void {
    let at = this.#nodes.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(node, distance, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#nodes[at] = node;
    this.#distances[at] = distance;
  }

  /** The nearest node; only of a heap that is not empty. */
  get nearest(): number {
    return this.#nodes[0] ?? -1;
  }

  get nearestDistance(): number {
    return this.#distanceAt(0);
  }

  /** Removes the nearest node. */
  drop(): void {
    const lastNode = this.#nodes.pop();
    const lastDistance = this.#distances.pop();
    if (lastNode === undefined || lastDistance === undefined) {
      throw new RangeError('The heap is empty.');
    }
    if (this.#nodes.length > 0) this.#sink(lastNode, lastDistance);
  }

  #sink(node: number, distance: number): void {
    const size = this.#nodes.length;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (
        child + 1 < size &&
        this.#isBefore(this.#nodeAt(child + 1), this.#distanceAt(child + 1), child)
      ) {
        child += 1;
      }
      if (this.#isBefore(node, distance, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#nodes[at] = node;
    this.#distances[at] = distance;
  }

  #move(from: number, to: number): void {
    this.#nodes[to] = this.#nodes[from] ?? 0;
    this.#distances[to] = this.#distances[from] ?? 0;
  }

  #isBefore(node: number, distance: number, other: number): boolean {
    const otherDistance = this.#distanceAt(other);
    return distance < otherDistance || (distance === otherDistance && node < this.#nodeAt(other));
  }

  #nodeAt(at: number): number {
    return this.#nodes[at] ?? -1;
  }

  #distanceAt(at: number): number {
    return this.#distances[at] ?? Number.POSITIVE_INFINITY;
  }
}
