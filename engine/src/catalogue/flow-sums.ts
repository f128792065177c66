import type { Factor } from '../factor.ts';
import type { ResolvedProduct } from '../resolve/resolved.ts';
import { type ElectricityAccounting, IMPACT_CATEGORIES, LIFECYCLE_PHASES } from '../vocabulary.ts';

export const INDICATOR_COUNT = IMPACT_CATEGORIES.length;
/** The indicators, then for each the kg CO2e whose factors lack it: what makes it partial. */
export const LANES = 2 * INDICATOR_COUNT;
export const PHASE_COUNT = LIFECYCLE_PHASES.length;

const PHASE_NUMBER = new Map(LIFECYCLE_PHASES.map((phase, at) => [phase, at]));
const BEYOND_SYSTEM = PHASE_COUNT - 1;
const FIRST_ROWS = 16;

/**
 * Sums over the own flows of each product, row by row, and the products that it contains. Names, paths and reasons are
 * dropped: a caller that needs them calculates that one product.
 */
export class FlowSums {
  /** Row-major [product][lane], with room for more rows. */
  lanes = new Float64Array(FIRST_ROWS * LANES);
  /** Climate impact, row-major [product][phase]. */
  phases = new Float64Array(FIRST_ROWS * PHASE_COUNT);
  readonly partStart = [0];
  readonly partProduct: string[] = [];
  readonly partAmount: number[] = [];
  readonly partPhase: number[] = [];
  readonly #factorLanes = new Map<string, Float64Array>();

  get length(): number {
    return this.partStart.length - 1;
  }

  /** Adds one product: amount · factor over its flows that count, in their order. */
  add(
    product: ResolvedProduct,
    factorOf: (id: string) => Factor | undefined,
    accounting: ElectricityAccounting,
  ): void {
    const row = this.#nextRow();
    const start = row * LANES;
    const phaseStart = row * PHASE_COUNT;
    const { lanes, phases } = this;
    for (const flow of product.flows) {
      const { amount } = flow;
      const phase = PHASE_NUMBER.get(flow.phase) ?? 0;
      if (phase === BEYOND_SYSTEM || (flow.accounting ?? accounting) !== accounting) continue;
      const perUnit = this.#lanesOf(flow.factorId, factorOf);
      if (perUnit === undefined) continue;
      for (let lane = 0; lane < INDICATOR_COUNT; lane++) {
        lanes[start + lane] = (lanes[start + lane] ?? 0) + amount * (perUnit[lane] ?? 0);
      }
      // A missing indicator is missing for credits and burdens alike.
      const size = Math.abs(amount);
      for (let lane = INDICATOR_COUNT; lane < LANES; lane++) {
        lanes[start + lane] = (lanes[start + lane] ?? 0) + size * (perUnit[lane] ?? 0);
      }
      const at = phaseStart + phase;
      phases[at] = (phases[at] ?? 0) + amount * (perUnit[0] ?? 0);
    }
    for (const part of product.parts) {
      this.#addPart(part.productId, part.amount, PHASE_NUMBER.get(part.phase) ?? 0);
    }
    this.partStart.push(this.partProduct.length);
  }

  /** Adds a product with the flows and parts of a row. */
  repeat(known: number): void {
    const row = this.#nextRow();
    this.lanes.copyWithin(row * LANES, known * LANES, (known + 1) * LANES);
    this.phases.copyWithin(row * PHASE_COUNT, known * PHASE_COUNT, (known + 1) * PHASE_COUNT);
    const end = this.partStart[known + 1] ?? 0;
    for (let at = this.partStart[known] ?? 0; at < end; at++) {
      const id = this.partProduct[at] ?? '';
      this.#addPart(id, this.partAmount[at] ?? 0, this.partPhase[at] ?? 0);
    }
    this.partStart.push(this.partProduct.length);
  }

  #addPart(productId: string, amount: number, phase: number): void {
    this.partProduct.push(productId);
    this.partAmount.push(amount);
    this.partPhase.push(phase);
  }

  #nextRow(): number {
    const row = this.length;
    if (this.lanes.length <= row * LANES) {
      this.lanes = doubled(this.lanes);
      this.phases = doubled(this.phases);
    }
    return row;
  }

  /** Impacts per unit. Climate comes first and is whole. */
  #lanesOf(id: string, factorOf: (id: string) => Factor | undefined): Float64Array | undefined {
    const known = this.#factorLanes.get(id);
    if (known !== undefined) return known;
    const factor = factorOf(id);
    if (factor === undefined) return undefined;
    const lanes = new Float64Array(LANES);
    for (const [lane, code] of IMPACT_CATEGORIES.entries()) {
      const value = code === 'CC' ? factor.co2eKgPerUnit : factor.indicators?.[code];
      lanes[lane] = value ?? 0;
      lanes[INDICATOR_COUNT + lane] = value === undefined ? Math.abs(factor.co2eKgPerUnit) : 0;
    }
    this.#factorLanes.set(id, lanes);
    return lanes;
  }
}

function doubled(values: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}
