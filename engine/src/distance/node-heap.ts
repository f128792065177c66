/** A binary heap of graph nodes, nearest first. A node may stand in it more than once. */
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
      if (this.#distanceAt(parent) <= distance) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#nodes[at] = node;
    this.#distances[at] = distance;
  }

  /** The nearest node and its distance; only of a heap that is not empty. */
  pop(): { node: number; distance: number } {
    const node = this.#nodes[0];
    const distance = this.#distances[0];
    const lastNode = this.#nodes.pop();
    const lastDistance = this.#distances.pop();
    if (
      node === undefined ||
      distance === undefined ||
      lastNode === undefined ||
      lastDistance === undefined
    ) {
      throw new RangeError('The heap is empty.');
    }
    if (this.#nodes.length > 0) this.#sink(lastNode, lastDistance);
    return { node, distance };
  }

  #sink(node: number, distance: number): void {
    const size = this.#nodes.length;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && this.#distanceAt(child + 1) < this.#distanceAt(child)) child += 1;
      if (this.#distanceAt(child) >= distance) break;
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

  #distanceAt(at: number): number {
    return this.#distances[at] ?? Number.POSITIVE_INFINITY;
  }
}
