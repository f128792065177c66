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
      const factor = factorOf(flow.factorId);
      if (factor === undefined || phase === BEYOND_SYSTEM) continue;
      if ((flow.accounting ?? accounting) !== accounting) continue;
      this.flowFactor.push(this.#numberOf(factor));
      this.flowAmount.push(flow.amount);
      this.flowPhase.push(phase);
    }
    for (const part of product.parts) {
      this.partProduct.push(part.productId);
      this.partAmount.push(part.amount);
      this.partPhase.push(PHASE_NUMBER.get(part.phase) ?? 0);
    }
    this.flowStart.push(this.flowFactor.length);
    this.partStart.push(this.partProduct.length);
    return this.length - 1;
  }

  #numberOf(factor: Factor): number {
    const known = this.#factors.get(factor.id);
    if (known !== undefined) return known;
    this.#factors.set(factor.id, this.factors.length);
    return this.factors.push(factor) - 1;
  }
}
