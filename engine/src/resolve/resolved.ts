import type { Warning } from '../errors.ts';
import type { Path } from '../path.ts';
import type { DeclaredUnit, Uncertainty } from '../product.ts';
import type { Pedigree, PedigreeScore } from '../system/index.ts';
import type { ElectricityAccounting, LifecyclePhase } from '../vocabulary.ts';

/** Part of an activity: direct emissions, grid losses, or upstream. */
export type FlowRole = 'DIRECT' | 'LOSSES' | 'UPSTREAM';

/** Scores of reliability, completeness, time, geography and technology, in this order. */
export type ScoreList = readonly [
  PedigreeScore,
  PedigreeScore,
  PedigreeScore,
  PedigreeScore,
  PedigreeScore,
];

/** Other factors that serve the name of a material, and how far they differ. */
export interface Alternatives {
  /** The first of them in the order of preference, at most ten. */
  readonly factorIds: readonly string[];
  readonly count: number;
  /** Range over the chosen factor and the alternatives, in kg CO2e per unit of the chosen factor. */
  readonly lowCo2eKgPerUnit: number;
  readonly highCo2eKgPerUnit: number;
  /** Sample variance of ln x over the same factors. */
  readonly logVariance: number;
}

/** So much of one factor, per declared unit of the product it belongs to. */
export interface Flow {
  readonly path: Path;
  readonly label: string;
  readonly phase: LifecyclePhase;
  readonly role: FlowRole;
  readonly factorId: string;
  /** In the factor's unit. */
  readonly amount: number;
  /** Quality of the factor for this use; FULL results only. By name in snapshots of the first form. */
  readonly scores?: ScoreList | Pedigree | undefined;
  /** σ² of ln x of the factor before its scores; absent in snapshots of the first engine. */
  readonly basicVariance?: number | undefined;
  /** Other factors of the material; absent when there are none, and in BASIC results. */
  readonly alternatives?: Alternatives | undefined;
  /** The factor is of a related thing: another grade, the average of an industry, an expired supplier footprint. */
  readonly isProxy?: boolean | undefined;
  /** Counts in one kind of electricity accounting alone. */
  readonly accounting?: ElectricityAccounting | undefined;
  readonly isAircraft?: boolean | undefined;
  /** Energy of the declared use, of the grid of its own country or as fuel: nothing about it is chosen by us. */
  readonly isDeclaredUse?: boolean | undefined;
  /** Spread of the declared amount; flows of one path share it. */
  readonly spread?: Uncertainty | undefined;
}

/** So many declared units of another product. */
export interface Part {
  readonly path: Path;
  readonly label: string;
  readonly phase: LifecyclePhase;
  readonly productId: string;
  readonly amount: number;
}

/** Something that was not declared and had to be decided. */
export interface Decision {
  readonly path: Path;
  readonly value: string | number;
  readonly reason: string;
  readonly source: string;
  /** Flows of the same product that depend on it, by position. */
  readonly flows: readonly number[];
}

/** Something of the life cycle that the result does not contain. */
export interface Gap {
  readonly path: Path;
  readonly phase: LifecyclePhase | null;
  readonly reason: string;
}

/** A product with every name, distance and default worked out: only arithmetic is left. */
export interface ResolvedProduct {
  readonly id: string;
  readonly name: string;
  readonly declaredUnit: DeclaredUnit;
  /** Uses over its lifetime, for results per use; FULL only. */
  readonly uses?: number | undefined;
  /** Years of its lifetime, for results per year; FULL only. */
  readonly years?: number | undefined;
  readonly flows: readonly Flow[];
  readonly parts: readonly Part[];
  readonly decisions: readonly Decision[];
  readonly gaps: readonly Gap[];
  /** Absent when there are none, and in snapshots of engine 0.1.0. */
  readonly warnings?: readonly Warning[] | undefined;
  /** Range of published footprints; FULL roots of a known sector only. */
  readonly expected?: Expected | undefined;
}

/** The range in which 90 % of the published footprints of a kind of product are. */
export interface Expected {
  readonly label: string;
  readonly lowCo2eKg: number;
  readonly highCo2eKg: number;
  /** The energy of use is declared. It does not follow from the mass, as of a lamp: only the rest has the upper bound. */
  readonly hasUse?: boolean;
  readonly source: string;
}
