// docs/decisions/0111-solvers-and-their-callers.md says where this is used.

import { Heap } from '../heap/heap.ts';
import { accumulateRows, type RowAccumulation } from '../system/accumulate-rows.ts';
import { compileSystem, type SystemInput } from '../system/compile.ts';
import { openCycle } from '../system/cycle.ts';
import {
  type Intensities,
  intensityOf,
  solveCycleFrom,
  solveIntensities,
} from '../system/solve-intensities.ts';
import { SystemError } from '../system/system-error.ts';
import { decompile, moveRows } from './decompile.ts';
import { type AddedEdge, LiveStructure } from './live-structure.ts';

/** One change. Edges are numbered as in the input; inserted ones follow in order of insertion. */
export type SystemEdit =
  | { readonly kind: 'DIRECT'; readonly node: number; readonly values: ArrayLike<number> }
  | { readonly kind: 'AMOUNT'; readonly edge: number; readonly amount: number }
  | {
      readonly kind: 'INSERT';
      readonly consumer: number;
      readonly supplier: number;
      readonly amount: number;
    };

/**
 * A solved system that follows edits. After each edit it recomputes, in solving order, only what
 * depends on the change and stops where values come out the same, bit for bit: the result is that
 * of solving everything anew.
 */
export class LiveSystem {
  #structure: LiveStructure;
  #values: Float64Array<ArrayBuffer>;
  #edgeCount: number;
  /** Components whose values may be out of date. */
  readonly #stale = new Set<number>();
  readonly #scratch: Float64Array;
  #rows: RowAccumulation;

  constructor(input: SystemInput) {
    const { system, values } = solveIntensities(compileSystem(input));
    this.#structure = new LiveStructure(system);
    this.#values = values;
    this.#edgeCount = system.edgeCount;
    this.#scratch = new Float64Array(system.indicatorCount);
    this.#rows = this.#rowsOf();
  }

  get edgeCount(): number {
    return this.#edgeCount;
  }

