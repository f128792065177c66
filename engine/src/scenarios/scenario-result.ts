import type { Footprint } from '../result.ts';
import type { ImpactCategory, LifecyclePhase } from '../vocabulary.ts';
import type { OverrideOp } from './override.ts';
import type { PairedComparison } from './paired-comparison.ts';

/** A value before and after the overrides. */
export interface Shift {
  readonly baseline: number;
  readonly outcome: number;
  /** outcome − baseline: negative is less. */
  readonly difference: number;
  /** difference / |baseline|; null for a baseline of 0. */
  readonly share: number | null;
}

export interface PhaseShift extends Shift {
  readonly phase: LifecyclePhase;
}

/** One line of an order, for all that was ordered in it. */
export interface LineShift extends Shift {
  readonly id: string;
  readonly productId: string;
}

export interface IndicatorShift extends Shift {
  readonly code: ImpactCategory;
  readonly name: string;
  readonly unit: string;
  /** False if some factors lack the indicator: a part of the difference may be what is known. */
  readonly isComparable: boolean;
  /** It worsens by more than 5 %. */
  readonly isBurdenShift: boolean;
}

/** Effect of one override alone and after those before it, in kg CO2e. */
export interface LeverEffect {
  readonly name: string;
  readonly op: OverrideOp;
  /** Difference to the baseline with this override alone; null if it needs an earlier one. */
  readonly aloneCo2eKg: number | null;
  /** Difference to the result of all overrides before it: the steps add up to the total difference. */
  readonly stepCo2eKg: number;
  /** Result after this override and all before it. */
  readonly cumulatedCo2eKg: number;
  /** step − alone: effect of the combination with the overrides before it. */
  readonly interactionCo2eKg: number | null;
  readonly cost: number | null;
  /** Cost per 1,000 kg CO2e avoided by this override alone; null if it avoids nothing or has no cost. */
  readonly costPerTonne: number | null;
}

export interface ScenarioResult {
  readonly baseline: Footprint;
  readonly outcome: Footprint;
  readonly total: Shift;
  /** Lines of a bundle in their order; empty for any other subject. They add up to the total with `transport`. */
  readonly lines: readonly LineShift[];
  /** The common way of the lines of a bundle; null for any other subject. */
  readonly transport: Shift | null;
  readonly phases: readonly PhaseShift[];
  /** Indicators that both results have; empty for BASIC. */
  readonly indicators: readonly IndicatorShift[];
  readonly burdenShifts: readonly IndicatorShift[];
  readonly levers: readonly LeverEffect[];
  /** Total difference − Σ alone; null if an override has no effect of its own. */
  readonly interactionCo2eKg: number | null;
  /** outcome against baseline; null for BASIC, which has no uncertainty. */
  readonly comparison: PairedComparison | null;
  /** Σ of the costs that are given; null if none is. */
  readonly cost: number | null;
  readonly costPerTonne: number | null;
  /** ISO 4217 code of the currency of all costs; null if none is stated. */
  readonly currency: string | null;
}
