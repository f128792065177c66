import type { Factor } from '../factor.ts';
import type { ResolvedProduct } from '../resolve/resolved.ts';
import { type ElectricityAccounting, LIFECYCLE_PHASES } from '../vocabulary.ts';

const PHASE_NUMBER = new Map(LIFECYCLE_PHASES.map((phase, at) => [phase, at]));
const BEYOND_SYSTEM = LIFECYCLE_PHASES.length - 1;

/**
 * Resolved products as columns of numbers. A hundred thousand of them as objects would exhaust the
 * memory; as columns, a flow takes 13 bytes. Names, paths and reasons are dropped: a caller that
 * needs them calculates that one product.
 */
export class FlowTable {
  readonly #factors = new Map<string, number>();
  readonly factors: Factor[] = [];
  readonly flowStart = [0];
  readonly flowFactor: number[] = [];
  readonly flowAmount: number[] = [];
  readonly flowPhase: number[] = [];
  readonly partStart = [0];
  readonly partProduct: string[] = [];
  readonly partAmount: number[] = [];
  readonly partPhase: number[] = [];

  get length(): number {
    return this.flowStart.length - 1;
  }

  /** Adds one product's flows that count; returns its row. */
  add(
    product: ResolvedProduct,
    factorOf: (id: string) => Factor | undefined,
    accounting: ElectricityAccounting,
  ): number {
    for (const flow of product.flows) {
      const phase = PHASE_NUMBER.get(flow.phase) ?? 0;
      if (phase === BEYOND_SYSTEM || (flow.accounting ?? accounting) !== accounting) continue;
      const number = this.#factors.get(flow.factorId) ?? this.#added(factorOf(flow.factorId));
      if (number === undefined) continue;
      this.flowFactor.push(number);
      this.flowAmount.push(flow.amount);
      this.flowPhase.push(phase);
    }
    for (const part of product.parts) {
      this.partProduct.push(part.productId);
      this.partAmount.push(part.amount);
      this.partPhase.push(PHASE_NUMBER.get(part.phase) ?? 0);
    }
    return this.#endRow();
  }

  /** Adds the flows of a row once more; returns the new row. */
  repeat(row: number): number {
    const lastFlow = this.flowStart[row + 1] ?? 0;
    for (let at = this.flowStart[row] ?? 0; at < lastFlow; at++) {
      this.flowFactor.push(this.flowFactor[at] ?? 0);
      this.flowAmount.push(this.flowAmount[at] ?? 0);
      this.flowPhase.push(this.flowPhase[at] ?? 0);
    }
    const lastPart = this.partStart[row + 1] ?? 0;
    for (let at = this.partStart[row] ?? 0; at < lastPart; at++) {
      this.partProduct.push(this.partProduct[at] ?? '');
      this.partAmount.push(this.partAmount[at] ?? 0);
      this.partPhase.push(this.partPhase[at] ?? 0);
    }
    return this.#endRow();
  }

  #endRow(): number {
    this.flowStart.push(this.flowFactor.length);
    this.partStart.push(this.partProduct.length);
    return this.length - 1;
  }

  #added(factor: Factor | undefined): number | undefined {
    if (factor === undefined) return undefined;
    this.#factors.set(factor.id, this.factors.length);
    return this.factors.push(factor) - 1;
  }
}
