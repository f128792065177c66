import type { RecyclingMethod } from './method.ts';
import type { Path } from './path.ts';
import type { Boundary, ElectricityAccounting, ImpactCategory } from './vocabulary.ts';

/** One indicator of EF 3.1 over the whole result. */
export interface IndicatorResult {
  readonly code: ImpactCategory;
  readonly name: string;
  readonly unit: string;
  /** Null when no factor of the result has the indicator: never a zero that nobody measured. */
  readonly value: number | null;
  /** Share of the climate result whose factors have it. */
  readonly coveredShare: number;
  readonly isComplete: boolean;
  /** Reason why it is partial or absent; null when it is complete. */
  readonly reason: string | null;
}

/** Parts of the climate result by kind, in kg CO2e; only what the sources split. */
export interface GreenhouseGases {
  readonly fossilCo2Kg: number;
  readonly methaneCo2eKg: number;
  readonly nitrousOxideCo2eKg: number;
  /** Climate result of factors that split nothing. */
  readonly unsplitCo2eKg: number;
  /** A part of the climate result; null when no factor of the result states it apart: unknown is not zero. */
  readonly landUseChangeCo2eKg: number | null;
  /** Reason why it is null or a part of the whole; null when it is complete. Results before engine 0.4.0 lack it. */
  readonly landUseChangeReason?: string | null;
  readonly aircraftCo2eKg: number;
  /** Given off; null when no factor of the result states it: unknown is not zero. */
  readonly biogenicEmissionsKg: number | null;
  /** Taken up, as a positive number; null when no factor of the result states it. */
  readonly biogenicRemovalsKg: number | null;
  readonly excludingBiogenicCo2eKg: number;
  /** Null when the emissions or the removals are. */
  readonly includingBiogenicCo2eKg: number | null;
  /** Reason why the biogenic values are null or a part of the whole; null when they are complete. */
  readonly biogenicReason: string | null;
}

export interface AnalyticInterval {
  /** Var(ln h) to the first order, dimensionless: the sum of the next two. */
  readonly logVariance: number;
  /** Part of the factors and the declared amounts. */
  readonly parameterLogVariance: number;
  /** Part of the model, common to all contributions; 0 in results before engine 0.3.0. */
  readonly modelLogVariance: number;
  /** 95 % interval in kg CO2e, to the second order of ln h; to the first in results before engine 0.4.0. */
  readonly lowCo2eKg: number;
  readonly highCo2eKg: number;
}

export interface SampledInterval {
  readonly iterations: number;
  readonly seed: number;
  readonly meanCo2eKg: number;
  readonly variation: number;
  readonly p2_5Co2eKg: number;
  readonly p50Co2eKg: number;
  readonly p97_5Co2eKg: number;
  /** Deviation of the interval from the analytic interval; above 0.2 use this one. */
  readonly disagreement: number;
  readonly isDisagreeing: boolean;
}

/** A bar of the tornado: how far the total moves when one contribution goes to its 95 % bounds. */
export interface Sensitivity {
  readonly path: Path;
  readonly label: string;
  /** Relative change of the total per relative change of the contribution. */
  readonly elasticity: number;
  readonly lowCo2eKg: number;
  readonly highCo2eKg: number;
}

export const DATA_QUALITY_RATINGS = ['EXCELLENT', 'VERY_GOOD', 'GOOD', 'FAIR', 'POOR'] as const;
export type DataQualityRating = (typeof DATA_QUALITY_RATINGS)[number];

/** PEF data quality rating, contribution-weighted: (TeR + GeR + TiR + P) / 4, 1 best to 5. */
export interface DataQuality {
  readonly dqr: number;
  readonly rating: DataQualityRating;
  readonly technological: number;
  readonly geographical: number;
  readonly temporal: number;
  readonly precision: number;
}

/** Parts of a FULL result that a BASIC result does not have. */
export interface FullDetails {
  readonly boundary: Boundary;
  readonly recycling: RecyclingMethod;
  readonly electricity: {
    readonly accounting: ElectricityAccounting;
    readonly locationCo2eKg: number;
    readonly marketCo2eKg: number;
  };
  /** Module D: shown, never summed. */
  readonly beyondSystemCo2eKg: number;
  readonly greenhouseGases: GreenhouseGases;
  readonly indicators: readonly IndicatorResult[];
  readonly uncertainty: AnalyticInterval;
  readonly monteCarlo: SampledInterval | null;
  /** Largest first, at most 20. */
  readonly sensitivities: readonly Sensitivity[];
  readonly dataQuality: DataQuality;
  /** Share of the result that comes from suppliers' own primary data, 0 to 1 (PACT). */
  readonly primaryDataShare: number;
  readonly exemptedEmissionsPercent: number;
  readonly perUse: { readonly uses: number; readonly co2eKg: number } | null;
  /** The result over a lifetime in years; results before it was added lack it. */
  readonly perYear?: { readonly years: number; readonly co2eKg: number } | null;
}