  /** A copy of one node's intensities. */
  intensityOf(node: number): Float64Array {
    return intensityOf({ system: this.#structure.system, values: this.#values }, node);
  }

  /** The whole solution, for demands and explanations. Compiles inserted edges in first. */
  intensities(): Intensities {
    if (this.#structure.added.length > 0) this.#recompile();
    return { system: this.#structure.system, values: this.#values };
  }

  /**
   * Makes all changes or none, and returns how many nodes were recomputed. A change that makes a
   * loop non-productive is refused and leaves all values as they were; an insertion refused keeps
   * its edge number, with amount 0.
   */
  apply(edits: readonly SystemEdit[]): number {
    this.#requireValid(edits);
    const undo: SystemEdit[] = [];
    try {
      for (const edit of edits) undo.unshift(this.#change(edit));
      return this.#propagate();
    } catch (error) {
      for (const edit of undo) this.#change(edit);
      this.#propagate();
      throw error;
    }
  }

  /** Returns the edit that takes this one back. An inserted edge stays, with amount 0. */
  #change(edit: SystemEdit): SystemEdit {
    const { system, added } = this.#structure;
    switch (edit.kind) {
      case 'DIRECT': {
        const position = system.positionOf[edit.node] ?? 0;
        const start = position * system.indicatorCount;
        const before = system.direct.slice(start, start + system.indicatorCount);
        system.direct.set(edit.values, start);
        this.#touch(position);
        return { ...edit, values: before };
      }
      case 'AMOUNT': {
        const slot = system.slotOf[edit.edge];
        const extra = added[edit.edge - system.edgeCount];
        const before = extra?.amount ?? system.amounts[slot ?? 0] ?? 0;
        if (extra) extra.amount = edit.amount;
        else if (slot !== undefined) system.amounts[slot] = edit.amount;
        this.#touch(extra?.consumer ?? this.#rowOf(slot ?? 0));
        return { ...edit, amount: before };
      }
      case 'INSERT': {
        const consumer = system.positionOf[edit.consumer] ?? 0;
        const supplier = system.positionOf[edit.supplier] ?? 0;
        const edge = { consumer, supplier, amount: edit.amount };
        if (!this.#structure.add(edge)) this.#recompile(edge);
        this.#touch(this.#structure.system.positionOf[edit.consumer] ?? 0);
        return { kind: 'AMOUNT', edge: this.#edgeCount++, amount: 0 };
      }
    }
  }

  #touch(position: number): void {
    this.#stale.add(this.#structure.componentOf(position));
  }

  #propagate(): number {
    const structure = this.#structure;
    const queue = new Heap<number>((a, b) => structure.rankOf(a) < structure.rankOf(b));
    for (const component of this.#stale) queue.push(component);
    const markStale = (component: number) => {
      if (this.#stale.has(component)) return;
      this.#stale.add(component);
      queue.push(component);
    };
    let count = 0;
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const end = structure.endOf(next);
      this.#recompute(next, end, markStale);
      this.#stale.delete(next);
      count += end - next;
      if (count + this.#stale.size > this.#farReaching) return this.#solveAll();
    }
    return count;
  }

  /** From an eighth of all nodes on, one straight pass costs less than finding each in turn. */
  get #farReaching(): number {
    return Math.max(1000, this.#structure.system.nodeCount / 8);
  }

  /** Solves into new memory: if solving fails, the stale rows are still known. */
  #solveAll(): number {
    if (this.#structure.added.length > 0) this.#recompile();
    const { system } = this.#structure;
    this.#values = solveIntensities(system).values;
    this.#rows = this.#rowsOf();
    this.#stale.clear();
    return system.nodeCount;
  }

  #recompute(from: number, to: number, markStale: (component: number) => void): void {
    const { system } = this.#structure;
    const isCycle = (system.internalStart[from] ?? 0) < (system.rowStart[from + 1] ?? 0);
    if (!isCycle) {
      this.#gather(from, from);
      this.#settle(from, this.#scratch, 0, markStale);
      return;
    }
    const width = system.indicatorCount;
    const before = this.#values.slice(from * width, to * width);
    try {
      const cycle = openCycle(system, from, to);
      for (let row = from; row < to; row++) {
        this.#gather(row, row);
        this.#values.set(this.#scratch, row * width);
      }
      solveCycleFrom({ system, values: this.#values }, cycle);
    } catch (error) {
      this.#values.set(before, from * width);
      throw error;
    }
    const after = this.#values.slice(from * width, to * width);
    this.#values.set(before, from * width);
    for (let row = from; row < to; row++) {
      this.#settle(row, after, (row - from) * width, markStale);
    }
  }

  /** Sums the inputs of a row from outside its component into the scratch row. */
  #gather(row: number, firstTarget: number): void {
    accumulateRows(this.#rows, row, row + 1, 0, firstTarget);
    const width = this.#rows.width;
    for (const { supplier, amount } of this.#structure.addedTo(row)) {
      for (let lane = 0; lane < width; lane++) {
        const supplied = this.#values[supplier * width + lane] ?? 0;
        this.#scratch[lane] = (this.#scratch[lane] ?? 0) + amount * supplied;
      }
    }
  }

  /** Writes a row and, only if it changed, marks everyone who takes from it. */
  #settle(
    row: number,
    source: Float64Array,
    start: number,
    markStale: (component: number) => void,
  ): void {
    const width = this.#rows.width;
    let isChanged = false;
    for (let lane = 0; lane < width; lane++) {
      const value = source[start + lane] ?? 0;
      if (this.#values[row * width + lane] === value) continue;
      this.#values[row * width + lane] = value;
      isChanged = true;
    }
    if (!isChanged) return;
    const own = this.#structure.componentOf(row);
    this.#structure.visitConsumers(row, (component) => {
      if (component !== own) markStale(component);
    });
  }

  /** The row that holds a slot. */
  #rowOf(slot: number): number {
    const { rowStart, nodeCount } = this.#structure.system;
    let low = 0;
    let high = nodeCount;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((rowStart[middle] ?? 0) <= slot) low = middle;
      else high = middle;
    }
    return low;
  }

  /** A new order for a graph whose loops changed. Values move along; nothing is solved here. */
  #recompile(extra?: AddedEdge): void {
    const { system, added } = this.#structure;
    const stale = [...this.#stale].map((component) => system.nodeAt[component] ?? 0);
    const compiled = compileSystem(decompile(system, extra ? [...added, extra] : added));
    const values = new Float64Array(this.#values.length);
    moveRows(
      this.#values,
      values,
      system.indicatorCount,
      (row) => compiled.positionOf[system.nodeAt[row] ?? 0] ?? 0,
    );
    this.#stale.clear();
    this.#structure = new LiveStructure(compiled);
    this.#values = values;
    this.#rows = this.#rowsOf();
    for (const node of stale) this.#touch(compiled.positionOf[node] ?? 0);
  }

  #rowsOf(): RowAccumulation {
    const { system } = this.#structure;
    return {
      starts: system.rowStart,
      ends: system.internalStart,
      suppliers: system.suppliers,
      amounts: system.amounts,
      values: this.#values,
      initial: system.direct,
      target: this.#scratch,
      width: system.indicatorCount,
    };
  }

  #requireValid(edits: readonly SystemEdit[]): void {
    const { nodeCount, indicatorCount } = this.#structure.system;
    const isIndex = (value: number, count: number) =>
      Number.isInteger(value) && value >= 0 && value < count;
    const isNode = (node: number) => isIndex(node, nodeCount);
    let edgeCount = this.#edgeCount;
    const isSound = (edit: SystemEdit): boolean => {
      switch (edit.kind) {
        case 'DIRECT':
          return (
            isNode(edit.node) &&
            edit.values.length === indicatorCount &&
            Array.from(edit.values).every(Number.isFinite)
          );
        case 'AMOUNT':
          return isIndex(edit.edge, edgeCount) && Number.isFinite(edit.amount);
        case 'INSERT':
          edgeCount++;
          return isNode(edit.consumer) && isNode(edit.supplier) && Number.isFinite(edit.amount);
      }
    };
    edits.forEach((edit, at) => {
      if (isSound(edit)) return;
      throw new SystemError(
        'INVALID_SYSTEM',
        `Edit ${at} (${edit.kind}) names nothing that exists.`,
      );
    });
  }
}
