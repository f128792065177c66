// docs/decisions/0111-solvers-and-their-callers.md says where this is used.

import type { CompiledSystem } from '../system/compile.ts';

/** An edge added after compilation, between two components. Positions, not nodes. */
export interface AddedEdge {
  readonly consumer: number;
  readonly supplier: number;
  amount: number;
}

/**
 * Dependencies of a system that is being edited: the compiled rows, their transpose, and the edges
 * added since. Components keep a rank instead of moving in memory; a component is identified by its
 * first position.
 */
export class LiveStructure {
  readonly system: CompiledSystem;
  readonly added: AddedEdge[] = [];
  readonly #addedOfConsumer = new Map<number, AddedEdge[]>();
  readonly #addedOfSupplier = new Map<number, AddedEdge[]>();
  readonly #columnStart: Int32Array;
  readonly #consumers: Int32Array;
  readonly #rank: Int32Array;

  constructor(system: CompiledSystem) {
    this.system = system;
    const { columnStart, consumers } = transpose(system);
    this.#columnStart = columnStart;
    this.#consumers = consumers;
    this.#rank = Int32Array.from({ length: system.nodeCount }, (_, position) => position);
  }

  rankOf(component: number): number {
    return this.#rank[component] ?? 0;
  }

  componentOf(position: number): number {
    return this.system.componentFirst[position] ?? 0;
  }

  endOf(component: number): number {
    let end = component + 1;
    while (end < this.system.nodeCount && this.componentOf(end) === component) end++;
    return end;
  }

  addedTo(consumer: number): readonly AddedEdge[] {
    return this.#addedOfConsumer.get(consumer) ?? NONE;
  }

  visitConsumers(position: number, visit: (component: number) => void): void {
    const end = this.#columnStart[position + 1] ?? 0;
    for (let at = this.#columnStart[position] ?? 0; at < end; at++) {
      visit(this.componentOf(this.#consumers[at] ?? 0));
    }
    for (const { consumer } of this.#addedOfSupplier.get(position) ?? NONE) {
      visit(this.componentOf(consumer));
    }
  }

  /** Adds an edge if the graph of components stays acyclic; returns whether it did. */
  add(edge: AddedEdge): boolean {
    const consumer = this.componentOf(edge.consumer);
    const supplier = this.componentOf(edge.supplier);
    if (consumer === supplier || !this.#restoreOrder(consumer, supplier)) return false;
    this.added.push(edge);
    append(this.#addedOfConsumer, edge.consumer, edge);
    append(this.#addedOfSupplier, edge.supplier, edge);
    return true;
  }

  /**
   * Makes room for "supplier before consumer" by re-ranking only the components between the two
   * (Pearce & Kelly 2006, A dynamic topological sort algorithm). False if the edge closes a loop.
   */
  #restoreOrder(consumer: number, supplier: number): boolean {
    const lower = this.rankOf(consumer);
    const upper = this.rankOf(supplier);
    if (upper < lower) return true;
    const downstream = this.#reach(consumer, (component, visit) => {
      for (let at = component; at < this.endOf(component); at++) {
        this.visitConsumers(at, (next) => {
          if (this.rankOf(next) <= upper) visit(next);
        });
      }
    });
    if (downstream.includes(supplier)) return false;
    const upstream = this.#reach(supplier, (component, visit) => {
      this.#visitSuppliers(component, (next) => {
        if (this.rankOf(next) >= lower) visit(next);
      });
    });
    const components = [...upstream, ...downstream];
    const ranks = components.map((component) => this.rankOf(component)).sort((a, b) => a - b);
    components.forEach((component, at) => {
      this.#rank[component] = ranks[at] ?? 0;
    });
    return true;
  }

  /** All components found from a start, in the order of their ranks. */
  #reach(start: number, step: (from: number, visit: (next: number) => void) => void): number[] {
    const found = new Set([start]);
    for (const component of found) {
      step(component, (next) => {
        found.add(next);
      });
    }
    return [...found].sort((a, b) => this.rankOf(a) - this.rankOf(b));
  }

  #visitSuppliers(component: number, visit: (component: number) => void): void {
    const { rowStart, suppliers } = this.system;
    const end = this.endOf(component);
    for (let slot = rowStart[component] ?? 0; slot < (rowStart[end] ?? 0); slot++) {
      visit(this.componentOf(suppliers[slot] ?? 0));
    }
    for (let at = component; at < end; at++) {
      for (const { supplier } of this.addedTo(at)) visit(this.componentOf(supplier));
    }
  }
}

const NONE: readonly AddedEdge[] = [];

function append(lists: Map<number, AddedEdge[]>, key: number, edge: AddedEdge): void {
  const list = lists.get(key);
  if (list) list.push(edge);
  else lists.set(key, [edge]);
}

function transpose({ nodeCount, edgeCount, rowStart, suppliers }: CompiledSystem) {
  const columnStart = new Int32Array(nodeCount + 1);
  for (const supplier of suppliers)
    columnStart[supplier + 1] = (columnStart[supplier + 1] ?? 0) + 1;
  for (let at = 0; at < nodeCount; at++) {
    columnStart[at + 1] = (columnStart[at + 1] ?? 0) + (columnStart[at] ?? 0);
  }
  const cursor = columnStart.slice();
  const consumers = new Int32Array(edgeCount);
  for (let row = 0; row < nodeCount; row++) {
    const end = rowStart[row + 1] ?? 0;
    for (let slot = rowStart[row] ?? 0; slot < end; slot++) {
      const supplier = suppliers[slot] ?? 0;
      const at = cursor[supplier] ?? 0;
      cursor[supplier] = at + 1;
      consumers[at] = row;
    }
  }
  return { columnStart, consumers };
}
